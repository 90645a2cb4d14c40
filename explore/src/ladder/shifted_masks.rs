//! Fits the whole state into three words: the columns taken, the antidiagonals, which come in from the left,
//! and the diagonals, which come in from the right. Bit `i` of each stands for column `i` of the next row,
//! and each row shifts the last two by one bit. One expression yields the free squares, another the lowest of
//! them.
//!
//! Source: M. Richards, "Backtracking algorithms in MCPL using bit patterns and recursion", Computer
//! Laboratory, University of Cambridge, 1997.

use super::RungResult;

/// Counts a board of at most 32 rows.
pub fn count(n: usize) -> RungResult {
    let mut result = RungResult::default();
    let board = u32::MAX >> (32 - n);
    fill(board, Masks::default(), &mut result);
    result
}

/// The lines taken; bit `i` is column `i` of the current row.
#[derive(Clone, Copy, Default)]
pub(super) struct Masks {
    columns: u32,
    antidiagonals: u32,
    diagonals: u32,
}

impl Masks {
    /// Returns the current row's unattacked squares.
    pub(super) fn free(self, board: u32) -> u32 {
        board & !(self.columns | self.antidiagonals | self.diagonals)
    }

    /// Returns the next row's masks, after a queen in the current one.
    pub(super) fn below(self, queen: u32) -> Self {
        Self {
            columns: self.columns | queen,
            antidiagonals: (self.antidiagonals | queen) << 1,
            diagonals: (self.diagonals | queen) >> 1,
        }
    }
}

/// Counts the ways to fill the rows from the current one on. `board` is the mask of a whole row.
pub(super) fn fill(board: u32, masks: Masks, result: &mut RungResult) {
    result.examined += 1;
    if masks.columns == board {
        result.solutions += 1;
        return;
    }
    let mut free = masks.free(board);
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        fill(board, masks.below(queen), result);
    }
}
