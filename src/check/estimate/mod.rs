//! Estimates a count's time and result. The time comes from counting random units of the plan with the
//! ordinary counters, until their mean is accurate enough or the time is up. The number of solutions comes
//! from random dives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::board::BoardSize;
use crate::count::{Count, CountError, Observer, PreparedCount, Progress};
use crate::methods::search::dives;
use crate::methods::{EstimatedValue, FinishedUnit};
use crate::plan::Plan;
use crate::run::Host;
use crate::stop;

use goal::Goal;
pub use sample::Sample;

mod goal;
mod sample;

/// An estimate of a count.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The number of solutions, estimated by random dives. It is exact if all units were counted.
    pub solutions: EstimatedValue,
    /// The CPU seconds that all units take, or `None` if too few were finished.
    pub cpu_s: Option<EstimatedValue>,
    /// The counted units.
    pub sample: Sample,
    /// The wall time of the sample.
    pub elapsed: Duration,
}

impl Estimate {
    /// Estimates `prepared` from a random sample of its units.
    ///
    /// No new unit is started once the relative standard error of the sample's mean is at most `error`, or
    /// once `time` is up. Units in progress are still finished. If there are too few units for an estimate
    /// when the time is up, the sample goes on until there are enough, for up to an hour. With `is_limit`,
    /// units are dropped instead if they run past `time` by more than half of it or 5 s, whichever is longer.
    ///
    /// If the count's stop flag is set, the estimate uses the units counted so far. `follow` is called
    /// several times a second with the sample and the elapsed time.
    ///
    /// On one thread, an estimate needs nine units. A unit of `colours` takes 8 s at N = 28 and about a
    /// minute at N = 32. A unit of `cross` takes 4 s at N = 24, and much longer on larger boards.
    ///
    /// # Errors
    /// Fails if a thread cannot be started or a counter fails.
    pub fn of(
        prepared: &PreparedCount,
        error: f64,
        time: Duration,
        is_limit: bool,
        seed: u64,
        follow: &mut dyn FnMut(&Sample, Duration),
    ) -> Result<Self, CountError> {
        // Use at most one thread per core. We assume that more threads would not be any faster.
        let threads = prepared.threads().min(Host::cores());
        let began = Instant::now();
        let plan = prepared.plan();
        let units = sample::units(plan, seed);
        let [ended, drain] = [(); 2].map(|()| Arc::<AtomicBool>::default());
        let mut sampling = Sampling {
            sample: Sample::new(plan.units(), &units, threads),
            plan,
            goal: Goal { error, time, is_limit },
            began,
            stop: prepared.stop_flag(),
            ended: &ended,
            drain: &drain,
            follow,
        };
        let count = Count::of_units(plan, units).kernel(prepared.kernel()).threads(threads);
        match count.stop_flag(&ended).drain_flag(&drain).prepare() {
            Err(CountError::Stopped) => {}
            prepared => drop(prepared?.run(&mut sampling)?),
        }
        let sample = sampling.sample;
        let elapsed = began.elapsed();
        let solutions = if sample.is_complete() {
            EstimatedValue::exact(sample.solutions as f64)
        } else {
            Self::of_solutions(plan.size(), threads, seed)
        };
        Ok(Self { solutions, cpu_s: sample.predicted_cpu_s(), sample, elapsed })
    }

    /// Estimates the number of solutions by random dives, on up to `threads` threads, but at most one per
    /// core. The same `seed` gives the same estimate on any machine.
    #[must_use]
    pub fn of_solutions(size: BoardSize, threads: usize, seed: u64) -> EstimatedValue {
        dives::solutions(size, seed, threads.min(Host::cores()))
    }
}

/// Collects the counted units, and decides when the sample ends.
struct Sampling<'a> {
    plan: &'a Plan,
    sample: Sample,
    goal: Goal,
    began: Instant,
    stop: &'a AtomicBool,
    /// The flag that ends the count and drops the units in progress.
    ended: &'a AtomicBool,
    /// The flag that ends the count once the units in progress are finished.
    drain: &'a AtomicBool,
    follow: &'a mut dyn FnMut(&Sample, Duration),
}

impl Observer for Sampling<'_> {
    fn finished(&mut self, unit: &FinishedUnit) {
        self.sample.add(unit, self.plan.cost(unit.unit));
    }

    fn progress(&mut self, _: &Progress) {
        let elapsed = self.began.elapsed();
        (self.follow)(&self.sample, elapsed);
        if self.goal.is_reached(&self.sample, elapsed) || self.goal.is_over(&self.sample, elapsed) {
            self.drain.store(true, Ordering::Relaxed);
        }
        if elapsed >= self.goal.end() || stop::is_set(self.stop) {
            self.ended.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests;
