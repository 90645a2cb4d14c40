//! Tries all N^N boards with one queen per row, and keeps a flag for each column and diagonal. Three flags
//! tell whether a queen is attacked. A board is abandoned at the first attacked queen, and most boards are
//! abandoned after three or four queens.
//!
//! Source of the flags: N. Wirth, "Program development by stepwise refinement", Communications of the ACM
//! 14(4), 1971, pages 221 to 227.

use super::RungResult;
use super::odometer::count_boards;

pub fn count(n: usize) -> RungResult {
    let mut flags = Flags { columns: vec![0; n], diagonals: vec![0; 2 * n], antidiagonals: vec![0; 2 * n] };
    let mut board = 0;
    count_boards(n, |columns| {
        board += 1;
        columns.iter().enumerate().all(|(row, &column)| flags.take(board, row, column))
    })
}

/// For each line, the number of the last board with a queen on it. Because the boards are numbered, the flags
/// need not be reset between boards.
struct Flags {
    columns: Vec<u64>,
    diagonals: Vec<u64>,
    antidiagonals: Vec<u64>,
}

impl Flags {
    /// Takes the three lines through a square. If one of them is already taken, takes none and returns false.
    fn take(&mut self, board: u64, row: usize, column: usize) -> bool {
        let antidiagonal = self.columns.len() + column - row;
        let lines = [
            &mut self.columns[column],
            &mut self.diagonals[row + column],
            &mut self.antidiagonals[antidiagonal],
        ];
        let free = lines.iter().all(|line| **line != board);
        if free {
            lines.into_iter().for_each(|line| *line = board);
        }
        free
    }
}
