//! Estimates counts by counting random units of the plan, with the ordinary counters, until their mean is
//! accurate enough or the time is up.

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
    /// The board's solutions, from random dives; exact if all units were counted.
    pub solutions: EstimatedValue,
    /// CPU seconds of all units; `None` if too few were finished.
    pub cpu_s: Option<EstimatedValue>,
    /// The counted units.
    pub sample: Sample,
    /// The sample's wall time.
    pub elapsed: Duration,
}

impl Estimate {
    /// Estimates `prepared` from a random sample of its units. The sample ends when its mean's relative
    /// standard error is at most `error`, or after `time`, once the units in progress are finished. If there
    /// are too few units for an estimate by then, the sample goes on until there are enough, for up to an
    /// hour. With `is_limit`, units that overrun `time` by more than half of it, or by more than 5 s, are
    /// dropped instead. If the count's stop flag is set, the estimate uses the units counted so far. Several
    /// times a second, `follow` is called with the sample and the elapsed time.
    ///
    /// On one thread, an estimate needs nine units. With `colours`, a unit takes 8 s at N = 28 and about a
    /// minute at N = 32; with `cross`, 4 s at N = 24, and much longer above.
    ///
    /// # Errors
    /// If the threads or the counters fail.
    pub fn of(
        prepared: &PreparedCount,
        error: f64,
        time: Duration,
        is_limit: bool,
        seed: u64,
        follow: &mut dyn FnMut(&Sample, Duration),
    ) -> Result<Self, CountError> {
        // Use at most one thread per core, and assume that more threads would count as fast.
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

    /// Estimates a board's solutions by random dives, on up to `threads` threads but no more than one per
    /// core. Equal `seed`s give equal numbers on any machine.
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
    /// Ends the count, dropping the units in progress.
    ended: &'a AtomicBool,
    /// Ends the count after the units in progress.
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
