//! Fallible allocation for counting threads. If the system refuses memory, the count ends with an error, and
//! its finished units stay saved. An ordinary allocation would abort the process.

use std::hint;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::methods::MethodError;
use crate::os;

/// The panic payload of a refused allocation.
struct AllocationRefused {
    bytes: usize,
}

/// The memory that must be left when a list has grown: for the short lists of a unit, whose lengths are
/// bounded and which grow without a check, for the unwinding of a refusal, and for the thread that saves. Not
/// tuned.
const MARGIN_BYTES: usize = 1 << 20;

/// The memory that the allocator keeps at hand, from which it serves the small allocations of other threads
/// while the system is asked. Not tuned.
const SPARE_BYTES: usize = 100 << 10;

/// Returns a lock under which one thread at a time asks the system for memory. Without it, two threads could
/// both be promised the same memory, and the question itself, which takes that memory for a moment, could
/// leave nothing for the unwinding of another thread.
pub fn lock() -> MutexGuard<'static, ()> {
    static ASKING: Mutex<()> = Mutex::new(());
    // A refusal unwinds with the lock.
    ASKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether the system grants `bytes` now. The caller has the [`lock`], and takes the memory under it.
pub fn is_granted(bytes: usize) -> bool {
    let mut spare: Vec<u8> = Vec::new();
    let has_spare = spare.try_reserve_exact(SPARE_BYTES).is_ok();
    // Otherwise, a compiler may leave out an allocation that nothing uses.
    drop(hint::black_box(spare));
    has_spare && os::grants(bytes)
}

/// Checks before the first unit that the system grants `bytes` and the usual margin.
///
/// # Errors
/// If the system refuses them.
pub fn check_available(bytes: usize) -> Result<(), MethodError> {
    let bytes = bytes.saturating_add(MARGIN_BYTES);
    let _asking = lock();
    if is_granted(bytes) { Ok(()) } else { Err(MethodError::Memory { bytes: bytes as u64 }) }
}

/// Gives `list` a capacity of `capacity` elements. If the system refuses the memory, this unwinds to
/// [`catch_refused_allocation`], because lists grow too deep inside a unit to return an error from there.
#[cold]
pub fn reserve<T>(list: &mut Vec<T>, capacity: usize) {
    if capacity <= list.capacity() {
        return;
    }
    // It is held until the unwinding has what it needs: the margin that the last question left.
    let _asking = lock();
    let more = capacity.saturating_sub(list.len());
    if list.try_reserve_exact(more).is_ok() {
        if is_granted(MARGIN_BYTES) {
            return;
        }
        list.shrink_to_fit();
    }
    panic::resume_unwind(Box::new(AllocationRefused { bytes: capacity.saturating_mul(size_of::<T>()) }));
}

/// Grows `list` to at least `len` elements. The capacity is rounded up to a power of two, because lists that
/// move often leave gaps in memory. If the system refuses the memory, this unwinds as [`reserve`] does.
#[cold]
pub fn grow_to<T: Copy + Default>(list: &mut Vec<T>, len: usize) {
    reserve(list, len.checked_next_power_of_two().unwrap_or(len));
    list.resize(len.max(list.len()), T::default());
}

/// Returns the result of `work`.
///
/// # Errors
/// If the system refused the memory for a list.
pub fn catch_refused_allocation<T>(work: impl FnOnce() -> T) -> Result<T, MethodError> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| match panic.downcast::<AllocationRefused>() {
        Ok(refused) => MethodError::Memory { bytes: refused.bytes as u64 },
        Err(panic) => panic::resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn refusal_of_the_system_is_an_error() {
        let grown_to = |len: usize| {
            catch_refused_allocation(|| {
                let mut list = vec![1_u32];
                grow_to(&mut list, len);
                list.len()
            })
        };
        assert_eq!([0, 1, 5].map(grown_to), [Ok(1), Ok(1), Ok(5)]);
        for len in [1 << 60, usize::MAX] {
            let capacity = len.checked_next_power_of_two().unwrap_or(len);
            assert_eq!(grown_to(len), Err(MethodError::Memory { bytes: capacity.saturating_mul(4) as u64 }));
        }
        assert_eq!(check_available(0), Ok(()));
        assert_eq!(check_available(1 << 60), Err(MethodError::Memory { bytes: (1 << 60) + (1 << 20) }));
    }

    /// Without the lock, a count under a limit on memory is aborted only once in hundreds.
    #[test]
    fn one_thread_at_a_time_asks_for_memory() {
        let ask: [fn(); 2] = [|| check_available(0).unwrap(), || grow_to(&mut Vec::<u8>::new(), 1)];
        for ask in ask {
            let (asked, answers) = mpsc::channel();
            let asking = lock();
            let other = thread::spawn(move || {
                ask();
                asked.send(()).unwrap();
            });
            assert!(answers.recv_timeout(Duration::from_millis(20)).is_err());
            drop(asking);
            answers.recv().unwrap();
            other.join().unwrap();
        }
    }
}
