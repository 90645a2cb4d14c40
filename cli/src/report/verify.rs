//! Prints the findings of a verification.

use std::collections::BTreeMap;
use std::fmt;

use queens::check::verify::Findings;
use queens::methods::FinishedUnit;
use queens::plan::Entry;
use queens::run::Inspection;
use queens_format::{duration, grouped};
use serde::{Serialize, Serializer};

use super::json::Fields;
use crate::options::VerifyArgs;
use crate::suggested_commands;

/// The report of `queens verify`.
pub struct VerifyReport<'a> {
    pub args: &'a VerifyArgs,
    pub inspection: &'a Inspection,
    /// True if a stop ended the verification early. If it is incomplete otherwise, its time was up.
    pub is_stopped: bool,
    pub findings: &'a Findings,
    /// Units chosen among the finished ones.
    pub sample: u64,
    /// Units dropped because the ledger had them twice with different solutions.
    pub contradicted: usize,
}

impl Serialize for VerifyReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { args, inspection, findings, .. } = self;
        let Inspection { manifest, .. } = inspection;
        let kernels = findings.recounted_by_kernel.iter().map(|(kernel, &units)| (kernel.to_string(), units));
        let mut fields = Fields::of(serializer)?;
        fields.put_program()?;
        fields.put("directory", args.dir.display().to_string())?;
        fields.put_board(&manifest.identity)?;
        fields.put("units_done", inspection.sums().units)?;
        fields.put("sample", self.sample)?;
        fields.put("seed", args.seed)?;
        fields.put("threads", args.threads.count())?;
        fields.put("upside_down", args.upside_down)?;
        // Fewer than the sample if the verification was stopped or the time was up.
        fields.put("units_checked", findings.checked())?;
        fields.put("kernels", kernels.collect::<BTreeMap<_, _>>())?;
        fields.put("same_kernel", findings.same_kernel)?;
        fields.put_text("nodes", findings.nodes)?;
        fields.put("wall_s", findings.elapsed.as_secs_f64())?;
        fields.put("complete", findings.complete)?;
        let wrong = if args.drop { findings.mismatches.len() } else { 0 };
        fields.put("dropped", self.contradicted + wrong)?;
        fields.put("mismatches", findings.mismatches.iter().map(MismatchObject).collect::<Vec<_>>())?;
        fields.end()
    }
}

/// A unit whose two counts differ, as an object.
struct MismatchObject<'a>(&'a (Entry, FinishedUnit));

impl Serialize for MismatchObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (entry, FinishedUnit { solutions, kernel, .. }) = self.0;
        let mut fields = Fields::of(serializer)?;
        fields.put("unit", entry.unit)?;
        fields.put_text("ledger_solutions", entry.solutions)?;
        fields.put("ledger_kernel", &entry.kernel)?;
        fields.put_text("solutions", solutions)?;
        fields.put("kernel", kernel)?;
        fields.end()
    }
}

impl VerifyReport<'_> {
    fn verdict(&self) -> String {
        let ended = if self.is_stopped { "stopped" } else { "the time was up" };
        match (self.findings.mismatches.len(), self.findings.complete) {
            (0, true) => "all agree".to_owned(),
            (0, false) => {
                let agree = if self.findings.checked() > 0 { "all agree, but " } else { "" };
                format!("{agree}{ended} before the end of the sample of {}", grouped(self.sample.into()))
            }
            (wrong, _) => format!("{wrong} wrong"),
        }
    }

    /// The command that recounts the same units in the same way and drops those that are wrong.
    fn repeated_with_drop(&self) -> String {
        let VerifyArgs { dir, sample, seed, upside_down, kernel, .. } = self.args;
        let drop = suggested_commands::verify_and_drop(dir);
        let kernel = kernel.map_or_else(String::new, |kernel| format!(" --kernel {kernel}"));
        let upside_down = if *upside_down { " --upside-down" } else { "" };
        format!("{drop} --sample {sample} --seed {seed}{kernel}{upside_down}")
    }

    /// Prints advice about mismatches on stderr.
    pub fn explain(&self) {
        if !self.findings.mismatches.is_empty() {
            let Self { args, inspection: Inspection { manifest, .. }, .. } = self;
            let again = match manifest.shard {
                None => format!("`{}`", suggested_commands::resume_run(&args.dir, manifest.identity.n)),
                Some(_) => "queens work with the plan".to_owned(),
            };
            super::print_error(&if args.drop {
                format!(
                    "these units were wrong in the ledger or in the recount, and are dropped: {again} counts \
                     them again"
                )
            } else {
                format!(
                    "for each unit above, one of the two counts is wrong, so the total may be wrong too: run \
                     `queens selftest`; if it passes, `{}` drops these units, and {again} counts them again",
                    self.repeated_with_drop()
                )
            });
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
        let number = |units: u64| grouped(units.into());
        let kernels =
            findings.recounted_by_kernel.iter().map(|(kernel, &units)| format!("{} {kernel}", number(units)));
        let kernels: Vec<_> = kernels.collect();
        let same = match findings.same_kernel {
            0 => String::new(),
            units if units == findings.checked() => "; the same kernel as before".to_owned(),
            units => format!("; {} with the same kernel as before", number(units)),
        };
        let kernels =
            if kernels.is_empty() { String::new() } else { format!(" ({}{same})", kernels.join(", ")) };
        let upside_down = if args.upside_down { " upside down" } else { "" };
        writeln!(
            f,
            "{} of {} finished units of N = {} recounted{upside_down}{kernels}, {} nodes, {}, seed {}: {}",
            number(findings.checked()),
            number(inspection.sums().units),
            manifest.identity.n,
            grouped(findings.nodes),
            duration(findings.elapsed.as_secs_f64()),
            args.seed,
            self.verdict(),
        )
    }
}
