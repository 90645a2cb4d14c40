//! Verifies a run: recounts a random sample of its finished units and compares.
//!
//! The method of the plan chooses the kernel for each unit: another one than that in its ledger
//! entry.
//!
//! What a sample proves: if a share `p` of the units is wrong, `k` units miss all of them with
//! probability `(1 - p)^k`. So if one unit in a hundred is wrong, 300 units find it with a
//! probability of 95%. Only a sample of all units, or a check of the total, is sure to find a
//! single wrong unit.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::count::choice::{Engine, KernelChoice, KernelChoiceError};
use crate::count::schedule::{self, Event, Schedule};
use crate::count::session::{Pace, Status, Watch};
use crate::methods::counter::Counter;
use crate::methods::kernel::Kernel;
use crate::plan::{OtherPlan, Plan};
use crate::run::{Entry, Manifest};
pub use amount::{Amount, AmountError};

mod amount;
#[cfg(test)]
mod tests;

/// A run that this version cannot count again.
#[derive(Debug, thiserror::Error)]
#[error(
    "queens {theirs}, which began this run, makes other units than this version, {ours}: {difference}; verify the run \
     with that version",
    ours = env!("CARGO_PKG_VERSION")
)]
pub struct PlanError {
    theirs: String,
    difference: OtherPlan,
}

/// The plan of the run of `manifest`, made again.
///
/// # Errors
/// If this version's plan is not the run's.
pub fn plan(manifest: &Manifest) -> Result<Plan, PlanError> {
    let Manifest { n, split, depth, units, plan_hash, .. } = manifest;
    Plan::again(*n, *split, *depth, *units, plan_hash)
        .map_err(|difference| PlanError { theirs: manifest.program_version.clone(), difference })
}

/// A unit whose two counts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The entry in the ledger.
    pub entry: Entry,
    /// The solutions found by the recount.
    pub solutions: u128,
    /// The kernel that found them.
    pub kernel: Kernel,
}

/// The findings of a verification.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Recounted units, by kernel.
    pub units: BTreeMap<Kernel, u64>,
    /// Units among them recounted by the kernel that had counted them, because it was requested.
    pub same_kernel: u64,
    /// Nodes of the recounted units.
    pub nodes: u128,
    /// Units whose two counts differ, lowest first.
    pub mismatches: Vec<Mismatch>,
    /// Whether every unit of the sample was counted; if not, the verification was stopped.
    pub complete: bool,
    /// Wall time.
    pub elapsed: Duration,
}

impl Findings {
    /// The number of recounted units.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.units.values().sum()
    }
}

/// How to recount units.
#[derive(Clone, Copy)]
pub struct Verification<'a> {
    /// The plan of the run.
    pub plan: &'a Plan,
    /// The requested kernel.
    pub kernel: KernelChoice,
    /// Threads that count.
    pub threads: usize,
    /// When set, the verification ends soon.
    pub stop: &'a AtomicBool,
}

/// Why units could not be recounted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The threads could not be started, or a counter failed.
    #[error(transparent)]
    Schedule(#[from] schedule::Error),
    /// The requested kernel cannot count this run.
    #[error(transparent)]
    Kernel(#[from] KernelChoiceError),
}

impl<'a> Verification<'a> {
    /// Counts the units of `entries` again and reports progress to `watch`.
    ///
    /// # Errors
    /// If the kernel cannot be had, if the threads cannot be started, or if counting fails.
    pub fn run(&self, entries: Vec<Entry>, watch: &mut dyn Watch) -> Result<Findings, Error> {
        self.run_with(entries, watch, &mut |kernel| {
            let engine = Engine::new(self.plan, KernelChoice::One(kernel), self.threads)?;
            Ok(engine.counters().map_err(schedule::Error::from)?)
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
            pace.hold(schedule::in_flight(&counters, walk.len() as u64));
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
                    found: solutions,
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
                let cpu = Duration::from_millis(entry.cpu_ms.or(entry.wall_ms).unwrap_or_default());
                self.plan.method_units().checking_kernel(entry.unit, &entry.kernel, cpu)
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
