//! Reports a run's status.

use std::fmt;
use std::path::Path;

use queens::check::plausibility::Check;
use queens::plan::{PlanIdentity, Shard};
use queens::run::Inspection;
use queens_format::wire::total::CheckObject;
use queens_format::{Printable, grouped, printable};
use serde::Serialize;

use super::progress_status::{ProgressFields, ProgressStatus};
use super::{WRONG, other_version};
use crate::report::cluster::title;
use crate::report::json::BoardFields;
use crate::report::printing::{line, with_title};
use crate::{advice, suggested_commands};

/// A run's status.
pub struct RunStatus<'a> {
    directory: &'a Path,
    inspection: &'a Inspection,
    done: ProgressStatus,
    /// Explains which version can finish the run, if this version cannot.
    only_by: Option<String>,
    /// The checks on the total that take no noticeable time. There are none while units are missing, or for a
    /// shard.
    pub checks: Vec<Check>,
}

impl<'a> RunStatus<'a> {
    /// Creates the status of the run in `directory`, with the time left for `threads` threads.
    pub fn new(directory: &'a Path, inspection: &'a Inspection, threads: usize) -> Self {
        let manifest = &inspection.manifest;
        let units = manifest.unit_count();
        let sums = inspection.sums();
        let is_whole = manifest.shard.is_none() && sums.units == units;
        let n = manifest.identity.n;
        let checks = if is_whole { Check::of_total(n, sums.solutions) } else { Vec::new() };
        let mut done = ProgressStatus::new(units, sums, inspection.unit_s, threads);
        if let Some(total) = &inspection.total {
            done.machine_was_busy = total.machine_was_busy();
        }
        let is_open = !done.is_complete() && inspection.holder.is_none();
        let only_by = if is_open {
            other_version("finish", &manifest.identity, &manifest.program_version, directory)
        } else {
            None
        };
        Self { directory, inspection, done, only_by, checks }
    }

    /// Returns the command that resumes the run. Returns `None` if the run is finished, running or wrong, if
    /// it is a shard (which `queens work` resumes), or if only a different version can finish it.
    fn resume_command(&self) -> Option<String> {
        let Inspection { manifest, holder, .. } = self.inspection;
        let is_open = !self.is_finished() && holder.is_none() && manifest.shard.is_none();
        // Resuming a run with a wrong total would only produce the same total again.
        (is_open && !self.is_wrong() && self.only_by.is_none())
            .then(|| suggested_commands::resume_run(self.directory, manifest.identity.n))
    }

    fn is_finished(&self) -> bool {
        self.inspection.total.is_some()
    }

    fn is_wrong(&self) -> bool {
        !self.checks.iter().all(Check::passed)
    }

    /// Returns a single line about this run, for a list of runs.
    pub fn line(&self) -> Printable {
        let Inspection { manifest, holder, .. } = self.inspection;
        let state = match holder {
            _ if self.is_wrong() => WRONG.to_owned(),
            _ if self.done.is_complete() => "finished".to_owned(),
            Some(_) => format!("running, time left {}", self.done.time_left()),
            None if self.only_by.is_some() => "stopped, made by another version".to_owned(),
            None => format!("stopped, time left {}", self.done.time_left()),
        };
        let directory = self.directory.display();
        let share = self.done.share();
        let PlanIdentity { n, method, .. } = &manifest.identity;
        printable(format!("{directory}: N = {n}, {method}, {share}, {state}"))
    }
}

/// What `queens status --json` prints about a run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunObject {
    /// The run directory.
    directory: String,
    #[serde(flatten)]
    board: BoardFields,
    /// Set if the run is a shard of a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::ShardFields"))]
    shard: Option<Shard>,
    #[serde(flatten)]
    progress: ProgressFields,
    /// When the run was started (RFC 3339, UTC).
    started: String,
    /// The version that started the run.
    program_version: String,
    /// Whether the result has been written.
    finished: bool,
    /// Checks of the total; empty while units are missing, and for a shard.
    checks: Vec<CheckObject>,
    /// The process that is counting in the directory, as it describes itself.
    running: Option<String>,
    /// The command that resumes the run; null if it is finished, running or a shard.
    resume_command: Option<String>,
    /// Notices, including which version can finish the run if this one cannot.
    notices: Vec<String>,
}

impl RunStatus<'_> {
    /// Returns the object that `--json` prints.
    pub fn object(&self) -> RunObject {
        let Inspection { manifest, notices, holder, .. } = self.inspection;
        RunObject {
            directory: self.directory.display().to_string(),
            board: (&manifest.identity).into(),
            shard: manifest.shard,
            progress: self.done.fields(),
            started: manifest.started.clone(),
            program_version: manifest.program_version.clone(),
            finished: self.is_finished(),
            checks: self.checks.iter().map(Into::into).collect(),
            running: holder.clone(),
            resume_command: self.resume_command(),
            notices: notices.iter().map(ToString::to_string).chain(self.only_by.clone()).collect(),
        }
    }
}

impl fmt::Display for RunStatus<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inspection { manifest, notices, holder, .. } = self.inspection;
        let shard =
            |Shard { number, of }| line("shard", format!("{number} of {}, numbered from 0", grouped(of)));
        let mut lines = Vec::from_iter(manifest.shard.map(shard));
        lines.extend(self.done.counts());
        lines.extend(self.done.times());
        // Programs that use the library may leave their version empty.
        let by = match &*manifest.program_version {
            "" => String::new(),
            version => format!(" by queens {version}"),
        };
        // A merge starts its own run, long after the units were counted.
        let is_merged = self.inspection.total.as_ref().is_some_and(|total| total.merged.is_some());
        let label = if is_merged { "merged" } else { "started" };
        lines.push(line(label, format!("{}{by}", manifest.started)));
        let count = || advice::resuming(self.directory, manifest, None);
        let state = match (holder, &self.only_by) {
            _ if self.is_wrong() => WRONG.to_owned(),
            _ if self.is_finished() => "finished".to_owned(),
            (Some(holder), _) => format!("running: {holder}"),
            (None, Some(only_by)) => format!("stopped; {only_by}"),
            _ if self.done.is_complete() => format!("finished; {} writes the result", count()),
            _ => format!("stopped; {} resumes it", count()),
        };
        lines.push(line("state", state));
        lines.extend(notices.iter().map(|notice| line("note", notice)));
        f.write_str(&with_title(&printable(title(self.directory.display(), &manifest.identity)), &lines))
    }
}
