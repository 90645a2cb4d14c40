//! The stop flag: how counters poll it and, for tests, a way to set it at a chosen poll.

use std::sync::atomic::{AtomicBool, Ordering};

/// Polls a stop flag. In tests, every poll is recorded here, because a flag behind an interface would cost
/// each kernel a call at every poll.
#[inline]
pub fn is_set(stop: &AtomicBool) -> bool {
    #[cfg(test)]
    polls::before(stop);
    stop.load(Ordering::Relaxed)
}

#[cfg(test)]
pub mod polls {
    //! Sets the flag at each poll in order, to test that a unit is counted wholly or not at all.

    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use crate::methods::counter::Counts;

    thread_local! {
        /// The number of polls by this thread, and the number of the poll that finds the flag set.
        static POLLS: Cell<(u64, u64)> = const { Cell::new((0, u64::MAX)) };
    }

    /// Records a poll.
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

    /// Checks that `count`, which counts one unit, returns either nothing or the whole unit if it is stopped
    /// at any of its polls, and that it counts correctly afterwards. Returns the number of polls. Of many
    /// polls, only the first, the last and some in between are tried.
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
