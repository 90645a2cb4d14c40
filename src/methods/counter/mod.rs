//! What counts: a counter takes units one after the other and hands over what it found.
//!
//! ```text
//! claims: which unit is next?  ->  counter  ->  done: this is in it
//! ```
//!
//! A counter decides how many units it holds at a time and in which order it ends them: a thread of the CPU takes one after
//! the other, a device may take a thousand and answer later. It knows nothing of plans, shards or run directories. Units that
//! it holds when it is stopped are dropped, and counted another time from their beginning.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::methods::kernel::Kernel;

#[cfg(test)]
pub(crate) mod fake;

/// A unit that was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its number.
    pub unit: u64,
    /// Solutions of the board in it.
    pub solutions: u128,
    /// Steps taken to find them: the size of the work, in the measure of its method.
    pub nodes: u64,
    /// Time it took.
    pub elapsed: Duration,
    /// What counted it.
    pub kernel: Kernel,
}

/// Takes units and counts them.
pub trait Counter: Send {
    /// Counts units of `claims` until these end, and hands each to `done` as soon as it is counted, whole.
    ///
    /// # Errors
    /// When it cannot go on. What was handed to `done` before stays good.
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), CounterError>;
}

/// Why a counter cannot go on, as when a device was lost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {kernel} kernel failed: {reason}")]
pub struct CounterError {
    /// What was counting.
    pub kernel: Kernel,
    /// What went wrong.
    pub reason: String,
}

/// The units that nobody has taken yet, as an iterator that ends when there are none or the stop flag is set. Whoever takes a
/// unit counts it.
pub struct Claims<'a> {
    take: &'a mut dyn FnMut() -> Option<u64>,
    stop: &'a AtomicBool,
}

impl<'a> Claims<'a> {
    /// The units that `take` gives, until `stop` is set.
    pub fn new(take: &'a mut dyn FnMut() -> Option<u64>, stop: &'a AtomicBool) -> Self {
        Self { take, stop }
    }

    /// The flag to look at while a unit is counted. When it is set, the units in hand are to be dropped within a second or two.
    #[must_use]
    pub fn stop(&self) -> &'a AtomicBool {
        self.stop
    }
}

impl Iterator for Claims<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.stop.load(Ordering::Relaxed) { None } else { (self.take)() }
    }
}

/// What a unit adds to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitCounts {
    /// Solutions of the board, weights applied.
    pub solutions: u128,
    /// Steps taken to find them, in the measure of the method.
    pub nodes: u64,
}

/// The way of a counter that takes one unit after the other: `count` counts it, or gives `None` when the stop flag was set.
pub fn one_by_one(
    kernel: Kernel,
    claims: &mut Claims<'_>,
    done: &mut dyn FnMut(Finished),
    count: &mut dyn FnMut(u64, &AtomicBool) -> Option<UnitCounts>,
) {
    let stop = claims.stop();
    for unit in claims {
        let start = Instant::now();
        let Some(UnitCounts { solutions, nodes }) = count(unit, stop) else { break };
        done(Finished { unit, solutions, nodes, elapsed: start.elapsed(), kernel });
    }
}

/// A piece of work that was timed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Piece {
    /// How much work it was, in a measure in which its method also knows the whole work of a plan.
    pub work: f64,
    /// Time it took.
    pub elapsed: Duration,
}

/// Counts random pieces of a plan, to find out how fast a count will be.
pub trait Timing {
    /// Counts a piece of milliseconds, or of as little more as can be.
    fn piece(&mut self, rng: &mut Rng) -> Piece;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_end_with_the_units_or_at_a_stop() {
        let stop = AtomicBool::new(false);
        let mut units = 5..9;
        let mut take = || units.next();
        let mut claims = Claims::new(&mut take, &stop);
        assert_eq!((claims.next(), claims.next()), (Some(5), Some(6)));
        claims.stop().store(true, Ordering::Relaxed);
        assert_eq!(claims.next(), None);
        stop.store(false, Ordering::Relaxed);
        assert_eq!(Claims::new(&mut take, &stop).collect::<Vec<_>>(), [7, 8]);
    }
}
