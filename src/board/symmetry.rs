//! The eight symmetries of the square, and what they do to sets of queens.
//!
//! A symmetry maps solutions to solutions, so only one of eight equivalent sets of first queens needs to be
//! searched. Sets of squares are compared as sorted lists. A set is *canonical* if it is the least of its
//! images; its *stabiliser* is the group of symmetries that leave it unchanged, and its *orbit* has
//! `8 / |stabiliser|` members.

use crate::board::{BoardSize, Square};

/// A symmetry of the square: one of the eight elements of the dihedral group D4.
///
/// Bit 0 mirrors the columns, bit 1 mirrors the rows, bit 2 then exchanges rows and columns.
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

/// Tests whether `squares` is the least of its images under `group`, compared as sorted lists of squares.
///
/// Returns the stabiliser within `group` if it is, and `None` if some image is less. The orbit under `group`
/// has `group.len() / stabiliser.len()` members.
pub(crate) fn canonical(size: BoardSize, group: &[Symmetry], squares: &[Square]) -> Option<Vec<Symmetry>> {
    // Most sets are not canonical, and comparing only the least squares of the images already shows it.
    let image = |symmetry: Symmetry| squares.iter().map(move |&square| symmetry.apply(size, square));
    let least = squares.iter().copied().min();
    if group.iter().any(|&symmetry| image(symmetry).min() < least) {
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
