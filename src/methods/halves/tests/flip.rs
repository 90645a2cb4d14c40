//! The flip along a diagonal: its digits on boards of every size, and its weights, against all
//! solutions of small boards.

use std::collections::HashMap;

use super::*;
use crate::check::reference;
use crate::methods::halves::flip::{self, SIDES, side};

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
                assert_eq!(found, weighted.into(), "N = {n}, {digits} digits, {set:?}");
            }
        }
    }
}

/// A queen in each row and column, by chance, but more of those in central rows and columns are in
/// central columns and rows, or at the edge.
fn random_queens(rng: &mut Rng, n: usize) -> Vec<usize> {
    let mut queens: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut queens);
    for _ in 0..rng.usize(0..6) {
        let row = (n / 2 + rng.usize(0..8)).saturating_sub(4).min(n - 1);
        let column = *rng.choice(&[0, n / 2 - 1, n / 2, n - 1]).unwrap();
        let other = queens.iter().position(|&queen| queen == column).unwrap();
        queens.swap(row, other);
        queens = transposed(&queens);
    }
    queens
}

/// All kernels, the plain recursion and the counts of images share these: a wrong digit changes all
/// of them alike.
#[test]
fn queens_of_every_board_decide_its_weight() {
    let mut rng = Rng::with_seed(78);
    for n in 4..=32 {
        for digits in 0..=shape(n).digits {
            let shape = Shape { digits, ..shape(n) };
            let mut weights = [0; 3];
            for _ in 0..1_000 {
                let queens = random_queens(&mut rng, n);
                let set = set_of(&queens);
                let sides: usize = (0..digits)
                    .map(|row| side(&shape, queens[n / 2 - 1 - row]) * SIDES.pow(row as u32))
                    .sum();
                assert!(1 + sides < flip::segments(shape.undecided(0)));
                let south = queens[n / 2..].iter().enumerate();
                let segment =
                    south.take(shape.near_south()).try_fold(1 + sides, |segment, (row, &column)| {
                        let moved = flip::moves(&shape, &set, row, column)(segment);
                        assert!(moved.is_none_or(|to| to < flip::segments(shape.undecided(row + 1))));
                        moved
                    });
                let found = segment.map_or(0, |segment| [2, 1][segment]);
                assert_eq!(found, weight(&queens, digits), "N = {n}, {digits} digits, {queens:?}");
                weights[found as usize] += 1;
            }
            assert!(digits == 0 || weights.iter().all(|&times| times > 50), "N = {n}: {weights:?}");
        }
    }
}
