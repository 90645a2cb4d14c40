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
//! A *line* is a diagonal (row + column is constant) or an antidiagonal (column - row is constant)
//! that both quarters have. One that only one of them has is a single square in a corner, where no
//! queen can attack another along it.

use std::array::from_fn;

/// The most rows or columns of a quarter.
pub const SIDE: usize = 16;

/// Squares of the board with rows of one parity and columns of one parity.
#[derive(Clone, Debug)]
pub struct Quarter {
    pub rows: usize,
    pub columns: usize,
    /// The lines of each square, by row and column: bit `l` = line `l` of the colour.
    pub lines: [[u64; SIDE]; SIDE],
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

    /// The black squares.
    pub fn black(n: usize) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let listed = ([even, odd], Origin { sum: 0, difference: 0 });
        let searched = ([odd, even], Origin { sum: 0, difference: -1 });
        Self::of(listed, searched)
    }

    /// The colour of two quarters with so many rows and columns.
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
            let line = |lines: &std::ops::Range<isize>, at: isize, before: usize| {
                if lines.contains(&at) { 1_u64 << (before + (at - lines.start) as usize) } else { 0 }
            };
            let square = |row: usize, column: usize| {
                let (row, column) = (row as isize, column as isize);
                line(&sums, origin.sum + row + column, 0)
                    | line(&differences, origin.difference + column - row, sums.len())
            };
            let on_board = |row, column| if row < rows && column < columns { square(row, column) } else { 0 };
            Quarter { rows, columns, lines: from_fn(|row| from_fn(|column| on_board(row, column))) }
        };
        let lines = sums.len() + differences.len();
        Self { listed: quarter(listed), searched: quarter(searched), lines }
    }

    /// Bytes of a set of lines.
    pub fn bytes(&self) -> usize {
        self.lines.div_ceil(8)
    }
}
