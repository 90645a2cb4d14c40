//! Verifying a run: a random sample of its finished units is counted again, in another way, and compared.
//!
//! A unit is counted by another kernel than the one that its ledger entry names: the method of the plan says by which.
//!
//! What a sample proves: if a share `p` of the units were wrong, `k` units would all be right with a probability of
//! `(1 - p)^k`, so 300 units find a fault in one unit of a hundred with 95%. Against a single wrong unit there
//! is only `--sample 100%`, and the total's own checks.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::counter::Counter;
use crate::engine::{Engine, KernelChoice, KernelChoiceError};
use crate::kernel::Kernel;
use crate::plan::{OtherPlan, Plan, UnitSet};
use crate::run::{Entry, Manifest};
use crate::schedule::{self, Event, Schedule};
use crate::session::{Pace, Status, Watch};

/// How many of the finished units are verified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// So many in a hundred, above 0 and up to 100.
    Percent(f64),
    /// So many, at least 1.
    Units(u64),
}

/// Text that is not an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a share as in 5%, above 0% and up to 100%, or a number of units from 1 is needed")]
pub struct AmountError;

impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let amount = match text.strip_suffix('%') {
            Some(percent) => percent.parse().ok().filter(|&p| p > 0.0 && p <= 100.0).map(Self::Percent),
            None => text.parse().ok().filter(|&units| units > 0).map(Self::Units),
        };
        amount.ok_or(AmountError)
    }
}

impl Amount {
    /// How many of `finished` units this is: rounded up, so that it is at least one if there is one.
    #[must_use]
    pub fn of(self, finished: u64) -> u64 {
        match self {
            Self::Percent(percent) => ((finished as f64 * percent / 100.0).ceil() as u64).min(finished),
            Self::Units(units) => units.min(finished),
        }
    }

    /// A random choice of this amount among `finished` units; the same for the same `seed`.
    #[must_use]
    pub fn choose(self, finished: &UnitSet, seed: u64) -> Vec<u64> {
        let amount = self.of(finished.len()) as usize;
        let mut units = fastrand::Rng::with_seed(seed).choose_multiple(finished.iter(), amount);
        units.sort_unstable();
        units
    }
}

/// A run that this version cannot count again.
#[derive(Debug, thiserror::Error)]
#[error(
    "queens {theirs} made the units of this run otherwise than this version, {ours}: {difference}; verify it with the \
     version that began it",
    ours = env!("CARGO_PKG_VERSION")
)]
pub struct PlanError {
    theirs: String,
    difference: OtherPlan,
}

/// The plan of the run of `manifest`, made again.
///
/// # Errors
/// When this version's plan is not the run's.
pub fn plan(manifest: &Manifest) -> Result<Plan, PlanError> {
    let Manifest { n, split, depth, units, plan_hash, .. } = manifest;
    Plan::again(*n, *split, *depth, *units, plan_hash)
        .map_err(|difference| PlanError { theirs: manifest.program_version.clone(), difference })
}

/// A unit whose two counts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What the ledger says.
    pub entry: Entry,
    /// The solutions that were found now.
    pub solutions: u128,
    /// The kernel that found them.
    pub kernel: Kernel,
}

/// What a verification found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Units counted again, by the kernel that did it.
    pub units: BTreeMap<Kernel, u64>,
    /// Units among them that were counted by the same kernel before, because it was asked for.
    pub same_kernel: u64,
    /// Queens placed.
    pub nodes: u128,
    /// Units whose two counts differ, lowest first.
    pub mismatches: Vec<Mismatch>,
    /// Whether every unit of the sample was counted; otherwise it was stopped.
    pub complete: bool,
    /// Wall time.
    pub elapsed: Duration,
}

impl Findings {
    /// Units counted again.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.units.values().sum()
    }
}

/// How units are counted again.
#[derive(Clone, Copy)]
pub struct Verification<'a> {
    /// The plan of the run.
    pub plan: &'a Plan,
    /// The kernel that was asked for.
    pub kernel: KernelChoice,
    /// Threads that count.
    pub threads: usize,
    /// When set, the verification ends soon.
    pub stop: &'a AtomicBool,
}

/// Why units could not be counted again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The threads could not be started, or what they run failed.
    #[error(transparent)]
    Schedule(#[from] schedule::Error),
    /// The kernel that was asked for cannot count this run.
    #[error(transparent)]
    Kernel(#[from] KernelChoiceError),
}

impl<'a> Verification<'a> {
    /// Counts the units of `entries` again and tells `watch`.
    ///
    /// # Errors
    /// When the kernel cannot be had, when the threads cannot be started, and when counting fails.
    pub fn run(&self, entries: Vec<Entry>, watch: &mut dyn Watch) -> Result<Findings, Error> {
        self.run_with(entries, watch, &mut |kernel| {
            Ok(Engine::new(self.plan, KernelChoice::One(kernel), self.threads)?.counters())
        })
    }

    /// [`Verification::run`] with the counters that `counters` gives for a kernel.
    fn run_with(
        &self,
        entries: Vec<Entry>,
        watch: &mut dyn Watch,
        counters: &mut dyn FnMut(Kernel) -> Result<Vec<Box<dyn Counter + 'a>>, Error>,
    ) -> Result<Findings, Error> {
        let units = entries.len() as u64;
        let mut pace = Pace::new(entries.iter().map(|entry| self.plan.cost(entry.unit)).sum(), 0.0);
        let mut groups: BTreeMap<Kernel, BTreeMap<u64, Entry>> = BTreeMap::new();
        for entry in entries {
            groups.entry(self.kernel_for(&entry)).or_default().insert(entry.unit, entry);
        }
        let (mut findings, mut solutions) = (Findings::default(), 0);
        for (kernel, entries) in groups {
            let walk: Vec<u64> = entries.keys().copied().collect();
            let schedule = Schedule {
                walk: &|place| walk.get(place as usize).copied(),
                skip: &|_| false,
                stop: self.stop,
            };
            let mut counters = counters(kernel)?;
            counters.truncate(walk.len());
            schedule.run(counters, |event| {
                if let Event::Finished(unit) = event {
                    findings.enter(&entries[&unit.unit], unit.solutions, kernel);
                    findings.nodes += u128::from(unit.nodes);
                    pace.advance(self.plan.cost(unit.unit));
                    solutions += unit.solutions;
                }
                watch.status(&Status {
                    units_done: findings.checked(),
                    units,
                    done: pace.done(),
                    solutions,
                    nodes: findings.nodes,
                    elapsed: pace.elapsed(),
                    remaining: pace.remaining(),
                });
                Ok::<_, schedule::Error>(())
            })?;
        }
        findings.mismatches.sort_unstable_by_key(|mismatch| mismatch.entry.unit);
        findings.complete = findings.checked() == units;
        findings.elapsed = pace.elapsed();
        Ok(findings)
    }

    /// The kernel that counts the unit of `entry` again.
    #[must_use]
    pub fn kernel_for(&self, entry: &Entry) -> Kernel {
        match self.kernel {
            KernelChoice::One(kernel) => kernel,
            KernelChoice::Auto => {
                let elapsed = Duration::from_millis(entry.ms);
                self.plan.method().checking_kernel(entry.unit, &entry.kernel, elapsed)
            }
        }
    }
}

impl Findings {
    fn enter(&mut self, entry: &Entry, solutions: u128, kernel: Kernel) {
        *self.units.entry(kernel).or_default() += 1;
        self.same_kernel += u64::from(kernel.to_string() == entry.kernel);
        if solutions != entry.solutions {
            self.mismatches.push(Mismatch { entry: entry.clone(), solutions, kernel });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::board::BoardSize;
    use crate::counter::fake::{self, FakeCounter};
    use crate::plan::kernels;
    use crate::session::Unwatched;
    use crate::split::Split;

    #[test]
    fn an_amount_is_a_share_or_a_number() {
        assert_eq!("5%".parse(), Ok(Amount::Percent(5.0)));
        assert_eq!("0.5%".parse(), Ok(Amount::Percent(0.5)));
        assert_eq!("7".parse(), Ok(Amount::Units(7)));
        for wrong in ["0", "0%", "-1%", "100.1%", "0.05", "NaN%", "inf%", "%", "", "five", "5 %"] {
            assert_eq!(wrong.parse::<Amount>(), Err(AmountError), "{wrong}");
        }
    }

    #[test]
    fn a_sample_has_at_least_one_unit_and_never_more_than_there_are() {
        let amounts = [Amount::Percent(1.0), Amount::Percent(100.0), Amount::Units(30)];
        assert_eq!(amounts.map(|amount| amount.of(0)), [0, 0, 0]);
        assert_eq!(amounts.map(|amount| amount.of(7)), [1, 7, 7]);
        assert_eq!(amounts.map(|amount| amount.of(1000)), [10, 1000, 30]);
    }

    #[test]
    fn a_sample_is_of_finished_units_and_decided_by_its_seed() {
        let mut finished = UnitSet::new(1000);
        for unit in (0..1000).step_by(3) {
            finished.insert(unit);
        }
        let sample = |seed| Amount::Units(20).choose(&finished, seed);
        assert_eq!(sample(1), sample(1));
        assert_ne!(sample(1), sample(2));
        let mut distinct = sample(1);
        distinct.dedup();
        assert_eq!(distinct.len(), 20);
        assert!(distinct.iter().all(|&unit| finished.contains(unit)));
        assert_eq!(Amount::Percent(100.0).choose(&finished, 9), finished.iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_unit_is_counted_again_by_another_kernel() {
        let plan = Plan::standard(BoardSize::new(14).unwrap(), Split::Cross);
        let stop = AtomicBool::new(false);
        let units = plan.method().searched();
        let whole = (0..plan.units()).find(|&unit| units.is_whole(unit)).unwrap();
        let dealt = (0..plan.units()).find(|&unit| !units.is_whole(unit));
        for (unit, ms) in [(Some(whole), 0), (Some(whole), 5000), (dealt, 0), (dealt, 5000)] {
            let Some(unit) = unit else { continue };
            for name in ["scalar", "portable", "avx2", "avx512", "of-the-future"] {
                let entry = Entry { unit, solutions: 0, nodes: 0, ms, kernel: name.to_owned() };
                let verification =
                    Verification { plan: &plan, kernel: KernelChoice::Auto, threads: 1, stop: &stop };
                let kernel = verification.kernel_for(&entry);
                assert!(kernels(Split::Cross).contains(&kernel) && kernel.to_string() != name);
                assert!(kernel == Kernel::Scalar || name == "scalar" || (unit != whole && ms == 5000));
                let asked = Verification { kernel: KernelChoice::One(Kernel::Portable), ..verification };
                assert_eq!(asked.kernel_for(&entry), Kernel::Portable);
            }
        }
    }

    /// Verifies 40 units of a run, of which the ledger says what fake counters find, with `changed` more in unit 7.
    fn verify(
        changed: u128,
        counter: impl Fn() -> FakeCounter<'static>,
        watch: &mut dyn Watch,
        stop: &AtomicBool,
    ) -> Result<Findings, Error> {
        let plan = Plan::standard(BoardSize::new(14).unwrap(), Split::Cross);
        let verification = Verification { plan: &plan, kernel: KernelChoice::Auto, threads: 2, stop };
        let entry = |unit| Entry {
            unit,
            solutions: fake::solutions(unit) + if unit == 7 { changed } else { 0 },
            nodes: 1,
            ms: 5000,
            kernel: if unit % 2 == 0 { "scalar" } else { "avx512" }.to_owned(),
        };
        let entries = (0..40).map(entry).collect();
        verification.run_with(entries, watch, &mut |_| Ok(vec![counter().boxed(), counter().boxed()]))
    }

    fn counter() -> FakeCounter<'static> {
        static HANDED_OVER: AtomicU64 = AtomicU64::new(0);
        FakeCounter::new(&HANDED_OVER)
    }

    #[test]
    fn units_that_agree_agree_and_one_that_does_not_is_named_with_both_counts() {
        let never = AtomicBool::new(false);
        let right = verify(0, counter, &mut Unwatched, &never).unwrap();
        assert!(right.complete && right.mismatches.is_empty());
        assert_eq!((right.checked(), right.nodes, right.same_kernel), (40, 80, 0));
        let wrong = verify(8, counter, &mut Unwatched, &never).unwrap();
        assert_eq!(wrong.mismatches.len(), 1);
        let Mismatch { entry, solutions, .. } = &wrong.mismatches[0];
        assert_eq!(
            (entry.unit, entry.solutions - 8, *solutions),
            (7, fake::solutions(7), fake::solutions(7))
        );
    }

    /// Stops as soon as a unit is done, and keeps the last status.
    struct Stopping<'a>(&'a AtomicBool, Option<Status>);

    impl Watch for Stopping<'_> {
        fn status(&mut self, status: &Status) {
            self.0.store(true, Ordering::Relaxed);
            self.1 = Some(*status);
        }
        fn notice(&mut self, _: &str) {}
    }

    #[test]
    fn a_verification_that_is_stopped_or_fails_says_so() {
        let stop = AtomicBool::new(false);
        let mut stopping = Stopping(&stop, None);
        let slow = || FakeCounter { pause: Duration::from_millis(10), ..counter() };
        let stopped = verify(0, slow, &mut stopping, &stop).unwrap();
        assert!(!stopped.complete && stopped.checked() < 40);
        let status = stopping.1.unwrap();
        assert!(status.done < 1.0 && status.units == 40 && status.units_done == stopped.checked());
        let failing = || FakeCounter { fails_after: Some(2), ..counter() };
        let failed = verify(0, failing, &mut Unwatched, &AtomicBool::new(false));
        assert!(matches!(failed, Err(Error::Schedule(schedule::Error::Counter(_)))));
    }
}
