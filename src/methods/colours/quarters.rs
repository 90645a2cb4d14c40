//! Quarters of the board, and the lines on which the two quarters of a colour attack each other.
//!
//! A *quarter* has the squares whose rows have one parity and whose columns have one parity. Two of
//! them are white, their row and column being both even or both odd, and two are black. Row `i` and
//! column `j` of a quarter are its rows and columns counted from 0, so row `2 * i` or `2 * i + 1` of
//! the board.
//!
//! Two queens of a quarter are on one diagonal of the board exactly if they are on one diagonal of
//! the quarter. Between the two quarters of a colour, diagonals are shifted:
//!
//! ```text
//! colour  quarter  rows  columns   row + column, halved   column - row, halved
//! white   listed   even  even      i + j                  j - i
//!         searched odd   odd       i + j + 1              j - i
//! black   listed   even  odd       i + j                  j - i
//!         searched odd   even      i + j                  j - i - 1
//! ```
//!
//! A *line* is a diagonal (row + column is constant) or an antidiagonal (column - row is constant) that both
//! quarters have. A diagonal that only one of the quarters has is a single corner square, so no queen can
//! attack another along it.

use std::array::from_fn;
use std::ops::Range;

use crate::board::mask;

/// The maximum number of rows or columns of a quarter.
pub const MAX_SIDE: usize = 16;

/// Squares of the board with rows of one parity and columns of one parity.
#[derive(Clone, Debug)]
pub struct Quarter {
    pub rows: usize,
    pub columns: usize,
    /// The lines of each square, by row and column: bit `l` = line `l` of the colour.
    pub lines: [[u64; MAX_SIDE]; MAX_SIDE],
    /// The diagonals and the antidiagonals that cross each row.
    crossings: [[Crossing; 2]; MAX_SIDE],
}

impl Quarter {
    /// The columns of `row` whose squares are not attacked by queens in these columns and on these lines.
    #[inline(always)]
    pub fn free(&self, row: usize, columns: u32, lines: u64) -> u32 {
        let [diagonals, antidiagonals] = &self.crossings[row];
        mask(self.columns) & !(columns | diagonals.attacked(lines) | antidiagonals.attacked(lines))
    }

    /// The numbers of the diagonal and of the antidiagonal of a square, or [`NO_LINE`].
    #[inline(always)]
    pub fn numbers(&self, row: usize, column: usize) -> [usize; 2] {
        let [diagonals, antidiagonals] = &self.crossings[row];
        [diagonals.number(column), antidiagonals.number(column)]
    }
}

/// A number that no line has.
pub const NO_LINE: usize = 63;

/// The lines of one direction where they cross a row: those of neighbouring squares have neighbouring
/// numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Crossing {
    /// The number that the line of column 0 has, or would have, modulo 64.
    first: u32,
    /// The columns whose squares have a line.
    columns: u32,
}

impl Crossing {
    /// The crossings of a row with `lines`, which are numbered from `begin` on. `at` is the coordinate of the
    /// line through the square in column 0.
    fn of(at: isize, columns: usize, lines: &Range<isize>, begin: usize) -> Self {
        let has_line = |column: &usize| lines.contains(&(at + *column as isize));
        Self {
            first: (begin as isize + at - lines.start).rem_euclid(64) as u32,
            columns: (0..columns).filter(has_line).fold(0, |all, column| all | 1 << column),
        }
    }

    /// The columns whose lines are among `lines`.
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

/// The squares of one colour.
#[derive(Clone, Debug)]
pub struct Colour {
    /// The quarter of the even rows: its placements are listed, by their columns.
    pub listed: Quarter,
    /// The quarter of the odd rows: its placements are searched.
    pub searched: Quarter,
    /// The number of lines, at most 61.
    pub lines: usize,
}

/// The origin of a quarter's lines: the halved sum and difference of its square (0, 0).
#[derive(Clone, Copy)]
struct Origin {
    sum: isize,
    difference: isize,
}

impl Colour {
    /// The white squares of a board of `n` columns, whose row and column have the same parity.
    pub fn white(n: usize) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let listed = ([even, even], Origin { sum: 0, difference: 0 });
        let searched = ([odd, odd], Origin { sum: 1, difference: 0 });
        Self::of(listed, searched)
    }

    /// The black squares of a board of `n` columns, whose row and column have different parities.
    pub fn black(n: usize) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let listed = ([even, odd], Origin { sum: 0, difference: 0 });
        let searched = ([odd, even], Origin { sum: 0, difference: -1 });
        Self::of(listed, searched)
    }

    /// The colour made of two quarters, each given by its numbers of rows and columns and the origin of its
    /// lines.
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

    /// Bytes of a set of lines.
    pub fn bytes(&self) -> usize {
        self.lines.div_ceil(8)
    }
}
