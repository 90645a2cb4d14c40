//! Estimates how many solutions a board has and how long its count takes, before it starts.
//!
//! * [`size`]: solutions and nodes of a board, by random dives into the search
//! * [`work`]: the amount of work in a plan, in the unit of its method
//! * [`time`](fn@time): work divided by speed, which is measured on random pieces of units
//!
//! docs/checking.md has the measured accuracy.

use crate::board::BoardSize;
use crate::count::choice::{self, Engine};
use crate::count::schedule::{self, PoolError};
use crate::methods::search::{self, Prefixes, SearchKernel, SearchUnits};
pub use crate::methods::work::{Estimated, Size, Work};

mod time;

pub use time::{Time, time};

/// Estimates what a board holds, by dives into the search on `threads` threads, or one per core if
/// these are fewer. The same `seed` gives the same solutions on any machine; the nodes depend on
/// its fastest kernel.
///
/// # Errors
/// If the threads cannot be started.
pub fn size(size: BoardSize, threads: usize, seed: u64) -> Result<Size, PoolError> {
    let units = SearchUnits::standard(size, Prefixes::Cross);
    Ok(schedule::pool(threads.min(choice::cores()))?
        .install(|| search::size(&units, SearchKernel::fastest(), seed)))
}

/// The amount of work in the plan of `engine`. Any estimates for it depend on `seed`.
///
/// # Errors
/// If the threads cannot be started.
pub fn work(engine: &Engine<'_>, seed: u64) -> Result<Work, PoolError> {
    let units = engine.plan().method_units();
    Ok(schedule::pool(engine.threads().min(choice::cores()))?.install(|| units.work(engine.kernel(), seed)))
}
