//! Samples a plan's units, and estimates the time that all units take.
//!
//! A sample consists of consecutive units along the [walk](crate::methods::walk), starting at a random place.
//! These are spread more evenly than randomly chosen units, so their mean is closer to the mean of all units.
//! We compute the error as if the units were chosen at random, which overestimates it. In ledgers for N = 17
//! to 19, the mean of 100 units was off by 0.4 to 0.9 times the computed error (root mean square over all
//! places, for nodes).
//!
//! When the time is up, no new unit is started, but units in progress are finished. Dropping them would bias
//! the sample, because long units are more likely to be in progress than short ones. A small bias remains,
//! because the units in progress when the time is up are longer than average. With `n` units whose times vary
//! by 0.6 of their mean, the bias is 0.4 / n of the mean, a fraction of the error.

use std::time::Duration;

use crate::methods::counter::FinishedUnit;
use crate::methods::estimated_value::EstimatedValue;
use crate::methods::walk::Walk;
use crate::plan::Plan;
use crate::plan::tally::machine_was_busy;

/// The maximum number of units in a sample. The mean of this many units is accurate to 0.3%.
pub const MAX_SAMPLE_UNITS: u64 = 1 << 16;

/// Returns a random sample of the units in `plan`, in counting order.
pub fn units(plan: &Plan, seed: u64) -> Vec<u64> {
    let units = plan.units();
    let walk = Walk::new(plan.units());
    let start = fastrand::Rng::with_seed(seed).u64(..units);
    (0..units.min(MAX_SAMPLE_UNITS)).filter_map(|step| walk.at((start + step) % units)).collect()
}

/// The number of units that an estimate needs, not including each thread's first unit.
const MIN_UNITS_TO_ESTIMATE: usize = 8;

/// How much a machine's speed varies from count to count, relative to its mean. Measured by repeating counts
/// (docs/lab/estimate-accuracy.md).
const MACHINE_VARIATION: f64 = 0.05;

/// A sample's counted units, and their times.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of units in the plan.
    units: u64,
    threads: usize,
    /// Each thread's first unit, counted while memory and caches are still cold.
    first: Vec<u64>,
    /// The cost and CPU seconds of each counted unit in `first`. All other counted units are in `warm`.
    cold: Vec<[f64; 2]>,
    warm: Vec<[f64; 2]>,
    /// The solutions in all counted units.
    pub solutions: u128,
    /// The nodes of all counted units.
    pub nodes: u128,
    /// The wall time spent on all counted units.
    pub wall: Duration,
    /// The CPU time spent on all counted units.
    pub cpu: Duration,
}

impl Sample {
    /// Creates an empty sample of a plan with `units` units. `threads` threads will count the units of
    /// `chosen` in this order.
    pub fn new(units: u64, chosen: &[u64], threads: usize) -> Self {
        Self {
            units,
            threads,
            first: chosen.iter().take(threads).copied().collect(),
            cold: Vec::new(),
            warm: Vec::new(),
            solutions: 0,
            nodes: 0,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
        }
    }

    /// Adds a counted unit. `cost` is its share of the whole plan's cost.
    pub fn add(&mut self, unit: &FinishedUnit, cost: f64) {
        let timed = if self.first.contains(&unit.unit) { &mut self.cold } else { &mut self.warm };
        timed.push([cost, unit.cpu.as_secs_f64()]);
        self.solutions += unit.solutions;
        self.nodes += u128::from(unit.nodes);
        self.wall += unit.wall;
        self.cpu += unit.cpu;
    }

    /// Returns the number of counted units.
    pub fn counted(&self) -> u64 {
        (self.cold.len() + self.warm.len()) as u64
    }

    /// Returns the number of units that an estimate needs.
    pub fn needed(&self) -> u64 {
        self.units.min((self.threads + MIN_UNITS_TO_ESTIMATE) as u64)
    }

    /// Returns whether other programs kept the threads waiting for cores. If so, the units took more CPU time
    /// than on an idle machine, by an unknown factor, and the estimate is an upper bound.
    pub fn machine_was_busy(&self) -> bool {
        machine_was_busy(self.wall.as_secs_f64(), self.cpu.as_secs_f64())
    }

    /// Returns whether all units of the plan were counted, so that nothing needs to be estimated.
    pub fn is_complete(&self) -> bool {
        self.counted() == self.units
    }

    /// Predicts a whole count's CPU seconds on this machine. The error includes variations in the machine's
    /// speed. Returns `None` until enough units are counted.
    pub fn predicted_cpu_s(&self) -> Option<EstimatedValue> {
        let all = self.cpu_s()?;
        let machine = if self.is_complete() { 0.0 } else { MACHINE_VARIATION * all.mean };
        Some(EstimatedValue { standard_error: all.standard_error.hypot(machine), ..all })
    }

    /// Estimates the CPU seconds of all units at the machine's current speed. The estimate is the cold units'
    /// time plus the time of the remaining cost at the warm units' rate.
    pub fn cpu_s(&self) -> Option<EstimatedValue> {
        if self.is_complete() {
            return Some(EstimatedValue::exact(self.cpu.as_secs_f64()));
        }
        if self.warm.len() < MIN_UNITS_TO_ESTIMATE {
            return None;
        }
        let [cold_cost, cold_s] =
            self.cold.iter().fold([0.0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        let others = self.units as f64 - self.cold.len() as f64;
        let rest = EstimatedValue::of_all(&self.warm, 1.0 - cold_cost, others)?;
        Some(EstimatedValue { mean: cold_s + rest.mean, ..rest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::methods::units::MAX_UNITS;
    use crate::methods::{Kernel, Method};

    fn finished(unit: u64, ms: u64) -> FinishedUnit {
        let wall = Duration::from_millis(2 * ms);
        let cpu = Duration::from_millis(ms);
        FinishedUnit { unit, solutions: 5, nodes: 7, wall, cpu, kernel: Kernel::Scalar }
    }

    const UNITS: [u64; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

    /// Samples a plan of 100 equally expensive units. Unit 1 takes 50 s, and the units after it take `times`,
    /// in milliseconds.
    fn sample(times: &[u64]) -> Sample {
        let mut sample = Sample::new(100, &UNITS, 1);
        sample.add(&finished(1, 50_000), 0.01);
        for (unit, &ms) in (2..).zip(times) {
            sample.add(&finished(unit, ms), 0.01);
        }
        sample
    }

    #[test]
    fn first_units_keep_their_own_time() {
        let EstimatedValue { mean, standard_error } =
            sample(&[1000, 3000, 2000, 2000, 1000, 3000, 2000, 2000]).cpu_s().unwrap();
        assert!((mean - (50.0 + 99.0 * 2.0)).abs() < 1e-9, "{mean}");
        // The eight times have a variance of 4/7. Of the 99 units after the first, 91 were not counted.
        // Student's t is 2.365 instead of 1.96.
        let expected = 99.0 * (4.0 / 7.0 / 8.0 * 91.0 / 99.0_f64).sqrt() * 2.365 / 1.96;
        assert!((standard_error / expected - 1.0).abs() < 0.02, "{standard_error} for {expected}");
    }

    #[test]
    fn needs_eight_units_besides_the_first() {
        assert_eq!(sample(&[1000; 7]).cpu_s(), None);
        assert!(sample(&[1000; 8]).cpu_s().is_some() && sample(&[]).needed() == 9);
        let mut two_threads = Sample::new(100, &UNITS, 2);
        for unit in 1..=9 {
            two_threads.add(&finished(unit, 1000), 0.01);
        }
        assert!(two_threads.cpu_s().is_none() && two_threads.needed() == 10);
    }

    #[test]
    fn error_includes_the_speed_of_the_machine() {
        let busy = sample(&[2000; 10]);
        let now = busy.cpu_s().unwrap();
        let later = busy.predicted_cpu_s().unwrap();
        assert!(now.mean == later.mean && now.standard_error < 1e-9, "{now:?}");
        assert!((later.relative_error() - MACHINE_VARIATION).abs() < 1e-9, "{later:?}");
        let quiet = Sample { wall: busy.cpu, ..busy.clone() };
        assert!(busy.machine_was_busy() && !quiet.machine_was_busy());
        assert_eq!(sample(&[2000; 99]).predicted_cpu_s().unwrap().standard_error, 0.0);
    }

    #[test]
    fn error_bars_of_large_plans_cover_nineteen_of_twenty_samples() {
        let mut rng = fastrand::Rng::with_seed(6);
        for units in [1 << 10, 100_003, 450_000, MAX_UNITS] {
            let mut within = 0;
            for _ in 0..1000 {
                let mut sample = Sample::new(units, &[0], 1);
                for unit in 0..40 {
                    // 1 to 4 s, 2 s on average.
                    let ms = 1000.0 + 3000.0 * rng.f64().powi(2);
                    sample.add(&finished(unit, if unit == 0 { 2000 } else { ms as u64 }), 1.0 / units as f64);
                }
                let now = sample.cpu_s().unwrap();
                within += u32::from((now.mean - 2.0 * units as f64).abs() <= 2.0 * now.standard_error);
                let later = sample.predicted_cpu_s().unwrap();
                let error = now.standard_error.hypot(MACHINE_VARIATION * now.mean);
                assert!((later.standard_error / error - 1.0).abs() < 1e-9, "{now:?}, then {later:?}");
            }
            assert!((920..980).contains(&within), "{within} of 1000 with {units} units");
        }
    }

    #[test]
    fn sampling_every_unit_is_exact() {
        let whole = sample(&[2000; 99]);
        let expected = EstimatedValue::exact(50.0 + 99.0 * 2.0);
        assert!(whole.is_complete());
        assert_eq!((whole.cpu_s(), whole.solutions, whole.nodes), (Some(expected), 500, 700));
        assert_eq!((whole.cpu, whole.wall), (Duration::from_secs(248), Duration::from_secs(496)));
        let almost = sample(&[2000; 98]);
        assert!(!almost.is_complete() && almost.cpu_s().unwrap().standard_error < 1e-9);
    }

    #[test]
    fn seed_decides_a_sample_of_distinct_units() {
        let plan = Plan::standard(BoardSize::new(18).unwrap(), Method::Cross);
        let mut all = units(&plan, 1);
        assert_eq!(all, units(&plan, 1));
        assert_ne!(all, units(&plan, 2));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..plan.units()));
        for n in [26, 27, 28, 32] {
            let large = Plan::standard(BoardSize::new(n).unwrap(), Method::Colours);
            let mut some = units(&large, 1);
            some.sort_unstable();
            some.dedup();
            assert_eq!(some.len() as u64, MAX_SAMPLE_UNITS.min(large.units()), "N = {n}");
            // The sample is spread evenly over the whole plan.
            for part in 0..64 {
                let [begin, end] = [part, part + 1].map(|part| large.units() * part / 64);
                let share = some.iter().filter(|unit| (begin..end).contains(unit)).count() as u64;
                assert!(share.abs_diff(MAX_SAMPLE_UNITS / 64) <= 8, "N = {n}: {share} in part {part}");
            }
        }
    }
}
