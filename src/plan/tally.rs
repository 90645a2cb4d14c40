//! Adds up finished units, each unit exactly once.
//!
//! All totals are computed here. A session adds the units that it counts, a ledger adds the units that are
//! read from it, and a merge adds the units of all shards.

use std::ops::AddAssign;

use super::{Entry, UnitSet};
use crate::os::cpu_time_error_s;

/// Returns whether other programs kept the threads waiting for cores. This is the case if the CPU time is
/// less than 90% of the wall time, allowing for the resolution of CPU time. The wall time includes the wait
/// for a core before the first unit. All counts, samples, records and statuses use this rule, however short
/// they are.
#[must_use]
pub fn machine_was_busy(thread_wall_s: f64, cpu_s: f64) -> bool {
    cpu_s + cpu_time_error_s() < 0.9 * thread_wall_s
}

/// Sums over finished units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sums {
    /// The number of units.
    pub units: u64,
    /// The number of solutions.
    pub solutions: u128,
    /// The sum of [`Entry::nodes`].
    pub nodes: u128,
    /// The wall time spent on the units, in milliseconds. It includes the wait of each thread for a core
    /// before its first unit.
    pub wall_ms: u128,
    /// The CPU time spent on the units, in milliseconds.
    pub cpu_ms: u128,
}

impl Sums {
    /// Returns the wall time spent on the units, in seconds.
    #[must_use]
    pub fn wall_s(self) -> f64 {
        self.wall_ms as f64 / 1e3
    }

    /// Returns the CPU time spent on the units, in seconds.
    #[must_use]
    pub fn cpu_s(self) -> f64 {
        self.cpu_ms as f64 / 1e3
    }

    /// Returns whether other programs kept the counting threads waiting for cores.
    #[must_use]
    pub fn machine_was_busy(self) -> bool {
        machine_was_busy(self.wall_s(), self.cpu_s())
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        // The sums of nodes and times have fewer than 2^64 summands below 2^64, so they can't overflow. The
        // tally checks the sum of solutions.
        self.units += other.units;
        self.solutions += other.solutions;
        self.nodes += other.nodes;
        self.wall_ms += other.wall_ms;
        self.cpu_ms += other.cpu_ms;
    }
}

impl From<&Entry> for Sums {
    fn from(unit: &Entry) -> Self {
        Self {
            units: 1,
            solutions: unit.solutions,
            nodes: unit.nodes.into(),
            wall_ms: unit.wall_ms.into(),
            cpu_ms: unit.cpu_ms.into(),
        }
    }
}

/// The set of finished units, and the sums over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    finished: UnitSet,
    sums: Sums,
}

impl Tally {
    /// Creates an empty tally for a plan of `units` units.
    pub fn new(units: u64) -> Self {
        Self { finished: UnitSet::new(units), sums: Sums::default() }
    }

    /// Adds a finished unit and returns `true`. Returns `false` and adds nothing if the unit was added
    /// before, is not in the plan, or would make the total exceed 128 bits.
    #[must_use]
    pub fn add(&mut self, unit: &Entry) -> bool {
        let is_added =
            self.sums.solutions.checked_add(unit.solutions).is_some() && self.finished.insert(unit.unit);
        if is_added {
            self.sums += Sums::from(unit);
        }
        is_added
    }

    pub fn finished(&self) -> &UnitSet {
        &self.finished
    }

    pub fn sums(&self) -> Sums {
        self.sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(unit: u64, solutions: u128) -> Entry {
        Entry { unit, solutions, nodes: 1, wall_ms: 3, cpu_ms: 2, kernel: "scalar".into() }
    }

    #[test]
    fn busy_below_nine_tenths_of_the_wall_time() {
        assert!(machine_was_busy(1.0, 0.898) && !machine_was_busy(1.0, 0.9));
        assert!(machine_was_busy(0.139, 0.054), "a short count is judged too");
        assert!(!machine_was_busy(0.003, 0.002), "2.9 ms, rounded down");
        for wall_s in (0..14).map(|power| 10_f64.powi(power)) {
            assert!(machine_was_busy(wall_s, 0.89 * wall_s) && !machine_was_busy(wall_s, 0.91 * wall_s));
        }
    }

    #[test]
    fn sums_beyond_32_and_64_bits_are_exact() {
        let mut tally = Tally::new(3);
        for (unit, solutions) in [(0, u128::from(u32::MAX)), (1, 1), (2, u128::from(u64::MAX))] {
            let nodes = u64::MAX - unit;
            let wall_ms = u64::MAX - 1;
            let cpu_ms = u64::MAX - 2;
            assert!(tally.add(&Entry { nodes, wall_ms, cpu_ms, ..finished(unit, solutions) }));
        }
        let max = u128::from(u64::MAX);
        assert_eq!(tally.sums().solutions, (1 << 32) + max);
        let Sums { nodes, wall_ms, cpu_ms, .. } = tally.sums();
        assert_eq!([nodes, wall_ms, cpu_ms], [3 * (max - 1), 3 * (max - 1), 3 * (max - 2)]);
        assert_eq!(tally.finished().len(), 3);
    }

    #[test]
    fn rejects_repeated_and_foreign_units_and_an_overflow() {
        let mut tally = Tally::new(3);
        assert!(tally.add(&finished(1, 5)));
        assert!(!tally.add(&finished(1, 5)) && !tally.add(&finished(3, 5)));
        assert!(!tally.add(&finished(2, u128::MAX)));
        assert_eq!((tally.sums().solutions, tally.finished().len()), (5, 1));
    }
}
