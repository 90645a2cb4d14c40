//! Everything that is decided by the size of the board: its halves, and its units.
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
//! | N | far rows | first queens | why |
//! |---|---|---|---|
//! | 1 to 11 | none | | a half has fewer than six rows |
//! | 12 to 14 | 6 | together | |
//! | 15 to 21 | 7 | together | six / seven: N = 20 1.07, N = 21 1.26 |
//! | 22 to 25 | 6 | together | six / seven: N = 22 0.93; together / one apart: N = 24 0.82 |
//! | 26 to 29 | 6 | one apart | together / one: N = 26 1.35; one / two: N = 28 1.01, `avx2` 0.89 |
//! | 30 to 32 | 6 | two apart | by extrapolation a thread would take 4 GB at N = 30 |
//!
//! Ratios of times with `avx512`, on a busy Intel core (docs/halves.md).

use super::sets::first_queens::FirstQueens;
use super::flip;
use crate::board::BoardSize;

/// Rows of the tail: the outermost rows of the south, which are filled all at once.
pub const TAIL: usize = 8;

/// The depth of a plan when none is asked for; each level deeper makes eight times as many units.
pub const STANDARD_DEPTH: usize = 4;

/// The most units of a plan: the set of finished ones then takes 32 MiB.
pub const MAX_UNITS: u64 = 1 << 28;

/// The halves of a board, in rows, and how the norths of a column set are cut.
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
    /// How many of the north's first queens norths have in common that are searched at a time.
    pub first_queens: usize,
}

impl Shape {
    /// The halves of a board. The south has a tail from 15 rows of the board on; on smaller boards
    /// all its rows are filled square by square.
    #[must_use]
    pub fn of(size: BoardSize) -> Self {
        let n = size.get();
        let (far, first_queens) = match n {
            ..=11 => (0, 0),
            12..=14 => (6, 0),
            15..=21 => (7, 0),
            22..=25 => (6, 0),
            26..=29 => (6, 1),
            _ => (6, 2),
        };
        let (north, south) = (n / 2, n.div_ceil(2));
        let tail = if south >= TAIL { TAIL } else { 0 };
        // Row digits are decided by queens of near rows.
        let digits = (north - far).min((south - tail).saturating_sub(n % 2)).min(flip::MAX_DIGITS);
        Self { n, north, south, far, tail, digits, first_queens }
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

    /// The target number of units at a depth. More units end a run evenly and lose less at a stop;
    /// fewer cost less to hand out and to write down.
    ///
    /// With `avx512` on one core of an AMD EPYC (Zen 4) a unit takes 0.6 ms at N = 16, 2.5 ms at
    /// 18, 9 ms at 20, 50 ms at 22 and 1 s at 24. By extrapolation it takes 8 s at N = 26, and 25 s
    /// at 27 (docs/halves.md).
    #[must_use]
    pub fn units(&self, depth: usize) -> u64 {
        let standard: u64 = match self.n {
            ..=12 => self.n as u64,
            13..=15 => 24,
            16 => 32,
            17 => 200,
            18 => 400,
            19 => 2_000,
            20 => 4_000,
            21 => 20_000,
            22 => 40_000,
            23 => 80_000,
            24 => 150_000,
            25 => 500_000,
            26 => 1_300_000,
            27 => 4_000_000,
            // Half a minute each: two units took 34 and 37 s on Intel.
            28 => 40_000_000,
            _ => MAX_UNITS,
        };
        if depth >= STANDARD_DEPTH {
            standard
                .saturating_mul(1_u64.checked_shl(3 * (depth - STANDARD_DEPTH) as u32).unwrap_or(u64::MAX))
        } else {
            standard >> (3 * (STANDARD_DEPTH - depth))
        }
    }

    /// The most units that `sets` can be cut into.
    #[must_use]
    pub fn most_units(&self, sets: u64) -> u64 {
        (sets * FirstQueens::fewest(self.north, self.first_queens)).clamp(1, MAX_UNITS)
    }

    /// Bytes of memory that a thread needs for the longest lists of a board: a list of norths, and
    /// those filtered from it.
    ///
    /// Of some hundred random sets the one with the most had 14,000 norths at N = 19, 69,000 at 20,
    /// 402,000 at 22 and 2.0 million at 24: 2.42 times as many for each row. `bytes` are those of a
    /// north.
    #[must_use]
    pub fn list_memory(&self, bytes: usize) -> u64 {
        let most_norths = 69_000.0 * 2.42_f64.powi(self.n as i32 - 20);
        let odd = if self.n % 2 == 1 { 0.6 } else { 1.0 };
        // Lists grow to what the largest set so far needs, and norths are unevenly divided among
        // first queens.
        let growth = |from: usize| 1.25_f64.powi(self.n.saturating_sub(from) as i32);
        let share = match self.first_queens {
            0 => 4.0 * growth(24),
            1 => 7.4 * growth(26) * odd / self.north as f64,
            _ => 18.0 * odd / (self.north as f64).powi(2),
        };
        (share * odd * most_norths * bytes as f64) as u64
    }
}
