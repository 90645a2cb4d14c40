//! Solutions themselves: all of a board, one of a large board, or one with given queens.
//!
//! * [`Solutions`] lists every solution of a board, lazily and in lexicographic order. To count
//!   them, use [`queens::count`](queens::count()), which visits far fewer placements.
//! * [`random()`] finds one of a board of up to millions of rows, by local search.
//! * [`complete()`] completes a [`PartialPlacement`] of at most 32 rows, or proves that it cannot be
//!   completed, by exact search.
//!
//! The last two take a seed: the same seed gives the same board from the same build.
//!
//! ```
//! use queens::board::BoardSize;
//! use queens_solutions::{PartialPlacement, Solutions, complete};
//!
//! let size = BoardSize::new(8)?;
//! let first = Solutions::new(size).next().unwrap();
//! assert_eq!(first.columns(), [0, 4, 7, 5, 2, 6, 1, 3]);
//! assert_eq!(Solutions::new(size).count(), 92);
//! // One of each class of equivalent solutions, with the size of its class.
//! let sizes = Solutions::fundamental(size).map(|(_, class_size)| u32::from(class_size));
//! assert_eq!(sizes.sum::<u32>(), 92);
//! assert_eq!(Solutions::fundamental(size).count(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod complete;
mod list;
mod placement;
mod random;

pub use complete::complete;
pub use list::{Solution, Solutions};
pub use placement::{PartialPlacement, PlacementError};
pub use random::random;
