//! Finds solutions: all of a small board, one of a large board, or one with given queens.
//!
//! * [`Solutions`] lists every solution of a board, lazily and in lexicographic order. To merely count them,
//!   use the engine, which visits far fewer placements.
//! * [`random()`] finds one on a board of up to millions of rows, by local search.
//! * [`complete()`] completes a [`PartialPlacement`] of at most 32 rows, or proves that it cannot be
//!   completed, by exact search.
//!
//! The last two take a seed: in the same build, the same seed gives the same board.

mod complete;
mod list;
mod placement;
mod random;

pub use complete::complete;
pub use list::{Solution, Solutions};
pub use placement::{PartialPlacement, PlacementError};
pub use random::random;
