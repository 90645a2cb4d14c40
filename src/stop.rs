//! Polls the stop flag. Tests can set the flag at a chosen poll.

use std::sync::atomic::{AtomicBool, Ordering};

/// Returns whether `stop` is set. Tests record every poll here. Hiding the flag behind a trait object instead
/// would cost each kernel a call at every poll.
#[inline]
pub fn is_set(stop: &AtomicBool) -> bool {
    #[cfg(test)]
    polls::before(stop);
    stop.load(Ordering::Relaxed)
}

#[cfg(test)]
pub mod polls {
    //! Sets the stop flag at one poll after another, to test that a unit is never counted in part.

    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use crate::methods::counter::Counts;

    thread_local! {
        /// The number of polls so far on this thread, and the number of polls after which to set the flag.
        static POLLS: Cell<(u64, u64)> = const { Cell::new((0, u64::MAX)) };
    }

    /// Records a poll, and sets `stop` if this is the chosen poll.
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

    /// Checks that `count`, which counts one unit, can be stopped at any poll. It must return the whole unit
    /// or nothing, and must count correctly afterwards. If there are many polls, only the first ones, the
    /// last ones and some in between are tried. Returns the number of polls.
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
