//! Solutions themselves: all of a board, one of a large board, or one with given queens.
//!
//! * [`Solutions`] lists every solution of a board, lazily and in lexicographic order. To count
//!   them, use the engine, which visits far fewer placements.
//! * [`random()`] finds one of a board of up to millions of rows, by local search.
//! * [`complete()`] completes a [`PartialPlacement`] of at most 32 rows, or proves that it cannot be
//!   completed, by exact search.
//!
//! The last two take a seed: the same seed gives the same board from the same build.

mod complete;
mod list;
mod placement;
mod random;

pub use complete::complete;
pub use list::{Solution, Solutions};
pub use placement::{PartialPlacement, PlacementError};
pub use random::random;
