//! Column sets in their order, and the units that are made of them.

use super::*;
use crate::check::known;
use crate::methods::counter::UnitCounts;
use crate::methods::halves::far::BLOCK;
use crate::methods::halves::first_queens::FirstQueens;
use crate::methods::halves::kernels::portable::Portable;
use crate::methods::halves::set_counter::forced_set_counter;
use crate::methods::halves::units::{STANDARD_DEPTH, TABLES, WeightedPart, thread_memory};
use crate::methods::halves::{HalvesUnits, UnitCounter};

#[test]
fn canonical_sets_are_as_many_as_the_classes() {
    for (n, expected) in [(16, 3_299), (18, 12_283), (20, 46_508), (22, 176_870), (24, 677_294)] {
        assert_eq!(ColumnSet::canonical(n).count(), expected, "N = {n}");
    }
}

#[test]
fn sets_come_in_ascending_order_and_no_class_is_missed() {
    for n in 2..=13 {
        let key = |set: ColumnSet| (set.columns, set.centre);
        let sets: Vec<_> =
            std::iter::successors(Some(ColumnSet::first(n)), |set| set.next(n)).map(key).collect();
        assert!(sets.is_sorted_by(|a, b| a < b), "N = {n}");
        let weights: u64 = ColumnSet::canonical(n).map(|(_, weight)| u64::from(weight)).sum();
        // Every set of the board is in one class: C(n, n / 2) sets of columns, and a central column
        // of those left.
        let centres = if n % 2 == 1 { n.div_ceil(2) as u64 } else { 1 };
        let all = (0..n as u64 / 2).fold(1, |ways, i| ways * (n as u64 - i) / (i + 1)) * centres;
        assert_eq!(weights, all, "N = {n}");
        assert!(ColumnSet::canonical(n).map(|(set, _)| key(set)).is_sorted_by(|a, b| a < b), "N = {n}");
    }
}

/// Every piece of a board in order.
fn pieces(n: usize, parts: u32) -> impl Iterator<Item = WeightedPart> {
    ColumnSet::canonical(n).flat_map(move |(set, weight)| {
        (0..parts).map(move |number| WeightedPart {
            set,
            weight,
            part: Part { number, of: parts, ..Part::WHOLE },
        })
    })
}

#[test]
fn the_units_of_a_board_have_every_piece_once_in_order() {
    for n in 1..=15 {
        for depth in [1, STANDARD_DEPTH - 1, STANDARD_DEPTH] {
            let units = HalvesUnits::new(size(n), depth).unwrap();
            let dealt = (0..units.count()).flat_map(|unit| units.parts_of(unit));
            assert!(dealt.eq(pieces(n, 1)), "N = {n}, depth {depth}");
            assert_eq!(units.pieces(), pieces(n, 1).count() as u64);
        }
    }
}

#[test]
fn units_of_large_boards_have_the_pieces_at_their_places() {
    let mut rng = Rng::with_seed(51);
    for n in [16, 17, 18, 20, 22, 25] {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        let mut sampled: Vec<u64> = (0..10).map(|_| rng.u64(..units.count())).collect();
        sampled.extend([0, units.count() - 1]);
        sampled.sort_unstable();
        let mut all = pieces(n, 1).enumerate();
        let mut last = None;
        for unit in sampled {
            let first = (u128::from(units.pieces()) * u128::from(unit) / u128::from(units.count())) as usize;
            if last == Some(unit) {
                continue;
            }
            last = Some(unit);
            let next =
                (u128::from(units.pieces()) * u128::from(unit + 1) / u128::from(units.count())) as usize;
            let expected: Vec<WeightedPart> = all
                .by_ref()
                .skip_while(|(i, _)| *i < first)
                .take(next - first)
                .map(|(_, piece)| piece)
                .collect();
            assert!(!expected.is_empty());
            assert_eq!(units.parts_of(unit).collect::<Vec<_>>(), expected, "N = {n}, unit {unit}");
        }
    }
}

#[test]
fn units_of_boards_whose_sets_are_cut_meet_without_a_gap() {
    let units = HalvesUnits::new(size(28), STANDARD_DEPTH).unwrap();
    let parts = units.parts_of(0).next().unwrap().part.of;
    assert!(parts > 1);
    assert_eq!(units.pieces() % u64::from(parts), 0);
    let mut rng = Rng::with_seed(52);
    for _ in 0..200 {
        let unit = rng.u64(..units.count() - 1);
        let here: Vec<WeightedPart> = units.parts_of(unit).chain(units.parts_of(unit + 1)).collect();
        let WeightedPart { set, part, .. } = here[0];
        // From the first of them on, straight from the order of the sets.
        let expected = ColumnSet::canonical_from(set, 28)
            .flat_map(|(set, weight)| {
                (0..parts).map(move |number| WeightedPart {
                    set,
                    weight,
                    part: Part { number, of: parts, ..Part::WHOLE },
                })
            })
            .skip(part.number as usize);
        assert!(here.iter().copied().eq(expected.take(here.len())), "unit {unit}");
    }
    let last = units.parts_of(units.count() - 1).last().unwrap();
    assert_eq!(last.part, Part { number: parts - 1, of: parts, ..Part::WHOLE });
    assert_eq!(ColumnSet::canonical_from(last.set, 28).count(), 1, "a set behind the last unit");
}

#[test]
fn counters_add_up_the_weighed_solutions_and_the_pairs_of_their_pieces() {
    for (n, parts) in [(1, 1), (7, 1), (12, 1), (13, 1), (8, 3), (12, 4), (13, 4)] {
        let units = HalvesUnits::in_parts(size(n), parts);
        for kernel in HalvesKernel::available() {
            let (mut counter, mut sets) =
                (UnitCounter::new(&units, kernel), set_counter(kernel, units.shape()));
            let (mut solutions, mut nodes, mut pairs) = (0, 0, 0);
            for unit in 0..units.count() {
                let counted = counter.count(unit, &NEVER).unwrap();
                solutions += counted.solutions;
                nodes += counted.nodes;
                let count =
                    |piece: WeightedPart| sets.count(units.far(), &piece.set, piece.part, &NEVER).unwrap();
                pairs += units.parts_of(unit).map(count).map(|counts| counts.pairs).sum::<u64>();
            }
            let what = format!("N = {n} in {parts} parts, {}", kernel.name());
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
fn every_set_is_drawn_with_the_same_odds_and_as_it_is_counted() {
    for n in [8, 9] {
        let (units, mut rng) = (HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap(), Rng::with_seed(53));
        let sets: Vec<ColumnSet> = ColumnSet::canonical(n).map(|(set, _)| set).collect();
        let mut drawn = vec![0; sets.len()];
        for _ in 0..400 * sets.len() {
            let set = units.random_set(&mut rng);
            drawn[sets.iter().position(|&other| other == set).expect("a set that is counted")] += 1;
        }
        // Five standard deviations of a number that is 400 on average.
        assert!(drawn.iter().all(|times| (300..500).contains(times)), "N = {n}: {drawn:?}");
    }
}

#[test]
fn a_depth_that_asks_for_more_units_than_pieces_is_refused() {
    let error = HalvesUnits::new(size(8), 9).unwrap_err().to_string();
    assert!(error.contains(&pieces(8, 1).count().to_string()), "{error}");
}

#[test]
fn memory_grows_with_threads_and_far_lists_stay_within_it() {
    for n in [12, 16, 18, 20] {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        let [one, two, four] = [1, 2, 4].map(|threads| units.memory(Kernel::Portable, threads));
        assert!(one < two && two - one == (four - two) / 2, "N = {n}: {one}, {two}, {four}");
        // What is left are the sets that are remembered, one in 64.
        let remembered = units.pieces() / 64 * size_of::<ColumnSet>() as u64;
        let plan = units.memory(Kernel::Scalar, 1);
        assert!(plan >= remembered && two - one >= TABLES, "N = {n}: {plan}, {one}, {two}");
        assert_eq!(one, plan + units.far().memory() + (two - one), "N = {n}");
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
    let (shape, kernel) = (shape(20), HalvesKernel::available().next().unwrap());
    for first in [FirstQueens::Together, FirstQueens::Apart] {
        let (mut sets, mut rng) = (forced_set_counter(kernel, &shape, first), Rng::with_seed(55));
        for _ in 0..40 {
            sets.count(&FAR_LISTS[shape.far - 6], &random_set(&mut rng, 20), Part::WHOLE, &NEVER);
        }
        let taken = (sets.memory() as u64 + TABLES) as f64;
        let told = thread_memory(&shape, Part::WHOLE, first) as f64;
        assert!((0.7..1.3).contains(&(told / taken)), "{first:?}: {told} told, {taken} taken");
    }
}

#[test]
fn the_memory_of_a_thread_on_a_large_board_is_what_was_measured() {
    // Resident megabytes after 25 to 200 random sets; of N = 22 after a whole count, of N = 27 and
    // of N = 28 what the lists could hold after seven sets and after 200 and 100.
    let measured = [
        (22, 1, 11.5),
        (24, 1, 60.8),
        (25, 1, 101.0),
        (26, 1, 45.8),
        (27, 1, 298.5),
        (28, 4, 519.0),
        (28, 26, 219.9),
        (29, 6, 72.2),
        (30, 32, 122.5),
        (31, 22, 201.0),
        (32, 120, 244.3),
    ];
    for (n, of, measured) in measured {
        let deal = if of == 4 { Deal::Sum } else { Deal::Hash };
        let (shape, part) = (shape(n), Part { number: 0, of, deal });
        let thread = thread_memory(&shape, part, FirstQueens::standard(&shape, part));
        let ratio = thread as f64 / 1e6 / measured;
        assert!((0.8..1.25).contains(&ratio), "N = {n}: {thread} bytes, {ratio} times what was measured");
        if n > 28 {
            let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
            let [none, three] = [0, 3].map(|threads| units.memory(Kernel::Portable, threads));
            assert_eq!((none, three), (units.far().memory(), none + 3 * thread), "N = {n}");
        }
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
    fn count(&mut self, _: &FarLists, _: &ColumnSet, _: Part, _: &AtomicBool) -> Option<SetCounts> {
        self.sets += 1;
        Some(Self::counts(self.sets))
    }

    fn make_far_lists(&self, _: &FarLists, _: &mut Rng) {}

    fn time(&mut self, _: &FarLists, _: &ColumnSet, _: Part, _: &mut Rng) -> SetTime {
        SetTime::default()
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
    for piece in units.parts_of(1) {
        sets += 1;
        let counts = ManySolutions::counts(sets);
        solutions += u128::from(piece.weight) * u128::from(counts.solutions);
        nodes += counts.pairs;
    }
    assert!(sets > 1 && solutions > u128::from(u64::MAX));
    assert_eq!(counter.count(1, &NEVER), Some(UnitCounts { solutions, nodes }));
}
