//! The baseline of speed claims: the bit-mask recursion of textbooks, with only its usual tricks.

/// Solutions of the `n`-queens problem, 2 <= `n` <= 32: row by row, the first queen in the left
/// half of its row, counted twice; the middle column of an odd board once.
#[must_use]
pub fn count(n: u32) -> u64 {
    let board = u32::MAX >> (32 - n);
    let from = |q: u32| fill(board, q, q << 1, q >> 1);
    let halves: u64 = (0..n / 2).map(|column| from(1 << column)).sum();
    2 * halves + if n % 2 == 1 { from(1 << (n / 2)) } else { 0 }
}

fn fill(board: u32, columns: u32, left: u32, right: u32) -> u64 {
    if columns == board {
        return 1;
    }
    let mut free = board & !(columns | left | right);
    let mut solutions = 0;
    while free != 0 {
        let q = free & free.wrapping_neg();
        free ^= q;
        solutions += fill(board, columns | q, (left | q) << 1, (right | q) >> 1);
    }
    solutions
}
