//! Counting a plan.
//!
//! * [`choice`]: which split and kernel, on how many threads
//! * [`schedule`]: counters on threads take units, and one thread collects what they find
//! * [`session`]: adds up, saves, and shows how far a run is, from its start to its end or a stop
//! * [`memory`]: how much memory the system has free
//! * [`count`] does it all in one call.

use std::sync::atomic::AtomicBool;

use crate::board::{BoardSize, BoardSizeError};
use crate::methods::counter::CounterError;
use crate::plan::tally::Tally;
use crate::plan::{Plan, Shard};
use choice::{Engine, KernelChoice, KernelChoiceError, SplitChoice};
use session::{Job, Keep, Unwatched};

pub mod choice;
pub mod memory;
pub mod schedule;
pub mod session;

/// A board that could not be counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// It is no board.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// No kernel counts it on this CPU.
    #[error(transparent)]
    Kernel(#[from] KernelChoiceError),
    /// What counts it could not start.
    #[error(transparent)]
    Counter(#[from] CounterError),
    /// The session failed.
    #[error(transparent)]
    Session(#[from] session::Error),
}

/// Counts all solutions of a board of `n` rows and `n` columns, 1 to 32, on every core of this
/// machine with its fastest kernel. Nothing is printed and nothing is saved; [`session::count`]
/// does that for counts of hours.
///
/// # Errors
/// When `n` is 0 or above 32, and when the threads cannot be started.
///
/// ```
/// assert_eq!(queens::count(10)?, 724);
/// assert!(queens::count(33).is_err());
/// # Ok::<(), queens::CountError>(())
/// ```
pub fn count(n: usize) -> Result<u128, CountError> {
    let size = BoardSize::new(n)?;
    let split = SplitChoice::Auto.split(size, KernelChoice::Auto);
    let (plan, never) = (Plan::standard(size, split), AtomicBool::new(false));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let counters = Engine::new(&plan, KernelChoice::Auto, threads)?.counters()?;
    let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &never, expected_s: None };
    let outcome = session::count(&job, counters, Tally::new(plan.units()), Keep::Nothing, &mut Unwatched)?;
    Ok(outcome.tally.solutions())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::known;

    #[test]
    fn small_boards_are_counted_in_one_call() {
        for size in BoardSize::all().take(12) {
            assert_eq!(count(size.get()).ok(), known::solutions(size), "N = {size}");
        }
        assert!(matches!(count(0), Err(CountError::Size(_))));
    }
}
