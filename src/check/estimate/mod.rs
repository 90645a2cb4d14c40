//! Estimates a count: the ordinary counters count random units of its plan until their mean is
//! known well enough, or the time is up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::board::BoardSize;
use crate::count::{self, Count, CountError, Observer, Progress, Ready, schedule};
use crate::methods::search::dives;
use crate::methods::{Estimated, Finished, Method};
use crate::plan::entry::ChecksumSeed;
use crate::plan::{Entry, Plan};
use crate::run::Host;

pub use goal::SampleGoal;
pub use sample::Sample;

mod goal;
mod sample;

/// The most levels by which the finer plan is deeper than the plan of the count.
const FINER: usize = 2;

/// The board whose time says how long another board may take: it takes two seconds at most.
const REFERENCE: usize = 16;

/// The greatest factor by which the speed on a larger board exceeds that on a small one, in the
/// [work](Method::work) of a CPU second; the least is 1. N = 20, 22 and 24 by search have 2.8, 3.2
/// and 3.6 times the speed of N = 16 (avx512, Zen 5), and by colours 2.8, 4.4 and 5.5 times.
fn most_faster(method: Method) -> f64 {
    if method == Method::Colours { 8.0 } else { 4.0 }
}

/// An estimate of a count.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// Solutions of the board, from random dives; exact if all units were counted.
    pub solutions: Estimated,
    /// CPU seconds of all units. `None` if too few units were finished.
    pub cpu_s: Option<Estimated>,
    /// The units counted.
    pub sample: Sample,
    /// The depth of their plan: the depth of the count, or a greater one.
    pub depth: usize,
    /// The wall time that they took.
    pub elapsed: Duration,
    /// The wall time with which the sample would probably have had enough units, if it had too few.
    pub would_do: Option<Duration>,
}

impl Estimate {
    /// Estimates the prepared count. When its stop flag is set, the units counted by then make the
    /// estimate. Several times a second, this calls `follow` with these units, the time that has
    /// passed, and the time that the sample will probably take in all.
    ///
    /// # Errors
    /// If the threads or the counters fail.
    pub fn of(
        ready: &Ready,
        goal: SampleGoal,
        seed: u64,
        follow: &mut dyn FnMut(&Sample, Duration, Duration),
    ) -> Result<Self, CountError> {
        // Threads beyond the number of cores are assumed to be as fast as the others.
        let threads = ready.threads().min(Host::cores());
        let began = Instant::now();
        let mut plan = ready.plan().clone();
        let sample = loop {
            let units = sample::units(&plan, seed);
            let ended = Arc::<AtomicBool>::default();
            let drain = Arc::<AtomicBool>::default();
            let mut sampling = Sampling {
                sample: Sample::new(plan.units(), &units, threads),
                plan: &plan,
                goal,
                began,
                probed: Some(Instant::now()),
                finest: ready.plan().depth() + if plan.method().is_sampled_finer() { FINER } else { 0 },
                finer: None,
                stop: ready.stop_flag(),
                ended: &ended,
                drain: &drain,
                follow: &mut *follow,
            };
            let count = Count::of_units(&plan, units).kernel(ready.kernel()).threads(threads);
            match count.stop(&ended).drain(&drain).prepare() {
                Err(CountError::Stopped) => {}
                prepared => drop(prepared?.run(&mut sampling)?),
            }
            let Sampling { sample, finer, .. } = sampling;
            match finer {
                Some(finer) => plan = finer,
                None => break sample,
            }
        };
        let elapsed = began.elapsed();
        let solutions = if sample.is_complete() {
            Estimated::exact(sample.solutions as f64)
        } else {
            Self::of_solutions(plan.size(), threads, seed)?
        };
        let cpu_s = sample.count_s();
        let would_do = match (cpu_s, sample.counted()) {
            (Some(_), _) => None,
            (None, 0) => {
                let all_s = seconds_at_most(ready, solutions.mean, &Arc::default())?;
                let unit = Duration::try_from_secs_f64(all_s / plan.units() as f64);
                let unit = unit.unwrap_or(Duration::MAX).max(elapsed);
                Some(unit.mul_f64(sample.needed() as f64 / threads as f64))
            }
            // The units that are finished first are the shorter ones.
            (None, counted) => Some(elapsed.mul_f64(1.5 * sample.needed() as f64 / counted as f64)),
        };
        Ok(Self { solutions, cpu_s, sample, depth: plan.depth(), elapsed, would_do })
    }

    /// The CPU seconds that the prepared count takes at least and at most. None of its units is counted,
    /// because on the largest boards even one takes too long. Instead, this measures the speed of the same
    /// method on a small board, and estimates the number of solutions with `seed`. So it tells within
    /// seconds whether a count takes minutes or years, where [`Estimate::of`] takes minutes.
    ///
    /// # Errors
    /// If the threads or the counters fail, or [`CountError::Stopped`].
    pub fn bounds(ready: &Ready, seed: u64) -> Result<[f64; 2], CountError> {
        let solutions = Self::of_solutions(ready.plan().size(), ready.threads(), seed)?.mean;
        let at_most = seconds_at_most(ready, solutions, ready.stop_flag())?;
        Ok([at_most / most_faster(ready.plan().method()), at_most])
    }

    /// Estimates the solutions of a board by random dives on `threads` threads, or one per core if
    /// these are fewer. The same `seed` gives the same number on any machine.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn of_solutions(size: BoardSize, threads: usize, seed: u64) -> Result<Estimated, CountError> {
        schedule::in_pool(threads.min(Host::cores()), |pool| pool.install(|| dives::solutions(size, seed)))
    }

    /// Bytes of the ledger of the prepared count: the line of an average unit, times the units.
    #[must_use]
    pub fn ledger_bytes(&self, ready: &Ready) -> u64 {
        let units = ready.plan().units();
        let each = |whole: f64| whole / units as f64;
        let solutions = each(self.solutions.mean);
        let (unit_s, nodes) = match (self.cpu_s, self.sample.counted()) {
            // Only the number of digits matters. Units of colours that are so long take seconds, with 1e9 hits
            // in each; the search has some 3e8 solutions a second, and 5 nodes a solution.
            (None, 0) if ready.plan().method() == Method::Colours => (8.0, 8_000_000_000),
            (None, 0) => (solutions / 3e8, (5.0 * solutions) as u128),
            (cpu_s, counted) => {
                let of_sample = self.sample.cpu.as_secs_f64() / counted as f64;
                (cpu_s.map_or(of_sample, |all| each(all.mean)), self.sample.nodes / u128::from(counted))
            }
        };
        let ms = (1000.0 * unit_s) as u64;
        let average = Entry {
            unit: units / 2,
            solutions: solutions as u128,
            nodes: nodes.try_into().unwrap_or(u64::MAX),
            wall_ms: ms,
            cpu_ms: ms,
            kernel: ready.kernel().name().into(),
        };
        units * average.to_line(ChecksumSeed::new("")).len() as u64
    }
}

/// The CPU seconds that the board of `ready` with this number of `solutions` takes at the speed of the board [`REFERENCE`].
fn seconds_at_most(ready: &Ready, solutions: f64, stop: &Arc<AtomicBool>) -> Result<f64, CountError> {
    let method = ready.plan().method();
    let small = Count::new(REFERENCE)?.method(method).kernel(ready.kernel()).threads(1);
    let small = small.stop(stop).prepare()?;
    let size = small.plan().size();
    let outcome = small.run(&mut count::Silent)?;
    if !outcome.complete {
        return Err(CountError::Stopped);
    }
    let cpu_ms = outcome.tally.sums().cpu_ms;
    let times = method.work(ready.plan().size(), solutions) / method.work(size, outcome.solutions() as f64);
    Ok(times * cpu_ms.max(1) as f64 / 1e3)
}

/// Watches the units of a plan being counted, and ends the count.
struct Sampling<'a> {
    plan: &'a Plan,
    sample: Sample,
    goal: SampleGoal,
    began: Instant,
    /// The time when counting units of this plan began; `None` once they are known not to be too
    /// long.
    probed: Option<Instant>,
    /// The greatest depth of a finer plan.
    finest: usize,
    /// The plan that replaces this one, if its units are too long.
    finer: Option<Plan>,
    stop: &'a AtomicBool,
    /// Ends the count; units in progress are dropped.
    ended: &'a AtomicBool,
    /// Ends the count; units in progress are finished.
    drain: &'a AtomicBool,
    follow: &'a mut dyn FnMut(&Sample, Duration, Duration),
}

impl Observer for Sampling<'_> {
    fn finished(&mut self, unit: &Finished) {
        self.sample.add(unit, self.plan.cost(unit.unit));
    }

    fn progress(&mut self, _: &Progress) {
        let elapsed = self.began.elapsed();
        (self.follow)(&self.sample, elapsed, self.goal.expected(&self.sample, elapsed));
        self.look_for_finer_units();
        if self.goal.is_reached(&self.sample, elapsed) || self.goal.is_over(&self.sample, elapsed) {
            self.drain.store(true, Ordering::Relaxed);
        }
        if elapsed >= self.goal.end() || self.finer.is_some() || self.stop.load(Ordering::Relaxed) {
            self.ended.store(true, Ordering::Relaxed);
        }
    }
}

impl Sampling<'_> {
    /// Makes the plan of the next depth if the cold units take too long. The largest boards, and colours, have
    /// no deeper plan: their units have to be waited for.
    fn look_for_finer_units(&mut self) {
        if self.sample.is_warm() {
            self.probed = None;
        } else if self.probed.is_some_and(|probed| probed.elapsed() >= self.goal.probe_limit()) {
            self.probed = None;
            let depth = self.plan.depth() + 1;
            if depth <= self.finest {
                self.finer = Plan::new(self.plan.size(), self.plan.method(), depth).ok();
            }
        }
    }
}

#[cfg(test)]
mod tests;
