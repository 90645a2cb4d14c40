//! The rows method: places a queen in the left half of the first row, and counts its completions twice.
//!
//! Mirroring the columns turns a solution whose first queen is in the left half into one whose first queen is
//! in the right half. On odd boards, the middle column is its own mirror image and counts once. This method
//! shares neither first queens nor symmetry argument with [`super::cross`], so each checks the other's
//! prefixes. The search below is the same.

use super::Prefix;
use crate::board::{BoardSize, Occupancy, Square};

/// Returns the rows method's prefixes, from left to right. They have weight 2, or 1 in an odd board's middle
/// column.
pub fn prefixes(size: BoardSize) -> Vec<Prefix> {
    let n = size.get();
    (0..n.div_ceil(2))
        .map(|column| Prefix {
            occupancy: Occupancy::default().with(size, Square::new(0, column)),
            weight: if 2 * column + 1 == n { 1 } else { 2 },
        })
        .collect()
}
