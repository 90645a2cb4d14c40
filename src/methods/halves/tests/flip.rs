//! The weights of the flip along a diagonal, against all solutions of small boards.

use std::collections::HashMap;

use super::*;
use crate::check::reference;

/// All solutions: the column of each row's queen, from the top.
fn solutions(n: usize) -> Vec<Vec<usize>> {
    let found = fillings(n, u32::MAX >> (32 - n), &|_, _| true);
    assert_eq!(found.len() as u64, reference::count(n));
    found
}

/// The columns of the northern queens, and the column of the central row's queen.
fn set_of(queens: &[usize]) -> ColumnSet {
    let n = queens.len();
    let columns = queens[..n / 2].iter().fold(0, |set, column| set | 1 << column);
    ColumnSet { columns, centre: (n % 2 == 1).then(|| queens[n / 2] as u8) }
}

/// The image under the exchange of rows and columns.
fn transposed(queens: &[usize]) -> Vec<usize> {
    let mut image = vec![0; queens.len()];
    queens.iter().enumerate().for_each(|(row, &column)| image[column] = row);
    image
}

/// Digit `k` of lines by the positions of their queens: 1 if the two lines on either side of the
/// centre, `k` lines from it, have queens on different sides of the middle, or 2 if one is on it.
fn digit(positions: &[usize], k: usize) -> usize {
    let n = positions.len();
    let side = |line: usize| match 2 * positions[line] + 1 {
        position if position == n => 2,
        position => usize::from(position > n),
    };
    match [side(n / 2 - 1 - k), side(n.div_ceil(2) + k)] {
        [2, _] | [_, 2] => 2,
        [a, b] => usize::from(a != b),
    }
}

/// The weight of a solution, by its first digits.
fn weight(queens: &[usize], digits: usize) -> u64 {
    let of = |positions: &[usize]| (0..digits).map(|k| digit(positions, k)).collect::<Vec<_>>();
    match of(queens).cmp(&of(&transposed(queens))) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    }
}

#[test]
fn weights_each_solution_by_its_digits() {
    for n in 4..=10 {
        let solutions = solutions(n);
        for digits in 0..=3.min(n / 2) {
            let mut by_set: HashMap<(u32, Option<u8>), u64> = HashMap::new();
            for queens in &solutions {
                let set = set_of(queens);
                *by_set.entry((set.columns, set.centre)).or_default() += weight(queens, digits);
            }
            assert_eq!(by_set.values().sum::<u64>(), solutions.len() as u64, "N = {n}, {digits} digits");
            let mut joins = Joins::of(&Shape { digits, ..shape(n) });
            for ((columns, centre), weighted) in by_set {
                let set = ColumnSet { columns, centre };
                joins.check(&set, FirstQueens::ANY);
                let found = joins.count(&set, FirstQueens::ANY).solutions;
                assert_eq!(found, weighted, "N = {n}, {digits} digits, {set:?}");
            }
        }
    }
}
