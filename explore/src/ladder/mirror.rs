//! Counts half the solutions and doubles the number, because a solution's mirror image is a different
//! solution. In the counted half, the first queen is in the left half of the board.
//!
//! If the number of columns is odd, the first queen may also be in the middle column. The second queen cannot
//! be there too. In the counted half of these solutions, the second queen is in the left half of the board.
//!
//! The search comes from [`super::shifted_masks`].

use super::RungResult;
use super::shifted_masks::{Masks, fill};

/// Counts a board with at most 32 rows.
pub fn count(n: usize) -> RungResult {
    let board = u32::MAX >> (32 - n);
    let left_half = board >> n.div_ceil(2);
    let mut half = RungResult { solutions: 0, examined: 1 };
    if n == 1 {
        return RungResult { solutions: 1, ..half };
    }
    for queen in single_bits(left_half) {
        fill(board, Masks::default().below(queen), &mut half);
    }
    if n % 2 == 1 {
        let middle = Masks::default().below(left_half + 1);
        half.examined += 1;
        for queen in single_bits(middle.free(board) & left_half) {
            fill(board, middle.below(queen), &mut half);
        }
    }
    RungResult { solutions: 2 * half.solutions, ..half }
}

fn single_bits(mask: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).map(|bit| 1 << bit).filter(move |bit| mask & bit != 0)
}
