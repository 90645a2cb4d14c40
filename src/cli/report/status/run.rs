//! The status of one run.

use std::io;
use std::path::Path;

use crate::check::plausibility;
use crate::methods::Method;
use crate::plan::Shard;
use crate::run::{Check, Inspection, Saved};
use serde::Serialize;

use super::{Done, Paces, Sums, last_written};
use crate::cli::report;
use crate::cli::report::text::printable;
use crate::cli::settings::Output;

/// The checks of a total that cost nothing. Empty while units are missing, and for a shard.
fn checks(inspection: &Inspection) -> Vec<Check> {
    let Inspection { manifest, saved: Saved { tally, .. }, .. } = inspection;
    if manifest.shard.is_some() || tally.finished().len() < manifest.units {
        return Vec::new();
    }
    plausibility::total(manifest.n, tally.solutions())
}

/// What `queens status` reports of a run.
#[derive(Debug, Serialize)]
pub struct RunStatus {
    directory: String,
    n: usize,
    method: Method,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    #[serde(flatten)]
    done: Done,
    started: String,
    program_version: String,
    finished: bool,
    checks: Vec<Check>,
    /// The process that counts, as its lock file names it.
    running: Option<String>,
    /// The command that resumes a run that is neither finished nor running; none for a shard, whose
    /// plan resumes it.
    resume_command: Option<String>,
    notices: Vec<String>,
}

impl RunStatus {
    /// The status of the run in `directory`, which the command `resume_command` resumes. `threads`
    /// is how many threads are to count the rest.
    pub fn new(
        directory: &Path,
        inspection: &Inspection,
        paces: &Paces,
        threads: usize,
        resume_command: Option<String>,
    ) -> Self {
        let Inspection { manifest, saved, holder } = inspection;
        let (tally, finished) = (&saved.tally, saved.result.is_some());
        let sums = Sums {
            units: tally.finished().len(),
            time: tally.time(),
            nodes: tally.nodes(),
            solutions: tally.solutions(),
        };
        let units = manifest.unit_count();
        let left = paces.left(units.saturating_sub(sums.units), threads);
        Self {
            directory: directory.display().to_string(),
            n: manifest.n.get(),
            method: manifest.method,
            depth: manifest.depth,
            shard: manifest.shard,
            done: Done::new(units, sums, left, threads, last_written(directory)),
            started: manifest.started.clone(),
            program_version: manifest.program_version.clone(),
            finished,
            checks: checks(inspection),
            running: holder.clone(),
            resume_command: resume_command.filter(|_| !finished && holder.is_none()),
            notices: saved.notices.iter().map(ToString::to_string).collect(),
        }
    }

    /// The checks that the total did not pass.
    pub fn failed_checks(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.passed)
    }

    /// Prints the status as one of several, in a line on stdout.
    pub fn print_line(&self, output: &Output) -> io::Result<()> {
        report::to_stdout(|out| {
            if output.json {
                return report::numbered_json_line(out, self);
            }
            let Self { n, method, done, .. } = self;
            let state = match self.running {
                _ if self.failed_checks().next().is_some() => "WRONG: do not use its total".to_owned(),
                _ if self.finished => "finished".to_owned(),
                Some(_) => format!("running, time left {}", done.time_left(true)),
                None => format!("stopped, time left {}", done.time_left(false)),
            };
            let directory = printable(&self.directory);
            writeln!(out, "{directory}: N = {n}, {method}, {:.1}%, {state}", done.percent)
        })
    }

    /// Prints the status on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        report::to_stdout(|out| {
            if output.json {
                return report::numbered_json_line(out, self);
            }
            let directory = printable(&self.directory);
            writeln!(out, "{directory}: N = {}, {}, depth {}", self.n, self.method, self.depth)?;
            if let Some(Shard { number, of }) = self.shard {
                writeln!(out, "  shard      {number} of {of}, numbered from 0")?;
            }
            self.done.print_counts(out, self.finished)?;
            for Check { name, detail, .. } in self.failed_checks() {
                writeln!(out, "  WRONG      do not use this total: {name}: {detail}")?;
            }
            self.done.print_times(out, self.finished, self.running.is_some())?;
            let (started, version) = (printable(&self.started), printable(&self.program_version));
            writeln!(out, "  started    {started} by queens {version}")?;
            let state = match (&self.running, &self.resume_command) {
                _ if self.finished => "finished".to_owned(),
                (Some(holder), _) => format!("running: {holder}"),
                (None, Some(command)) => format!("not running; resume with\n    {command}"),
                (None, None) => "not running; resume with `queens work` and its plan".to_owned(),
            };
            writeln!(out, "  state      {state}")?;
            self.notices.iter().try_for_each(|notice| writeln!(out, "  note       {}", printable(notice)))
        })
    }
}
