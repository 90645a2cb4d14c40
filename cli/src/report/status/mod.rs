//! The status of a run, or of the shards of a plan in one directory, from their files.

use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{fmt, fs};

use done::Done;
use jiff::Timestamp;
use queens::check::plausibility;
use queens::cluster::{Deal, ShardList, ShardState, Survey, shard_directory};
use queens::methods::Method;
use queens::plan::Shard;
use queens::run::{self, Check, Inspection, Saved};
use queens_publish::text::{grouped, printable};
use serde::Serialize;

use super::cluster::in_short;
use super::print::titled;

pub use done::Paces;

mod done;

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
    /// The checks of the total that cost nothing. Empty while units are missing, and for a shard.
    checks: Vec<Check>,
    /// The process that counts, as its lock file names it.
    running: Option<String>,
    /// The command that resumes a run that is neither finished nor running; none for a shard, whose
    /// plan resumes it.
    resume_command: Option<String>,
    notices: Vec<String>,
}

/// What `queens status` reports of the shards of a plan.
#[derive(Debug, Serialize)]
pub struct ShardsStatus {
    directory: String,
    n: usize,
    method: Method,
    depth: u32,
    plan_hash: String,
    shards: u64,
    shards_finished: u64,
    shards_running: u64,
    shards_stopped: u64,
    shards_not_begun: u64,
    shards_unusable: u64,
    /// The shards being counted, as in `3,7,10-20`.
    running_shards: String,
    /// The shards that are begun and that no process counts.
    stopped_shards: String,
    #[serde(flatten)]
    done: Done,
    finished: bool,
    /// The command that resumes the shards that are neither finished nor running; none without the
    /// plan's file.
    resume_command: Option<String>,
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
        let Inspection { manifest, saved: Saved { tally, notices, result }, holder } = inspection;
        let (units, sums, finished) = (manifest.unit_count(), tally.sums(), result.is_some());
        let written = last_written(directory, &manifest.started);
        let checks = match manifest.shard.is_none() && sums.units == units {
            true => plausibility::total(manifest.n, sums.solutions),
            false => Vec::new(),
        };
        Self {
            directory: directory.display().to_string(),
            n: manifest.n.get(),
            method: manifest.method,
            depth: manifest.depth,
            shard: manifest.shard,
            done: Done::new(units, sums, paces.of_unit(), threads, written),
            started: manifest.started.clone(),
            program_version: manifest.program_version.clone(),
            finished,
            checks,
            running: holder.clone(),
            resume_command: resume_command.filter(|_| !finished && holder.is_none()),
            notices: notices.iter().map(ToString::to_string).collect(),
        }
    }

    pub fn failed_checks(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.passed)
    }

    /// The status of one of several runs: a line.
    pub fn line(&self) -> String {
        let Self { directory, n, method, done, .. } = self;
        let state = match self.running {
            _ if self.failed_checks().next().is_some() => "WRONG: do not use its total".to_owned(),
            _ if self.finished => "finished".to_owned(),
            Some(_) => format!("running, time left {}", done.time_left(true)),
            None => format!("stopped, time left {}", done.time_left(false)),
        };
        format!("{}: N = {n}, {method}, {:.1}%, {state}\n", printable(directory), done.percent)
    }
}

impl fmt::Display for RunStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { directory, n, method, depth, done, finished, .. } = self;
        let shard =
            |Shard { number, of }| ("shard", format!("{number} of {}, numbered from 0", grouped(of.into())));
        let mut lines = Vec::from_iter(self.shard.map(shard));
        lines.extend(done.counts(*finished));
        let wrong = |check: &Check| format!("do not use this total: {}: {}", check.name, check.detail);
        lines.extend(self.failed_checks().map(|check| ("WRONG", wrong(check))));
        lines.extend(done.times(*finished, self.running.is_some()));
        let (started, version) = (printable(&self.started), printable(&self.program_version));
        lines.push(("started", format!("{started} by queens {version}")));
        let state = match (&self.running, &self.resume_command) {
            _ if *finished => "finished".to_owned(),
            (Some(holder), _) => format!("running: {holder}"),
            (None, Some(command)) => format!("not running; resume with\n    {command}"),
            (None, None) => "not running; resume with `queens work` and its plan".to_owned(),
        };
        lines.push(("state", state));
        lines.extend(self.notices.iter().map(|notice| ("note", printable(notice))));
        let title = format!("{}: N = {n}, {method}, depth {depth}", printable(directory));
        f.write_str(&titled(&title, &lines))
    }
}

impl ShardsStatus {
    /// The status of the shards of `deal` in `directory`. `threads` is how many threads are to
    /// count the rest.
    pub fn new(
        directory: &Path,
        deal: &Deal,
        survey: &Survey,
        threads: usize,
        resume_command: Option<String>,
    ) -> Self {
        let list = |state| survey.shards(state);
        let len = |state| list(state).len();
        let begun = [ShardState::Finished, ShardState::Running, ShardState::Stopped].map(list);
        let begun = begun.iter().flat_map(ShardList::iter);
        let written = begun.filter_map(|number| {
            let shard = shard_directory(directory, number);
            last_written(&shard, &run::read_manifest(&shard).ok()?.started)
        });
        Self {
            directory: directory.display().to_string(),
            n: deal.n.get(),
            method: deal.method,
            depth: deal.depth,
            plan_hash: deal.plan_hash.clone(),
            shards: deal.shards,
            shards_finished: len(ShardState::Finished),
            shards_running: len(ShardState::Running),
            shards_stopped: len(ShardState::Stopped),
            shards_not_begun: len(ShardState::NotBegun),
            shards_unusable: len(ShardState::Unusable),
            running_shards: list(ShardState::Running).to_string(),
            stopped_shards: list(ShardState::Stopped).to_string(),
            done: Done::of_shards(deal.units, survey.sums, threads, written.max()),
            finished: len(ShardState::Finished) == deal.shards,
            resume_command,
        }
    }
}

impl fmt::Display for ShardsStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { directory, n, method, depth, shards, done, finished, .. } = self;
        let states = [
            (self.shards_finished, "finished"),
            (self.shards_running, "running"),
            (self.shards_stopped, "stopped"),
            (self.shards_not_begun, "not begun"),
            (self.shards_unusable, "unusable"),
        ];
        let states = states.map(|(shards, state)| format!("{} {state}", grouped(shards.into())));
        let mut lines = vec![("shards", states.join(", "))];
        let lists = [("running", &self.running_shards), ("stopped", &self.stopped_shards)];
        lines.extend(
            lists.iter().filter(|(_, list)| !list.is_empty()).map(|(name, list)| (*name, in_short(list))),
        );
        lines.extend(done.counts(*finished));
        lines.extend(done.times(*finished, self.shards_running > 0));
        let state = match &self.resume_command {
            _ if *finished => "finished; `queens merge` adds up the shards".to_owned(),
            Some(command) => format!("unfinished; count the remaining shards with\n    {command}"),
            None if self.shards_stopped + self.shards_not_begun > 0 => {
                "unfinished; add --plan PLAN to see the command for the remaining shards".to_owned()
            }
            None => "no further shards to count".to_owned(),
        };
        lines.push(("state", state));
        let (directory, shards) = (printable(directory), grouped((*shards).into()));
        let title = format!("{directory}: N = {n}, {method}, depth {depth}, {shards} shards");
        f.write_str(&titled(&title, &lines))
    }
}

/// When the ledger of the run directory at `path`, begun at `started`, was last written. Unknown
/// in a copy with dates of its own, as of git: its manifest is younger than the run.
fn last_written(path: &Path, started: &str) -> Option<SystemTime> {
    /// Between the clocks of a machine and of the file system's server.
    const DIFFERENCE: Duration = Duration::from_secs(600);
    let written = |name| fs::metadata(path.join(name)).and_then(|file| file.modified()).ok();
    let started = SystemTime::from(started.parse::<Timestamp>().ok()?);
    (written("manifest.json")? <= started + DIFFERENCE).then(|| written("ledger.jsonl")).flatten()
}
