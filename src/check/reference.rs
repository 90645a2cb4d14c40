//! The naive oracle: the definition of the problem as code, and nothing else. Never optimise it:
//! every fast way of counting is compared with it.

/// Solutions of the `n`-queens problem, by trying every column of every row and comparing with all
/// earlier queens.
pub fn count(n: usize) -> u64 {
    let mut solutions = 0;
    visit(n, &mut |_| solutions += 1);
    solutions
}

/// A row and a column.
type Queen = (usize, usize);

/// Shows every solution as its queens, each a row and a column.
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
