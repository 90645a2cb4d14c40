//! Estimates how many solutions a board has, by random dives into the search. docs/checking.md has
//! the measured accuracy.

use crate::board::BoardSize;
use crate::count;
use crate::count::schedule::{self, PoolError};
use crate::methods::search::{self, Prefixes, SearchKernel, SearchUnits};
pub use crate::methods::work::{Estimated, Size};

/// Estimates what a board holds, by dives into the search on `threads` threads, or one per core if
/// these are fewer. The same `seed` gives the same solutions on any machine; the nodes depend on
/// its fastest kernel.
///
/// # Errors
/// If the threads cannot be started.
pub fn size(size: BoardSize, threads: usize, seed: u64) -> Result<Size, PoolError> {
    let units = SearchUnits::standard(size, Prefixes::Cross);
    Ok(schedule::pool(threads.min(count::cores()))?
        .install(|| search::size(&units, SearchKernel::fastest(), seed)))
}
