//! Estimates how much memory a thread needs.

use super::symmetry::QueenSplit;
use crate::board::binomial;

/// Megabytes per thread for N = 16, 17 and so on. Each number is 1.1 times the peak resident memory of a
/// single-threaded process, without the program itself, over eight random units for each number of queens. Up
/// to N = 27, lists grow with the board.
const MEASURED_MB: [f64; 17] =
    [1.8, 2.4, 2.7, 4.4, 7.0, 13.0, 21.0, 43.0, 48.0, 95.0, 112.0, 335.0, 365.0, 465.0, 470.0, 425.0, 425.0];

/// Returns how many bytes a thread needs for a board with `n` rows.
pub fn thread_memory(n: usize) -> u64 {
    let megabytes = MEASURED_MB[n.saturating_sub(16).min(MEASURED_MB.len() - 1)];
    (megabytes * 1e6) as u64
}

/// Returns how many bytes a thread needs for the plain recursion. Its map has an entry for each column pair
/// of the white queens.
pub fn plain_memory(n: usize) -> u64 {
    /// An entry takes two words and a byte. While the map grows, the old map takes half as much again.
    const BYTES_PER_PAIR: f64 = 1.5 * 17.0;
    /// For the recursion's rows, columns and queens.
    const RECURSION_BYTES: u64 = 4096;
    let pairs = QueenSplit::all(n).map(|split| {
        let [even, odd] = split.sides().map(|side| side as u32);
        binomial(even, split.queens as u32) * binomial(odd, split.odd_queens() as u32)
    });
    let places = (pairs.max().unwrap_or(1) * 8).div_ceil(7).next_power_of_two();
    (places as f64 * BYTES_PER_PAIR) as u64 + RECURSION_BYTES
}
