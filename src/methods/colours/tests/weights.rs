//! Weights of large boards: those of random orbits add up to their size.

use super::symmetry::{Place, images, listed_weight, spread, weight};
use super::*;
use crate::methods::colours::symmetry::reversed;

/// Some of `queens` of `len` rows or columns: at random, symmetric, or an image of one of `others`.
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

/// The rows and columns of a term, often with sets that are alike.
fn random_term(rng: &mut Rng, n: usize) -> Place {
    let [even, odd] = [n.div_ceil(2), n / 2];
    let fair = if rng.bool() { even / 2 } else { rng.usize(even - odd..=even) };
    let [of_even, of_odd] = [fair.max(even - odd), fair.max(even - odd) + odd - even];
    let mut sets: Vec<u32> = Vec::new();
    for (len, queens) in [(even, of_even), (odd, of_odd), (even, of_even), (odd, of_odd)] {
        let set = choose_special(rng, len, queens, &sets);
        sets.push(set);
    }
    [Pair { even: sets[0], odd: sets[1] }, Pair { even: sets[2], odd: sets[3] }].map(spread)
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
            // Lists of thousands of sets are searched for a few of them.
            let is_listed = |&image: &Place| listed_weight(n, image) == weight(n, image);
            assert!(number >= 20 || orbit.iter().all(is_listed), "N = {n}, {orbit:?}");
        }
        // A board with an even side exchanges the colours, so that no term is its only image.
        let least = if n % 2 == 0 { 2 } else { 1 };
        assert!([least, 4, 8].iter().all(|&size| sizes[size] > 5), "N = {n}: {sizes:?}");
    }
}
