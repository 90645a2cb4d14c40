//! Verifies a run by recounting a random sample of its finished units.
//!
//! Each unit is recounted with a different kernel than before.
//!
//! # Upside down
//!
//! All kernels of `colours` except `scalar` share the code that builds and filters lists, and `scalar` is too
//! slow to recount a long unit. Flipping the board from top to bottom reveals faults in the shared code. The
//! image of a unit under the flip has as many solutions as the unit, but these are counted from different
//! lists. No total needs to be known, so this works on any board.
//!
//! ```
//! use queens::check::verify::Verification;
//! use queens::{Count, Method, run::SavedRun};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("queens-14.run");
//! Count::new(14)?.method(Method::Colours).saved_in(&path).prepare()?.run(&mut ())?;
//!
//! let (inspection, entries) = SavedRun::at(&path).sample(|units| units / 2, 1)?;
//! let plan = inspection.manifest.plan(&path)?;
//! let verification = Verification::of(&plan).upside_down().expect("colours has images");
//! let findings = verification.threads(2).run(entries, None, &mut ())?;
//! assert!(findings.complete && findings.mismatches.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How much a sample finds
//!
//! If a fraction `p` of the units is wrong, a sample of `k` units misses all wrong units with probability
//! `(1 - p)^k`. For example, if one unit in a hundred is wrong, 300 units reveal this with 95% probability. A
//! single wrong unit is sure to be found only by a sample of all units or a check of the total.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::check::latest_end;
use crate::count::{Count, CountError, Observer, Progress};
use crate::methods::counter::FinishedUnit;
use crate::methods::{Kernel, Method};
use crate::plan::{Entry, Plan};
use crate::run::Notice;
use crate::stop;

pub use findings::Findings;

mod findings;
#[cfg(test)]
mod tests;

/// A unit is cheap if it took at most this much CPU time. `scalar` is about 30 times slower than `avx512` in
/// the search (N = 17 on Zen 5, docs/lab/deliberate-faults.md) and 100 to 200 times slower in colours, so it
/// recounts a cheap unit in seconds.
const MAX_CHEAP_UNIT_MS: u64 = 5;

/// The largest board on which a unit's time with the other kernels of `colours` predicts its time with the
/// plain recursion. On larger boards, the other kernels need far less time per solution. At N = 28, `scalar`
/// took more than two minutes for a unit that had taken 5 ms.
const MAX_BOARD_FOR_SCALAR: usize = 20;

/// The minimum time for each kernel, long enough for every thread to start a unit.
const MIN_TIME_PER_KERNEL: Duration = Duration::from_millis(100);

/// A recount of units, with its options.
#[derive(Clone)]
#[must_use]
pub struct Verification<'a> {
    plan: Cow<'a, Plan>,
    /// True if the plan counts the board upside down.
    is_upside_down: bool,
    kernel: Option<Kernel>,
    /// The number of threads. 0 means one per core.
    threads: usize,
    stop: Arc<AtomicBool>,
}

impl<'a> Verification<'a> {
    /// Creates a verification for runs of `plan`, on all cores.
    pub fn of(plan: &'a Plan) -> Self {
        Self {
            plan: Cow::Borrowed(plan),
            is_upside_down: false,
            kernel: None,
            threads: 0,
            stop: Arc::default(),
        }
    }

    /// Recounts the units on a board flipped from top to bottom. Only [`Method::Colours`] can do this.
    /// Returns `None` for other methods.
    #[must_use]
    pub fn upside_down(self) -> Option<Self> {
        let images = self.plan.upside_down()?;
        Some(Self { plan: Cow::Owned(images), is_upside_down: true, ..self })
    }

    /// Recounts with this kernel. By default, each unit is recounted with a different kernel than before, or
    /// with the fastest kernel if the board is upside down.
    pub fn kernel(mut self, kernel: impl Into<Option<Kernel>>) -> Self {
        self.kernel = kernel.into();
        self
    }

    /// Recounts on this many threads. The default, 0, means one thread per core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Ends the verification soon after `stop` is set.
    pub fn stop_flag(mut self, stop: &Arc<AtomicBool>) -> Self {
        self.stop = Arc::clone(stop);
        self
    }

    /// Recounts the units in `entries`, which must be distinct, and reports progress to `observer`.
    ///
    /// `limit` is a time limit and a seed. No unit is started after the time limit. The seed shuffles the
    /// units, so that the units recounted in time are a random sample, too. Units in progress are dropped if
    /// they run past the limit by more than half of it or 5 s, whichever is longer.
    ///
    /// # Errors
    /// Fails if this machine lacks the kernel, if a thread cannot be started, or if counting fails.
    ///
    /// # Panics
    /// Panics if a unit is not in the plan.
    pub fn run(
        &self,
        entries: Vec<Entry>,
        limit: Option<(Duration, u64)>,
        observer: &mut dyn Observer,
    ) -> Result<Findings, CountError> {
        let began = Instant::now();
        let units = entries.len() as u64;
        let cost = entries.iter().map(|entry| self.plan.cost(entry.unit)).sum();
        let mut groups: BTreeMap<Kernel, BTreeMap<u64, Entry>> = BTreeMap::new();
        for entry in entries {
            groups.entry(self.kernel_for(&entry)).or_default().insert(entry.unit, entry);
        }
        let mut findings = Findings::default();
        let mut before = WorkDoneBefore { units, cost, ..WorkDoneBefore::default() };
        let mut units_left = units;
        for (kernel, entries) in groups {
            if stop::is_set(&self.stop) {
                break;
            }
            let [ended, drain] = [(); 2].map(|()| Arc::<AtomicBool>::default());
            let mut sample: Vec<u64> = entries.keys().copied().collect();
            // Each kernel gets a share of the time, so that every kernel recounts some units.
            let share = sample.len() as f64 / units_left as f64;
            let time = limit.map(|(time, seed)| {
                fastrand::Rng::with_seed(seed).shuffle(&mut sample);
                time.saturating_sub(began.elapsed()).mul_f64(share).max(MIN_TIME_PER_KERNEL)
            });
            units_left -= sample.len() as u64;
            let count = Count::of_units(&self.plan, sample).kernel(kernel).threads(self.threads);
            let prepared = count.stop_flag(&ended).drain_flag(&drain).prepare()?;
            let cost = entries.keys().map(|&unit| self.plan.cost(unit)).sum();
            let findings = &mut findings;
            let end = limit.map(|(time, _)| latest_end(time));
            let mut recount = KernelRecount {
                entries: &entries,
                cost,
                is_last: units_left == 0,
                findings,
                before,
                limit: (time, &*drain),
                end: (end, &*ended),
                stop: &self.stop,
                observer,
            };
            let outcome = prepared.run(&mut recount)?;
            before.units_done += outcome.sums().units;
            before.solutions += outcome.sums().solutions;
            before.cost_done += cost;
            before.elapsed = began.elapsed();
        }
        findings.mismatches.sort_unstable_by_key(|(entry, _)| entry.unit);
        findings.complete = findings.checked() == units;
        findings.elapsed = began.elapsed();
        Ok(findings)
    }

    /// Returns the kernel that recounts the unit of `entry`. This is the requested kernel or, by default, a
    /// different kernel than before.
    ///
    /// `scalar` shares the least code with the other kernels. In the search, it counts one placement at a
    /// time. In `colours`, it is a plain recursion and shares only the sets of a unit. `scalar` recounts
    /// cheap units and whole prefixes, and the fastest other kernel recounts the rest.
    ///
    /// Upside down, the fastest kernel recounts all units, even if it counted them before, because they are
    /// now counted from different lists.
    fn kernel_for(&self, entry: &Entry) -> Kernel {
        let fastest = || self.plan.method().available()[0];
        if let Some(kernel) = self.kernel.or_else(|| self.is_upside_down.then(fastest)) {
            return kernel;
        }
        let other = |kernel: &Kernel| kernel.name() != entry.kernel;
        let is_large = self.plan.method() == Method::Colours && self.plan.size().get() > MAX_BOARD_FOR_SCALAR;
        let is_cheap = entry.cpu_ms <= MAX_CHEAP_UNIT_MS && !is_large;
        let by_scalar = is_cheap || self.plan.method_units().is_whole(entry.unit);
        if by_scalar && other(&Kernel::Scalar) {
            Kernel::Scalar
        } else {
            self.plan.method().available().into_iter().find(other).unwrap_or(Kernel::Portable)
        }
    }
}

/// Compares one kernel's recounts with the ledger, and reports the whole verification's progress.
struct KernelRecount<'a> {
    entries: &'a BTreeMap<u64, Entry>,
    /// The total cost of the units in `entries`.
    cost: f64,
    /// Whether no other kernel has units left to recount.
    is_last: bool,
    findings: &'a mut Findings,
    before: WorkDoneBefore,
    /// This kernel's time limit, and the flag to set when it expires. Units in progress are still finished.
    limit: (Option<Duration>, &'a AtomicBool),
    /// The whole verification's time limit, and the flag to set when it expires or the verification is
    /// stopped. Units in progress are dropped.
    end: (Option<Duration>, &'a AtomicBool),
    stop: &'a AtomicBool,
    observer: &'a mut dyn Observer,
}

/// The whole verification's size, and how much of it earlier kernels have done.
#[derive(Clone, Copy, Default)]
struct WorkDoneBefore {
    units: u64,
    cost: f64,
    units_done: u64,
    cost_done: f64,
    solutions: u128,
    elapsed: Duration,
}

impl Observer for KernelRecount<'_> {
    fn progress(&mut self, progress: &Progress) {
        let WorkDoneBefore { units, cost, units_done, cost_done, solutions, elapsed } = self.before;
        let (time, drain) = self.limit;
        if time.is_some_and(|time| progress.elapsed >= time) {
            drain.store(true, Ordering::Relaxed);
        }
        let done = (cost_done + self.cost * progress.share_done) / cost;
        let elapsed = elapsed + progress.elapsed;
        let (end, ended) = self.end;
        if end.is_some_and(|end| elapsed >= end) || stop::is_set(self.stop) {
            ended.store(true, Ordering::Relaxed);
        }
        self.observer.progress(&Progress {
            units_done: units_done + progress.units_done,
            units,
            share_done: done,
            solutions: solutions + progress.solutions,
            solutions_this_session: solutions + progress.solutions_this_session,
            elapsed,
            // The time left is unknown until only this kernel's units are left, because one kernel can be
            // much slower than another.
            remaining_s: progress.remaining_s.filter(|_| self.is_last),
        });
    }

    fn notice(&mut self, notice: &Notice) {
        self.observer.notice(notice);
    }

    fn finished(&mut self, unit: &FinishedUnit) {
        let entry = &self.entries[&unit.unit];
        *self.findings.recounted_by_kernel.entry(unit.kernel).or_default() += 1;
        self.findings.nodes += u128::from(unit.nodes);
        self.findings.same_kernel += u64::from(unit.kernel.name() == entry.kernel);
        if unit.solutions != entry.solutions {
            self.findings.mismatches.push((entry.clone(), *unit));
        }
    }
}
