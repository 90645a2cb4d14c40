//! Defines the quarters of the board, and the lines along which queens in different quarters attack each
//! other.
//!
//! A *quarter* consists of the squares in rows of one parity and columns of one parity. Two quarters are
//! white: row and column are both even, or both odd. The other two are black. Rows and columns are numbered
//! from 0 within a quarter, so row `i` in a quarter is row `2 * i` or `2 * i + 1` on the board.
//!
//! Two queens in the same quarter share a diagonal on the board if and only if they share one in the quarter.
//! Two queens in different quarters of a colour share a diagonal if and only if they have the same sum or the
//! same difference in this table. A queen's square in its quarter is (i, j):
//!
//! ```text
//! colour  quarter  rows  columns   row + column, halved   column - row, halved
//! white   listed   even  even      i + j                  j - i
//!         searched odd   odd       i + j + 1              j - i
//! black   listed   even  odd       i + j                  j - i
//!         searched odd   even      i + j                  j - i - 1
//! ```
//!
//! A *line* is a diagonal (row + column is constant) or an antidiagonal (column - row is constant) through
//! both quarters of a colour. A diagonal in only one quarter is a single corner square, so no queens attack
//! each other along it.

use std::array::from_fn;
use std::ops::Range;

use crate::board::mask;

/// The maximum number of rows or columns in a quarter.
pub const MAX_SIDE: usize = 16;

/// The squares in rows of one parity and columns of one parity.
#[derive(Clone, Debug)]
pub struct Quarter {
    pub rows: usize,
    pub columns: usize,
    /// Each square's lines, by row and column. Bit `l` is the colour's line `l`.
    pub lines: [[u64; MAX_SIDE]; MAX_SIDE],
    /// How the diagonals and the antidiagonals cross each row.
    crossings: [[Crossing; 2]; MAX_SIDE],
}

impl Quarter {
    /// Returns the squares of `row` not attacked by queens in `columns` and on `lines`.
    #[inline(always)]
    pub fn free(&self, row: usize, columns: u32, lines: u64) -> u32 {
        let [diagonals, antidiagonals] = &self.crossings[row];
        mask(self.columns) & !(columns | diagonals.attacked(lines) | antidiagonals.attacked(lines))
    }

    /// Returns the numbers of the diagonal and the antidiagonal through a square. If one of them is not a
    /// line, its number is [`NO_LINE`].
    #[inline(always)]
    pub fn numbers(&self, row: usize, column: usize) -> [usize; 2] {
        let [diagonals, antidiagonals] = &self.crossings[row];
        [diagonals.number(column), antidiagonals.number(column)]
    }
}

/// The number of a diagonal that is not a line.
pub const NO_LINE: usize = 63;

/// How the diagonals, or the antidiagonals, cross a row. The number of the line grows by 1 from column to
/// column.
#[derive(Clone, Copy, Debug, Default)]
struct Crossing {
    /// The number of the line in column 0, modulo 64. If column 0 has no line, this is the number it would
    /// have.
    first: u32,
    /// A mask of the columns in which this row's square has a line.
    columns: u32,
}

impl Crossing {
    /// Returns how a row crosses `lines`, which are numbered from `begin`. `at` is the coordinate of the
    /// diagonal through column 0.
    fn of(at: isize, columns: usize, lines: &Range<isize>, begin: usize) -> Self {
        let has_line = |column: &usize| lines.contains(&(at + *column as isize));
        Self {
            first: (begin as isize + at - lines.start).rem_euclid(64) as u32,
            columns: (0..columns).filter(has_line).fold(0, |all, column| all | 1 << column),
        }
    }

    /// Returns a mask of the columns whose line is in `lines`.
    #[inline(always)]
    fn attacked(self, lines: u64) -> u32 {
        lines.rotate_right(self.first) as u32 & self.columns
    }

    #[inline(always)]
    fn number(self, column: usize) -> usize {
        if self.columns >> column & 1 == 1 { (self.first as usize + column) % 64 } else { NO_LINE }
    }

    fn line(self, column: usize) -> u64 {
        u64::from(self.columns >> column & 1) << (self.number(column) % 64)
    }
}

/// One colour's squares.
#[derive(Clone, Debug)]
pub struct Colour {
    /// The quarter with even rows. Its placements are listed by their columns.
    pub listed: Quarter,
    /// The quarter with odd rows. Its placements are searched.
    pub searched: Quarter,
    /// The number of lines, at most 61.
    pub lines: usize,
}

/// The coordinates of the two diagonals through square (0, 0) in a quarter. They are the board's row + column
/// and column - row, each halved and rounded down.
#[derive(Clone, Copy)]
struct Origin {
    sum: isize,
    difference: isize,
}

impl Colour {
    /// Returns the white squares on a board with `n` rows. Their row and column have the same parity.
    pub fn white(n: usize) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let listed = ([even, even], Origin { sum: 0, difference: 0 });
        let searched = ([odd, odd], Origin { sum: 1, difference: 0 });
        Self::of(listed, searched)
    }

    /// Returns the black squares on a board with `n` rows. Their row and column have different parities.
    pub fn black(n: usize) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let listed = ([even, odd], Origin { sum: 0, difference: 0 });
        let searched = ([odd, even], Origin { sum: 0, difference: -1 });
        Self::of(listed, searched)
    }

    /// Combines two quarters, each given by its numbers of rows and columns and by its origin.
    fn of(listed: ([usize; 2], Origin), searched: ([usize; 2], Origin)) -> Self {
        let sums = |([rows, columns], origin): ([usize; 2], Origin)| {
            (origin.sum, origin.sum + (rows + columns) as isize - 2)
        };
        let differences = |([rows, columns], origin): ([usize; 2], Origin)| {
            (origin.difference + 1 - rows as isize, origin.difference + columns as isize - 1)
        };
        let common = |(a, b): (isize, isize), (c, d): (isize, isize)| a.max(c)..b.min(d) + 1;
        let sums = common(sums(listed), sums(searched));
        let differences = common(differences(listed), differences(searched));
        let quarter = |([rows, columns], origin): ([usize; 2], Origin)| {
            let crossing = |row: usize| {
                let at = [origin.sum + row as isize, origin.difference - row as isize];
                [
                    Crossing::of(at[0], columns, &sums, 0),
                    Crossing::of(at[1], columns, &differences, sums.len()),
                ]
            };
            let crossings = from_fn(|row| if row < rows { crossing(row) } else { Default::default() });
            let lines =
                crossings.map(|row| from_fn(|column| row.map(|crossing| crossing.line(column)).iter().sum()));
            Quarter { rows, columns, lines, crossings }
        };
        let lines = sums.len() + differences.len();
        Self { listed: quarter(listed), searched: quarter(searched), lines }
    }

    /// Returns the number of bytes in a set of lines.
    pub fn bytes(&self) -> usize {
        self.lines.div_ceil(8)
    }
}
