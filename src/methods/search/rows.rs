//! The rows method. It places a queen in the left half of the first row, and counts the completions twice.
//!
//! Mirroring a solution whose first queen is in the left half gives a solution whose first queen is in the
//! right half. On odd boards, the middle column is its own mirror image and counts once.
//!
//! This method and [`super::cross`] check each other's prefixes, because they share neither first queens nor
//! symmetry argument. The search below the prefixes is the same.

use super::Prefix;
use crate::board::{BoardSize, Occupancy, Square};

/// Returns the rows method's prefixes, from left to right. A prefix has weight 2, or weight 1 in an odd
/// board's middle column.
pub fn prefixes(size: BoardSize) -> Vec<Prefix> {
    let n = size.get();
    (0..n.div_ceil(2))
        .map(|column| Prefix {
            occupancy: Occupancy::default().with(size, Square::new(0, column)),
            weight: if 2 * column + 1 == n { 1 } else { 2 },
        })
        .collect()
}
