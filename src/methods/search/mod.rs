//! The search, which the methods `cross` and `rows` share: it places the first queens, one set of each class
//! under symmetries of the board, and fills the remaining rows one by one.
//!
//! ```text
//! prefix (cross, rows) -> units -> counter -> kernels
//! ```
//!
//! * [`cross`] and [`rows`] turn a board into *prefixes*: sets of first queens, each with a weight. The
//!   number of solutions is the sum over all prefixes of weight times completions. The two choose queens and
//!   weights in different ways, so they check each other. `prefixes` is the choice between them.
//! * [`units`] deals the placements below the prefixes to numbered units, whose sizes `groups` determines.
//! * [`remaining_rows`] defines a prefix, the rows below it, and the state of the search there.
//! * [`kernels`] count the completions of placements. This is where the time goes.
//! * [`counter`] counts a unit with a kernel, and is the interface to the rest of the program.
//! * [`dives`] estimates the number of solutions.

pub mod counter;
pub mod cross;
pub mod dives;
mod groups;
pub mod kernels;
mod prefixes;
pub mod remaining_rows;
pub mod rows;
pub mod units;

pub use prefixes::Prefixes;
pub use remaining_rows::{Placement, Prefix, RemainingRows};
pub use units::SearchUnits;
