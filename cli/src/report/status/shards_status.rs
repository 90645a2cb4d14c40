//! Reports the status of a plan's shards.

use std::fmt;
use std::path::{Path, PathBuf};

use queens::check::plausibility::Check;
use queens::cluster::{ShardState, ShardedPlan, Survey};
use queens_format::wire::total::CheckObject;
use queens_format::{counted, grouped, printable};
use serde::Serialize;

use super::progress_status::{ProgressFields, ProgressStatus};
use super::{WRONG, other_version};
use crate::report::cluster::{shortened_list, title};
use crate::report::json::BoardFields;
use crate::report::printing::{line, with_title};
use crate::suggested_commands;

/// The shard states and their names in reports.
const STATES: [(ShardState, &str); 5] = [
    (ShardState::Finished, "finished"),
    (ShardState::Running, "running"),
    (ShardState::Stopped, "stopped"),
    (ShardState::NotBegun, "not started"),
    (ShardState::Unusable, "unusable"),
];

/// The status of a plan's shards.
pub struct ShardsStatus<'a> {
    /// The plan file, if known.
    plan: Option<&'a Path>,
    /// One directory, or one per site.
    directories: &'a [PathBuf],
    sharded: &'a ShardedPlan,
    survey: &'a Survey,
    done: ProgressStatus,
    /// The checks on the total that take no noticeable time. There are none unless a merge would print this
    /// total.
    pub checks: Vec<Check>,
    /// Explains which version can finish or merge the shards, if this version cannot.
    pub only_by: Option<String>,
}

impl<'a> ShardsStatus<'a> {
    /// Creates the status of the shards in `directories`, with the time left for `threads` threads.
    pub fn new(
        plan: Option<&'a Path>,
        directories: &'a [PathBuf],
        sharded: &'a ShardedPlan,
        survey: &'a Survey,
        threads: usize,
    ) -> Self {
        let identity = sharded.identity();
        let done = ProgressStatus::of_shards(identity.units, survey.sums, survey.sums_here, threads);
        let is_whole = survey.missing.is_empty() && survey.problems.is_empty() && survey.conflicts() == 0;
        let checks = if is_whole { Check::of_total(identity.n, survey.sums.solutions) } else { Vec::new() };
        let mut status = Self { plan, directories, sharded, survey, done, checks, only_by: None };
        let action = if status.is_finished() { "merge" } else { "finish" };
        status.only_by = other_version(action, identity, sharded.program_version(), &directories[0]);
        status
    }

    fn place(&self) -> String {
        let names: Vec<_> = self.directories.iter().map(|path| path.display().to_string()).collect();
        names.join(", ")
    }

    fn count(&self, state: ShardState) -> u64 {
        self.survey.shards(state).len()
    }

    /// Returns whether all shards are finished and a merge would print a total.
    fn is_finished(&self) -> bool {
        self.count(ShardState::Finished) == self.sharded.shards() && self.survey.conflicts() == 0
    }
}

/// What `queens status --json` prints about a plan's shards. Only this object contains `shards`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShardsObject {
    /// The shards' directories, joined by commas.
    directory: String,
    #[serde(flatten)]
    board: BoardFields,
    /// 32 hexadecimal digits. Equal hashes mean the same work in every unit.
    plan_hash: String,
    /// Shards of the plan.
    shards: u64,
    shards_finished: u64,
    /// Shards that a process is counting.
    shards_running: u64,
    /// Started shards that no process is counting.
    shards_stopped: u64,
    shards_not_begun: u64,
    /// Damaged shards, or another plan's; stderr explains.
    shards_unusable: u64,
    /// The running shards, listed as in `3,7,10-20`.
    running_shards: String,
    /// The stopped shards.
    stopped_shards: String,
    /// The shards with unfinished units, for `queens work --shards`.
    missing: String,
    /// Units whose solutions differ between directories; stderr names the first.
    conflicts: u64,
    #[serde(flatten)]
    progress: ProgressFields,
    /// Whether every shard is finished and no directory contradicts another.
    finished: bool,
    /// Checks of the total; empty unless `queens merge` would print it.
    checks: Vec<CheckObject>,
    /// Notices, including which version can finish or merge the shards if this one cannot.
    notices: Vec<String>,
}

impl ShardsStatus<'_> {
    /// Returns the object that `--json` prints.
    pub fn object(&self) -> ShardsObject {
        let Self { sharded, survey, .. } = self;
        let notices = survey.notices.iter().map(ToString::to_string);
        ShardsObject {
            directory: self.place(),
            board: sharded.identity().into(),
            plan_hash: sharded.identity().plan_hash.clone(),
            shards: sharded.shards(),
            shards_finished: self.count(ShardState::Finished),
            shards_running: self.count(ShardState::Running),
            shards_stopped: self.count(ShardState::Stopped),
            shards_not_begun: self.count(ShardState::NotBegun),
            shards_unusable: self.count(ShardState::Unusable),
            running_shards: survey.shards(ShardState::Running).to_string(),
            stopped_shards: survey.shards(ShardState::Stopped).to_string(),
            missing: survey.missing.to_string(),
            conflicts: survey.conflicts(),
            progress: self.done.fields(),
            finished: self.is_finished(),
            checks: self.checks.iter().map(Into::into).collect(),
            notices: notices.chain(self.only_by.clone()).collect(),
        }
    }
}

impl fmt::Display for ShardsStatus<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sharded, survey, done, .. } = self;
        let finished = self.is_finished();
        let states = STATES.iter().filter(|(state, _)| self.count(*state) > 0);
        let states = states.map(|(state, name)| format!("{} {name}", grouped(self.count(*state))));
        let mut lines = vec![line("shards", states.collect::<Vec<_>>().join(", "))];
        for (state, name) in STATES {
            let list = survey.shards(state);
            if !(matches!(state, ShardState::Finished | ShardState::NotBegun) || list.is_empty()) {
                lines.push(line(name, shortened_list(&list)));
            }
        }
        lines.extend(done.counts());
        lines.extend(done.times());
        let dirs: Vec<_> = self.directories.iter().map(PathBuf::as_path).collect();
        let state = match &self.only_by {
            _ if survey.conflicts() > 0 => {
                "CONFLICT: directories contradict each other, so they cannot be merged".to_owned()
            }
            _ if !self.checks.iter().all(Check::passed) => WRONG.to_owned(),
            Some(only_by) if finished => format!("finished; {only_by}"),
            Some(only_by) => format!("unfinished; {only_by}"),
            None if finished && !survey.problems.is_empty() => {
                "finished; they can be merged once the errors are fixed".to_owned()
            }
            None if finished => {
                format!("finished; {} adds up the shards", suggested_commands::merge(self.plan, &dirs))
            }
            None if self.count(ShardState::Unusable) > 0 => {
                "unfinished; the errors say how to repair each unusable shard".to_owned()
            }
            None if self.count(ShardState::Stopped) + self.count(ShardState::NotBegun) == 0 => {
                "unfinished; every unfinished shard is being counted".to_owned()
            }
            None => {
                let rest = suggested_commands::count_the_rest(self.plan, &dirs, &self.survey.missing);
                format!("unfinished; {rest}")
            }
        };
        lines.push(line("state", state));
        let title = title(self.place(), sharded.identity());
        let shards = counted(sharded.shards(), "shard");
        f.write_str(&with_title(&printable(format!("{title}, {shards}")), &lines))
    }
}
