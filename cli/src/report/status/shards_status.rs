//! The report of `queens status` on the shards of a plan.

use std::fmt;
use std::path::{Path, PathBuf};

use queens::check::plausibility::Check;
use queens::cluster::{ShardState, ShardedPlan, Survey};
use queens_format::{counted, grouped, printable};
use serde::{Serialize, Serializer};

use super::other_version;
use super::progress_status::ProgressStatus;
use crate::report::cluster::{shortened_list, title};
use crate::report::json::Fields;
use crate::report::printing::{line, with_title};
use crate::suggested_commands;

/// The states of shards, each in words and as the field with their number.
const STATES: [(ShardState, &str, &str); 5] = [
    (ShardState::Finished, "finished", "shards_finished"),
    (ShardState::Running, "running", "shards_running"),
    (ShardState::Stopped, "stopped", "shards_stopped"),
    (ShardState::NotBegun, "not started", "shards_not_begun"),
    (ShardState::Unusable, "unusable", "shards_unusable"),
];

/// The status of the shards of a plan.
pub struct ShardsStatus<'a> {
    /// The file of the plan, if it is known.
    plan: Option<&'a Path>,
    /// One directory, or one from each site.
    directories: &'a [PathBuf],
    sharded: &'a ShardedPlan,
    survey: &'a Survey,
    done: ProgressStatus,
    /// The checks of the total that cost nothing. Empty unless a merge would give this total.
    checks: Vec<Check>,
    /// Says which version can finish or merge the shards, if this one cannot.
    pub only_by: Option<String>,
}

impl<'a> ShardsStatus<'a> {
    /// The status of the shards of `sharded` in `directories`, with the time left for `threads` threads.
    pub fn new(
        plan: Option<&'a Path>,
        directories: &'a [PathBuf],
        sharded: &'a ShardedPlan,
        survey: &'a Survey,
        threads: usize,
    ) -> Self {
        let identity = sharded.identity();
        let done = ProgressStatus::of_shards(identity.units, survey.sums, threads);
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

    /// Returns whether every shard is finished and a merge would give a total.
    fn is_finished(&self) -> bool {
        self.count(ShardState::Finished) == self.sharded.shards() && self.survey.conflicts() == 0
    }

    /// Says which checks the total of all shards fails; `None` if it fails none.
    pub fn reason_wrong(&self) -> Option<String> {
        let failed = self.checks.iter().filter(|check| !check.passed());
        let failed: Vec<_> = failed.map(|check| format!("{}: {check}", check.name())).collect();
        (!failed.is_empty()).then(|| {
            let [solutions, n] = [grouped(self.survey.sums.solutions), self.sharded.identity().n.to_string()];
            let reasons = failed.join("; ");
            format!(
                "the shards add up to {solutions} solutions, which cannot be right for N = {n} ({reasons}): \
                 run queens verify with --sample 100% on each of their directories"
            )
        })
    }
}

impl Serialize for ShardsStatus<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { sharded, survey, .. } = self;
        let mut fields = Fields::of(serializer)?;
        fields.put("directory", self.place())?;
        fields.put_board(sharded.identity())?;
        fields.put("plan_hash", &sharded.identity().plan_hash)?;
        fields.put("shards", sharded.shards())?;
        for (state, _, field) in STATES {
            fields.put(field, self.count(state))?;
        }
        // The shards that are being counted, as in `3,7,10-20`, and those that no process counts.
        fields.put_text("running_shards", survey.shards(ShardState::Running))?;
        fields.put_text("stopped_shards", survey.shards(ShardState::Stopped))?;
        fields.put_text("missing", &survey.missing)?;
        // The number of units with different solutions in different directories.
        fields.put("conflicts", survey.conflicts())?;
        self.done.put(&mut fields)?;
        fields.put("finished", self.is_finished())?;
        fields.put_checks(&self.checks)?;
        let notices = survey.notices.iter().map(ToString::to_string).chain(self.only_by.clone());
        fields.put("notices", notices.collect::<Vec<_>>())?;
        fields.end()
    }
}

impl fmt::Display for ShardsStatus<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sharded, survey, done, .. } = self;
        let finished = self.is_finished();
        let states = STATES.map(|(state, name, _)| format!("{} {name}", grouped(self.count(state).into())));
        let mut lines = vec![line("shards", states.join(", "))];
        for (state, name, _) in STATES {
            let list = survey.shards(state);
            if !(matches!(state, ShardState::Finished | ShardState::NotBegun) || list.is_empty()) {
                lines.push(line(name, shortened_list(&list)));
            }
        }
        lines.extend(done.counts(finished));
        lines.extend(done.times(finished));
        let left =
            [ShardState::Stopped, ShardState::NotBegun, ShardState::Unusable].map(|state| self.count(state));
        let dirs: Vec<_> = self.directories.iter().map(PathBuf::as_path).collect();
        let state = match (&self.only_by, self.plan) {
            _ if survey.conflicts() > 0 => {
                "CONFLICT: directories contradict each other, and a merge cannot add them up".to_owned()
            }
            _ if self.reason_wrong().is_some() => "WRONG: do not use this total".to_owned(),
            (Some(only_by), _) if finished => format!("finished; {only_by}"),
            (Some(only_by), _) => format!("unfinished; {only_by}"),
            (_, Some(plan)) if finished => {
                format!("finished; `{}` adds up the shards", suggested_commands::merge(plan, &dirs))
            }
            (_, None) if finished => "finished; queens merge with their plan adds up the shards".to_owned(),
            _ if left == [0; 3] => "unfinished; every unfinished shard is being counted".to_owned(),
            // Another directory could count them again.
            _ if left[..2] == [0; 2] && dirs.len() == 1 => {
                "unfinished; the errors say what each unusable shard needs".to_owned()
            }
            (_, Some(plan)) => {
                format!("unfinished; `{}` counts the rest", suggested_commands::work_on_missing(plan, &dirs))
            }
            (_, None) => {
                "unfinished; queens work with their plan and --shards missing counts the rest".to_owned()
            }
        };
        lines.push(line("state", state));
        let title = title(self.place(), sharded.identity());
        let shards = counted(sharded.shards() as usize, "shard");
        f.write_str(&with_title(&printable(format!("{title}, {shards}")), &lines))
    }
}
