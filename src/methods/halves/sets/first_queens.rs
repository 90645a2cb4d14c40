//! The first queens of the north, by which the norths of a column set are cut into pieces.
//!
//! Their lines attack squares of the south from row 0 on. If the norths of each first queen are
//! listed and searched separately, these squares are never tried. [`super::super::shape`] says on
//! which boards that pays.

use crate::board::bits;

/// The columns of the north's queens in the rows next to the cut, one bit each, from the cut
/// outwards: of none, one or two rows, with 0 for the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstQueens([u32; 2]);

/// The queens that both halves of a piece begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// Those of the north, from row 0 on.
    pub north: FirstQueens,
    /// Those of the south, from the row on that the flip from top to bottom exchanges with the
    /// north's row 0: the central row of an odd board is not one of them. They are given only when
    /// a piece is counted upside down.
    pub south: FirstQueens,
}

impl From<FirstQueens> for Given {
    /// The north's queens; the south begins in any way.
    fn from(north: FirstQueens) -> Self {
        Self { north, south: FirstQueens::ANY }
    }
}

impl FirstQueens {
    /// No queen is given: any may stand in each row.
    pub const ANY: Self = Self([0; 2]);

    /// All ways to put queens in `columns` into `rows` rows, at most two, so that none attacks
    /// another, in ascending order of the columns by row.
    pub fn every(columns: u32, rows: usize) -> impl Iterator<Item = Self> {
        // The squares of a row, or 0 if its queen is not given.
        let in_row = move |row: usize, columns: u32| {
            let given = bits(if row < rows { columns } else { 0 }).map(|column| 1_u32 << column);
            given.chain((row >= rows).then_some(0))
        };
        in_row(0, columns).flat_map(move |first| {
            in_row(1, columns & !(first << 1 | first | first >> 1)).map(move |second| Self([first, second]))
        })
    }

    /// The least number of ways with so many columns, wherever these are.
    pub fn fewest(columns: usize, rows: usize) -> u64 {
        let columns = columns as u64;
        match rows {
            0 => 1,
            1 => columns,
            _ => columns.saturating_sub(1) * columns.saturating_sub(2),
        }
    }

    /// The columns of the given queens, by row.
    pub fn given(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().take_while(|&square| square != 0).map(|square| square.trailing_zeros() as usize)
    }

    /// The square of the given queen in a row.
    pub fn square(self, row: usize) -> Option<u32> {
        self.0.get(row).copied().filter(|&square| square != 0)
    }

    /// The squares of a row that may have its queen, if `columns` are left.
    pub fn squares(self, row: usize, columns: u32) -> u32 {
        self.square(row).unwrap_or(columns & !self.columns())
    }

    /// The columns of the given queens, a bit each.
    pub fn columns(self) -> u32 {
        self.0[0] | self.0[1]
    }

    /// The squares of the south's row 0 on an antidiagonal of the given queens, and on a diagonal.
    pub fn attacked(self) -> [u32; 2] {
        let [first, second] = self.0;
        [first << 1 | second << 2, first >> 1 | second >> 2]
    }
}
