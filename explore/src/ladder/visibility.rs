//! Tries all N^N boards with one queen per row, and represents each board as a 64-bit word. A queen on a
//! square sets the bit `row * n + column`. The word is compared with the squares that each queen attacks.
//!
//! A board is a solution if no queen is on an attacked square. This takes N comparisons, instead of N(N-1)/2
//! for all pairs. [`count_with_table`] takes the attacked squares from a table. [`count_with_shifts`] shifts
//! a row, a column and two diagonals into place. The ladder measures which is faster.

use super::RungResult;
use super::odometer::count_boards;

/// Counts a board with at most 8 rows. Uses a table of the squares seen from each square.
pub fn count_with_table(n: usize) -> RungResult {
    let table: Vec<_> = (0..n * n).map(|square| seen_by_walking(n, square / n, square % n)).collect();
    count(n, |row, column| table[row * n + column])
}

/// Counts a board with at most 8 rows. Uses masks shifted into place.
pub fn count_with_shifts(n: usize) -> RungResult {
    let lines = LineMasks::new(n);
    count(n, |row, column| lines.seen(row, column))
}

fn count(n: usize, seen: impl Fn(usize, usize) -> u64) -> RungResult {
    count_boards(n, |columns| {
        let queens = || columns.iter().copied().enumerate();
        let board = queens().fold(0, |board, (row, column)| board | 1u64 << (row * n + column));
        queens().all(|(row, column)| board & seen(row, column) == 0)
    })
}

/// Returns the squares that a queen sees. Walks in all eight directions to the board's edge.
fn seen_by_walking(n: usize, row: usize, column: usize) -> u64 {
    let mut seen = 0;
    for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        for steps in 1..n as isize {
            let r = row.checked_add_signed(down * steps);
            let c = column.checked_add_signed(right * steps);
            match (r, c) {
                (Some(r), Some(c)) if r < n && c < n => seen |= 1 << (r * n + c),
                _ => break,
            }
        }
    }
    seen
}

/// One line of each kind, to be shifted to other squares.
struct LineMasks {
    n: usize,
    top_row: u64,
    left_column: u64,
    /// The line from the top left to the bottom right corner.
    antidiagonal: u64,
    /// The line from the bottom left to the top right corner.
    diagonal: u64,
    /// Masks of the leftmost columns. Entry `i` contains `i` columns.
    columns_from_left: Vec<u64>,
}

impl LineMasks {
    fn new(n: usize) -> Self {
        let squares = |columns: &dyn Fn(usize) -> std::ops::Range<usize>| {
            (0..n).flat_map(|row| columns(row).map(move |column| 1u64 << (row * n + column))).sum()
        };
        Self {
            n,
            top_row: (0..n).map(|column| 1 << column).sum(),
            left_column: squares(&|_| 0..1),
            antidiagonal: squares(&|row| row..row + 1),
            diagonal: squares(&|row| n - 1 - row..n - row),
            columns_from_left: (0..=n).map(|width| squares(&|_| 0..width)).collect(),
        }
    }

    /// Returns the squares that a queen sees. These are the four lines through its square, without the square
    /// itself.
    fn seen(&self, row: usize, column: usize) -> u64 {
        let n = self.n;
        let rows = self.top_row << (row * n);
        let columns = self.left_column << column;
        let antidiagonal = self.sideways(self.antidiagonal, column as isize - row as isize);
        let diagonal = self.sideways(self.diagonal, (column + row) as isize - (n as isize - 1));
        (rows | columns | antidiagonal | diagonal) & !(1 << (row * n + column))
    }

    /// Moves `line` to the right by this many columns, or to the left if `by` is negative. Removes squares
    /// that would cross an edge, because they would come back at the opposite edge in another row.
    fn sideways(&self, line: u64, by: isize) -> u64 {
        let all = self.columns_from_left[self.n];
        let crossed = by.unsigned_abs();
        if by >= 0 {
            (line & self.columns_from_left[self.n - crossed]) << crossed
        } else {
            (line & all & !self.columns_from_left[crossed]) >> crossed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_match_walking_along_the_lines() {
        for n in 1..=8 {
            let lines = LineMasks::new(n);
            for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                assert_eq!(
                    lines.seen(row, column),
                    seen_by_walking(n, row, column),
                    "N = {n}: {row}, {column}"
                );
            }
        }
    }

    #[test]
    fn corner_queen_sees_two_edges_and_a_diagonal() {
        assert_eq!(seen_by_walking(3, 0, 0), 0b101_011_110);
    }
}
