//! The stop flag: how counters poll it, and in tests a flag that is set at a chosen look.

use std::sync::atomic::{AtomicBool, Ordering};

/// Polls the stop flag of a count.
#[inline]
pub fn is_set(stop: &AtomicBool) -> bool {
    #[cfg(test)]
    looks::before(stop);
    stop.load(Ordering::Relaxed)
}

#[cfg(test)]
pub mod looks {
    //! Sets the flag at one look after the other: a unit is counted whole or not at all.

    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use crate::methods::counter::Counts;

    thread_local! {
        /// The looks of this thread, and the one that finds the flag set.
        static LOOKS: Cell<(u64, u64)> = const { Cell::new((0, u64::MAX)) };
    }

    /// Notes a look.
    pub fn before(stop: &AtomicBool) {
        let (looks, set_at) = LOOKS.get();
        LOOKS.set((looks + 1, set_at));
        if looks == set_at {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Lets the look after `looks` others find the flag set, and `count` until then.
    fn stopped_after<T>(looks: u64, count: impl FnOnce(&AtomicBool) -> T) -> T {
        LOOKS.set((0, looks));
        let counted = count(&AtomicBool::new(false));
        LOOKS.set((LOOKS.get().0, u64::MAX));
        counted
    }

    /// Checks that `count`, which counts one unit, answers a stop at any of its looks at the flag with
    /// nothing, or with all of the unit, and that it counts rightly after each. Returns the number of
    /// looks; of more than a hundred it tries the first and the last ones, and some between.
    #[track_caller]
    pub fn whole_or_nothing(what: &str, mut count: impl FnMut(&AtomicBool) -> Option<Counts>) -> u64 {
        let whole = stopped_after(u64::MAX, &mut count);
        let looks = LOOKS.get().0;
        assert!(whole.is_some_and(|counts| counts.nodes > 0), "{what} counts nothing");
        let every = looks.div_ceil(40);
        let tried = (0..looks).filter(|&look| look.min(looks - look) < 30 || look % every == 0);
        for look in tried {
            let stopped = stopped_after(look, &mut count);
            assert!(stopped.is_none() || stopped == whole, "{what}: a stop at look {look} left {stopped:?}");
            assert_eq!(stopped_after(u64::MAX, &mut count), whole, "{what}, after a stop at look {look}");
        }
        looks
    }
}
