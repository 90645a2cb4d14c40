//! The baseline of speed claims: the bit-mask recursion of textbooks, with only its usual tricks.

/// Solutions of the `n`-queens problem, 2 <= `n` <= 32: row by row, the first queen in the left
/// half of its row, counted twice; the middle column of an odd board once.
#[must_use]
pub fn count(n: u32) -> u64 {
    let board = u32::MAX >> (32 - n);
    let from = |queen: u32| fill(board, queen, queen << 1, queen >> 1);
    let halves: u64 = (0..n / 2).map(|column| from(1 << column)).sum();
    2 * halves + if n % 2 == 1 { from(1 << (n / 2)) } else { 0 }
}

fn fill(board: u32, columns: u32, antidiagonals: u32, diagonals: u32) -> u64 {
    if columns == board {
        return 1;
    }
    let mut free = board & !(columns | antidiagonals | diagonals);
    let mut solutions = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let (below_left, below_right) = ((diagonals | queen) >> 1, (antidiagonals | queen) << 1);
        solutions += fill(board, columns | queen, below_right, below_left);
    }
    solutions
}
