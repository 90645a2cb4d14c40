//! The stop flag: how counters poll it, and in tests a flag that is set at a chosen poll.

use std::sync::atomic::{AtomicBool, Ordering};

/// Polls the stop flag of a count.
#[inline]
pub fn is_set(stop: &AtomicBool) -> bool {
    #[cfg(test)]
    polls::before(stop);
    stop.load(Ordering::Relaxed)
}

#[cfg(test)]
pub mod polls {
    //! Sets the flag at one poll after the other: a unit is counted whole or not at all.

    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use crate::methods::counter::Counts;

    thread_local! {
        /// The polls of this thread, and the one that finds the flag set.
        static POLLS: Cell<(u64, u64)> = const { Cell::new((0, u64::MAX)) };
    }

    /// Notes a poll.
    pub fn before(stop: &AtomicBool) {
        let (polls, set_at) = POLLS.get();
        POLLS.set((polls + 1, set_at));
        if polls == set_at {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Lets the poll after `polls` others find the flag set, and `count` until then.
    fn stopped_after<T>(polls: u64, count: impl FnOnce(&AtomicBool) -> T) -> T {
        POLLS.set((0, polls));
        let counted = count(&AtomicBool::new(false));
        POLLS.set((POLLS.get().0, u64::MAX));
        counted
    }

    /// Checks that `count`, which counts one unit, answers a stop at any of its polls at the flag with
    /// nothing, or with all of the unit, and that it counts rightly after each. Returns the number of
    /// polls; of more than a hundred it tries the first and the last ones, and some between.
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
