//! Keeps the whole state in three words, for the columns, antidiagonals and diagonals that are taken. Bit `i`
//! in a word is column `i` in the current row. For the next row, the antidiagonals are shifted left by a bit,
//! and the diagonals are shifted right. One expression yields the free squares, and another yields the lowest
//! of them.
//!
//! Source: M. Richards, "Backtracking algorithms in MCPL using bit patterns and recursion", Computer
//! Laboratory, University of Cambridge, 1997.

use super::RungResult;

/// Counts a board with at most 32 rows.
pub fn count(n: usize) -> RungResult {
    let mut result = RungResult::default();
    let board = u32::MAX >> (32 - n);
    fill(board, Masks::default(), &mut result);
    result
}

/// The taken lines. Bit `i` is column `i` in the current row.
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

    /// Returns the masks for the next row, after placing `queen` in the current row.
    pub(super) fn below(self, queen: u32) -> Self {
        Self {
            columns: self.columns | queen,
            antidiagonals: (self.antidiagonals | queen) << 1,
            diagonals: (self.diagonals | queen) >> 1,
        }
    }
}

/// Counts the ways to fill the current row and all rows below. `board` is the mask of a whole row.
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
