//! Counts half of the solutions and doubles their number, because the mirror image of a solution is a
//! different solution. The counted half has the first queen in the left half of the board. On an odd board,
//! the first queen may also stand in the middle; the second queen then cannot, and is in the left half in the
//! counted solutions. The search comes from [`super::shifted_masks`].

use super::RungResult;
use super::shifted_masks::{Masks, fill};

/// Counts a board of at most 32 rows.
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
