//! Souths: the queens of the south in its near rows, from the cut outwards.
//!
//! The rows next to the cut come first, because a queen there is on two lines that cross it, so it
//! leaves few norths. In the opposite order lists stay long, and the search takes five times as
//! long.

use crate::board::bits;
use crate::methods::halves::kernels::vector::Vector;
use crate::methods::halves::sets::ColumnSet;
use crate::methods::halves::sets::first_queens::FirstQueens;
use crate::methods::halves::{Shape, TAIL};

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
    /// Squares of the next row that may be used: in row 0 of an odd board only the centre.
    pub allowed: u32,
}

impl South {
    /// The south of `set` without queens, below norths that begin with `first`.
    pub fn empty(shape: &Shape, set: &ColumnSet, first: FirstQueens) -> Self {
        let [antidiagonals, diagonals] = first.attacked();
        let columns = shape.row_mask() & !set.columns;
        let allowed = set.centre.map_or(u32::MAX, |column| 1 << column);
        Self { row: 0, columns, antidiagonals, diagonals, allowed }
    }

    /// The free squares of the next row.
    #[inline]
    pub fn free(&self) -> u32 {
        self.columns & self.allowed & !(self.antidiagonals | self.diagonals)
    }

    /// The south with one more queen, in `column` of the next row.
    pub fn with_queen(&self, column: usize) -> Self {
        let square = 1_u32 << column;
        Self {
            row: self.row + 1,
            columns: self.columns & !square,
            antidiagonals: (self.antidiagonals | square) << 1,
            diagonals: (self.diagonals | square) >> 1,
            allowed: u32::MAX,
        }
    }

    /// Whether the next row has no free square, if there is a next row.
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

    /// For each row of a tail, a bit per rank: set where no queen of the near rows attacks the
    /// square.
    #[inline(always)]
    pub fn free_ranks<V: Vector>(&self, v: V) -> [u8; TAIL] {
        let mut free = [0; TAIL];
        for (row, free) in free.iter_mut().enumerate() {
            *free = !v.extract(self.antidiagonals << row | self.diagonals >> row, self.columns) as u8;
        }
        free
    }
}
