//! Completions of a tail, and the norths that fit them.

use super::footprints::tested;
use super::*;
use crate::methods::halves::TAIL;
use crate::methods::halves::join::pairs::{CountPairs, Planes};
use crate::methods::halves::join::souths::South;
use crate::methods::halves::join::tails::{Completions, ListCompletions};
use crate::methods::vectors::vector::{Completion, LANE, TABLE_LEN, TABLES, Vector};

/// A south with eight columns left and a few attacked squares.
fn random_south(rng: &mut Rng, n: usize) -> South {
    let columns = choose(rng, u32::MAX >> (32 - n), TAIL);
    let mut few = || if rng.u8(..4) == 0 { 0 } else { rng.u32(..) & rng.u32(..) & rng.u32(..) };
    let antidiagonals = few();
    let diagonals = few();
    let row_0 = if rng.bool() { u32::MAX } else { 1 << choose(rng, columns, 1).trailing_zeros() };
    let allowed = [row_0, u32::MAX, u32::MAX];
    South { row: shape(n).near_south(), columns, antidiagonals, diagonals, allowed }
}

/// Every completion: the columns by row.
fn every_completion(south: &South) -> Vec<Vec<usize>> {
    let is_free = |row: usize, column: usize| {
        let attacked = u64::from(south.antidiagonals) << row >> column & 1 == 1
            || u64::from(south.diagonals) >> (row + column) & 1 == 1;
        !attacked && (row > 0 || south.allowed[0] >> column & 1 == 1)
    };
    fillings(TAIL, south.columns, &is_free)
}

/// The completions that were listed: the columns by row.
fn listed(south: &South, completions: &Completions) -> Vec<Vec<usize>> {
    let columns = south.column_by_rank();
    let queens = |completion: &Completion| {
        let indices = completion.indices();
        assert!((0..TABLES).all(|table| indices[table] / TABLE_LEN == table), "{indices:?}");
        let ranks = indices.into_iter().flat_map(|index| [index / TAIL % TAIL, index % TAIL]);
        ranks.map(|rank| columns[rank].into()).collect()
    };
    completions.all().iter().map(queens).collect()
}

fn check_completions<V: Vector>(v: V, south: &South, expected: &[Vec<usize>], completions: &mut Completions) {
    for rows in if south.columns < 1 << 20 { 6..=7 } else { 6..=6 } {
        let far = far_lists(rows);
        let into = &mut *completions;
        match rows {
            7 => v.enter(ListCompletions::<7> { far, south, into }),
            _ => v.enter(ListCompletions::<6> { far, south, into }),
        }
        let mut found = listed(south, completions);
        found.sort_unstable();
        assert_eq!(found, expected, "{south:?}");
    }
}

#[test]
fn completions_fill_a_tail_in_every_way() {
    let mut rng = Rng::with_seed(21);
    let mut completions = Completions::default();
    for n in 15..=32 {
        for _ in 0..15 {
            let south = random_south(&mut rng, n);
            let mut expected = every_completion(&south);
            expected.sort_unstable();
            with_every_vector!(check_completions(&south, &expected, &mut completions));
        }
    }
}

/// The solutions of norths that count twice and once with all completions of a south.
fn count_pairs<V: Vector>(v: V, shape: &Shape, south: &South, [twice, once]: [&[u64]; 2]) -> u64 {
    let needed = NeededBytes::by(shape, south.row, south.columns);
    let begin = twice.len().next_multiple_of(LANE);
    // The padding of the first segment fits everything, and must not be counted.
    let mut norths = vec![0; begin];
    norths[..twice.len()].copy_from_slice(twice);
    norths.extend(once);
    let mut completions = Completions::default();
    v.enter(ListCompletions::<6> { far: far_lists(6), south, into: &mut completions });
    v.enter(CountPairs {
        shape,
        list: &list_of(&norths, 0, &needed),
        segments: &[0..twice.len(), begin..norths.len()],
        south,
        completions: &completions,
        planes: &mut Planes::new(v.ones()),
    })
}

/// Compares the solutions of norths and completions, which test these lines, with a loop over both.
fn check_pairs<V: Vector>(v: V, shape: &Shape, south: &South, tested: &[u64], norths: [&[u64]; 2]) {
    let [twice, once] = norths.map(|norths| -> u64 {
        let fitting = |north: &u64| tested.iter().filter(|&&tested| north & tested == 0).count() as u64;
        norths.iter().map(fitting).sum()
    });
    let found = count_pairs(v, shape, south, norths);
    let lengths = norths.map(<[u64]>::len);
    assert_eq!(found, 2 * twice + once, "{shape:?}, {lengths:?} norths, {} completions", tested.len());
}

/// Checks the pairs of as many random norths of either weight; true if some fitted.
fn check_lengths(rng: &mut Rng, twice: usize, once: usize) -> bool {
    let n = rng.usize(15..=32);
    let shape = shape(n);
    let south = random_south(rng, n);
    let tested: Vec<u64> = every_completion(&south)
        .iter()
        .map(|queens| (0..TAIL).fold(0, |set, row| set | tested(&shape, south.row + row, queens[row])))
        .collect();
    let mut norths =
        |len: usize| -> Vec<u64> { (0..len).map(|_| rng.u64(..) & rng.u64(..) & rng.u64(..)).collect() };
    let twice = norths(twice);
    let once = norths(once);
    with_every_vector!(check_pairs(&shape, &south, &tested, [&twice, &once]));
    tested.len() > 2 && twice.iter().chain(&once).any(|north| tested.iter().any(|tested| north & tested == 0))
}

#[test]
fn joins_every_north_with_every_completion() {
    let mut rng = Rng::with_seed(22);
    let mut counted = 0;
    for length in lengths() {
        let other = rng.usize(..300);
        for (twice, once) in [(0, length), (length, 0), (length, other), (other, length)] {
            counted += usize::from(check_lengths(&mut rng, twice, once));
        }
    }
    assert!(counted > 60, "{counted} lengths had something to count");
}

/// Counts norths that nothing attacks.
fn check_sum<V: Vector>(v: V, shape: &Shape, south: &South, norths: &[u64]) {
    let pairs = (every_completion(south).len() * norths.len()) as u64;
    assert!(pairs > u32::MAX.into(), "{pairs} pairs");
    assert_eq!(count_pairs(v, shape, south, [norths, &[]]), 2 * pairs);
}

#[test]
fn counts_tails_beyond_32_bits() {
    let shape = shape(32);
    let row = shape.near_south();
    let columns = 0x1111_1111;
    let south = South { row, columns, antidiagonals: 0, diagonals: 0, allowed: [u32::MAX; 3] };
    with_every_vector!(check_sum(&shape, &south, &vec![0; 400_000]));
}
