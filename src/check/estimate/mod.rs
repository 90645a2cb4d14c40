//! Estimates how many solutions a board has, and how long the count takes, before it is begun.
//!
//! * [`size`](fn@size): solutions and nodes, from random dives into a sample of units ([`crate::methods::search::dives`])
//! * [`time`](fn@time): work divided by speed, which is measured on random pieces of units
//!
//! docs/checking.md has the accuracy measured.

mod size;
mod time;

pub use size::{Size, size};
pub use time::{Time, time};

/// A quantity that was estimated from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub mean: f64,
    /// Its standard error: two of three estimates are off by less.
    pub standard_error: f64,
}
