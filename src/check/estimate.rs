//! Estimates a count: the ordinary counters count random units of its plan until their mean is
//! known well enough, or the time is up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::sample::{self, Sample};
use crate::board::BoardSize;
use crate::count::{self, Count, CountError, Observer, Progress, Ready, schedule};
use crate::methods::counter::Finished;
pub use crate::methods::estimated::Estimated;
use crate::methods::search::dives;
use crate::plan::Plan;

/// The least number of units besides the first of each thread that can end a sample: the spread of
/// fewer units says too little about their error.
const LEAST: u64 = 30;

/// The share of the time after which a finer plan replaces a plan whose cold units are not
/// finished.
const PROBE: u32 = 8;

/// The greatest such time. Neighbouring units are alike, so many small ones all over the board say
/// more than a few large ones: at N = 26 by halves, 20 units of depth 4 took 390 s and were known
/// to 19%, and 60 units of depth 5 took 120 s and were known to 12%.
const LONG: Duration = Duration::from_secs(1);

/// The most levels by which the finer plan is deeper than the plan of the count.
const FINER: usize = 2;

/// Units in progress are dropped so long after the time is up, or after half the time again if that
/// is more.
const LATE: Duration = Duration::from_secs(5);

/// The largest board whose units are waited for by default until they are an estimate.
const LARGEST: usize = 28;

/// They are waited for at most this long.
const PATIENCE: Duration = Duration::from_secs(1800);

/// The board whose solutions per second say how long a unit of another board may take: it takes two
/// seconds at most. Larger boards have up to four times its speed.
const REFERENCE: usize = 16;

/// Estimates the solutions of a board by random dives on `threads` threads, or one per core if
/// these are fewer. The same `seed` gives the same number on any machine.
///
/// # Errors
/// If the threads cannot be started.
pub fn solutions(size: BoardSize, threads: usize, seed: u64) -> Result<Estimated, CountError> {
    Ok(schedule::pool(threads.min(count::cores()))?.install(|| dives::solutions(size, seed)))
}

/// When a sample ends.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The greatest relative standard error of the mean that is small enough.
    pub error: f64,
    /// The time after which no unit is begun.
    pub time: Duration,
    /// Whether units are begun and finished after this time, until they are enough for an estimate.
    pub is_patient: bool,
}

impl Goal {
    /// The default for a board: five seconds below N = 24, and 50 s from there on, where a unit
    /// takes seconds. Up to N = 28, it takes as long as the units need that make an estimate.
    #[must_use]
    pub fn standard(size: BoardSize, error: f64) -> Self {
        let time = Duration::from_secs(if size.get() < 24 { 5 } else { 50 });
        Self { error, time, is_patient: size.get() <= LARGEST }
    }

    /// How long the sample is likely to take all in all, from the units that were counted in the
    /// time `elapsed`.
    fn expected(&self, sample: &Sample, elapsed: Duration) -> Duration {
        match self.is_patient {
            true => self.time.max(elapsed.mul_f64(sample.needed() as f64 / sample.counted().max(1) as f64)),
            false => self.time,
        }
    }

    /// The time after which units in progress are dropped.
    fn end(&self) -> Duration {
        let end = self.time + LATE.max(self.time / 2);
        if self.is_patient { end.max(PATIENCE) } else { end }
    }

    /// The time in which the cold units should end; a finer plan has smaller ones.
    fn too_long(&self) -> Duration {
        LONG.min(self.time / PROBE)
    }

    /// Whether a sample that took `elapsed` so far is good enough, also because the whole board can
    /// be counted in the time.
    fn is_reached(&self, sample: &Sample, elapsed: Duration) -> bool {
        let Some(cpu_s) = sample.cpu_s() else { return false };
        let whole = elapsed.as_secs_f64() * cpu_s.mean / sample.cpu.as_secs_f64().max(1e-9);
        sample.counted() >= LEAST && cpu_s.relative_error() <= self.error && whole > self.time.as_secs_f64()
    }

    /// Whether the time is up, if there is an estimate: about then the units in progress end.
    fn is_over(&self, sample: &Sample, elapsed: Duration) -> bool {
        let each = sample.wall.checked_div(sample.counted().try_into().unwrap_or(u32::MAX));
        elapsed + each.unwrap_or_default() / 2 >= self.time && sample.cpu_s().is_some()
    }
}

/// An estimate of a count.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// Solutions of the board.
    pub solutions: Estimated,
    /// CPU seconds of all units; of a device, its wall time. `None` if too few units were finished.
    pub cpu_s: Option<Estimated>,
    pub sample: Sample,
    /// The depth of their plan: the depth of the count, or a greater one.
    pub depth: usize,
    /// The wall time that they took.
    pub elapsed: Duration,
    /// The wall time that a sample probably needs, if this one had too few units.
    pub enough: Option<Duration>,
}

pub trait Follow {
    /// Called several times a second with the units counted so far, the time that has passed, and
    /// the time that the sample will probably take all in all.
    fn sampled(&mut self, sample: &Sample, elapsed: Duration, expected: Duration);
}

/// Estimates the count that `ready` is, and tells `follow` how far it is. When `stop` is set, the
/// units counted by then make the estimate.
///
/// # Errors
/// If the threads or the counters fail.
pub fn estimate(
    ready: &Ready<'_>,
    goal: Goal,
    seed: u64,
    stop: &AtomicBool,
    follow: &mut dyn Follow,
) -> Result<Estimate, CountError> {
    // Threads beyond the number of cores are assumed to be as fast as the others.
    let threads = ready.threads().min(count::cores());
    let (began, mut plan) = (Instant::now(), ready.plan().clone());
    let sample = loop {
        let units = sample::units(&plan, seed);
        let (ended, enough) = (AtomicBool::new(false), AtomicBool::new(false));
        let mut sampling = Sampling {
            sample: Sample::new(plan.units(), &units, threads),
            plan: &plan,
            goal,
            began,
            probed: Some(Instant::now()),
            finest: ready.plan().depth() + FINER,
            finer: None,
            stop,
            ended: &ended,
            enough: &enough,
            follow: &mut *follow,
        };
        let count = Count::of_units(&plan, units).threads(threads).device(ready.shared_device());
        let kernel = ready.device().is_none().then(|| ready.kernel());
        match count.kernel(kernel).stop(&ended).enough(&enough).prepare() {
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
    let solutions = match sample.is_complete() {
        true => Estimated::exact(sample.solutions as f64),
        false => solutions(plan.size(), threads, seed)?,
    };
    let cpu_s = sample.count_s();
    let enough = match (cpu_s, sample.counted()) {
        (Some(_), _) => None,
        (None, 0) => {
            let unit = unit_time(ready, solutions.mean / plan.units() as f64)?.max(elapsed);
            Some(unit.mul_f64(sample.needed() as f64 / threads as f64))
        }
        // Those that are finished first are the shorter ones.
        (None, counted) => Some(elapsed.mul_f64(1.5 * sample.needed() as f64 / counted as f64)),
    };
    Ok(Estimate { solutions, cpu_s, sample, depth: plan.depth(), elapsed, enough })
}

/// How long a unit with so many `solutions` may take a counter of `ready`, at the speed of a small
/// board.
fn unit_time(ready: &Ready<'_>, solutions: f64) -> Result<Duration, CountError> {
    let count = Count::new(REFERENCE)?.method(ready.plan().method()).threads(1).device(ready.shared_device());
    let count = count.kernel(ready.device().is_none().then(|| ready.kernel()));
    let outcome = count.prepare()?.run(&mut count::Silent)?;
    let speed = outcome.tally.solutions() as f64 / (outcome.tally.time().cpu_ms.max(1) as f64 / 1e3);
    Ok(Duration::try_from_secs_f64(solutions / speed).unwrap_or(Duration::MAX))
}

/// Watches the units of a plan being counted, and ends that.
struct Sampling<'a> {
    plan: &'a Plan,
    sample: Sample,
    goal: Goal,
    began: Instant,
    /// When counting units of this plan began; `None` once they are known not to be too long.
    probed: Option<Instant>,
    /// The greatest depth of such a plan.
    finest: usize,
    /// The plan that replaces this one, if its units are too long.
    finer: Option<Plan>,
    /// Asks for the end.
    stop: &'a AtomicBool,
    /// Ends the count; units in progress are dropped.
    ended: &'a AtomicBool,
    /// Ends the count; units in progress are finished.
    enough: &'a AtomicBool,
    follow: &'a mut dyn Follow,
}

impl Observer for Sampling<'_> {
    fn finished(&mut self, unit: &Finished) {
        self.sample.add(unit, self.plan.cost(unit.unit));
    }

    fn progress(&mut self, _: &Progress) {
        let elapsed = self.began.elapsed();
        self.follow.sampled(&self.sample, elapsed, self.goal.expected(&self.sample, elapsed));
        self.look_for_finer_units();
        if self.goal.is_reached(&self.sample, elapsed) || self.goal.is_over(&self.sample, elapsed) {
            self.enough.store(true, Ordering::Relaxed);
        }
        if elapsed >= self.goal.end() || self.finer.is_some() || self.stop.load(Ordering::Relaxed) {
            self.ended.store(true, Ordering::Relaxed);
        }
    }
}

impl Sampling<'_> {
    /// Makes the plan of the next depth if the cold units take too long. The largest boards have
    /// no deeper plan: their units have to be waited for. The finer the plan, the more a counter
    /// lists anew for every unit: halves take 3.5% more time at N = 20 with one level more.
    fn look_for_finer_units(&mut self) {
        if self.sample.is_warm() {
            self.probed = None;
        } else if self.probed.is_some_and(|probed| probed.elapsed() >= self.goal.too_long()) {
            self.probed = None;
            let depth = self.plan.depth() + 1;
            if depth <= self.finest {
                self.finer = Plan::new(self.plan.size(), self.plan.method(), depth).ok();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps how often it was told.
    #[derive(Default)]
    struct Told(u64);

    impl Follow for Told {
        fn sampled(&mut self, _: &Sample, elapsed: Duration, expected: Duration) {
            assert!(expected > Duration::ZERO && elapsed < Duration::from_secs(600));
            self.0 += 1;
        }
    }

    fn of(n: usize, goal: Goal, stop: &AtomicBool) -> Estimate {
        let ready = Count::new(n).unwrap().threads(2).prepare().unwrap();
        let mut told = Told::default();
        let estimate = estimate(&ready, goal, 1, stop, &mut told).unwrap();
        assert!(told.0 > 0);
        estimate
    }

    fn known(n: usize) -> f64 {
        crate::check::known::solutions(BoardSize::new(n).unwrap()).unwrap() as f64
    }

    fn goal(error: f64, ms: u64) -> Goal {
        Goal { error, time: Duration::from_millis(ms), is_patient: false }
    }

    #[test]
    fn estimates_small_boards_exactly() {
        for n in [1, 3, 8, 13] {
            let estimate = of(n, goal(0.5, 60_000), &AtomicBool::new(false));
            assert!(estimate.sample.is_complete());
            assert_eq!(estimate.solutions, Estimated::exact(known(n)));
            assert_eq!(estimate.cpu_s.unwrap().standard_error, 0.0);
        }
    }

    #[test]
    fn sample_ends_at_a_small_error() {
        let Estimate { sample, cpu_s, solutions, .. } = of(20, goal(0.3, 30_000), &AtomicBool::new(false));
        assert!(!sample.is_complete() && sample.counted() >= LEAST);
        assert!(cpu_s.unwrap().relative_error() <= 0.35, "{cpu_s:?}");
        assert!((solutions.mean / known(20) - 1.0).abs() <= 4.0 * solutions.relative_error());
    }

    #[test]
    fn sample_ends_when_its_time_is_up() {
        let sample = of(21, goal(1e-9, 200), &AtomicBool::new(false)).sample;
        assert!(!sample.is_complete() && sample.counted() > 0);
    }

    #[test]
    fn keeps_partial_estimate_after_a_stop() {
        let estimate = of(20, goal(1e-9, 60_000), &AtomicBool::new(true));
        assert!(!estimate.sample.is_complete() && estimate.solutions.mean > 0.0);
    }

    #[test]
    fn samples_a_finer_plan_when_units_are_slow() {
        // The plain kernel takes a third of a second for a unit of N = 18 at depth 4.
        let count = Count::new(18).unwrap().method(crate::methods::Method::Cross).depth(4).threads(1);
        let ready = count.kernel(crate::methods::Kernel::Scalar).prepare().unwrap();
        let estimate = estimate(&ready, goal(0.05, 200), 1, &AtomicBool::new(false), &mut Told::default());
        assert!((5..=4 + FINER).contains(&estimate.unwrap().depth));
        // However much time there is.
        let too_long = |ms| goal(0.05, ms).too_long().as_millis();
        assert_eq!([200, 4_000, 3_600_000].map(too_long), [25, 500, 1_000]);
    }

    #[test]
    fn small_error_or_short_count_reaches_the_goal() {
        let finished = |unit, ms| {
            let (wall, cpu) = (Duration::from_millis(ms), Duration::from_millis(ms));
            Finished { unit, solutions: 1, nodes: 1, wall, cpu, kernel: crate::methods::Kernel::Scalar }
        };
        let mut sample = Sample::new(1000, &[0], 1);
        for unit in 0..LEAST {
            assert!(!goal(0.5, 1000).is_reached(&sample, Duration::from_secs(1)), "{unit} units");
            sample.add(&finished(unit, 9 + unit % 3), 0.001);
        }
        // 10 ms each: all of them take 10 s of CPU time, and of wall time on one thread.
        let elapsed = Duration::from_millis(300);
        let reached = |error, ms| goal(error, ms).is_reached(&sample, elapsed);
        assert!(reached(0.02, 9_500) && !reached(0.001, 9_500) && !reached(0.02, 10_500));
        // The unit in progress ends after another 5 ms on average.
        let over = |ms| goal(0.05, ms).is_over(&sample, elapsed);
        assert!(over(304) && !over(306));
    }
}
