//! The weights of column sets and of the flip along a diagonal, against all solutions of small
//! boards.

use std::collections::HashMap;

use super::*;
use crate::check::known;
use crate::check::reference;
use crate::methods::halves::flip::{self, column_digit};

/// All solutions: the column of each row's queen, from the top.
fn solutions(n: usize) -> Vec<Vec<usize>> {
    let found = fillings(n, u32::MAX >> (32 - n), &|_, _| true);
    assert_eq!(found.len() as u64, reference::count(n));
    found
}

/// The columns of the northern queens, and that of the central row.
fn set_of(queens: &[usize]) -> ColumnSet {
    let n = queens.len();
    let columns = queens[..n / 2].iter().fold(0, |set, column| set | 1 << column);
    ColumnSet { columns, centre: (n % 2 == 1).then(|| queens[n / 2] as u8) }
}

fn mirrored(queens: &[usize]) -> Vec<usize> {
    queens.iter().map(|column| queens.len() - 1 - column).collect()
}

fn upside_down(queens: &[usize]) -> Vec<usize> {
    queens.iter().rev().copied().collect()
}

/// The image under the flip along the diagonal through the first square.
fn transposed(queens: &[usize]) -> Vec<usize> {
    let mut image = vec![0; queens.len()];
    queens.iter().enumerate().for_each(|(row, &column)| image[column] = row);
    image
}

#[test]
fn the_weight_of_a_set_is_the_size_of_its_class_and_one_set_of_each_has_it() {
    for n in 4..=10 {
        let mut by_set: HashMap<(u32, Option<u8>), u64> = HashMap::new();
        for queens in solutions(n) {
            let set = set_of(&queens);
            *by_set.entry((set.columns, set.centre)).or_default() += 1;
            let (mirror, flipped) = (mirrored(&queens), upside_down(&queens));
            let images = [queens.clone(), mirror.clone(), flipped.clone(), mirrored(&flipped)];
            let mut class = images.map(|image| (set_of(&image).columns, set_of(&image).centre)).to_vec();
            class.sort_unstable();
            class.dedup();
            let counted = counted_sets(n).filter(|(set, _)| class.contains(&(set.columns, set.centre)));
            let weights: Vec<usize> = counted.map(|(_, weight)| weight.into()).collect();
            assert_eq!(weights, [class.len()], "N = {n}, {class:?}");
        }
        let weighed = counted_sets(n).map(|(set, weight)| {
            u64::from(weight) * by_set.get(&(set.columns, set.centre)).copied().unwrap_or(0)
        });
        assert_eq!(Some(u128::from(weighed.sum::<u64>())), known::solutions(size(n)), "N = {n}");
    }
}

/// Digit `k` of lines whose queens stand at these places: whether the two on either side of the
/// centre, `k` lines from it, lie on different sides of the middle, or 2 if one lies on it.
fn digit(places: &[usize], k: usize) -> usize {
    let n = places.len();
    let side = |line: usize| match 2 * places[line] + 1 {
        place if place == n => 2,
        place => usize::from(place > n),
    };
    match [side(n / 2 - 1 - k), side(n.div_ceil(2) + k)] {
        [2, _] | [_, 2] => 2,
        [a, b] => usize::from(a != b),
    }
}

/// How often a solution counts, by its first digits.
fn weight(queens: &[usize], digits: usize) -> u64 {
    let of = |places: &[usize]| (0..digits).map(|k| digit(places, k)).collect::<Vec<_>>();
    match of(queens).cmp(&of(&transposed(queens))) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    }
}

#[test]
fn a_solution_and_its_image_under_the_flip_along_a_diagonal_count_twice_together() {
    for n in 4..=10 {
        let solutions = solutions(n);
        for digits in 1..=3.min(n / 2) {
            for queens in &solutions {
                let weights = [queens, &transposed(queens)].map(|queens| weight(queens, digits));
                assert_eq!(weights[0] + weights[1], 2, "N = {n}, {digits} digits, {queens:?}");
                for image in [mirrored(queens), upside_down(queens)] {
                    assert_eq!(weight(&image, digits), weights[0], "N = {n}, {digits} digits, {queens:?}");
                }
            }
            let total: u64 = solutions.iter().map(|queens| weight(queens, digits)).sum();
            assert_eq!(total, solutions.len() as u64, "N = {n}, {digits} digits");
        }
    }
}

#[test]
fn digits_are_read_off_sets_and_queens() {
    for n in 4..=10 {
        let shape = shape(n);
        for queens in solutions(n) {
            let side = |row: usize| flip::side(&shape, queens[row]);
            for k in 0..3.min(n / 2) {
                let columns = column_digit(&shape, &set_of(&queens), k);
                assert_eq!(columns, digit(&transposed(&queens), k), "N = {n}, columns {k}, {queens:?}");
                let rows = flip::digit(side(n / 2 - 1 - k), side(n.div_ceil(2) + k));
                assert_eq!(rows, digit(&queens, k), "N = {n}, rows {k}, {queens:?}");
            }
        }
    }
}

#[test]
fn the_recursion_and_the_join_weigh_every_solution_by_its_digits() {
    for n in 4..=10 {
        let solutions = solutions(n);
        for digits in 0..=3.min(n / 2) {
            let shape = Shape { digits, ..shape(n) };
            let mut by_set: HashMap<(u32, Option<u8>), u64> = HashMap::new();
            for queens in &solutions {
                let set = set_of(queens);
                *by_set.entry((set.columns, set.centre)).or_default() += weight(queens, digits);
            }
            let mut joins = Joins::of(&shape);
            for ((columns, centre), weighed) in by_set {
                let set = ColumnSet { columns, centre };
                assert_eq!(
                    plainly(&shape, &set, FirstQueens::ANY),
                    weighed,
                    "N = {n}, {digits} digits, {set:?}"
                );
                let found = joins.count(&set, FirstQueens::ANY).solutions;
                assert_eq!(found, weighed, "N = {n}, {digits} digits, {set:?}");
            }
        }
    }
}
