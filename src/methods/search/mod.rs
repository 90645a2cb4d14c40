//! The search shared by `cross` and `rows`. It places the first queens, up to symmetry, and then fills the
//! remaining rows one by one.
//!
//! ```text
//! prefix (cross, rows) -> units -> counter -> kernels
//! ```
//!
//! * [`cross`] and [`rows`] list a board's *prefixes*: sets of first queens, each with a weight. The number
//!   of solutions is weight times completions, summed over all prefixes. The two methods choose queens and
//!   weights independently, so they check each other. `prefixes` selects one of them.
//! * [`units`] deals the placements below the prefixes to numbered units. `groups` chooses the size of the
//!   units.
//! * [`remaining_rows`] defines a prefix, the rows below it, and the state of the search in these rows.
//! * [`kernels`] count the completions of placements. This is where the time goes.
//! * [`counter`] counts a unit with a kernel, and connects the search to the rest of the program.
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
pub use remaining_rows::{AlignedPlacement, Prefix, RemainingRows};
pub use units::SearchUnits;
