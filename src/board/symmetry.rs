//! The eight symmetries of the square, applied to sets of queens.
//!
//! A symmetry maps solutions to solutions, so the search needs only one set of first queens from each class
//! of equivalent sets.
//!
//! A set of squares is *canonical* if it is smallest among its images, compared as sorted lists. A set's
//! *stabiliser* is the group of symmetries that leave the set unchanged. A set's *orbit* consists of its
//! `8 / |stabiliser|` different images.

use crate::board::{BoardSize, Square};

/// A symmetry of the square. The eight symmetries form the dihedral group D4.
///
/// Bit 0 mirrors the columns, and bit 1 mirrors the rows. Bit 2 then swaps rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Returns the image of `square`, which must be on the board.
    pub fn apply(self, size: BoardSize, square: Square) -> Square {
        let last = size.get() as u8 - 1;
        let Square { mut row, mut column } = square;
        if self.0 & 1 != 0 {
            column = last - column;
        }
        if self.0 & 2 != 0 {
            row = last - row;
        }
        if self.0 & 4 != 0 {
            (row, column) = (column, row);
        }
        Square { row, column }
    }
}

/// Returns the stabiliser of `squares` within `group`, or `None` if `squares` is not canonical under `group`.
/// The orbit under `group` has `group.len() / stabiliser.len()` members.
pub(crate) fn canonical(size: BoardSize, group: &[Symmetry], squares: &[Square]) -> Option<Vec<Symmetry>> {
    // Comparing only each image's smallest square rules out most sets.
    let image = |symmetry: Symmetry| squares.iter().map(move |&square| symmetry.apply(size, square));
    let smallest = squares.iter().copied().min();
    if group.iter().any(|&symmetry| image(symmetry).min() < smallest) {
        return None;
    }
    let mut original = squares.to_vec();
    original.sort_unstable();
    let mut sorted = Vec::with_capacity(squares.len());
    let mut stabiliser = Vec::with_capacity(group.len());
    for &symmetry in group {
        sorted.clear();
        sorted.extend(image(symmetry));
        sorted.sort_unstable();
        match sorted.cmp(&original) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => stabiliser.push(symmetry),
            std::cmp::Ordering::Greater => {}
        }
    }
    Some(stabiliser)
}
