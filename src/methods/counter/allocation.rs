//! The memory of a thread that counts. If the system refuses it, the count ends with an error, and its finished
//! units stay saved: an ordinary allocation would abort the process.

use std::panic::{self, AssertUnwindSafe};

use crate::methods::MethodError;

/// The payload of an unwinding: the system has refused so many bytes.
struct AllocationRefused {
    bytes: usize,
}

/// Makes `list` at least `len` long, with room for a power of two: the more often lists move, the more gaps
/// they leave in memory. If the system refuses it, this unwinds to [`catch_refused_allocation`]: the lists grow too deep
/// inside of a unit for an error to be passed up.
#[cold]
pub fn grow_to<T: Copy + Default>(list: &mut Vec<T>, len: usize) {
    let room = len.checked_next_power_of_two().unwrap_or(len);
    if list.try_reserve_exact(room.saturating_sub(list.len())).is_err() {
        panic::resume_unwind(Box::new(AllocationRefused { bytes: len.saturating_mul(size_of::<T>()) }));
    }
    list.resize(len.max(list.len()), T::default());
}

/// Returns what `work` returns.
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
            assert_eq!(grown_to(len), Err(MethodError::Memory { bytes: len.saturating_mul(4) as u64 }));
        }
    }
}
