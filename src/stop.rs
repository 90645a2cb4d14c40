//! Polls the stop flag. Tests can set the flag at a chosen poll.

use std::sync::atomic::{AtomicBool, Ordering};

/// Returns whether the stop flag is set. In tests, this also records the poll. Replacing the flag with a
/// trait object would cost the kernels a call at every poll.
#[inline]
pub fn is_set(stop: &AtomicBool) -> bool {
    #[cfg(test)]
    polls::before(stop);
    stop.load(Ordering::Relaxed)
}

#[cfg(test)]
pub mod polls {
    //! Sets the flag at every poll in turn, to test that a unit is counted either completely or not at all.

    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use crate::methods::counter::Counts;

    thread_local! {
        /// This thread's poll count so far, and the number of the poll at which to set the flag.
        static POLLS: Cell<(u64, u64)> = const { Cell::new((0, u64::MAX)) };
    }

    /// Records a poll, and sets the flag if this is the chosen one.
    pub fn before(stop: &AtomicBool) {
        let (polls, set_at) = POLLS.get();
        POLLS.set((polls + 1, set_at));
        if polls == set_at {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Runs `count` with a flag that is set after `polls` polls.
    fn stopped_after<T>(polls: u64, count: impl FnOnce(&AtomicBool) -> T) -> T {
        POLLS.set((0, polls));
        let counted = count(&AtomicBool::new(false));
        POLLS.set((POLLS.get().0, u64::MAX));
        counted
    }

    /// Stops `count`, which counts one unit, at each of its polls. Checks that it returns either nothing or
    /// the whole unit, and that it counts correctly afterwards. If there are many polls, tries only the first
    /// ones, the last ones and some in between. Returns the number of polls.
    #[track_caller]
    pub fn whole_or_nothing(what: &str, mut count: impl FnMut(&AtomicBool) -> Option<Counts>) -> u64 {
        let whole = stopped_after(u64::MAX, &mut count);
        let polls = POLLS.get().0;
        assert!(whole.is_some_and(|counts| counts.nodes > 0), "{what} counts nothing");
        let every = polls.div_ceil(40);
        let tried = (0..polls).filter(|&poll| poll.min(polls - poll) < 30 || poll % every == 0);
        for poll in tried {
            let stopped = stopped_after(poll, &mut count);
            assert!(stopped.is_none() || stopped == whole, "{what}: a stop at poll {poll} left {stopped:?}");
            assert_eq!(stopped_after(u64::MAX, &mut count), whole, "{what}, after a stop at poll {poll}");
        }
        polls
    }
}
