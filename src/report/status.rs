//! Prints how far a run is, seen from outside.

use std::io;
use std::path::Path;

use queens::plan::Shard;
use queens::plausibility::{self, Check};
use queens::run::{Inspection, Saved};
use queens::split::Split;
use serde::{Deserialize, Serialize};

use super::text::{grouped, printable};
use crate::cli::Output;

/// The checks of a total: those that cost nothing are made, others are taken from the result. None while units are missing, and
/// none of a shard.
fn checks(inspection: &Inspection) -> Vec<Check> {
    let Inspection { manifest, saved: Saved { tally, result, .. }, .. } = inspection;
    if manifest.shard.is_some() || tally.finished().len() < manifest.units {
        return Vec::new();
    }
    let mut checks = plausibility::total(manifest.n, tally.solutions());
    let stored = result.as_ref().and_then(|result| Vec::<Check>::deserialize(&result["checks"]).ok());
    for check in stored.into_iter().flatten() {
        if checks.iter().all(|made| made.name != check.name) {
            checks.push(check);
        }
    }
    checks
}

/// What `queens status` tells.
#[derive(Debug, Serialize)]
pub struct RunStatus {
    directory: String,
    n: usize,
    split: Split,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    units_done: u64,
    units: u64,
    percent: f64,
    solutions_so_far: String,
    nodes: String,
    core_s: f64,
    started: String,
    program_version: String,
    finished: bool,
    checks: Vec<Check>,
    running: Option<String>,
    notices: Vec<String>,
}

impl RunStatus {
    /// The status of the run in `directory`.
    pub fn new(directory: &Path, inspection: &Inspection) -> Self {
        let Inspection { manifest, saved, holder } = inspection;
        let (units_done, units) = (saved.tally.finished().len(), manifest.unit_count());
        Self {
            directory: directory.display().to_string(),
            n: manifest.n.get(),
            split: manifest.split,
            depth: manifest.depth,
            shard: manifest.shard,
            units_done,
            units,
            percent: (units_done as f64 / units.max(1) as f64 * 1e5).floor() / 1e3,
            solutions_so_far: saved.tally.solutions().to_string(),
            nodes: saved.tally.nodes().to_string(),
            core_s: saved.tally.ms() as f64 / 1000.0,
            started: manifest.started.clone(),
            program_version: manifest.program_version.clone(),
            finished: saved.result.is_some(),
            checks: checks(inspection),
            running: holder.clone(),
            notices: saved.notices.clone(),
        }
    }

    /// The checks that the total did not pass.
    pub fn failed_checks(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.passed)
    }

    /// Prints the status on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return super::numbered_json_line(out, self);
            }
            let solutions = grouped(self.solutions_so_far.parse().unwrap_or_default());
            writeln!(out, "{}: N = {}, {} split, depth {}", self.directory, self.n, self.split, self.depth)?;
            if let Some(Shard { number, of }) = self.shard {
                writeln!(out, "  shard      {number} of {of}, numbered from 0")?;
            }
            writeln!(out, "  units      {} of {} ({:.1}%)", self.units_done, self.units, self.percent)?;
            writeln!(out, "  solutions  {solutions}{}", if self.finished { "" } else { " so far" })?;
            for Check { name, detail, .. } in self.failed_checks() {
                writeln!(out, "  WRONG      do not use this number: {name}: {detail}")?;
            }
            writeln!(out, "  core time  {:.1} s", self.core_s)?;
            let (started, version) = (printable(&self.started), printable(&self.program_version));
            writeln!(out, "  started    {started} by queens {version}")?;
            let state = match (&self.running, self.finished) {
                (_, true) => "finished".to_owned(),
                (Some(holder), false) => format!("running: {holder}"),
                (None, false) => "not running; the command that began it goes on with it".to_owned(),
            };
            writeln!(out, "  state      {state}")?;
            self.notices.iter().try_for_each(|notice| writeln!(out, "  note       {}", printable(notice)))
        })
    }
}
