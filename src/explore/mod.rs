//! Besides counting: listing, finding and teaching.
//!
//! * [`solutions`] lists solutions, [`find`] finds one on a large board.
//! * [`ladder`] leads from brute force to the kernels and times each step.

#[cfg(any(feature = "cli", test))]
pub(crate) mod find;
#[cfg(any(feature = "cli", test))]
pub(crate) mod ladder;
pub mod solutions;
