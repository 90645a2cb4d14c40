//! The halves of a board, in rows.
//!
//! ```text
//!            N = 20                                      N = 21
//!
//!  north     6 far rows     from the far lists           6 far rows
//!            4 near rows    square by square             4 near rows
//!            ------------------------------- the cut --------------------
//!  south     2 near rows    square by square, with       3 near rows, the central row first
//!                           the norths filtered
//!            8 rows: tail   first two rows square by     8 rows: tail
//!                           square, six from the far lists
//! ```

use super::flip;
use crate::board::BoardSize;

/// Rows of the tail: the outermost rows of the south, which are filled all at once.
pub const TAIL: usize = 8;

/// The largest board whose far lists have seven rows: they take 110 MB at N = 22.
const LONGER_TO: usize = 22;

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
    /// tail from 15 on; before that, all rows are filled square by square.
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
        // Part of what a unit is, so the six rows stay that boards had before there were seven.
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
