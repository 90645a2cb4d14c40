//! Every decision by the size of the board, in one table ([`Shape::of`]): how the rows of each half
//! are filled, which symmetry is used, how norths are cut into pieces, and the number of units.
//!
//! ```text
//!            N = 20                                      N = 25
//!
//!  north     7 far rows     from the far lists           6 far rows
//!            3 near rows    square by square             6 near rows
//!            ------------------------------- the cut --------------------
//!  south     2 near rows    square by square, with       5 near rows, the central row first
//!                           the norths filtered
//!            8 rows: tail   one row square by square,    8 rows: tail, two square by square, six
//!                           seven from the far lists             from the far lists
//! ```
//!
//! # The columns of the table
//!
//! The north has half of the rows, rounded down, and the south the others.
//!
//! * `far`: rows of a half that come from far lists, the outermost: 7, 6 or none.
//! * `tail`: the outermost rows of the south, which are filled all at once: 8 or none.
//! * `digits`: digits that are compared for the diagonal flip ([`super::flip`]). Each takes a near
//!   row of the north and one of the south without the centre. There are at most three: a fourth
//!   gains 0 to 4% at N = 24.
//! * `first`: the number of first queens that norths must share to be searched together.
//! * `units`: the target number of units at the standard depth. More units end a run evenly and
//!   lose less at a stop; fewer cost less to hand out and to write down. With `avx512` on one core
//!   of an AMD EPYC (Zen 5) a unit takes 0.6 ms at N = 16, 1.2 ms at 18, 5.1 ms at 20, 30 ms at 22
//!   and 551 ms at 24. On Intel two units of N = 28 took 34 and 37 s.
//!
//! Ratios in the table are times with `avx512` on an Intel core, unless another kernel or CPU is
//! named (docs/lab/halves.md).

use crate::board::BoardSize;
use crate::methods::units::MOST_UNITS;

/// Rows of the tail. With nine, N = 20 takes 1.32 times as long, and N = 22 1.25 times.
pub const TAIL: usize = 8;

/// The halves of a board, in rows, and a line of [the table](self).
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Columns of the board.
    pub n: usize,
    pub north: usize,
    /// Rows of the south, the central row of an odd board included.
    pub south: usize,
    pub far: usize,
    pub tail: usize,
    pub digits: usize,
    pub first_queens: usize,
    pub units: u64,
}

impl Shape {
    /// The halves of a board, and its line of the table.
    #[rustfmt::skip]
    pub fn of(size: BoardSize) -> Self {
        let n = size.get();
        let (far, tail, digits, first_queens, units) = match n {
        //  N          far tail digits first units

            // The north has fewer than six rows: all rows are filled square by square.
            1       => (0, 0, 0, 0, 1),
            2 | 3   => (0, 0, 1, 0, n as u64),
            4 | 5   => (0, 0, 2, 0, n as u64),
            6..=11  => (0, 0, 3, 0, n as u64),

            // Far lists for the north. It has two near rows at most, which decide a digit at most.
            12      => (6, 0, 0, 0, 12),
            13      => (6, 0, 0, 0, 24),
            14      => (6, 0, 1, 0, 24),

            // The south has eight rows or more, so it has a tail. Far lists of seven rows: six /
            // seven is 1.07 at N = 20, and 1.26 at N = 21.
            15      => (7, 8, 0, 0, 24),
            16      => (7, 8, 0, 0, 32),
            17      => (7, 8, 0, 0, 200),
            18      => (7, 8, 1, 0, 400),
            19      => (7, 8, 1, 0, 2_000),
            20      => (7, 8, 2, 0, 4_000),
            21      => (7, 8, 2, 0, 20_000),

            // Six rows again: six / seven is 0.93 at N = 22. All three digits: two / three is 1.45
            // at N = 22 (Zen 4). First queens together: together / one apart is 0.82 at N = 24.
            22      => (6, 8, 3, 0, 40_000),
            23      => (6, 8, 3, 0, 80_000),
            24      => (6, 8, 3, 0, 150_000),
            25      => (6, 8, 3, 0, 500_000),

            // One first queen apart: together / one is 1.35 at N = 26; one / two is 1.01 at N = 28,
            // and 0.88 with `avx2` on Zen 3.
            26      => (6, 8, 3, 1, 1_300_000),
            27      => (6, 8, 3, 1, 4_000_000),
            28      => (6, 8, 3, 1, 40_000_000),
            29      => (6, 8, 3, 1, MOST_UNITS),

            // Two apart: with one, a thread would need 4 GB at N = 30, by extrapolation.
            _       => (6, 8, 3, 2, MOST_UNITS),
        };
        Self { n, north: n / 2, south: n.div_ceil(2), far, tail, digits, first_queens, units }
    }

    /// Rows of the north that are filled square by square.
    #[cfg(test)]
    pub fn near_north(&self) -> usize {
        self.north - self.far
    }

    /// Rows of the south that are filled square by square.
    pub fn near_south(&self) -> usize {
        self.south - self.tail
    }

    /// Digits that are not decided yet when the south has queens in `rows` rows. Each of these
    /// queens decides one, except that of an odd board's central row.
    pub fn undecided(&self, rows: usize) -> usize {
        self.digits - self.digits.min(rows.saturating_sub(self.n % 2))
    }

    /// A bit for each column of the board.
    pub fn row_mask(&self) -> u32 {
        u32::MAX >> (32 - self.n)
    }
}
