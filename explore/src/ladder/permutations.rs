//! Tries only permutations of the columns, because two queens in the same column attack each other: N! boards
//! instead of N^N, with only diagonals left to compare.
//!
//! Permutations are generated in the order of Heap's algorithm, in which each differs from the one before by
//! a single exchange: B. R. Heap, "Permutations by interchanges", The Computer Journal 6(3), 1963, pages 293
//! to 298.

use super::RungResult;

pub fn count(n: usize) -> RungResult {
    let mut result = RungResult::default();
    permute(&mut (0..n).collect::<Vec<_>>(), n, &mut |columns| {
        result.examined += 1;
        result.solutions += u64::from(no_diagonal_is_shared(columns));
    });
    result
}

/// Shows all permutations of the first `length` entries to `visit`.
///
/// Each of those entries takes the last place once while the others are permuted. Heap's rule chooses the
/// entry to exchange: the next one for an even length, always the first for an odd length.
fn permute(entries: &mut [usize], length: usize, visit: &mut impl FnMut(&[usize])) {
    if length <= 1 {
        return visit(entries);
    }
    for turn in 0..length {
        permute(entries, length - 1, visit);
        if turn < length - 1 {
            entries.swap(if length.is_multiple_of(2) { turn } else { 0 }, length - 1);
        }
    }
}

fn no_diagonal_is_shared(columns: &[usize]) -> bool {
    (1..columns.len()).all(|row| (0..row).all(|above| columns[row].abs_diff(columns[above]) != row - above))
}
