//! Column sets by number, against the flips, and the marks of ascending sets against the sets
//! themselves.

use std::collections::BTreeMap;

use super::*;
use crate::board::binomial;
use crate::methods::halves::classes;

/// A set, and what the flips make of it: from left to right, from top to bottom, both.
fn images(set: ColumnSet, n: usize) -> [ColumnSet; 4] {
    let mirror = |set: ColumnSet| ColumnSet {
        columns: bits(set.columns).fold(0, |columns, column| columns | 1 << (n - 1 - column)),
        centre: set.centre.map(|centre| n as u8 - 1 - centre),
    };
    let upside_down = |set: ColumnSet| {
        let is_south = |column: &usize| set.columns >> column & 1 == 0 && set.centre != Some(*column as u8);
        ColumnSet { columns: (0..n).filter(is_south).fold(0, |columns, column| columns | 1 << column), ..set }
    };
    [set, mirror(set), upside_down(set), mirror(upside_down(set))]
}

/// The sets of a board, canonical or not: each has `n / 2` columns, and an odd board a central
/// queen in one of the others.
fn sets_in_all(n: usize) -> u64 {
    binomial(n as u32, n as u32 / 2) * if n % 2 == 1 { n.div_ceil(2) as u64 } else { 1 }
}

#[test]
fn the_classes_of_a_board_have_every_set_once() {
    for n in 1..=15 {
        let mut found: BTreeMap<(u32, Option<u8>), u64> = BTreeMap::new();
        for number in 0..classes::count(n) {
            let (set, weight) = classes::set(n, number);
            let mut class = images(set, n).map(|image| (image.columns, image.centre)).to_vec();
            class.sort_unstable();
            class.dedup();
            assert_eq!(usize::from(weight), class.len(), "N = {n}, set {number}: {set:?}");
            class.into_iter().for_each(|image| *found.entry(image).or_default() += 1);
        }
        assert!(found.values().all(|&times| times == 1), "N = {n}");
        assert_eq!(found.len() as u64, sets_in_all(n), "N = {n}");
        assert!(found.keys().all(|(columns, _)| columns.count_ones() as usize == n / 2), "N = {n}");
    }
}

#[test]
fn classes_are_as_many_as_canonical_sets() {
    for n in 1..=23 {
        assert_eq!(classes::count(n), ColumnSet::canonical(n).count() as u64, "N = {n}");
    }
}

#[test]
fn the_weights_of_the_sets_of_any_board_add_up_to_all_sets() {
    for n in 1..=32 {
        let sets = classes::count(n);
        // Sets with fewer than four images: all pairs of columns method, or none; on an odd board
        // the centre in the middle as well.
        let pairs = n as u64 / 2;
        let alike = match pairs {
            0 => 0,
            _ => {
                (1_u64 << (pairs - 1))
                    + if pairs.is_multiple_of(2) { binomial(pairs as u32, pairs as u32 / 2) / 2 } else { 0 }
            }
        };
        let weights = if n == 1 { 1 } else { 4 * sets - 2 * alike };
        assert_eq!(weights, sets_in_all(n), "N = {n}");
        if n <= 20 {
            let weights = (0..sets).map(|number| u64::from(classes::set(n, number).1)).sum::<u64>();
            assert_eq!(weights, sets_in_all(n), "N = {n}");
        }
    }
    for n in [22, 23, 24, 26, 28] {
        let weights = ColumnSet::canonical(n).map(|(_, weight)| u64::from(weight)).sum::<u64>();
        assert_eq!(weights, sets_in_all(n), "N = {n}");
    }
}

#[test]
fn sets_of_the_largest_boards_are_distinct_and_weigh_what_their_class_has() {
    let mut rng = Rng::with_seed(55);
    for n in [29, 30, 31, 32] {
        let sets = classes::count(n);
        let mut numbers: Vec<u64> = (0..2_000).map(|_| rng.u64(..sets)).chain(0..50).collect();
        numbers.extend(sets - 50..sets);
        numbers.sort_unstable();
        numbers.dedup();
        let mut found = Vec::new();
        for &number in &numbers {
            let (set, weight) = classes::set(n, number);
            let mut class = images(set, n).map(|image| (image.columns, image.centre)).to_vec();
            class.sort_unstable();
            class.dedup();
            let on_board = u64::from(set.columns) >> n == 0 && set.columns.count_ones() as usize == n / 2;
            assert!(on_board && weight as usize == class.len(), "N = {n}, set {number}: {set:?}");
            assert!(set.centre.is_none_or(|centre| set.columns >> centre & 1 == 0), "N = {n}, {set:?}");
            found.push(class[0]);
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), numbers.len(), "N = {n}: a class has two numbers");
    }
}

#[test]
fn marks_are_every_so_many_of_the_canonical_sets() {
    for n in 1..=20 {
        for stride in [17, 64] {
            let expected: Vec<ColumnSet> =
                ColumnSet::canonical(n).step_by(stride).map(|(set, _)| set).collect();
            assert_eq!(ColumnSet::every(stride as u64, n), expected, "N = {n}");
        }
    }
}

#[test]
fn parts_by_hash_are_even_and_there_are_thousands_of_them() {
    let mut rng = Rng::with_seed(56);
    for (n, of) in [(24, 64), (28, 512), (32, 2_048)] {
        let columns: Vec<usize> = bits(choose(&mut rng, u32::MAX >> (32 - n), n / 2)).collect();
        let mut sizes = vec![0; of];
        let mut firsts = 0;
        for a in &columns {
            for b in &columns {
                for c in &columns {
                    for d in columns.iter().filter(|&d| ![a, b, c].contains(&d)) {
                        if a == b || b == c || a == c {
                            continue;
                        }
                        let first =
                            [a, b, c, d].into_iter().fold(0, |first, &column| first << 5 | column as u32);
                        let part = |number| Part { number, of: of as u32, deal: Deal::Hash };
                        let number = (0..of).find(|&number| part(number as u32).has(first)).unwrap();
                        sizes[number] += 1;
                        firsts += 1;
                    }
                }
            }
        }
        let (mean, largest) = (firsts / of, sizes.iter().max().unwrap());
        assert!(sizes.iter().all(|&size| size > 0) && *largest < 4 * mean, "N = {n}: {mean}, {largest}");
    }
}
