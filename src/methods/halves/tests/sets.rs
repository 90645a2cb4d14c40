//! Column sets by number, against the flips.

use std::collections::BTreeMap;

use super::*;
use crate::board::binomial;
use crate::methods::halves::sets;

/// Every set of a board, counted or not: each has `n / 2` columns, and an odd board a central queen
/// in one of the others.
pub fn every_set(n: usize) -> impl Iterator<Item = ColumnSet> {
    let all = (1_u64 << n) - 1;
    (0..=all as u32).filter(move |set| set.count_ones() as usize == n / 2).flat_map(move |columns| {
        let free = bits(all as u32 & !columns).map(|column| Some(column as u8));
        let centres = if n % 2 == 1 { free.collect() } else { vec![None] };
        centres.into_iter().map(move |centre| ColumnSet { columns, centre })
    })
}

/// The columns of a set, and the central one.
type Key = (u32, Option<u8>);

/// A set and its images under the flips from left to right, from top to bottom, and both, each
/// once.
fn class(set: ColumnSet, n: usize) -> Vec<Key> {
    let mirror = |set: ColumnSet| ColumnSet {
        columns: bits(set.columns).fold(0, |columns, column| columns | 1 << (n - 1 - column)),
        centre: set.centre.map(|centre| n as u8 - 1 - centre),
    };
    let upside_down = |set: ColumnSet| {
        let is_south = |column: &usize| set.columns >> column & 1 == 0 && set.centre != Some(*column as u8);
        ColumnSet { columns: (0..n).filter(is_south).fold(0, |columns, column| columns | 1 << column), ..set }
    };
    let images = [set, mirror(set), upside_down(set), mirror(upside_down(set))];
    let mut class = images.map(|image| (image.columns, image.centre)).to_vec();
    class.sort_unstable();
    class.dedup();
    class
}

#[test]
fn numbers_each_class_once() {
    for n in 1..=15 {
        let mut found: BTreeMap<Key, u8> = BTreeMap::new();
        for (set, weight) in counted_sets(n, 0) {
            let again = found.insert(class(set, n)[0], weight);
            assert_eq!(again, None, "N = {n}: a class has two numbers, {set:?}");
        }
        let classes: BTreeMap<Key, u8> =
            every_set(n).map(|set| class(set, n)).map(|class| (class[0], class.len() as u8)).collect();
        assert!(found == classes && found.len() as u64 == sets::count(n), "N = {n}");
    }
}

#[test]
fn weights_add_up_to_all_sets() {
    for n in 1..=32 {
        let half = n / 2;
        let odd = n % 2 == 1;
        let all = binomial(n, half) * if odd { u64::from(half) + 1 } else { 1 };
        // Sets with fewer than four images: all letters split, or none; on an odd board the centre
        // in the middle as well.
        let unsplit = if half.is_multiple_of(2) { binomial(half, half / 2) / 2 } else { 0 };
        let alike = if half == 0 { 0 } else { (1_u64 << (half - 1)) + unsplit };
        let n = n as usize;
        let weights = if n == 1 { 1 } else { 4 * sets::count(n) - 2 * alike };
        assert_eq!(weights, all, "N = {n}");
        if n <= 20 {
            let weights = counted_sets(n, 0).map(|(_, weight)| u64::from(weight)).sum::<u64>();
            assert_eq!(weights, all, "N = {n}");
        }
    }
}

/// The place of a set among the words of the dictionary: its letters from the outermost column and its
/// mirror image on, then the middle column, then the centre.
fn word(set: ColumnSet, n: usize) -> Vec<u32> {
    let column = |column: usize| set.columns >> column & 1;
    // Empty, full, left, right.
    let letter = |i: usize| [0, 3, 2, 1][(column(n - 1 - i) | column(i) << 1) as usize];
    let letters = (0..n / 2).map(letter);
    letters.chain([column(n / 2), set.centre.map_or(0, u32::from)]).collect()
}

/// The set with this number, and its weight.
fn numbered(n: usize, number: u64) -> (ColumnSet, u8) {
    let (columns, index) = Columns::of_set(n, number);
    columns.sets().nth(index as usize).unwrap()
}

/// The weight of a set, if it has a number.
fn weight_of(set: ColumnSet, n: usize) -> Option<u8> {
    let (mut from, mut to) = (0, sets::count(n));
    while from < to {
        let middle = from.midpoint(to);
        if word(numbered(n, middle).0, n) < word(set, n) { from = middle + 1 } else { to = middle }
    }
    let (found, weight) = (from < sets::count(n)).then(|| numbered(n, from))?;
    (found == set).then_some(weight)
}

/// A set with these letters (0 empty, 1 full, 2 split), as far as a set has that many columns; and a
/// centre in the middle, beside a split letter's queen, or anywhere.
fn set_with(rng: &mut Rng, n: usize, letters: &[usize]) -> ColumnSet {
    let mut columns = 0_u32;
    for (i, &letter) in letters.iter().enumerate() {
        let [left, right] = [1 << i, 1 << (n - 1 - i)];
        let mut add = |more: u32| {
            if (columns | more).count_ones() as usize <= n / 2 {
                columns |= more;
            }
        };
        match letter {
            0 => {}
            1 => add(left | right),
            _ => add(if rng.bool() { left } else { right }),
        }
    }
    let all = u32::MAX >> (32 - n);
    // The missing queens are added: in the middle first, then anywhere.
    while (columns.count_ones() as usize) < n / 2 {
        let middle = if n % 2 == 1 { 1 << (n / 2) & !columns } else { 0 };
        columns |= if middle > 0 { middle } else { choose(rng, all & !columns, 1) };
    }
    let centre = (n % 2 == 1).then(|| {
        let free = all & !columns;
        let beside = bits(free).find(|&column| columns >> (n - 1 - column) & 1 == 1);
        let places = [n / 2, beside.unwrap_or(n / 2), rng.usize(..n)];
        let place = *rng.choice(&places).unwrap();
        let place =
            if free >> place & 1 == 1 { place } else { choose(rng, free, 1).trailing_zeros() as usize };
        place as u8
    });
    ColumnSet { columns, centre }
}

/// Sets that are their own images have chances of one in thousands of millions on wide boards.
#[test]
fn every_class_of_the_largest_boards_is_counted_once_with_its_weight() {
    let mut rng = Rng::with_seed(56);
    for n in 16..=32 {
        let half = n / 2;
        let mut weights = [0; 5];
        for round in 0..400 {
            // All split, none, some at one end, or any.
            let split = |i: usize, rng: &mut Rng| match round % 5 {
                0 => true,
                1 => false,
                2 => i < round / 5 % half,
                3 => i >= round / 5 % half,
                _ => rng.bool(),
            };
            let letters: Vec<usize> = (0..half)
                .map(|i| if split(i, &mut rng) { 2 } else { (i + rng.usize(..8) / 7 + round / 5) % 2 })
                .collect();
            let set = set_with(&mut rng, n, &letters);
            let class = class(set, n);
            let of = |&(columns, centre): &Key| weight_of(ColumnSet { columns, centre }, n);
            let counted: Vec<u8> = class.iter().filter_map(of).collect();
            assert_eq!(counted, [class.len() as u8], "N = {n}, {set:?}");
            weights[class.len()] += 1;
        }
        assert!(weights[2] >= 20 && weights[4] >= 20, "N = {n}: classes by size: {weights:?}");
    }
}
