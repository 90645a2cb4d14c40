//! Completions, and how many norths go with them.

use super::board::asked;
use super::*;
use crate::methods::halves::TAIL;
use crate::methods::halves::kernels::vector::{LANE, Vector};
use crate::methods::halves::join::pairs::{CountPairs, Planes};
use crate::methods::halves::join::tails::{Completions, ListCompletions, Tail};

/// Eight columns and a few attacked squares.
fn random_tail(rng: &mut Rng, n: usize) -> Tail {
    let columns = choose(rng, u32::MAX >> (32 - n), TAIL);
    let mut few = || if rng.u8(..4) == 0 { 0 } else { rng.u32(..) & rng.u32(..) & rng.u32(..) };
    let (up, down) = (few(), few());
    let first_row = if rng.bool() { u32::MAX } else { 1 << choose(rng, columns, 1).trailing_zeros() };
    Tail { columns, up, down, first_row }
}

/// Every completion: the columns by row.
fn every_completion(tail: &Tail) -> Vec<Vec<usize>> {
    let is_open = |row: usize, column: usize| {
        let attacked =
            u64::from(tail.up) << row >> column & 1 == 1 || u64::from(tail.down) >> (row + column) & 1 == 1;
        !attacked && (row > 0 || tail.first_row >> column & 1 == 1)
    };
    fillings(TAIL, tail.columns, &is_open)
}

/// What was listed: the columns by row.
fn listed(tail: &Tail, completions: &Completions) -> Vec<Vec<usize>> {
    let columns = tail.column();
    let (mut listed, mut begin) = (Vec::new(), 0);
    for group in completions.groups() {
        assert!(begin < group.end, "a group without completions");
        for pairs in &completions.pairs()[begin as usize..group.end as usize] {
            let entries = pairs.entries();
            assert!((0..3).all(|table| entries[table] / 64 == table), "{entries:?}");
            let ranks = entries.into_iter().flat_map(|entry| [entry as u8 >> 3 & 7, entry as u8 & 7]);
            let ranks = group.ranks.into_iter().chain(ranks);
            listed.push(ranks.map(|rank| columns[usize::from(rank)].into()).collect());
        }
        begin = group.end;
    }
    assert_eq!(begin as usize, completions.len());
    listed
}

fn check_completions<V: Vector>(v: V, tail: &Tail, expected: &[Vec<usize>], completions: &mut Completions) {
    for rows in if tail.columns < 1 << 20 { 6..=7 } else { 6..=6 } {
        let (far, tail, into) = (&FAR_LISTS[rows - 6], tail, &mut *completions);
        match rows {
            7 => v.enter(ListCompletions::<7> { far, tail, into }),
            _ => v.enter(ListCompletions::<6> { far, tail, into }),
        }
        let mut found = listed(tail, completions);
        found.sort_unstable();
        let shown = (tail.columns, tail.up, tail.down, tail.first_row);
        assert_eq!(found, expected, "{shown:?}");
    }
}

#[test]
fn completions_are_every_way_to_fill_eight_rows() {
    let mut rng = Rng::with_seed(21);
    let mut completions = Completions::default();
    for n in 15..=32 {
        for _ in 0..15 {
            let tail = random_tail(&mut rng, n);
            let mut expected = every_completion(&tail);
            expected.sort_unstable();
            with_every_vector!(check_completions(&tail, &expected, &mut completions));
        }
    }
}

/// What a join of norths with all completions of a tail finds, and how many completions there are.
fn join<V: Vector>(v: V, shape: &Shape, tail: &Tail, [twice, once]: [&[u64]; 2]) -> (u64, usize) {
    let needed = NeededBytes::by(shape, shape.south - TAIL, tail.columns);
    let begin = twice.len().next_multiple_of(LANE);
    // What fills the last lane of the first segment is attacked by nobody, and must not be counted.
    let mut norths = vec![0; begin];
    norths[..twice.len()].copy_from_slice(twice);
    norths.extend(once);
    let len = norths.len();
    let mut list = list_of(&norths, 0, &needed);
    list.reserve(&needed, len + 64 * LANE, len);
    let mut completions = Completions::default();
    v.enter(ListCompletions::<6> { far: &FAR_LISTS[0], tail, into: &mut completions });
    let segments = [0..twice.len(), begin..len];
    let mut planes = Planes::new(v.ones());
    let found = v.enter(CountPairs {
        shape,
        list: &list,
        segments: &segments,
        tail,
        completions: &completions,
        planes: &mut planes,
    });
    (found, completions.pairs().len())
}

/// Joins norths with all completions of a tail and compares with a loop over both.
fn check_pairs<V: Vector>(v: V, shape: &Shape, tail: &Tail, asked: &[u64], [twice, once]: [&[u64]; 2]) {
    let (found, _) = join(v, shape, tail, [twice, once]);
    let of = |norths: &[u64]| -> u64 {
        let together = |north: &u64| asked.iter().filter(|&&asked| north & asked == 0).count() as u64;
        norths.iter().map(together).sum()
    };
    let (n, lengths) = (shape.n, (twice.len(), once.len()));
    assert_eq!(found, 2 * of(twice) + of(once), "N = {n}, {lengths:?} norths, {} completions", asked.len());
}

/// Joins norths that nothing attacks with a tail.
fn check_sum<V: Vector>(v: V, shape: &Shape, tail: &Tail, norths: &[u64]) {
    let (found, completions) = join(v, shape, tail, [norths, &[]]);
    let pairs = completions as u64 * norths.len() as u64;
    assert!(pairs > u32::MAX.into(), "{pairs} pairs");
    assert_eq!(found, 2 * pairs);
}

#[test]
fn a_tail_with_more_solutions_than_32_bits_hold_is_counted() {
    let tail = Tail { columns: 0x1111_1111, up: 0, down: 0, first_row: u32::MAX };
    let norths = vec![0; 400_000];
    with_every_vector!(check_sum(&shape(32), &tail, &norths));
}

/// A few diagonals by chance.
fn sparse(rng: &mut Rng) -> u64 {
    (0..3).fold(u64::MAX, |word, _| word & rng.u64(..))
}

/// Checks a join of as many norths of either kind; true when something was found to count.
fn check_lengths(rng: &mut Rng, twice: usize, once: usize) -> bool {
    let n = rng.usize(15..=32);
    let shape = shape(n);
    let tail = random_tail(rng, n);
    let from = shape.south - TAIL;
    let asked: Vec<u64> = every_completion(&tail)
        .iter()
        .map(|queens| (0..TAIL).fold(0, |set, row| set | asked(&shape, from + row, queens[row])))
        .collect();
    let mut norths = |len: usize| -> Vec<u64> { (0..len).map(|_| sparse(rng)).collect() };
    let (twice, once) = (norths(twice), norths(once));
    with_every_vector!(check_pairs(&shape, &tail, &asked, [&twice, &once]));
    asked.len() > 2 && twice.iter().chain(&once).any(|north| asked.iter().any(|asked| north & asked == 0))
}

#[test]
fn every_north_is_joined_with_every_completion_whatever_the_lengths_of_the_segments() {
    let mut rng = Rng::with_seed(22);
    let mut counted = 0;
    for length in lengths() {
        counted += usize::from(check_lengths(&mut rng, 0, length));
        counted += usize::from(check_lengths(&mut rng, length, 0));
        let other = rng.usize(..300);
        counted += usize::from(check_lengths(&mut rng, length, other));
        counted += usize::from(check_lengths(&mut rng, other, length));
    }
    assert!(counted > 60, "{counted} lengths had something to count");
}

#[test]
fn the_solutions_of_a_tail_are_found_below_real_norths() {
    // A north of one queen in the corner far from the cut sends nothing; all completions go with
    // it.
    let shape = shape(16);
    let tail = Tail { columns: 0b0101_1010_1100_0011, up: 0, down: 0, first_row: u32::MAX };
    let nothing_asked: Vec<u64> = every_completion(&tail).iter().map(|_| 0).collect();
    assert!(!nothing_asked.is_empty());
    let norths = [0; 700];
    with_every_vector!(check_pairs(&shape, &tail, &nothing_asked, [&norths[..130], &norths]));
}
