//! Measures how fast column sets are counted, on a random sample.
//!
//! # Idea
//!
//! Sets of one board take times that differ by factors, and from N = 24 on a set takes so long that
//! a few seconds have room for ten of them. So
//!
//! * sets are drawn with odds in proportion to what they are *expected* to take, and a time is
//!   divided by its odds: the times that are added up differ much less, whatever the expectation is
//!   worth, and their mean is right all the same;
//! * of a set that takes long, the norths are listed as for a count, and some random squares of the
//!   south's first rows are searched ([`super::set_counter`]).
//!
//! Nothing is timed but what a count does: the same lists, of the same lengths.
//!
//! # What a set is expected to take
//!
//! Its time grows with the norths, with the souths, and with the pairs of both that do not attack
//! each other. Put queens into the rows of both halves at random: the average numbers of pairs of
//! queens that attack each other, within the north, within the south, and across the cut, follow
//! from the distances of the columns alone. If attacks were independent, `exp(-attacks)` of all
//! placements would be left (Poisson's law).
//!
//! Source of the drawing: W. G. Cochran, "Sampling Techniques", 1977, section 9A.3 (odds in
//! proportion to size, with replacement).

use std::time::Duration;

use fastrand::Rng;

use super::Shape;
use super::first_queens::FirstQueens;
use super::kernels::HalvesKernel;
use super::set_counter::{CountSets, SetTime, set_counter};
use super::sets::ColumnSet;
use super::units::HalvesUnits;
use crate::methods::counter::thread_time;
use crate::methods::work::{Piece, Timing};

/// Sets of which some are drawn by their odds. Their expected times differ by a factor of two, so
/// the mean of so many is right to 1%.
const POOL: usize = 1 << 14;

/// Times random pieces of units. The work of a piece is its share of all.
pub struct Pieces<'a> {
    units: &'a HalvesUnits,
    sets: Box<dyn CountSets>,
    /// Random sets, how often the norths of each are listed, and what those up to each are expected
    /// to take.
    pool: Vec<(ColumnSet, f64, f64)>,
    once: Duration,
}

impl<'a> Pieces<'a> {
    /// Pieces of `units`, counted by `kernel`.
    #[must_use]
    pub fn new(units: &'a HalvesUnits, kernel: HalvesKernel) -> Self {
        let sets = set_counter(kernel, units.shape());
        Self { units, sets, pool: Vec::new(), once: Duration::ZERO }
    }

    /// Makes what a count makes once, and draws the pool.
    fn make(&mut self, rng: &mut Rng) {
        let began = thread_time();
        self.sets.make_far_lists(self.units.far(), rng);
        self.once = thread_time().saturating_sub(began);
        let mut sum = 0.0;
        self.pool.extend((0..POOL).map(|_| {
            let (set, listings) = self.units.random_set(rng);
            sum += expected_time(self.units.shape(), &set);
            (set, listings, sum)
        }));
    }

    /// A set, how often its norths are listed, and its odds, compared with those of an average one.
    fn draw(&self, rng: &mut Rng) -> (ColumnSet, f64, f64) {
        let sum = self.pool[POOL - 1].2;
        let drawn = rng.f64() * sum;
        let at = self.pool.partition_point(|(.., up_to)| *up_to <= drawn).min(POOL - 1);
        let before = if at == 0 { 0.0 } else { self.pool[at - 1].2 };
        let (set, listings, up_to) = self.pool[at];
        (set, listings, (up_to - before) / (sum / POOL as f64))
    }
}

impl Timing for Pieces<'_> {
    fn prepare(&mut self, rng: &mut Rng) {
        self.piece(rng);
    }

    fn piece(&mut self, rng: &mut Rng) -> Piece {
        if self.pool.is_empty() {
            self.make(rng);
        }
        let (set, listings, odds) = self.draw(rng);
        let every = FirstQueens::every(set.columns, self.units.shape().first_queens);
        let seconds = rng.choice(&every).map_or(0.0, |&first| {
            let SetTime { listing, searching } = self.sets.time(self.units.far(), &set, first, rng);
            (listing * listings + searching) * every.len() as f64
        });
        Piece { work: 1.0 / self.units.sets() as f64, elapsed: Duration::from_secs_f64(seconds / odds) }
    }

    fn once(&self) -> Duration {
        self.once
    }
}

/// What a set is expected to take, in no unit: see above.
fn expected_time(shape: &Shape, set: &ColumnSet) -> f64 {
    let [north, south, across] = attacks(shape, set);
    (-(NORTH * north + SOUTH * south + ACROSS * across)).exp()
}

/// How much an attack of either kind counts: the logarithm of the times of 60 random sets of N = 24
/// fitted by the three averages (`avx512`, one Intel core). The times have a standard deviation of
/// 0.80 of their mean, and of 0.49 when they are drawn and divided by these odds.
const NORTH: f64 = 0.9;
const SOUTH: f64 = 0.45;
const ACROSS: f64 = 1.3;

/// How many pairs of queens attack each other on average, when the rows of the north and those of
/// the south are filled with the columns of `set` at random: within the north, within the south,
/// and a queen of one with a queen of the other.
fn attacks(shape: &Shape, set: &ColumnSet) -> [f64; 3] {
    let (north, south) = (set.columns, shape.row_mask() & !set.columns);
    let within = |rows: usize, distance: usize| {
        let (rows, apart) = (rows as f64, rows.saturating_sub(distance) as f64);
        if apart > 0.0 { 2.0 * apart / (rows * (rows - 1.0)) } else { 0.0 }
    };
    let mut attacks = [0.0; 3];
    for distance in 1..shape.n {
        let pairs = |a: u32, b: u32| f64::from((a & b >> distance).count_ones());
        // Rows i of the north and j of the south, from 0, are i + j + 1 apart.
        let rows = distance.min(shape.north).saturating_sub(distance.saturating_sub(shape.south));
        attacks[0] += pairs(north, north) * within(shape.north, distance);
        attacks[1] += pairs(south, south) * within(shape.south, distance);
        attacks[2] +=
            (pairs(north, south) + pairs(south, north)) * rows as f64 / (shape.north * shape.south) as f64;
    }
    attacks
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use super::*;
    use crate::board::BoardSize;
    use crate::methods::halves::STANDARD_DEPTH;
    use crate::methods::halves::far::FarLists;
    use crate::methods::halves::kernels::{SetCounts, plain};
    use crate::methods::halves::sets::Columns;

    /// Searching takes the sum of a set's columns, and listing depends on the first queens.
    struct KnownTimes;

    /// CPU time of making its far lists.
    const FAR_LISTS: Duration = Duration::from_millis(2);

    impl KnownTimes {
        fn of(set: &ColumnSet, first: FirstQueens) -> SetTime {
            let sum: usize = crate::board::bits(set.columns).sum();
            SetTime { listing: 100.0 * first.given().sum::<usize>() as f64, searching: sum as f64 }
        }
    }

    impl CountSets for KnownTimes {
        fn count(
            &mut self,
            _: &FarLists,
            _: &ColumnSet,
            _: FirstQueens,
            _: &AtomicBool,
        ) -> Option<SetCounts> {
            None
        }

        fn make_far_lists(&self, _: &FarLists, _: &mut Rng) {
            let (began, waited) = (thread_time(), Instant::now());
            // Bounded, in case that the clock of the thread stands still.
            while thread_time() < began + FAR_LISTS && waited.elapsed() < 1_000 * FAR_LISTS {}
        }

        fn time(&mut self, _: &FarLists, set: &ColumnSet, first: FirstQueens, _: &mut Rng) -> SetTime {
            Self::of(set, first)
        }

        fn memory(&self) -> usize {
            0
        }
    }

    fn units(n: usize) -> HalvesUnits {
        HalvesUnits::new(BoardSize::new(n).unwrap(), STANDARD_DEPTH).unwrap()
    }

    fn known_pieces(units: &HalvesUnits) -> Pieces<'_> {
        Pieces { sets: Box::new(KnownTimes), ..Pieces::new(units, HalvesKernel::Scalar) }
    }

    #[test]
    fn the_mean_of_all_pieces_is_estimated_whatever_the_odds_of_their_sets() {
        for (n, first_queens) in [(14, 0), (14, 1), (15, 1)] {
            let shape = Shape { first_queens, ..*units(n).shape() };
            let units = HalvesUnits::of_shape(BoardSize::new(n).unwrap(), shape, STANDARD_DEPTH).unwrap();
            let sets_per_unit = units.sets() as f64 / units.count() as f64;
            let (mut sum, mut number) = (0.0, 0);
            while number < units.sets() {
                let (columns, _) = Columns::of_set(n, number);
                let first = FirstQueens::every(columns.mask(), first_queens);
                let sharing = columns.count() as f64;
                let listings = 1.0 / sharing + (1.0 - 1.0 / sharing) / (sets_per_unit * first.len() as f64);
                for (set, _) in columns.sets() {
                    let times = first.iter().map(|&first| KnownTimes::of(&set, first));
                    sum += times.map(|time| time.listing * listings + time.searching).sum::<f64>();
                }
                number += columns.count();
            }
            let mean = sum / units.sets() as f64;
            let mut pieces = known_pieces(&units);
            let (mut rng, drawn) = (Rng::with_seed(1), 20_000);
            pieces.prepare(&mut rng);
            let odds = |(set, _, odds): (ColumnSet, f64, f64)| odds / expected_time(units.shape(), &set);
            let [first, second] = [(); 2].map(|()| odds(pieces.draw(&mut rng)));
            assert!((first / second - 1.0).abs() < 1e-6, "odds in proportion: {first}, {second}");
            let mut times = (0..drawn).map(|_| pieces.piece(&mut rng));
            let estimated =
                times.by_ref().map(|piece| piece.elapsed.as_secs_f64()).sum::<f64>() / f64::from(drawn);
            assert!(
                (estimated / mean - 1.0).abs() < 0.02,
                "N = {n}, {first_queens} apart: {estimated}, {mean}"
            );
        }
    }

    #[test]
    fn the_work_of_all_pieces_is_one() {
        let units = units(9);
        let piece = known_pieces(&units).piece(&mut Rng::with_seed(1));
        assert!((piece.work * units.sets() as f64 - 1.0).abs() < 1e-9, "{piece:?}");
    }

    #[test]
    fn far_lists_are_made_and_timed_before_the_first_piece() {
        let units = units(9);
        let mut pieces = known_pieces(&units);
        assert_eq!(pieces.once(), Duration::ZERO);
        pieces.prepare(&mut Rng::with_seed(1));
        assert!(pieces.once() >= FAR_LISTS);
    }

    /// Standard deviation, as a share of the mean.
    fn scatter(values: &[f64]) -> f64 {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares: f64 = values.iter().map(|value| (value / mean - 1.0).powi(2)).sum();
        (squares / values.len() as f64).sqrt()
    }

    #[test]
    fn the_work_of_a_set_differs_less_from_what_is_expected_than_from_the_mean() {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let (units, mut rng) = (units(14), Rng::with_seed(3));
        let sets: Vec<ColumnSet> = (0..60).map(|_| units.random_set(&mut rng).0).collect();
        let nodes = |set| plain::count(units.shape(), set, FirstQueens::ANY, &NEVER).unwrap().pairs as f64;
        let by_odds = |set| nodes(set) / expected_time(units.shape(), set);
        let [nodes, by_odds] =
            [sets.iter().map(nodes).collect::<Vec<_>>(), sets.iter().map(by_odds).collect()];
        let [nodes, by_odds] = [scatter(&nodes), scatter(&by_odds)];
        assert!(by_odds < 0.5 * nodes, "{by_odds}, {nodes}");
    }

    #[test]
    fn attacks_are_those_of_random_placements() {
        let mut rng = Rng::with_seed(2);
        for (n, columns) in [(10, 0b1_0011_0101), (13, 0b101_0011_0101)] {
            let shape = *units(n).shape();
            let set = ColumnSet { columns, centre: None };
            let columns = |set: u32| crate::board::bits(set).collect::<Vec<usize>>();
            let (mut north, mut south) = (columns(set.columns), columns(shape.row_mask() & !set.columns));
            assert_eq!((north.len(), south.len()), (shape.north, shape.south));
            let (mut found, rounds) = ([0.0; 3], 20_000);
            for _ in 0..rounds {
                rng.shuffle(&mut north);
                rng.shuffle(&mut south);
                let pairs = |half: &[usize]| {
                    let attacks = |j: usize| (0..j).filter(|&i| half[i].abs_diff(half[j]) == j - i).count();
                    (0..half.len()).map(attacks).sum::<usize>() as f64
                };
                let across = north.iter().enumerate().map(|(i, a)| {
                    south.iter().enumerate().filter(|(j, b)| a.abs_diff(**b) == i + j + 1).count() as f64
                });
                let round = [pairs(&north), pairs(&south), across.sum()];
                found.iter_mut().zip(round).for_each(|(sum, attacks)| *sum += attacks / f64::from(rounds));
            }
            for (found, expected) in found.iter().zip(attacks(&shape, &set)) {
                assert!((found - expected).abs() < 0.05, "N = {n}: {found}, {expected}");
            }
        }
    }

    #[test]
    fn norths_are_listed_once_for_the_sets_of_an_odd_board_that_share_them() {
        // Up to all sets of a choice of columns in a unit, and one or two at the greatest depth.
        for (n, depth) in [(12, 4), (13, 4), (15, 4), (15, 6), (15, 7)] {
            let (units, mut rng) =
                (HalvesUnits::new(BoardSize::new(n).unwrap(), depth).unwrap(), Rng::with_seed(4));
            let drawn = 50_000;
            let mean = (0..drawn).map(|_| units.random_set(&mut rng).1).sum::<f64>() / f64::from(drawn);
            let (mut listed, mut sets) = (0, 0);
            for unit in 0..units.count() {
                let mut columns: Vec<u32> = units.pieces_of(unit).map(|piece| piece.set.columns).collect();
                sets += columns.len();
                columns.dedup();
                listed += columns.len();
            }
            let expected = f64::from(listed as u32) / f64::from(sets as u32);
            assert!((mean / expected - 1.0).abs() < 0.05, "N = {n}, depth {depth}: {mean}, {expected}");
        }
    }
}
