//! Column sets in their order, and the units that are made of them.

use super::*;
use crate::check::known;
use crate::methods::counter::UnitCounts;
use crate::methods::halves::lists::far::BLOCK;
use crate::methods::halves::kernels::portable::Portable;
use crate::methods::halves::sets::units::{Piece, TABLES, thread_memory};
use crate::methods::halves::{HalvesUnits, STANDARD_DEPTH, UnitCounter};

/// Units whose norths are cut by so many first queens, as only those of large boards are.
fn units_with(n: usize, first_queens: usize, depth: usize) -> HalvesUnits {
    HalvesUnits::of_shape(size(n), Shape { first_queens, ..shape(n) }, depth).unwrap()
}

/// Every piece of a board in order: by columns, first queens, and centres.
fn pieces(n: usize, first_queens: usize) -> Vec<Piece> {
    let sets: Vec<(ColumnSet, u8)> = counted_sets(n).collect();
    let same_columns = sets.chunk_by(|(a, _), (b, _)| a.columns == b.columns);
    let of_columns = |sets: &[(ColumnSet, u8)]| {
        let every = FirstQueens::every(sets[0].0.columns, first_queens).into_iter();
        let of_first =
            |first| sets.iter().map(move |&(set, weight)| Piece { set, weight, first }).collect::<Vec<_>>();
        every.flat_map(of_first).collect::<Vec<_>>()
    };
    same_columns.flat_map(of_columns).collect()
}

#[test]
fn the_units_of_a_board_have_every_piece_once_in_order() {
    for n in 1..=15 {
        for first_queens in 0..=2 {
            let expected = pieces(n, first_queens);
            for depth in [1, STANDARD_DEPTH - 1, STANDARD_DEPTH, STANDARD_DEPTH + 1] {
                let shape = Shape { first_queens, ..shape(n) };
                let Ok(units) = HalvesUnits::of_shape(size(n), shape, depth) else { continue };
                let dealt = (0..units.count()).flat_map(|unit| units.pieces_of(unit));
                assert!(dealt.eq(expected.iter().copied()), "N = {n}, {first_queens} apart, depth {depth}");
            }
        }
    }
}

#[test]
fn units_have_the_same_share_of_the_sets() {
    for (n, first_queens, depth) in [(16, 0, 4), (17, 0, 4), (16, 1, 6), (17, 1, 6), (18, 2, 5), (19, 2, 4)] {
        let units = units_with(n, first_queens, depth);
        let mean = sets::count(n) as f64 / units.count() as f64;
        for unit in (0..units.count()).step_by(units.count() as usize / 20) {
            let share = |piece: Piece| 1.0 / FirstQueens::every(piece.set.columns, first_queens).len() as f64;
            let sets: f64 = units.pieces_of(unit).map(share).sum();
            // A piece more or less at either end.
            let off =
                if first_queens == 0 { 1.0 } else { 1.0 / FirstQueens::fewest(n / 2, first_queens) as f64 };
            assert!(
                (sets - mean).abs() <= off + 1e-9,
                "N = {n}, unit {unit}: {sets} sets, {mean} on average"
            );
        }
    }
}

#[test]
fn units_of_large_boards_meet_without_a_gap() {
    let mut rng = Rng::with_seed(52);
    for n in 24..=32 {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        for _ in 0..40 {
            let unit = rng.u64(..units.count() - 1);
            let here: Vec<Piece> = units.pieces_of(unit).chain(units.pieces_of(unit + 1)).collect();
            // The sets of each first queens, and the first queens of each set, one after the other.
            for pair in here.windows(2) {
                let [a, b] = [pair[0], pair[1]];
                let sets = Columns::of_set(n, number_of(n, &a.set)).0.sets();
                let every = FirstQueens::every(a.set.columns, units.shape().first_queens);
                let place = sets.iter().position(|(set, _)| *set == a.set).unwrap();
                let first = every.iter().position(|first| *first == a.first).unwrap();
                if place + 1 < sets.len() {
                    assert_eq!((b.set, b.first), (sets[place + 1].0, a.first), "N = {n}, unit {unit}");
                } else if first + 1 < every.len() {
                    assert_eq!((b.set, b.first), (sets[0].0, every[first + 1]), "N = {n}, unit {unit}");
                } else {
                    assert_eq!(number_of(n, &b.set), number_of(n, &sets[0].0) + sets.len() as u64);
                    assert_eq!(b.first, FirstQueens::every(b.set.columns, units.shape().first_queens)[0]);
                }
            }
        }
        let last = units.pieces_of(units.count() - 1).last().unwrap();
        let sets = Columns::of_set(n, sets::count(n) - 1).0.sets();
        let every = FirstQueens::every(last.set.columns, units.shape().first_queens);
        assert_eq!(
            (Some(&(last.set, last.weight)), Some(&last.first)),
            (sets.last(), every.last()),
            "N = {n}"
        );
    }
}

/// The number of the first set with the columns of `set`, by bisection: numbers are in the order of
/// the pairs of columns, the outermost first.
fn number_of(n: usize, set: &ColumnSet) -> u64 {
    let key = |columns: u32| -> Vec<u32> {
        let pair = |i: usize| match (columns >> i & 1, columns >> (n - 1 - i) & 1) {
            (0, 0) => 0,
            (1, 1) => 1,
            (left, _) => 3 - left,
        };
        (0..n / 2).map(pair).collect()
    };
    let (mut below, mut from) = (0, sets::count(n));
    while below < from {
        let middle = (below + from) / 2;
        if key(Columns::of_set(n, middle).0.mask()) < key(set.columns) {
            below = middle + 1;
        } else {
            from = middle;
        }
    }
    below
}

#[test]
fn counters_add_up_the_weighed_solutions_and_the_pairs_of_their_pieces() {
    for (n, first_queens) in [(1, 0), (7, 0), (12, 0), (13, 0), (8, 1), (11, 2), (10, 2), (14, 1)] {
        let units = units_with(n, first_queens, STANDARD_DEPTH);
        for kernel in HalvesKernel::available() {
            let (mut counter, mut sets) =
                (UnitCounter::new(&units, kernel), set_counter(kernel, units.shape()));
            let (mut solutions, mut nodes, mut pairs) = (0, 0, 0);
            for unit in 0..units.count() {
                let counted = counter.count(unit, &NEVER).unwrap();
                solutions += counted.solutions;
                nodes += counted.nodes;
                let count = |piece: Piece| sets.count(units.far(), &piece.set, piece.first, &NEVER).unwrap();
                pairs += units.pieces_of(unit).map(count).map(|counts| counts.pairs).sum::<u64>();
            }
            let what = format!("N = {n}, {first_queens} apart, {}", kernel.name());
            assert_eq!(Some(solutions), known::solutions(size(n)), "{what}");
            assert_eq!(nodes, pairs, "{what}");
        }
    }
}

#[test]
fn the_costs_of_all_units_add_up_to_the_whole() {
    for n in [1, 2, 5, 12, 15, 16, 17, 19, 20] {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        let sum: f64 = (0..units.count()).map(|_| units.cost()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "N = {n}: {sum}");
        let together: f64 = units.costs().map(|(units, cost)| (units.end - units.start) as f64 * cost).sum();
        assert!((together - 1.0).abs() < 1e-9, "N = {n}: {together}");
    }
}

#[test]
fn a_depth_that_asks_for_more_units_than_pieces_is_refused() {
    let error = HalvesUnits::new(size(8), 9).unwrap_err().to_string();
    assert!(error.contains(&sets::count(8).to_string()), "{error}");
}

#[test]
fn memory_grows_with_threads_and_far_lists_stay_within_it() {
    for n in [12, 16, 18, 20] {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        let [one, two, four] = [1, 2, 4].map(|threads| units.memory(Kernel::Portable, threads));
        assert!(one < two && two - one == (four - two) / 2, "N = {n}: {one}, {two}, {four}");
        assert!(two - one >= TABLES, "N = {n}: {one}, {two}");
        assert_eq!(one, units.far().memory() + (two - one), "N = {n}");
        let far = units.far();
        assert_eq!(far.made(), 0);
        let all = (1_u32 << n) - 1;
        let rows = units.shape().far;
        for columns in (1..=all).step_by(2).filter(|set| set.count_ones() as usize == rows) {
            far.of(Portable, columns);
        }
        assert!(far.made() > 0 && far.made() <= far.memory(), "N = {n}: {} of {}", far.made(), far.memory());
    }
}

#[test]
fn a_counter_takes_the_memory_that_is_told() {
    let kernel = HalvesKernel::available().next().unwrap();
    for first_queens in 0..=2 {
        let shape = Shape { first_queens, ..shape(20) };
        let (mut sets, mut rng) = (set_counter(kernel, &shape), Rng::with_seed(55));
        for _ in 0..40 {
            let set = random_set(&mut rng, 20);
            for first in FirstQueens::every(set.columns, first_queens) {
                sets.count(&FAR_LISTS[shape.far - 6], &set, first, &NEVER);
            }
        }
        let (taken, told) = (sets.memory() as u64 + TABLES, thread_memory(&shape));
        let ratio = told as f64 / taken as f64;
        assert!((0.7..1.5).contains(&ratio), "{first_queens} apart: {told} told, {taken} taken");
    }
}

#[test]
fn the_memory_of_a_thread_on_a_large_board_is_what_was_measured() {
    // Resident megabytes after 25 to 200 random sets; of N = 22 after a whole count. From N = 27 on
    // what a process took in 15 s or 25 s of samples, less the far lists.
    let measured = [(22, 11.5), (24, 60.8), (25, 101.0), (26, 45.8)];
    for (n, measured) in measured {
        let shape = shape(n);
        let thread = thread_memory(&shape);
        let ratio = thread as f64 / 1e6 / measured;
        assert!((0.8..1.25).contains(&ratio), "N = {n}: {thread} bytes, {ratio} times what was measured");
    }
    for n in 28..=32 {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        let [none, three] = [0, 3].map(|threads| units.memory(Kernel::Portable, threads));
        let thread = thread_memory(units.shape());
        assert_eq!((none, three), (units.far().memory(), none + 3 * thread), "N = {n}");
    }
}

#[test]
fn far_lists_of_the_largest_board_stay_within_their_memory_on_average() {
    let mut rng = Rng::with_seed(54);
    let far = FarLists::new(32, 6);
    let mut blocks = 0;
    for _ in 0..500 {
        blocks += far.of(Portable, choose(&mut rng, u32::MAX, 6)).blocks.len() as u64;
    }
    let lists = (27..32_u64).product::<u64>() / 120;
    // Half of them are mirror images of others.
    assert!(blocks / 500 * lists / 2 * (3 * BLOCK as u64) <= far.memory(), "{blocks} blocks in 500 lists");
}

/// Finds more in every set than 32 bits hold, and something else in each.
struct ManySolutions {
    sets: u64,
}

impl ManySolutions {
    fn counts(set: u64) -> SetCounts {
        SetCounts { solutions: u64::MAX - set, pairs: (1 << 33) + set }
    }
}

impl CountSets for ManySolutions {
    fn count(&mut self, _: &FarLists, _: &ColumnSet, _: FirstQueens, _: &AtomicBool) -> Option<SetCounts> {
        self.sets += 1;
        Some(Self::counts(self.sets))
    }

    fn memory(&self) -> usize {
        0
    }
}

#[test]
fn sets_with_more_solutions_than_64_bits_hold_together_are_added_up() {
    let units = HalvesUnits::new(size(15), STANDARD_DEPTH).unwrap();
    let mut counter =
        UnitCounter::with_sets(&units, HalvesKernel::Portable, Box::new(ManySolutions { sets: 0 }));
    let (mut solutions, mut nodes, mut sets) = (0, 0, 0);
    for piece in units.pieces_of(1) {
        sets += 1;
        let counts = ManySolutions::counts(sets);
        solutions += u128::from(piece.weight) * u128::from(counts.solutions);
        nodes += counts.pairs;
    }
    assert!(sets > 1 && solutions > u128::from(u64::MAX));
    assert_eq!(counter.count(1, &NEVER), Some(UnitCounts { solutions, nodes }));
}
