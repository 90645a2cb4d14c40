//! Finds solutions: all on a small board, one on a large board, or one with given queens.
//!
//! * [`Solutions`] lists a board's solutions, lazily and in lexicographic order. To count solutions, use the
//!   engine instead, since it visits far fewer placements.
//! * [`random()`] finds one solution on a board with up to millions of rows. It uses local search.
//! * [`complete()`] completes a [`PartialPlacement`] with at most 32 rows, or proves that there is no
//!   completion. It uses exact search.
//!
//! [`random()`] and [`complete()`] take a seed. In the same build, the same seed gives the same solution.

mod complete;
mod list;
mod placement;
mod random;

pub use complete::complete;
pub use list::{Solution, Solutions};
pub use placement::{PartialPlacement, PlacementError};
pub use random::random;
