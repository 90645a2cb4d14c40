//! Finds one solution of a board, without counting.
//!
//! * [`random`]: a random solution of a board of up to millions of rows, by local search.
//! * [`complete`]: a completion of a [`PartialPlacement`] of at most 32 rows, or the proof that
//!   there is none, by exact search.
//!
//! Both take a seed: the same seed gives the same board from the same build of this program.

mod complete;
mod placement;
mod random;

pub use complete::complete;
pub use placement::PartialPlacement;
pub use random::random;
