//! The memory of a thread: its limits, and the estimate before a count.

use super::search;
use super::symmetry::QueenSplit;
use crate::board::binomial;

/// The limits on the lists and tables of a thread. Tests set smaller ones, so that small boards reach them.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most placements of a list, unless one column set has more.
    pub placements: u32,
    /// The most entries of the tables of all row pairs that are counted together, unless one row or
    /// column has more.
    pub entries: usize,
    /// The most placements of a list that is searched by masks, at most [`search::MAX_SHORT_LIST`].
    pub short_list: usize,
    /// Placements that are filtered at a time, a multiple of every vector.
    pub filter_chunk: usize,
}

impl Limits {
    /// The limits for boards of `n` rows. A list that is cut repeats the search of the other colour for each
    /// part.
    ///
    /// CPU time of random units, the same for all limits, in turn, with `avx512` on both cores of an Intel
    /// Xeon (Sapphire Rapids), against lists of 2^20 placements and tables of 10 * 2^20 entries; six units at
    /// N = 26, two at N = 28, whose ratios are good to a tenth:
    ///
    /// | lists, tables    | N = 26, k = 7 | 8    | 9    | N = 28, k = 7 | 8    | 9    |
    /// |------------------|---------------|------|------|---------------|------|------|
    /// | 2^20, 40 * 2^20  | 1.00          | 1.00 | 1.04 | 1.02          |      |      |
    /// | 2^22, 20 * 2^20  | 1.01          | 0.94 | 0.80 |               | 0.92 | 0.72 |
    /// | 2^23, 20 * 2^20  |               |      |      |               | 0.96 | 0.69 |
    /// | 2^23, 40 * 2^20  | 0.99          | 0.96 | 0.77 | 0.93          | 0.92 |      |
    /// | 2^24, 20 * 2^20  |               |      |      |               |      | 0.62 |
    ///
    /// A list is only as long as it is, so a limit by the number of queens would change nothing. From N = 29
    /// on, shorter lists and tables keep a thread below 500 MB.
    pub const fn of(n: usize) -> Self {
        let placements = match n {
            ..=28 => 1 << 24,
            29..=31 => 1 << 23,
            _ => 1 << 22,
        };
        let entries = if 28 <= n && n <= 30 { 20 << 20 } else { 10 << 20 };
        Self { placements, entries, short_list: search::MAX_SHORT_LIST, filter_chunk: 1 << 16 }
    }
}

/// Megabytes of a thread, from N = 16 on: a tenth more than the most that a process with one thread had
/// resident, less the program, with eight random units of each k for a second. Up to N = 27, lists grow with
/// the board.
const MEASURED_MB: [f64; 17] =
    [1.8, 2.4, 2.7, 4.4, 7.0, 13.0, 21.0, 43.0, 48.0, 95.0, 112.0, 335.0, 365.0, 465.0, 470.0, 425.0, 425.0];

/// Bytes that a thread needs for a board of `n` rows.
pub fn thread_memory(n: usize) -> u64 {
    let megabytes = MEASURED_MB[n.saturating_sub(16).min(MEASURED_MB.len() - 1)];
    (megabytes * 1e6) as u64
}

/// Bytes that the plain recursion needs in a thread: its map has an entry for each pair of columns of the
/// white queens.
pub fn plain_memory(n: usize) -> u64 {
    /// Two words and a byte of the map; while it grows, the old one of half the size is there as well.
    const BYTES_PER_PAIR: f64 = 1.5 * 17.0;
    /// The rows, columns and queens of the recursion.
    const RECURSION_BYTES: u64 = 4096;
    let pairs = QueenSplit::all(n).map(|split| {
        let [even, odd] = split.sides().map(|side| side as u32);
        binomial(even, split.queens as u32) * binomial(odd, split.odd_queens() as u32)
    });
    let places = (pairs.max().unwrap_or(1) * 8).div_ceil(7).next_power_of_two();
    (places as f64 * BYTES_PER_PAIR) as u64 + RECURSION_BYTES
}
