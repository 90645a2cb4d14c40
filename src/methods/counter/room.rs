//! The memory of a thread that counts. If the system refuses it, the count ends with an error, and its finished
//! units stay saved: an ordinary allocation would abort the process.

use std::panic::{self, AssertUnwindSafe};

use crate::methods::MethodError;
use crate::os;

/// The payload of an unwinding: the system has refused so many bytes.
struct Refused {
    bytes: usize,
}

/// Bytes that must be left when a list has grown: for the short lists of a unit, whose lengths are bounded and
/// which grow without a check, for this unwinding itself, and for the thread that saves. Not tuned.
const MARGIN: usize = 1 << 20;

/// Checks before the first unit that the system grants `bytes`, and leaves the usual margin.
///
/// # Errors
/// If it does not.
pub fn check(bytes: usize) -> Result<(), MethodError> {
    if os::grants(bytes + MARGIN) {
        Ok(())
    } else {
        Err(MethodError::Memory { bytes: (bytes + MARGIN) as u64 })
    }
}

/// Makes room for `room` entries in `list`. If the system refuses it, this unwinds to [`or_refused`]: lists grow
/// too deep inside of a unit for an error to be passed up.
#[cold]
pub fn reserve<T>(list: &mut Vec<T>, room: usize) {
    let more = room.saturating_sub(list.len());
    if list.try_reserve_exact(more).is_ok() {
        if os::grants(MARGIN) {
            return;
        }
        list.shrink_to_fit();
    }
    panic::resume_unwind(Box::new(Refused { bytes: room.saturating_mul(size_of::<T>()) }));
}

/// Makes `list` at least `len` long, with room for a power of two: the more often lists move, the more gaps
/// they leave in memory. If the system refuses it, this unwinds as [`reserve`] does.
#[cold]
pub fn lengthen<T: Copy + Default>(list: &mut Vec<T>, len: usize) {
    reserve(list, len.checked_next_power_of_two().unwrap_or(len));
    list.resize(len.max(list.len()), T::default());
}

/// Returns what `work` returns.
///
/// # Errors
/// If the system refused the memory for a list.
pub fn or_refused<T>(work: impl FnOnce() -> T) -> Result<T, MethodError> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| match panic.downcast::<Refused>() {
        Ok(refused) => MethodError::Memory { bytes: refused.bytes as u64 },
        Err(panic) => panic::resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_of_the_system_is_an_error() {
        let lengthened = |len: usize| {
            or_refused(|| {
                let mut list = vec![1_u32];
                lengthen(&mut list, len);
                list.len()
            })
        };
        assert_eq!([0, 1, 5].map(lengthened), [Ok(1), Ok(1), Ok(5)]);
        for len in [1 << 60, usize::MAX] {
            let room = len.checked_next_power_of_two().unwrap_or(len);
            assert_eq!(lengthened(len), Err(MethodError::Memory { bytes: room.saturating_mul(4) as u64 }));
        }
        assert_eq!(check(0), Ok(()));
        assert_eq!(check(1 << 60), Err(MethodError::Memory { bytes: (1 << 60) + (1 << 20) }));
    }
}
