//! The naive oracle, which implements the problem's definition. Never optimise it, because all fast counting
//! is compared with it.

/// Counts the solutions of the `n`-queens problem. Tries every column in every row, and compares each queen
/// with all earlier queens.
pub fn count(n: usize) -> u64 {
    let mut solutions = 0;
    visit(n, &mut |_| solutions += 1);
    solutions
}

/// A queen's row and column.
type Queen = (usize, usize);

/// Calls `show` with every solution's queens.
pub(crate) fn visit(n: usize, show: &mut dyn FnMut(&[Queen])) {
    fn attacks(a: Queen, b: Queen) -> bool {
        a.1 == b.1 || a.0.abs_diff(b.0) == a.1.abs_diff(b.1)
    }
    fn fill(n: usize, queens: &mut Vec<Queen>, show: &mut dyn FnMut(&[Queen])) {
        let row = queens.len();
        if row == n {
            return show(queens);
        }
        for column in 0..n {
            if queens.iter().all(|&queen| !attacks(queen, (row, column))) {
                queens.push((row, column));
                fill(n, queens, show);
                queens.pop();
            }
        }
    }
    fill(n, &mut Vec::new(), show);
}
