//! Prints a verification's findings.

use std::collections::BTreeMap;
use std::fmt;

use queens::check::verify::Findings;
use queens::methods::FinishedUnit;
use queens::plan::Entry;
use queens::run::Inspection;
use queens_format::wire::natural::Natural;
use queens_format::wire::program::ProgramFields;
use queens_format::{duration, grouped};
use serde::Serialize;

use super::json::BoardFields;
use crate::options::VerifyArgs;
use crate::program::PROGRAM;

/// What `queens verify` reports.
pub struct VerifyReport<'a> {
    pub args: &'a VerifyArgs,
    pub inspection: &'a Inspection,
    /// Whether a stop request ended the verification early. If the verification is incomplete for any other
    /// reason, its time ran out.
    pub is_stopped: bool,
    pub findings: &'a Findings,
    /// The number of units chosen from the finished ones.
    pub sample: u64,
    /// The number of dropped units. They are wrong, or their ledger lines disagree.
    pub dropped: usize,
}

/// What `queens verify --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VerifyObject {
    #[serde(flatten)]
    program: ProgramFields,
    /// The run directory.
    directory: String,
    #[serde(flatten)]
    board: BoardFields,
    /// Finished units.
    units_done: u64,
    /// Units chosen from the finished ones.
    sample: u64,
    /// The seed of the sample.
    seed: u64,
    /// Threads of the recount.
    threads: usize,
    /// Whether the units were recounted upside down, flipped from top to bottom.
    upside_down: bool,
    /// Units recounted: fewer than the sample if the command was stopped or `--time` was up.
    units_checked: u64,
    /// Recounted units, by kernel.
    kernels: BTreeMap<String, u64>,
    /// Units recounted by the kernel that counted them first.
    same_kernel: u64,
    /// The size of the work, as in `count`.
    nodes: Natural,
    /// Wall time.
    wall_s: f64,
    /// Whether the whole sample was recounted.
    complete: bool,
    /// Units removed from the run by --drop: wrong ones, and ones whose ledger lines disagree.
    dropped: usize,
    mismatches: Vec<Mismatch>,
}

/// A unit whose recount differs from the ledger.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct Mismatch {
    unit: u64,
    ledger_solutions: Natural,
    ledger_kernel: String,
    /// Solutions found by the recount.
    solutions: Natural,
    kernel: String,
}

impl VerifyReport<'_> {
    /// Returns the object that `--json` prints.
    pub fn object(&self) -> VerifyObject {
        let Self { args, inspection, findings, sample, dropped, .. } = *self;
        let by_kernel = findings.recounted_by_kernel.iter();
        let mismatch = |(entry, unit): &(Entry, FinishedUnit)| Mismatch {
            unit: entry.unit,
            ledger_solutions: Natural(entry.solutions),
            ledger_kernel: entry.kernel.to_string(),
            solutions: Natural(unit.solutions),
            kernel: unit.kernel.to_string(),
        };
        VerifyObject {
            program: PROGRAM.into(),
            directory: args.dir.display().to_string(),
            board: (&inspection.manifest.identity).into(),
            units_done: inspection.sums().units,
            sample,
            seed: args.seed,
            threads: args.threads.count(),
            upside_down: args.upside_down,
            units_checked: findings.checked(),
            kernels: by_kernel.map(|(kernel, &units)| (kernel.to_string(), units)).collect(),
            same_kernel: findings.same_kernel,
            nodes: Natural(findings.nodes),
            wall_s: findings.elapsed.as_secs_f64(),
            complete: findings.complete,
            dropped,
            mismatches: findings.mismatches.iter().map(mismatch).collect(),
        }
    }

    fn verdict(&self) -> String {
        let ended = if self.is_stopped { "stopped" } else { "time ran out" };
        match (self.findings.mismatches.len(), self.findings.complete) {
            (0, true) => "all agree".to_owned(),
            (0, false) => {
                let agree = if self.findings.checked() > 0 { "all agree, but " } else { "" };
                format!("{agree}{ended} before the end of the sample of {}", grouped(self.sample))
            }
            (wrong, _) => format!("{wrong} wrong"),
        }
    }
}

impl fmt::Display for VerifyReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { args, inspection, findings, .. } = self;
        let Inspection { manifest, .. } = inspection;
        for (entry, FinishedUnit { solutions, kernel, .. }) in &findings.mismatches {
            writeln!(
                f,
                "WRONG   unit {}: {} solutions in the ledger ({}), {} when recounted ({kernel})",
                entry.unit,
                grouped(entry.solutions),
                entry.kernel,
                grouped(*solutions)
            )?;
        }
        let kernels = findings.recounted_by_kernel.iter().map(|(kernel, &units)| match units {
            all if all == findings.checked() => kernel.to_string(),
            units => format!("{} {kernel}", grouped(units)),
        });
        let kernels: Vec<_> = kernels.collect();
        let same = match findings.same_kernel {
            0 => String::new(),
            units if units == findings.checked() => "; the same kernel as before".to_owned(),
            units => format!("; {} with the same kernel as before", grouped(units)),
        };
        let kernels =
            if kernels.is_empty() { String::new() } else { format!(" ({}{same})", kernels.join(", ")) };
        let upside_down = if args.upside_down { " upside down" } else { "" };
        writeln!(
            f,
            "{}: {} of {} finished units of N = {} recounted{upside_down}{kernels}, {}, seed {}",
            self.verdict(),
            grouped(findings.checked()),
            grouped(inspection.sums().units),
            manifest.identity.n,
            duration(findings.elapsed.as_secs_f64()),
            args.seed,
        )
    }
}
