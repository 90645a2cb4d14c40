//! The rows method: a queen in the left half of the first row, counted twice.
//!
//! Mirroring the columns maps the solutions whose first queen is in the left half onto the solutions whose
//! first queen is in the right half. On odd boards, the middle column is its own mirror image and counts
//! once. This method shares neither the first queens nor the symmetry argument with [`super::cross`], so each
//! checks the prefixes of the other. The search below is the same.

use super::Prefix;
use crate::board::{BoardSize, Occupancy, Square};

/// The prefixes of the rows method, from the left: weight 2, and 1 for the middle column of an odd
/// board.
pub fn prefixes(size: BoardSize) -> Vec<Prefix> {
    let n = size.get();
    (0..n.div_ceil(2))
        .map(|column| Prefix {
            occupancy: Occupancy::default().with(size, Square::new(0, column)),
            weight: if 2 * column + 1 == n { 1 } else { 2 },
        })
        .collect()
}
