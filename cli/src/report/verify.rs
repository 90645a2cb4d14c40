//! Prints the findings of a verification.

use std::collections::BTreeMap;
use std::fmt;

use queens::check::verify::Findings;
use queens::methods::Finished;
use queens::plan::Entry;
use queens::run::{Inspection, SavedRun};
use queens_format::{duration, grouped};
use serde::{Serialize, Serializer};

use super::json::Fields;
use crate::options::VerifySettings;

/// The report of `queens verify`.
pub struct VerifyReport<'a> {
    pub settings: &'a VerifySettings,
    pub inspection: &'a Inspection,
    /// True if a stop ended it early. If false and it is not complete, the time limit ended it.
    pub is_stopped: bool,
    pub findings: &'a Findings,
    /// Units chosen among the finished ones.
    pub sample: u64,
}

impl Serialize for VerifyReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { settings, inspection, findings, .. } = self;
        let Inspection { manifest, .. } = inspection;
        let kernels = findings.units.iter().map(|(kernel, &units)| (kernel.to_string(), units));
        let mut fields = Fields::of(serializer)?;
        fields.put_program()?;
        fields.put("directory", settings.dir.display().to_string())?;
        fields.put_board(&manifest.identity)?;
        fields.put("units_done", inspection.sums().units)?;
        fields.put("sample", self.sample)?;
        fields.put("seed", settings.seed)?;
        fields.put("threads", settings.threads.count())?;
        fields.put("upside_down", settings.upside_down)?;
        // Fewer than the sample if the verification was stopped or the time was up.
        fields.put("units_checked", findings.checked())?;
        fields.put("kernels", kernels.collect::<BTreeMap<_, _>>())?;
        fields.put("same_kernel", findings.same_kernel)?;
        fields.put_text("nodes", findings.nodes)?;
        fields.put("wall_s", findings.elapsed.as_secs_f64())?;
        fields.put("complete", findings.complete)?;
        fields.put("mismatches", findings.mismatches.iter().map(MismatchObject).collect::<Vec<_>>())?;
        fields.end()
    }
}

/// A unit whose two counts differ, as an object.
struct MismatchObject<'a>(&'a (Entry, Finished));

impl Serialize for MismatchObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (entry, Finished { solutions, kernel, .. }) = self.0;
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

    /// Prints advice about mismatches on stderr.
    pub fn explain(&self) {
        if !self.findings.mismatches.is_empty() {
            let run = SavedRun::at(&self.settings.dir);
            super::failure(&format!(
                "for each unit above, one of the two counts is wrong, so the total may be wrong too: run `queens \
                 selftest`; then delete the lines of these units from {ledger}, delete {result} if it exists, and \
                 resume the run, which recounts them",
                ledger = run.ledger().display(),
                result = run.result().display()
            ));
        }
    }
}

impl fmt::Display for VerifyReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { settings, inspection, findings, .. } = self;
        let Inspection { manifest, .. } = inspection;
        for (entry, Finished { solutions, kernel, .. }) in &findings.mismatches {
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
        let kernels = findings.units.iter().map(|(kernel, &units)| format!("{} {kernel}", number(units)));
        let kernels: Vec<_> = kernels.collect();
        let kernels = if kernels.is_empty() { String::new() } else { format!(" ({})", kernels.join(", ")) };
        let upside_down = if settings.upside_down { " upside down" } else { "" };
        writeln!(
            f,
            "{} of {} finished units of N = {} recounted{upside_down}{kernels}, {} nodes, {}, seed {}: {}",
            number(findings.checked()),
            number(inspection.sums().units),
            manifest.identity.n,
            grouped(findings.nodes),
            duration(findings.elapsed.as_secs_f64()),
            settings.seed,
            self.verdict(),
        )
    }
}
