//! Counting by the colours of squares.

mod column_sets;
pub mod counter;
mod kernels;
mod memory;
mod piece;
mod placements;
mod plain;
mod product;
mod quarters;
mod search;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;
mod units;

pub use kernels::fastest_from;
pub use units::{ColourUnits, STANDARD_DEPTH};
