//! The halves of a board, in rows.
//!
//! ```text
//!            N = 20                                      N = 21
//!
//!  north     7 far rows     from the far lists           7 far rows
//!            3 near rows    square by square             3 near rows
//!            ------------------------------- the cut --------------------
//!  south     2 near rows    square by square, with       3 near rows, the central row first
//!                           the norths filtered
//!            8 rows: tail   first row square by          8 rows: tail
//!                           square, seven from the far lists
//! ```
//!
//! Far rows are six from 12 rows of the board on, seven from 15 to 21, and six again beyond.

use super::flip;
use crate::board::BoardSize;

/// Rows of the tail: the outermost rows of the south, which are filled all at once.
pub const TAIL: usize = 8;

/// The largest board whose far lists have seven rows. Six rows / seven with `avx512` on a busy
/// Intel core: N = 20 1.07, N = 21 1.26, N = 22 0.93.
const LONGER_TO: usize = 21;

/// The halves of a board, in rows.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Columns of the board.
    pub n: usize,
    /// Rows of the north.
    pub north: usize,
    /// Rows of the south, the central row of an odd board included.
    pub south: usize,
    /// Rows of a half that are looked up, its outermost: 7, 6 or none.
    pub far: usize,
    /// Rows of the tail: 8 or none.
    pub tail: usize,
    /// Digits that are compared for the diagonal flip (`flip`).
    pub digits: usize,
}

impl Shape {
    /// The halves of a board. The north has far rows from 12 rows of the board on, and the south a
    /// tail from 15 on; on smaller boards all rows are filled square by square.
    #[must_use]
    pub fn of(size: BoardSize) -> Self {
        let n = size.get();
        let (north, south) = (n / 2, n.div_ceil(2));
        let far = match n {
            ..=11 => 0,
            15..=LONGER_TO => 7,
            _ => 6,
        };
        let tail = if south >= TAIL { TAIL } else { 0 };
        // Digits are part of what a unit is, which six far rows once decided on every board.
        let near = if north >= 6 { north - 6 } else { north };
        let digits = near.min((south - tail).saturating_sub(n % 2)).min(flip::MAX_DIGITS);
        Self { n, north, south, far, tail, digits }
    }

    /// Rows of the north that are filled square by square.
    #[must_use]
    pub fn near_north(&self) -> usize {
        self.north - self.far
    }

    /// Rows of the south that are filled square by square.
    #[must_use]
    pub fn near_south(&self) -> usize {
        self.south - self.tail
    }

    /// The row of the south whose queen decides digit 0.
    #[must_use]
    pub fn first_digit_row(&self) -> usize {
        self.n % 2
    }

    /// All columns.
    #[must_use]
    pub fn row_mask(&self) -> u32 {
        u32::MAX >> (32 - self.n)
    }
}
