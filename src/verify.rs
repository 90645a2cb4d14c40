//! Verifying a run: a random sample of its finished units is counted again, in another way, and compared.
//!
//! A unit is counted by another kernel than the one that its ledger entry names. The scalar one shares least with the
//! others, one placement at a time against batches of vectors, but needs several times as long; so it takes the
//! units that are cheap or consist of whole prefixes, and the fastest other kernel takes the rest.
//!
//! What a sample proves: if a share `p` of the units were wrong, `k` units would all be right with a probability of
//! `(1 - p)^k`, so 300 units find a fault in one unit of a hundred with 95%. Against a single wrong unit there
//! is only `--sample 100%`, and the total's own checks.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::kernel::{Kernel, KernelChoice};
use crate::run::{Entry, Manifest};
use crate::schedule::{Event, PoolError, Schedule};
use crate::session::{Status, Watch};
use crate::split::{Plan, Shard, UnitSet};

/// A unit that took no longer than this, in milliseconds, is cheap. The scalar kernel then needs a fraction of a second.
const CHEAP_MS: u64 = 10;

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
pub enum PlanError {
    /// Its depth is none.
    #[error("the manifest asks for a depth of {0}, which no plan has")]
    Depth(u32),
    /// Its units are others.
    #[error(
        "queens {theirs} dealt this run into {units} units with plan hash {hash}, and this version, {ours}, deals it into \
         {our_units} with plan hash {our_hash}: verify it with the version that began it",
        ours = env!("CARGO_PKG_VERSION")
    )]
    Other {
        /// The version that began the run.
        theirs: String,
        /// The run's units.
        units: u64,
        /// The run's plan.
        hash: String,
        /// The units that this version makes.
        our_units: u64,
        /// The plan that this version makes.
        our_hash: String,
    },
}

/// The plan of the run of `manifest`, made again.
///
/// # Errors
/// When this version's plan is not the run's.
pub fn plan(manifest: &Manifest) -> Result<Plan, PlanError> {
    let plan = Plan::new(manifest.n, manifest.split, manifest.depth as usize)
        .map_err(|_| PlanError::Depth(manifest.depth))?;
    if plan.hash() == manifest.plan_hash && plan.units() == manifest.units {
        return Ok(plan);
    }
    Err(PlanError::Other {
        theirs: manifest.program_version.clone(),
        units: manifest.units,
        hash: manifest.plan_hash.clone(),
        our_units: plan.units(),
        our_hash: plan.hash().to_owned(),
    })
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

impl Verification<'_> {
    /// Counts the units of `entries` again and tells `watch`.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn run(&self, entries: Vec<Entry>, watch: &mut dyn Watch) -> Result<Findings, PoolError> {
        let began = Instant::now();
        let mut status = Status {
            units_done: 0,
            units: entries.len() as u64,
            done: 0.0,
            resumed: 0.0,
            solutions: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let total_cost: f64 = entries.iter().map(|entry| self.plan.cost(entry.unit)).sum();
        let mut groups: BTreeMap<Kernel, HashMap<u64, Entry>> = BTreeMap::new();
        for entry in entries {
            groups.entry(self.kernel_for(&entry)).or_default().insert(entry.unit, entry);
        }
        let mut findings = Findings::default();
        for (kernel, entries) in groups {
            let (plan, threads, stop) = (self.plan, self.threads, self.stop);
            let schedule = Schedule { plan, shard: Shard::WHOLE, kernel, threads, stop };
            schedule.run(&|unit| !entries.contains_key(&unit), |event| {
                if let Event::Finished(unit) = event {
                    let entry = &entries[&unit.unit];
                    findings.enter(entry, unit.solutions, kernel);
                    findings.nodes += u128::from(unit.nodes);
                    status.units_done += 1;
                    status.done += plan.cost(unit.unit) / total_cost;
                    status.solutions += unit.solutions;
                }
                (status.nodes, status.elapsed) = (findings.nodes, began.elapsed());
                watch.status(&status);
                Ok::<_, PoolError>(())
            })?;
        }
        findings.mismatches.sort_unstable_by_key(|mismatch| mismatch.entry.unit);
        findings.complete = !self.stop.load(Ordering::Relaxed) || findings.checked() == status.units;
        findings.elapsed = began.elapsed();
        Ok(findings)
    }

    /// The kernel that counts the unit of `entry` again.
    #[must_use]
    pub fn kernel_for(&self, entry: &Entry) -> Kernel {
        if let KernelChoice::One(kernel) = self.kernel {
            return kernel;
        }
        let other = |kernel: &Kernel| kernel.to_string() != entry.kernel;
        let cheap = entry.ms <= CHEAP_MS || self.plan.is_whole(entry.unit);
        match cheap && other(&Kernel::Scalar) {
            true => Kernel::Scalar,
            false => Kernel::available().into_iter().find(other).unwrap_or(Kernel::Portable),
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
    use super::*;
    use crate::board::BoardSize;
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
        let whole = (0..plan.units()).find(|&unit| plan.is_whole(unit)).unwrap();
        let dealt = (0..plan.units()).find(|&unit| !plan.is_whole(unit));
        for (unit, ms) in [(Some(whole), 0), (Some(whole), 5000), (dealt, 0), (dealt, 5000)] {
            let Some(unit) = unit else { continue };
            for name in ["scalar", "portable", "avx2", "avx512", "of-the-future"] {
                let entry = Entry { unit, solutions: 0, nodes: 0, ms, kernel: name.to_owned() };
                let verification =
                    Verification { plan: &plan, kernel: KernelChoice::Auto, threads: 1, stop: &stop };
                let kernel = verification.kernel_for(&entry);
                assert!(kernel.is_available() && kernel.to_string() != name);
                assert!(kernel == Kernel::Scalar || name == "scalar" || (unit != whole && ms == 5000));
                let asked = Verification { kernel: KernelChoice::One(Kernel::Portable), ..verification };
                assert_eq!(asked.kernel_for(&entry), Kernel::Portable);
            }
        }
    }
}
