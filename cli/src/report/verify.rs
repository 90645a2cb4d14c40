//! Prints the findings of a verification.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::Ordering;

use queens::check::verify::{Findings, Mismatch, Verification};
use queens::methods::Method;
use queens::run::{Inspection, decimal};
use queens_publish::text::{duration, grouped};
use serde::Serialize;

use super::Program;

/// What `queens verify` found. Counts are strings: they exceed 2^53, where JSON readers lose
/// digits.
#[derive(Debug, Serialize)]
pub struct VerifyReport {
    #[serde(flatten)]
    program: Program,
    directory: String,
    n: usize,
    method: Method,
    depth: u32,
    /// Units of the run that are finished.
    units_done: u64,
    /// Units chosen among them.
    sample: u64,
    seed: u64,
    threads: usize,
    /// Recounted units: fewer than the sample if the verification was stopped or the time was over.
    units_checked: u64,
    /// Recounted units by kernel.
    kernels: BTreeMap<String, u64>,
    /// Units recounted by the kernel that had counted them before.
    same_kernel: u64,
    #[serde(with = "decimal")]
    nodes: u128,
    wall_s: f64,
    complete: bool,
    mismatches: Vec<MismatchReport>,
    /// Whether a stop ended it early; otherwise the time limit did, if it is not complete.
    #[serde(skip)]
    pub is_stopped: bool,
}

#[derive(Debug, Serialize)]
struct MismatchReport {
    unit: u64,
    ledger_solutions: String,
    ledger_kernel: String,
    solutions: String,
    kernel: String,
}

impl VerifyReport {
    /// The report on a sample of so many units, chosen by this seed.
    pub fn new(
        directory: &Path,
        inspection: &Inspection,
        verification: &Verification<'_>,
        seed: u64,
        sample: u64,
        findings: &Findings,
    ) -> Self {
        let manifest = &inspection.manifest;
        Self {
            program: Program::THIS,
            directory: directory.display().to_string(),
            n: manifest.n.get(),
            method: manifest.method,
            depth: manifest.depth,
            units_done: inspection.saved.tally.finished().len(),
            sample,
            seed,
            threads: verification.threads,
            units_checked: findings.checked(),
            kernels: findings.units.iter().map(|(kernel, &units)| (kernel.to_string(), units)).collect(),
            same_kernel: findings.same_kernel,
            nodes: findings.nodes,
            wall_s: findings.elapsed.as_secs_f64(),
            complete: findings.complete,
            mismatches: findings.mismatches.iter().map(mismatch).collect(),
            is_stopped: !findings.complete && verification.stop.load(Ordering::Relaxed),
        }
    }

    fn verdict(&self) -> String {
        let ended = if self.is_stopped { "stopped" } else { "the time was over" };
        match (self.mismatches.len(), self.complete) {
            (0, true) => "all agree".to_owned(),
            (0, false) => {
                let agree = if self.units_checked > 0 { "all agree, but " } else { "" };
                format!("{agree}{ended} before the end of the sample of {}", grouped(self.sample.into()))
            }
            (wrong, _) => format!("{wrong} wrong"),
        }
    }

    /// Prints advice about mismatches on stderr.
    pub fn explain(&self, directory: &Path) {
        if !self.mismatches.is_empty() {
            super::failure(&format!(
                "for each unit above, one of the two counts is wrong, so the total may be wrong too: run `queens \
                 selftest`; then delete the lines of these units from {ledger}, delete {result} if it exists, and \
                 resume the run, which recounts them",
                ledger = directory.join("ledger.jsonl").display(),
                result = directory.join("result.json").display()
            ));
        }
    }
}

impl fmt::Display for VerifyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n, units_done, units_checked, seed, mismatches, .. } = self;
        for MismatchReport { unit, ledger_solutions, ledger_kernel, solutions, kernel } in mismatches {
            writeln!(
                f,
                "WRONG   unit {unit}: {ledger_solutions} solutions in the ledger ({ledger_kernel}), \
                 {solutions} when recounted ({kernel})"
            )?;
        }
        let number = |units: u64| grouped(units.into());
        let kernels = self.kernels.iter().map(|(kernel, &units)| format!("{} {kernel}", number(units)));
        let kernels: Vec<_> = kernels.collect();
        let kernels = if kernels.is_empty() { String::new() } else { format!(" ({})", kernels.join(", ")) };
        let (nodes, time, verdict) = (grouped(self.nodes), duration(self.wall_s), self.verdict());
        writeln!(
            f,
            "{} of {} finished units of N = {n} recounted{kernels}, {nodes} nodes, {time}, seed {seed}: {verdict}",
            number(*units_checked),
            number(*units_done),
        )
    }
}

fn mismatch(mismatch: &Mismatch) -> MismatchReport {
    MismatchReport {
        unit: mismatch.entry.unit,
        ledger_solutions: mismatch.entry.solutions.to_string(),
        ledger_kernel: mismatch.entry.kernel.to_string(),
        solutions: mismatch.solutions.to_string(),
        kernel: mismatch.kernel.to_string(),
    }
}
