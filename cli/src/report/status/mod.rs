//! The status of a run, or of the shards of a plan in one directory, from their files.

use std::fmt;
use std::path::{Path, PathBuf};

use done::Done;
use queens::check::plausibility::Check;
use queens::cluster::{ShardState, ShardedPlan, Survey};
use queens::plan::{Identity, Shard};
use queens::run::{Inspection, RunError};
use queens_format::{Printable, counted, grouped, printable};
use serde::{Serialize, Serializer};

use super::cluster::{in_short, title};
use super::json::Fields;
use super::print::{line, titled};
use crate::choice::PROGRAM;
use crate::typed;

mod done;

/// The report of `queens status` on a run.
pub struct RunStatus<'a> {
    directory: &'a Path,
    inspection: &'a Inspection,
    done: Done,
    /// The version that can go on with the run, if this one cannot.
    only_by: Option<String>,
    /// The checks of the total that cost nothing. Empty while units are missing, and for a shard.
    checks: Vec<Check>,
}

impl<'a> RunStatus<'a> {
    /// The status of the run in `directory`, of which `threads` threads are to count the rest.
    pub fn new(directory: &'a Path, inspection: &'a Inspection, threads: usize) -> Self {
        let manifest = &inspection.manifest;
        let units = manifest.unit_count();
        let sums = inspection.sums();
        let is_whole = manifest.shard.is_none() && sums.units == units;
        let n = manifest.identity.n;
        let checks = if is_whole { Check::of_total(n, sums.solutions) } else { Vec::new() };
        let done = Done::new(units, sums, inspection.unit_s, threads);
        let is_open = sums.units < units && inspection.holder.is_none();
        let only_by = if is_open {
            other_version(&manifest.identity, &manifest.program_version, directory)
        } else {
            None
        };
        Self { directory, inspection, done, only_by, checks }
    }

    /// The command that resumes a run that is neither finished nor running; none for a shard, whose
    /// plan resumes it, and for a run of another version.
    fn resume_command(&self) -> Option<String> {
        let Inspection { manifest, holder, .. } = self.inspection;
        let is_open = !self.is_finished() && holder.is_none() && manifest.shard.is_none();
        // A wrong total would only be found again.
        let is_right = self.failed_checks().next().is_none();
        (is_open && is_right && self.only_by.is_none())
            .then(|| typed::resume_run(self.directory, manifest.identity.n))
    }

    fn is_finished(&self) -> bool {
        self.inspection.total.is_some()
    }

    pub fn failed_checks(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.passed())
    }

    /// The status of one of several runs: a line.
    pub fn line(&self) -> Printable {
        let Inspection { manifest, holder, .. } = self.inspection;
        let state = match holder {
            _ if self.failed_checks().next().is_some() => "WRONG: do not use its total".to_owned(),
            _ if self.is_finished() => "finished".to_owned(),
            Some(_) => format!("running, time left {}", self.done.time_left()),
            None if self.only_by.is_some() => "stopped, of another version".to_owned(),
            None => format!("stopped, time left {}", self.done.time_left()),
        };
        let directory = self.directory.display();
        let share = self.done.share();
        let Identity { n, method, .. } = &manifest.identity;
        printable(format!("{directory}: N = {n}, {method}, {share}, {state}"))
    }
}

impl Serialize for RunStatus<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Inspection { manifest, notices, holder, .. } = self.inspection;
        let mut fields = Fields::of(serializer)?;
        fields.put("directory", self.directory.display().to_string())?;
        fields.put_board(&manifest.identity)?;
        fields.put_some("shard", manifest.shard)?;
        self.done.put(&mut fields)?;
        fields.put("started", &manifest.started)?;
        fields.put("program_version", &manifest.program_version)?;
        fields.put("finished", self.is_finished())?;
        fields.put_checks(&self.checks)?;
        // The process that counts, as its lock file names it.
        fields.put("running", holder)?;
        fields.put("resume_command", self.resume_command())?;
        fields.put("notices", notices.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        fields.end()
    }
}

impl fmt::Display for RunStatus<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inspection { manifest, notices, holder, .. } = self.inspection;
        let finished = self.is_finished();
        let shard = |Shard { number, of }| {
            line("shard", format!("{number} of {}, numbered from 0", grouped(of.into())))
        };
        let mut lines = Vec::from_iter(manifest.shard.map(shard));
        lines.extend(self.done.counts(finished));
        for check in self.failed_checks() {
            let (name, recount) = (check.name(), typed::verify_all(self.directory));
            lines.push(line(
                "WRONG",
                format!("do not use this total: {name}: {check}; recount it with `{recount}`"),
            ));
        }
        lines.extend(self.done.times(finished));
        // A program that uses the library need not give its version.
        let by = match &*manifest.program_version {
            "" => String::new(),
            version => format!(" by queens {version}"),
        };
        lines.push(line("started", format!("{}{by}", manifest.started)));
        let state = match (holder, self.resume_command()) {
            _ if finished => "finished".to_owned(),
            (Some(holder), _) => format!("running: {holder}"),
            (None, Some(command)) => format!("not running; resume with `{command}`"),
            (None, None) if self.only_by.is_some() => {
                format!("not running; {}", self.only_by.as_deref().unwrap_or_default())
            }
            (None, None) if self.failed_checks().next().is_some() => {
                "not running; its total is wrong".to_owned()
            }
            (None, None) => "not running; queens work with its plan resumes it".to_owned(),
        };
        lines.push(line("state", state));
        lines.extend(notices.iter().map(|notice| line("note", notice)));
        f.write_str(&titled(&printable(title(self.directory.display(), &manifest.identity)), &lines))
    }
}

/// Says which version can count the rest of what this `identity` identifies, begun by `program_version`; `None`
/// if this one can. `path` names the place.
fn other_version(identity: &Identity, program_version: &str, path: &Path) -> Option<String> {
    if program_version == PROGRAM.version {
        // Its units are known to be the same: no plan need be made, which can take a second.
        return None;
    }
    identity.remake(program_version, path).err().map(|error| match error {
        RunError::OtherUnits { program_version, .. } if !program_version.is_empty() => {
            format!(
                "only version {program_version} can go on with it, because this version makes other units"
            )
        }
        RunError::OtherVersion { .. } => {
            format!("only version 1.1 can go on with it: this one has no {}", identity.method)
        }
        _ => "this version cannot go on with it, because it makes other units".to_owned(),
    })
}

/// The states of shards, each in words and as the field with their number.
const STATES: [(ShardState, &str, &str); 5] = [
    (ShardState::Finished, "finished", "shards_finished"),
    (ShardState::Running, "running", "shards_running"),
    (ShardState::Stopped, "stopped", "shards_stopped"),
    (ShardState::NotBegun, "not begun", "shards_not_begun"),
    (ShardState::Unusable, "unusable", "shards_unusable"),
];

/// The report of `queens status` on the shards of a plan.
pub struct ShardsStatus<'a> {
    /// The file of the plan, if it is known.
    plan: Option<&'a Path>,
    /// One, or one from each site.
    directories: &'a [PathBuf],
    sharded: &'a ShardedPlan,
    survey: &'a Survey,
    done: Done,
    /// The checks of the total that cost nothing. Empty unless a merge would give this total.
    checks: Vec<Check>,
    /// The version that can go on with the shards, if this one cannot.
    only_by: Option<String>,
}

impl<'a> ShardsStatus<'a> {
    /// The status of the shards of `sharded` in `directories`, of which `threads` threads are to count the
    /// rest.
    pub fn new(
        plan: Option<&'a Path>,
        directories: &'a [PathBuf],
        sharded: &'a ShardedPlan,
        survey: &'a Survey,
        threads: usize,
    ) -> Self {
        let identity = sharded.identity();
        let done = Done::of_shards(identity.units, survey.sums, threads);
        let is_whole = survey.missing.is_empty() && survey.problems.is_empty() && survey.conflicts() == 0;
        let checks = if is_whole { Check::of_total(identity.n, survey.sums.solutions) } else { Vec::new() };
        let only_by = other_version(identity, sharded.program_version(), &directories[0]);
        Self { plan, directories, sharded, survey, done, checks, only_by }
    }

    fn place(&self) -> String {
        let names: Vec<_> = self.directories.iter().map(|path| path.display().to_string()).collect();
        names.join(", ")
    }

    /// The number of shards in one state.
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
                "the shards add up to {solutions} solutions, which cannot be right for N = {n} ({reasons}): run \
                 queens verify with --sample 100% on each of their directories"
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
                lines.push(line(name, in_short(&list)));
            }
        }
        lines.extend(done.counts(finished));
        lines.extend(done.times(finished));
        let left =
            [ShardState::Stopped, ShardState::NotBegun, ShardState::Unusable].map(|state| self.count(state));
        let dirs: Vec<_> = self.directories.iter().map(PathBuf::as_path).collect();
        let state = match (&self.only_by, self.plan) {
            _ if survey.conflicts() > 0 => {
                "CONFLICT: directories contradict each other, and a merge gives no total".to_owned()
            }
            _ if self.reason_wrong().is_some() => "WRONG: do not use this total".to_owned(),
            (Some(only_by), _) if finished => format!("finished; {only_by}"),
            (Some(only_by), _) => format!("unfinished; {only_by}"),
            (_, Some(plan)) if finished => {
                format!("finished; `{}` adds up the shards", typed::merge(plan, &dirs))
            }
            (_, None) if finished => "finished; queens merge with their plan adds up the shards".to_owned(),
            _ if left == [0; 3] => "unfinished; no further shards to count".to_owned(),
            // Another directory could count them again.
            _ if left[..2] == [0; 2] && dirs.len() == 1 => {
                "unfinished; the errors say what each unusable shard needs".to_owned()
            }
            (_, Some(plan)) => {
                format!("unfinished; `{}` counts the rest", typed::work_on_missing(plan, &dirs))
            }
            (_, None) => {
                "unfinished; queens work with their plan and --shards missing counts the rest".to_owned()
            }
        };
        lines.push(line("state", state));
        let title = title(self.place(), sharded.identity());
        let shards = counted(sharded.shards() as usize, "shard");
        f.write_str(&titled(&printable(format!("{title}, {shards}")), &lines))
    }
}
