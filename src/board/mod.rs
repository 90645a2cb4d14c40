//! The board: its size, its squares, and the lines occupied by queens.
//!
//! A *diagonal* is a line of squares with equal row + column, and an *antidiagonal* is a line with equal
//! column - row. Rows are numbered from 0 at the top, columns from 0 at the left. In a row's mask, bit `i` is
//! column `i`.

mod error_kind;
mod sets;
pub(crate) mod symmetry;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use error_kind::ErrorKind;
pub(crate) use sets::{binomial, bits, mask, reversed, subsets};

/// A board's side, 1 to 32, so that a row's mask fits a `u32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct BoardSize(u8);

/// An invalid board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A size outside 1 to 32.
    #[error("the board size must be a whole number from 1 to {max}, not {0}", max = BoardSize::MAX)]
    Size(usize),
}

impl BoardSize {
    /// The largest board's side.
    pub const MAX: usize = 32;

    /// Creates the size of a board with `n` rows and `n` columns.
    ///
    /// # Errors
    /// Returns [`BoardError::Size`] if `n` is 0 or above [`BoardSize::MAX`].
    pub fn new(n: usize) -> Result<Self, BoardError> {
        if (1..=Self::MAX).contains(&n) { Ok(Self(n as u8)) } else { Err(BoardError::Size(n)) }
    }

    /// Returns the number of rows, which equals the number of columns.
    #[must_use]
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    /// Returns a full row's mask, with the lowest `n` bits set.
    pub(crate) fn row_mask(self) -> u32 {
        u32::MAX >> (32 - u32::from(self.0))
    }

    /// Returns an upper bound on the number of solutions. The bound is N! up to N = 8, and (N/4)^N on larger
    /// boards. From N = 9 up, it is more than four times the known or estimated number. At N = 32, the
    /// largest board, it is 2^96, so the sum of 2^28 such counts is at most 2^124.
    pub(crate) fn most_solutions(self) -> u128 {
        match self.0 {
            n @ ..=8 => (1..=u128::from(n)).product(),
            n => (f64::from(n) / 4.0).powi(n.into()) as u128,
        }
    }

    /// Returns all board sizes, 1 to 32.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=Self::MAX as u8).map(Self)
    }
}

impl TryFrom<usize> for BoardSize {
    type Error = BoardError;

    fn try_from(n: usize) -> Result<Self, Self::Error> {
        Self::new(n)
    }
}

impl From<BoardSize> for usize {
    fn from(size: BoardSize) -> Self {
        size.get()
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A square on the board. Squares are ordered by row, then by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Square {
    pub row: u8,
    pub column: u8,
}

impl Square {
    /// Creates the square at `row` and `column`, both below [`BoardSize::MAX`].
    #[must_use]
    pub fn new(row: usize, column: usize) -> Self {
        Self { row: row as u8, column: column as u8 }
    }
}

/// The lines occupied by queens. A square is free if none of its four lines is occupied.
///
/// A board has at most 63 diagonals, so they fit in a `u64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Occupancy {
    /// The occupied rows. Bit `r` is row `r`.
    pub rows: u32,
    /// The occupied columns. Bit `c` is column `c`.
    pub columns: u32,
    /// The occupied diagonals. Bit `r + c` is the diagonal through row `r` and column `c`.
    pub diagonals: u64,
    /// The occupied antidiagonals. Bit `c - r + n - 1` is the antidiagonal through row `r` and column `c`.
    pub antidiagonals: u64,
}

impl Occupancy {
    /// Returns the occupancy with a queen added on `square`, which must be on the board. Does not check that
    /// the square is free.
    pub fn with(self, size: BoardSize, square: Square) -> Self {
        let row = usize::from(square.row);
        let column = usize::from(square.column);
        Self {
            rows: self.rows | 1 << row,
            columns: self.columns | 1 << column,
            diagonals: self.diagonals | 1 << (row + column),
            antidiagonals: self.antidiagonals | 1 << (column + size.get() - 1 - row),
        }
    }

    /// Returns the mask of the squares in `row` whose column, diagonal and antidiagonal are free. It does not
    /// matter whether the row itself contains a queen.
    #[inline]
    pub fn free_in_row(&self, size: BoardSize, row: usize) -> u32 {
        let diagonals = (self.diagonals >> row) as u32;
        let antidiagonals = (self.antidiagonals >> (size.get() - 1 - row)) as u32;
        size.row_mask() & !(self.columns | diagonals | antidiagonals)
    }

    /// Returns whether none of the four lines through `square` is occupied.
    pub fn is_free(&self, size: BoardSize, square: Square) -> bool {
        self.rows >> square.row & 1 == 0
            && self.free_in_row(size, usize::from(square.row)) >> square.column & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_run_from_1_to_32() {
        assert!(BoardSize::new(0).is_err() && BoardSize::new(33).is_err());
        assert_eq!(BoardSize::all().count(), 32);
        assert_eq!(BoardSize::new(1).unwrap().row_mask(), 1);
        assert_eq!(BoardSize::new(32).unwrap().row_mask(), u32::MAX);
    }
}
