//! Souths: the queens of the south in its near rows, from the cut outwards.
//!
//! The rows next to the cut come first, because a queen there is on two lines that cross it, so it
//! leaves few norths. In the opposite order lists stay long, and the search takes five times as
//! long.

use crate::board::bits;
use crate::methods::halves::sets::ColumnSet;
use crate::methods::halves::sets::first_queens::Given;
use crate::methods::halves::{Shape, TAIL};
use crate::methods::vectors::vector::Vector;

/// The south with queens in its first rows.
#[derive(Clone, Copy, Debug)]
pub struct South {
    /// The number of these rows, and so the number of the next one.
    pub row: usize,
    /// The columns that are left.
    pub columns: u32,
    /// Squares of the next row on an antidiagonal of a queen, or of a given queen of the north.
    pub antidiagonals: u32,
    /// Squares of the next row on a diagonal of such a queen.
    pub diagonals: u32,
    /// Squares of the next row and of the two after it that may be used: in row 0 of an odd board
    /// only the centre, and in rows with a given queen only its square.
    pub allowed: [u32; 3],
}

impl South {
    /// The south of `set` without queens, below norths that begin as `given`. Rows with a given
    /// queen of the south must be near rows.
    pub fn empty(shape: &Shape, set: &ColumnSet, given: Given) -> Self {
        let [antidiagonals, diagonals] = given.north.attacked();
        let columns = shape.row_mask() & !set.columns;
        let [first, second] = [0, 1].map(|row| given.south.square(row).unwrap_or(u32::MAX));
        let allowed = match set.centre {
            Some(column) => [1 << column, first, second],
            None => [first, second, u32::MAX],
        };
        Self { row: 0, columns, antidiagonals, diagonals, allowed }
    }

    /// The free squares of the next row.
    #[inline]
    pub fn free(&self) -> u32 {
        self.columns & self.allowed[0] & !(self.antidiagonals | self.diagonals)
    }

    /// The south with one more queen, in `column` of the next row.
    pub fn with_queen(&self, column: usize) -> Self {
        let square = 1_u32 << column;
        Self {
            row: self.row + 1,
            columns: self.columns & !square,
            antidiagonals: (self.antidiagonals | square) << 1,
            diagonals: (self.diagonals | square) >> 1,
            allowed: [self.allowed[1], self.allowed[2], u32::MAX],
        }
    }

    /// Returns whether there is a next row and it has no free square.
    pub fn is_dead(&self) -> bool {
        self.columns != 0 && self.free() == 0
    }

    /// The eight columns of a tail, by rank.
    pub fn column_by_rank(&self) -> [u8; TAIL] {
        let mut columns = [0; TAIL];
        for (rank, column) in bits(self.columns).take(TAIL).enumerate() {
            columns[rank] = column as u8;
        }
        columns
    }

    /// Returns the ranks of each row of a tail that no queen of the near rows attacks, a bit each.
    #[inline(always)]
    pub fn free_ranks<V: Vector>(&self, v: V) -> [u8; TAIL] {
        let mut free = [0; TAIL];
        for (row, free) in free.iter_mut().enumerate() {
            *free = !v.extract(self.antidiagonals << row | self.diagonals >> row, self.columns) as u8;
        }
        free
    }
}
