//! Checks the weights of large boards. All weights must add up to the number of terms, and a random orbit's
//! weights must add up to its size.
//!
//! For given even rows, the sum of all weights is a sum over odd rows times a sum over columns. Here, both
//! sums are computed by counting sets, without using any weights. They must match the engine's lists.

use super::symmetry::{Place, images, listed_weight, spread, weight};
use super::*;
use crate::board::{binomial, reversed};

/// Computes weight sums for one number of queens, by counting sets.
struct WeightSums {
    split: QueenSplit,
    /// The ranks of all sets of even rows or columns, in ascending order. On odd boards, this includes column
    /// sets counted only through their reflection.
    ranks: Vec<u32>,
}

impl WeightSums {
    fn of(split: QueenSplit) -> Self {
        let QueenSplit { n, queens } = split;
        let even = split.sides()[0];
        let rank = |set: u32| match n % 2 {
            0 if 4 * queens == n => set.max(!set & mask(even)),
            0 => set,
            _ => set.min(reversed(set, even)),
        };
        let mut ranks: Vec<u32> = subsets(even, queens).map(rank).collect();
        ranks.sort_unstable();
        Self { split, ranks }
    }

    /// Returns the sums of weights over the odd rows and over the columns, for the even rows `rows`.
    fn with(&self, rows: u32) -> [u64; 2] {
        let Self { split, ranks } = self;
        let below = ranks.partition_point(|&rank| rank < rows) as u64;
        let up_to = ranks.partition_point(|&rank| rank <= rows) as u64;
        let level = up_to - below;
        if split.n.is_multiple_of(2) {
            // A column pair counts twice if both sets rank lower than the rows. It counts once if one or both
            // rank equal to the rows, and neither ranks higher.
            [4 * below + 2 * level, below * below + up_to * up_to]
        } else {
            let odd = binomial(split.sides()[1] as u32, split.odd_queens() as u32);
            let flips = if reversed(rows, split.sides()[0]) == rows { 1 } else { 2 };
            [flips * odd, (2 * below + level) * odd]
        }
    }
}

/// Like [`WeightSums::with`], but adds up the weights in the engine's lists.
fn listed(split: QueenSplit, rows: u32) -> [u64; 2] {
    let odd_rows = split.odd_rows(rows).map(|(_, weight)| weight).sum();
    let mut odd_columns = Vec::new();
    for (_, weight) in split.odd_columns(rows) {
        match odd_columns.iter_mut().find(|(other, _)| *other == weight) {
            Some((_, sets)) => *sets += 1,
            None => odd_columns.push((weight, 1)),
        }
    }
    let with_odd = |weight: ColumnWeight| -> u64 {
        odd_columns.iter().map(|&(odd, sets)| sets * u64::from(weight.combined_with(odd))).sum()
    };
    [odd_rows, split.even_columns(rows).map(|(_, weight)| with_odd(weight)).sum()]
}

/// Returns a sample of the counted sets of even rows. On a small board, this is all of them.
fn some_rows(rng: &mut Rng, split: QueenSplit) -> Vec<u32> {
    let all: Vec<u32> = split.even_rows().collect();
    if split.n < 20 {
        return all;
    }
    let even = split.sides()[0];
    let central = all.iter().copied().filter(|&rows| reversed(rows, even) == rows);
    let mut some = rng.choose_multiple(central, 3);
    some.extend([all[0], all[all.len() - 1]]);
    some.extend((0..6).map(|_| all[rng.usize(..all.len())]));
    some
}

#[test]
fn weights_of_a_board_add_up_to_its_terms() {
    let mut rng = Rng::with_seed(95);
    for n in 1..=32_usize {
        let [even, odd] = [n.div_ceil(2), n / 2];
        let mut total = 0;
        for split in QueenSplit::all(n) {
            let sums = WeightSums::of(split);
            for rows in split.even_rows() {
                let [rows, columns] = sums.with(rows).map(u128::from);
                total += rows * columns;
            }
            for rows in some_rows(&mut rng, split) {
                assert_eq!(listed(split, rows), sums.with(rows), "{split:?}, even rows {rows:b}");
            }
        }
        let pairs = |queens: usize| {
            let [even, odd] = [[even, queens], [odd, queens + odd - even]]
                .map(|[side, queens]| u128::from(binomial(side as u32, queens as u32)));
            even * odd
        };
        let expected: u128 = (even - odd..=even).map(|queens| pairs(queens).pow(2)).sum();
        assert_eq!(total, expected, "N = {n}");
    }
}

/// Chooses `queens` rows or columns out of `len`. The set is random, symmetric, or an image of one of
/// `others`.
fn choose_special(rng: &mut Rng, len: usize, queens: usize, others: &[u32]) -> u32 {
    let set = choose(rng, len, queens);
    let half = choose(rng, len / 2, (queens / 2).min(len / 2));
    let central = half | reversed(half, len) | if queens % 2 == 1 { 1 << (len / 2) } else { 0 };
    let other = if others.is_empty() { set } else { others[rng.usize(..others.len())] };
    let complement = !other & mask(len);
    let all = [set, set, central, other, reversed(other, len), complement, reversed(complement, len)];
    let chosen = all[rng.usize(..all.len())];
    if chosen <= mask(len) && chosen.count_ones() as usize == queens { chosen } else { set }
}

/// Returns a random term's rows and columns. Its sets are often equal, mirrored or complementary.
fn random_term(rng: &mut Rng, n: usize) -> Place {
    let [even, odd] = [n.div_ceil(2), n / 2];
    let fair = if rng.bool() { even / 2 } else { rng.usize(even - odd..=even) };
    let [of_even, of_odd] = [fair.max(even - odd), fair.max(even - odd) + odd - even];
    let mut sets: Vec<u32> = Vec::new();
    for (len, queens) in [(even, of_even), (odd, of_odd), (even, of_even), (odd, of_odd)] {
        let set = choose_special(rng, len, queens, &sets);
        sets.push(set);
    }
    [ParitySets { even: sets[0], odd: sets[1] }, ParitySets { even: sets[2], odd: sets[3] }].map(spread)
}

#[test]
fn orbits_of_random_terms_of_large_boards_are_counted_as_often_as_they_have_members() {
    let mut rng = Rng::with_seed(96);
    for n in 11..=32_usize {
        let mut sizes = [0; 9];
        for number in 0..1_000 {
            let orbit = images(n, random_term(&mut rng, n));
            let weights: u64 = orbit.iter().map(|&image| weight(n, image)).sum();
            assert_eq!(weights, orbit.len() as u64, "N = {n}, {orbit:?}");
            sizes[orbit.len()] += 1;
            // Each lookup searches lists with thousands of sets, so only a few terms are looked up.
            let is_listed = |&image: &Place| listed_weight(n, image) == weight(n, image);
            assert!(number >= 20 || orbit.iter().all(is_listed), "N = {n}, {orbit:?}");
        }
        // Flipping an even board exchanges the colours, so no orbit has only one term.
        let least = if n % 2 == 0 { 2 } else { 1 };
        assert!([least, 4, 8].iter().all(|&size| sizes[size] > 5), "N = {n}: {sizes:?}");
    }
}
