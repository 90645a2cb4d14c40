//! Units of large boards, either with known solutions or drawn at random.
//!
//! A whole board with 24 rows takes hours, but one of its units takes less than a second. Counting such a
//! unit with two kernels and [upside down](crate::check::verify) shows whether this program counts large
//! boards correctly on this machine. If the solutions of the unit are known, one count is enough.
//!
//! ```
//! use queens::check::units::known_units;
//! use queens::Count;
//!
//! let known = known_units().into_iter().find(|known| known.n.get() == 20).expect("a unit of N = 20");
//! let counted = Count::of_units(&known.plan(), [known.unit]).prepare()?.run(&mut ())?;
//! assert_eq!(counted.sums().solutions, known.solutions);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::Range;

use fastrand::Rng;

use crate::board::BoardSize;
use crate::methods::{Method, MethodError};
use crate::plan::Plan;

/// The known units and their origin.
const TABLE: &str = include_str!("units.csv");

/// A unit of [`Method::Colours`] with known solutions.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct KnownUnit {
    /// The board size.
    pub n: BoardSize,
    /// The plan's depth.
    pub depth: usize,
    /// The unit's number in the plan.
    pub unit: u64,
    /// The number of solutions in the unit.
    pub solutions: u128,
    /// The unit's [nodes](crate::methods::FinishedUnit::nodes) with every kernel except the plain recursion.
    /// They reveal faults even if the unit has no solutions.
    pub nodes: u64,
    /// True if counting the unit with `avx512` takes at most a tenth of a second. One unit of N = 31 is an
    /// exception.
    pub is_short: bool,
    /// True if the unit reaches a size limit for lists or tables that no short unit reaches.
    pub is_far_reaching: bool,
    /// True if the kernel `scalar`, the plain recursion, counts the unit in a second or two.
    pub is_plain: bool,
}

impl KnownUnit {
    /// Returns the plan that contains the unit. It may be too large for a run.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::of_any_number(self.n, self.depth)
    }
}

/// Returns the known units of boards with 20 to 32 rows, ordered by plan.
///
/// # Panics
/// Never panics, because the tests read the same table.
#[must_use]
pub fn known_units() -> Vec<KnownUnit> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| known_unit(line).expect("a line of the table")).collect()
}

fn known_unit(line: &str) -> Option<KnownUnit> {
    let fields: Vec<&str> = line.split(',').collect();
    let [n, depth, unit, solutions, nodes, choice, scalar] = fields[..] else { return None };
    if !["", "short", "far"].contains(&choice) || !["", "scalar"].contains(&scalar) {
        return None;
    }
    Some(KnownUnit {
        n: BoardSize::new(n.parse().ok()?).ok()?,
        depth: depth.parse().ok()?,
        unit: unit.parse().ok()?,
        solutions: solutions.parse().ok()?,
        nodes: nodes.parse().ok()?,
        is_short: choice == "short",
        is_far_reaching: choice == "far",
        is_plain: scalar == "scalar",
    })
}

/// The maximum cost of a random unit on boards whose plans cannot be cut finely enough, relative to the
/// board's most expensive unit. A unit of this cost can take more than a minute.
const MAX_COST: f64 = 0.01;

/// Random units of a board, counted by [`Method::Colours`]. With rare exceptions, a unit takes a few seconds
/// at most.
#[derive(Clone, Debug)]
pub struct RandomUnits {
    plan: Plan,
    /// Ranges of units with equal cost. Each range comes with the number of units before it.
    ranges: Vec<(u64, Range<u64>)>,
    rng: Rng,
}

impl RandomUnits {
    /// Draws random units of a board. The same `seed` draws the same units.
    ///
    /// # Errors
    /// Never fails, because every board has a plan at these depths.
    pub fn of(size: BoardSize, seed: u64) -> Result<Self, MethodError> {
        let depth = match size.get() {
            ..=24 | 30.. => 4,
            25..=27 | 29 => 5,
            28 => 6,
        };
        let plan = Plan::new(size, Method::Colours, depth)?;
        let is_cut = size.get() < 30;
        let costs = || plan.method_units().costs();
        let max_cost = costs().map(|(_, cost)| cost).fold(0.0, f64::max);
        let mut before = 0;
        let mut ranges = Vec::new();
        for (units, _) in costs().filter(|(_, cost)| is_cut || *cost <= MAX_COST * max_cost) {
            ranges.push((before, units.clone()));
            before += units.end - units.start;
        }
        Ok(Self { plan, ranges, rng: Rng::with_seed(seed) })
    }

    /// Returns the units' plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
}

/// Draws half of the units uniformly. Draws the other half from the units with a randomly chosen set of even
/// rows, because uniform draws would hardly ever reach units with very few or very many queens in a quarter.
impl Iterator for RandomUnits {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let Self { ranges, rng, .. } = self;
        let (before, last) = ranges.last()?;
        let all = before + last.end - last.start;
        let range = if rng.bool() {
            rng.usize(..ranges.len())
        } else {
            let place = rng.u64(..all);
            ranges.partition_point(|(before, _)| *before <= place) - 1
        };
        Some(rng.u64(ranges[range].1.clone()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::iter;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::methods::Kernel;

    #[test]
    fn short_known_units_keep_their_counts() {
        let never = AtomicBool::new(false);
        let known = known_units();
        for of_plan in known.chunk_by(|a, b| (a.n, a.depth) == (b.n, b.depth)) {
            let plan = of_plan[0].plan();
            for (place, kernel) in Method::Colours.available().into_iter().enumerate() {
                let mut counter = plan.method_units().counter(kernel).unwrap();
                for known in chosen(of_plan, place, kernel) {
                    let found = counter(known.unit, &never).unwrap();
                    assert_eq!(found.solutions, known.solutions, "{kernel}, {known:?}");
                    assert!(kernel == Kernel::Scalar || found.nodes == known.nodes, "{kernel}, {known:?}");
                }
            }
        }
    }

    /// Returns the short units that `kernel` counts in this test, out of a plan's known units. The two
    /// fastest kernels each count two units. The plain recursion counts only one unit, for N = 20. Any other
    /// kernel counts one of the shortest units, with solutions if possible. The released program's self-test
    /// counts all short units.
    fn chosen(of_plan: &[KnownUnit], place: usize, kernel: Kernel) -> Vec<&KnownUnit> {
        /// A debug build of `portable` counts this many hits in less than half a second.
        const MAX_HITS: u64 = 4_000_000;
        let mut short = of_plan.iter().filter(|known| known.is_short && known.nodes <= MAX_HITS);
        match kernel {
            Kernel::Scalar => short.find(|known| known.is_plain && known.n.get() == 20).into_iter().collect(),
            _ if place < 2 => short.take(2).collect(),
            _ => {
                let few = short.filter(|known| known.nodes > 0);
                few.min_by_key(|known| (known.solutions == 0, known.nodes)).into_iter().collect()
            }
        }
    }

    #[test]
    fn known_units_are_of_every_large_board_each_once() {
        let known = known_units();
        let mut units: Vec<_> = known.iter().map(|known| (known.n, known.depth, known.unit)).collect();
        units.sort_unstable();
        units.dedup();
        assert_eq!(units.len(), known.len());
        let mut by_board: BTreeMap<usize, [usize; 4]> = BTreeMap::new();
        let plans = known.chunk_by(|a, b| (a.n, a.depth) == (b.n, b.depth));
        let in_plans = plans.flat_map(|units| units.iter().zip(iter::repeat(units[0].plan().units())));
        for (known, units) in in_plans {
            assert!(known.unit < units, "{known:?}");
            let [all, short, plain, found] = by_board.entry(known.n.get()).or_default();
            *all += 1;
            *short += usize::from(known.is_short);
            *plain += usize::from(known.is_plain);
            *found += usize::from(known.solutions > 0);
        }
        assert!(by_board.keys().copied().eq(20..=32), "{by_board:?}");
        for (n, [all, short, plain, found]) in by_board {
            // On odd boards, a piece contains all odd columns, which is too many for the plain recursion.
            let is_plain = plain > 0 || n % 2 == 1 && n > 22;
            assert!(
                all >= 11 && short >= 2 && found >= 4 && is_plain,
                "N = {n}: {all} {short} {plain} {found}"
            );
        }
    }

    #[test]
    fn random_units_are_of_the_plan_and_of_every_number_of_queens() {
        for n in 20..=32 {
            let units = RandomUnits::of(BoardSize::new(n).unwrap(), 1).unwrap();
            let plan = units.plan().clone();
            let again: Vec<u64> = units.clone().take(9).collect();
            assert!(units.clone().take(9).eq(again), "N = {n}");
            let tenths: Vec<u64> = units.take(200).map(|unit| 10 * unit / plan.units()).collect();
            assert!(tenths.iter().all(|&tenth| tenth < 10), "N = {n}");
            let met = (0..10).filter(|tenth| tenths.contains(tenth)).count();
            assert!(met >= if n < 30 { 8 } else { 2 }, "N = {n}: {tenths:?}");
        }
    }
}
