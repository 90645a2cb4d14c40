//! The alternation: against the plain recursion and the search of souths.

use super::sets::every_set;
use super::*;
use crate::methods::halves::shape::Turn::{self, North, South};

mod steps;

/// Turns of one queen of either half to four, in both orders.
const TURNS: [&[Turn]; 9] = [
    &[],
    &[South],
    &[North, North],
    &[South, North],
    &[North, South, North, South],
    &[South, North, South, North, South],
    &[North, South, North, South, North, South],
    &[South, South, South, South],
    &[North, South, North, South, South, North, North, South],
];

/// A board of which every piece is counted by the alternation, with these turns as far as there are near
/// rows; lists of six rows leave one more than lists of seven.
pub fn alternating(n: usize, turns: &'static [Turn]) -> Shape {
    let mut shape = shape(n);
    shape.far = if n < 12 { FarRows::None } else { FarRows::Six };
    let near = [shape.near_north(), shape.near_north()];
    let longest = (0..=turns.len()).rev().find(|&len| {
        let shape = Shape { turns: &turns[..len], ..shape };
        shape
            .queens_after_turns([shape.first_queens; 2])
            .iter()
            .zip(near)
            .all(|(&queens, near)| queens <= near.min(4))
    });
    shape.turns = &turns[..longest.unwrap()];
    shape.most_souths = EVERY_PIECE;
    shape
}

/// The alternation for any number of souths.
const EVERY_PIECE: [f64; 2] = [f64::INFINITY; 2];

#[test]
fn alternation_counts_every_set_of_small_boards() {
    for n in 4..=12 {
        for turns in TURNS.into_iter().skip(if n > 10 { 6 } else { 0 }) {
            let mut joins = Joins::of(&alternating(n, turns));
            every_set(n).for_each(|set| joins.check(&set, FirstQueens::ANY));
            assert!(n == 6 || joins.solutions > 0, "N = {n}: nothing was compared");
        }
    }
}

#[test]
fn alternation_counts_random_sets_in_every_order_of_turns() {
    let mut rng = Rng::with_seed(81);
    for n in 13..=18 {
        for turns in TURNS {
            let mut shape = alternating(n, turns);
            shape.digits = shape.near_north().min(3);
            let mut joins = Joins::of(&shape);
            for _ in 0..if n < 17 { 12 } else { 2 } {
                joins.check(&random_set(&mut rng, n), FirstQueens::ANY);
            }
            assert!(joins.solutions > 0, "N = {n}: nothing was compared");
        }
    }
}

#[test]
fn alternation_counts_what_the_search_of_souths_counts() {
    let mut rng = Rng::with_seed(82);
    for (n, sets) in [(19, 2), (20, 2), (21, 1), (22, 1)] {
        for turns in [TURNS[4], TURNS[6]] {
            let shape = alternating(n, turns);
            let mut joins =
                [Shape { most_souths: Shape::NO_SOUTHS, ..shape }, shape].map(|shape| Joins::of(&shape));
            // The fastest kernel: the others take seconds.
            joins.iter_mut().for_each(|joins| joins.kernels.truncate(1));
            for _ in 0..sets {
                let set = random_set(&mut rng, n);
                let [search, alternation] =
                    joins.each_mut().map(|joins| joins.count(&set, FirstQueens::ANY).solutions);
                assert_eq!(alternation, search, "N = {n}, {set:?}, {turns:?}");
            }
            assert!(joins[0].solutions > 0, "N = {n}: nothing was compared");
        }
    }
}

#[test]
fn alternation_counts_pieces_that_add_up_to_their_set() {
    let mut rng = Rng::with_seed(83);
    for n in [16, 17, 19, 20] {
        let set = random_set(&mut rng, n);
        let whole = Joins::of(&alternating(n, TURNS[4])).count(&set, FirstQueens::ANY).solutions;
        for rows in 1..=2 {
            let mut shape = alternating(n, TURNS[1]);
            shape.first_queens = rows;
            let mut joins = Joins::of(&shape);
            let pieces =
                FirstQueens::every(set.columns, rows).map(|first| joins.count(&set, first).solutions);
            assert_eq!(pieces.sum::<u64>(), whole, "N = {n}, {set:?}, {rows} first queens");
        }
    }
}

#[test]
fn alternation_is_chosen_by_the_lengths_of_both_lists() {
    let mut rng = Rng::with_seed(88);
    let shape = alternating(20, TURNS[3]);
    let mut chosen = [0; 2];
    for _ in 0..12 {
        let set = random_set(&mut rng, 20);
        let [found, search, alternation] = [[1.0; 2], Shape::NO_SOUTHS, EVERY_PIECE]
            .map(|most_souths| Joins::of(&Shape { most_souths, ..shape }).count(&set, FirstQueens::ANY));
        assert!(found == search || found == alternation, "{set:?}");
        chosen[usize::from(found == alternation)] += 1;
    }
    assert!(chosen.iter().all(|&pieces| pieces > 0), "{chosen:?}");
}

#[test]
fn alternation_is_chosen_by_the_width_of_vectors() {
    let mut rng = Rng::with_seed(89);
    let shape = alternating(20, TURNS[3]);
    let set = random_set(&mut rng, 20);
    let pairs = |most_souths: [f64; 2], kernel: usize| {
        let mut joins = Joins::of(&Shape { most_souths, ..shape });
        joins.kernels = vec![joins.kernels.swap_remove(kernel)];
        (joins.kernels[0].0, joins.count(&set, FirstQueens::ANY).pairs)
    };
    let [search, alternation] = [Shape::NO_SOUTHS, EVERY_PIECE].map(|most_souths| pairs(most_souths, 0).1);
    assert_ne!(search, alternation, "{set:?}");
    for number in 0..Joins::of(&shape).kernels.len() {
        let (kernel, found) = pairs([0.0, f64::INFINITY], number);
        assert_eq!(found, if kernel == Kernel::Avx512 { alternation } else { search }, "{kernel}");
    }
}
