//! Advice on what to type next, based on the error and on what the command was doing. Error messages only say
//! what happened. All advice is in this module.

use std::path::{Path, PathBuf};

use queens::cluster::{ClusterError, ShardDirectories, ShardedPlan};
use queens::methods::MethodError;
use queens::run::{Manifest, RunError, RunFile, SavedRun};
use queens::{CountError, ErrorKind};
use queens_publish::files::RecordError;

use super::suggested_commands::{self, command};

mod refusal;
pub mod words;

// Advice on errors that the commands themselves detect.
pub const OTHER_PLACE: &str = "choose a different place with -o";
pub const OTHER_RUN: &str = "choose a different directory with --run";
pub const OTHER_RECORDS: &str = "choose a different directory with --record DIR";
pub const OTHER_README: &str = "name a Markdown file with --readme";
pub const SAVE_THE_UNITS: &str = "to find the wrong units, count or merge with --run DIR";
pub const REPLACE: &str = "choose a different place with -o, or replace it with --force";
pub const RECORD_THE_MERGE: &str = "repeat that command with --record";
pub const NO_DOUBLE_CHECK: &str =
    "omit --double-check, save the run with --run DIR, and recount some of its units with queens verify";
pub const NO_UPSIDE_DOWN: &str =
    "omit --upside-down, or compare two methods with queens count and --double-check";
pub const ONE_COUNT: &str = "omit it, or count one board without --runs";
pub const NO_JSON: &str = "omit --json";
pub const UNSET: &str = "set it to one of them, or unset it";
const MOVE_AWAY: &str = "move it away";
const NAME_THE_DIRECTORY: &str = "name the directory of the shards";
pub const NAME_THE_PLAN: &str = "name the plan before the directories of its shards";
pub const NAME_THE_SHARDS: &str = "name the plan, and then the directory of its shards";
pub const SHARDS_WITH_COMMAS: &str = "for several shards, write --shards 0,1";
pub const ONE_DIRECTORY: &str = "name it with --dir";

/// What a command was doing when it failed, with the names that the advice needs.
#[derive(Clone, Copy, Debug)]
pub enum Doing<'a> {
    /// Anything else. The advice then depends on the error alone.
    Anything,
    /// Counting in the directory `run`, if any. The user named it if `is_named` is set. Otherwise, it is the
    /// default for long counts.
    Counting { run: Option<&'a Path>, is_named: bool },
    /// Reading a plan.
    ReadingPlan,
    /// Counting or reading a plan's shards. `plan` is the plan's file, if known. `shards` is the total number
    /// of shards.
    WithShards { plan: Option<&'a Path>, shards: u64 },
    /// Cutting a board into shards.
    Cutting,
    /// Saving a merged run in the directory `run`.
    Merging { run: &'a Path, fresh: bool },
    /// Showing this path's status.
    Showing(&'a Path),
    /// Recounting this run's units.
    Verifying(&'a Path),
}

/// Returns advice on an error in a run directory or plan.
pub fn of_run(error: &RunError, doing: Doing<'_>) -> Option<String> {
    use Doing::{Counting, Merging, ReadingPlan, Showing, Verifying, WithShards};
    const COPY: &str = "copy it again if it is a copy";
    let aside = |path: &Path| if is_of_a_plan(path) { "" } else { ", or move this run aside with --fresh" };
    Some(match (error, doing) {
        (RunError::Contradiction { path, .. } | RunError::Disagreement { path, .. }, _) => {
            let plan = if let WithShards { plan, .. } = doing { plan } else { None };
            of_wrong_count(path.parent().unwrap_or(path), "", plan)
        }
        (RunError::NotStarted { error, .. }, _) => return of_run(error, doing),
        (RunError::NoGoodLine { .. }, Counting { run: Some(run), .. })
            if SavedRun::at(run).manifest().is_err() =>
        {
            "repeat the N, --method and --depth the run was started with".to_owned()
        }
        (_, Showing(place) | Verifying(place)) if is_of_manifest(error) => {
            format!("{} recreates it", counting_again(place, None))
        }
        (RunError::Locked { .. }, Counting { .. }) => {
            "wait for it or stop it, or start a second count in another directory with --run DIR".to_owned()
        }
        (RunError::Locked { .. }, _) => "wait for it or stop it".to_owned(),
        (RunError::Changed { .. }, _) => "put it back or restore it from a copy, then try again".to_owned(),
        (_, Counting { run: Some(path), .. }) if error.kind() == ErrorKind::Mismatch => {
            format!("{OTHER_RUN}{}", aside(path))
        }
        (_, Counting { run: Some(path), .. }) if error.kind() == ErrorKind::OtherVersion => {
            format!("use a version that can read it, or {OTHER_RUN}{}", aside(path))
        }
        (RunError::OtherUnits { .. }, _) => "use that version".to_owned(),
        (_, _) if error.kind() == ErrorKind::OtherVersion => "use a version that can read it".to_owned(),
        (_, ReadingPlan) if error.kind() == ErrorKind::Corrupt => {
            format!("{COPY}, or delete it and recreate it with queens plan")
        }
        (_, Counting { run: Some(path), .. }) if error.kind() == ErrorKind::Corrupt => {
            format!("{COPY}{}", aside(path))
        }
        (_, WithShards { plan, shards }) if error.kind() == ErrorKind::Corrupt => {
            let numbered = |path| ShardDirectories::shard_number(path).map(|shard| (path, shard));
            match error.path().ancestors().find_map(numbered) {
                Some((path, shard)) if is_of_manifest(error) => {
                    format!("{} recreates it", suggested_commands::work_on_shard(plan, shard, path, ""))
                }
                Some((path, _)) => format!("{COPY}, or {}", start_over(path, plan, shards)),
                None => COPY.to_owned(),
            }
        }
        (_, Merging { run, fresh: false })
            if matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::Mismatch) =>
        {
            format!("{OTHER_RUN}{}", aside(run))
        }
        (_, _) if error.kind() == ErrorKind::Corrupt => COPY.to_owned(),
        (RunError::NotARun { path, .. }, Showing(place)) if place == path => return instead(place),
        (RunError::NotARun { path, .. }, Verifying(place)) if place == path => {
            let is_plan = ShardedPlan::read(place).is_ok();
            return if is_plan {
                Some("name the directory of a run or shard".to_owned())
            } else {
                instead(place)
            };
        }
        (RunError::NotARun { .. }, Counting { .. } | Merging { .. }) => OTHER_RUN.to_owned(),
        (RunError::NotARun { path, .. }, WithShards { .. }) => {
            if ShardDirectories::shard_number(path).is_some() { MOVE_AWAY } else { NAME_THE_DIRECTORY }
                .to_owned()
        }
        (RunError::NotARun { .. }, ReadingPlan) => "name a file that queens plan wrote".to_owned(),
        (RunError::Io { action, cause, saved, .. }, _) => {
            return refusal::of_refusal(*action, cause, saved.is_some(), error, doing);
        }
        _ => return None,
    })
}

/// Returns advice on a wrong count. If `queens verify` found it, `options` are the options to repeat.
pub fn of_wrong_count(run: &Path, options: &str, plan: Option<&Path>) -> String {
    let verify = suggested_commands::verify_and_drop(run, options);
    let count = counting_again(run, plan);
    format!(
        "run `{}`; if it passes, `{verify}` drops whatever is wrong, and {count} redoes it",
        command("selftest")
    )
}

/// Returns the command that counts the remaining units of `run`, in backticks if the user can type it as is.
pub fn counting_again(run: &Path, plan: Option<&Path>) -> String {
    match (SavedRun::at(run).manifest(), ShardDirectories::shard_number(run)) {
        (Ok(manifest), _) => resuming(run, &manifest, plan),
        (Err(_), Some(shard)) => suggested_commands::work_on_shard(plan, shard, run, ""),
        (Err(_), None) => suggested_commands::resume_run(run, "N"),
    }
}

/// Like [`counting_again`], for a run whose manifest has already been read.
pub fn resuming(run: &Path, manifest: &Manifest, plan: Option<&Path>) -> String {
    match manifest.shard {
        Some(shard) => suggested_commands::work_on_shard(plan, shard.number, run, ""),
        None => format!("`{}`", suggested_commands::resume_run(run, manifest.identity.n)),
    }
}

/// Returns whether the error is a missing or damaged manifest. Counting the run again recreates the manifest.
fn is_of_manifest(error: &RunError) -> bool {
    matches!(
        error,
        RunError::Incomplete { missing: RunFile::Manifest, .. }
            | RunError::Corrupt { file: Some(RunFile::Manifest), .. }
    )
}

/// Returns whether `path` is a shard of a plan. Such a directory must stay in its place.
fn is_of_a_plan(path: &Path) -> bool {
    SavedRun::at(path).manifest().is_ok_and(|found| found.shard.is_some())
}

/// Suggests what the user may have meant by `place`, which is not a run.
fn instead(place: &Path) -> Option<String> {
    if !place.exists() {
        return Some(format!("`{}` lists the runs here", command("status")));
    }
    if ShardedPlan::read(place).is_ok() {
        return Some(format!(
            "it is a plan: name the directory of its shards, too, as in {}",
            command(&format!("status {} DIR", place.display()))
        ));
    }
    if let Some(sharded) = ShardedPlan::found_in(place) {
        let shards = ShardDirectories::scan(&sharded, &[place.to_owned()]).ok()?.list();
        let first = ShardDirectories::shard_directory(place, shards.iter().next()?);
        return Some(format!("it contains the shards of a plan: name one, as in {}", first.display()));
    }
    let below = SavedRun::names_in(place, |_| false).unwrap_or_default();
    let is_readable = |name: &&PathBuf| SavedRun::at(&place.join(name)).manifest().is_ok();
    below.iter().find(is_readable).map(|run| format!("name a run in it, as in {}", place.join(run).display()))
}

/// Returns advice on an error in a plan or its shards.
pub fn of_cluster(error: &ClusterError, doing: Doing<'_>) -> Option<String> {
    Some(match (error, doing) {
        (ClusterError::Run(error) | ClusterError::Plan(error), _) => return of_run(error, doing),
        (ClusterError::PlanExists { .. }, _) => OTHER_PLACE.to_owned(),
        (ClusterError::NoSuchSplit { units, shards, .. }, Doing::Cutting) if shards > units => {
            format!("ask for at most {}, or use a greater --depth", queens_format::grouped(*units))
        }
        (ClusterError::DuplicateDirectory { .. }, _) => "name each directory once".to_owned(),
        (ClusterError::OneLevelDown { below, .. }, _) if below.len() == 1 => {
            "name that directory instead".to_owned()
        }
        (ClusterError::OneLevelDown { .. }, Doing::Showing(_)) => "name one of them instead".to_owned(),
        (ClusterError::OneLevelDown { .. }, _) => "name these directories instead".to_owned(),
        (ClusterError::IsARun { path, .. }, _) => match path.parent() {
            Some(above) if !above.as_os_str().is_empty() => {
                format!("name the directory above it, {}", above.display())
            }
            _ => "name the directory above it".to_owned(),
        },
        (ClusterError::Foreign { path, .. }, Doing::WithShards { plan, shards }) => {
            start_over(path, plan, shards)
        }
        (ClusterError::OtherPlan { .. }, _) => "name that plan, or a different directory".to_owned(),
        (ClusterError::Conflict { .. }, _) => {
            "one of the two counts is wrong: count the shard on a third machine \
             and merge that copy with each of the two"
                .to_owned()
        }
        (ClusterError::Changed { .. }, _) => "try again when no process is writing to them".to_owned(),
        (_, Doing::Merging { fresh: true, .. })
        | (ClusterError::OutputIsInput { .. }, Doing::Merging { .. }) => OTHER_RUN.to_owned(),
        (_, Doing::Merging { .. }) => {
            format!("{OTHER_RUN}, or move this run aside with --fresh")
        }
        _ => return None,
    })
}

/// Suggests starting the shard in `directory` over, if it is one of the plan's shards.
fn start_over(directory: &Path, plan: Option<&Path>, shards: u64) -> String {
    match ShardDirectories::shard_number(directory) {
        Some(shard) if shard < shards => {
            let work = suggested_commands::work_on_shard(plan, shard, directory, " --fresh");
            format!("{work} moves it aside and counts shard {shard}")
        }
        _ => MOVE_AWAY.to_owned(),
    }
}

/// Returns advice on a board that cannot be counted as requested.
pub fn of_method(error: &MethodError) -> Option<String> {
    matches!(error, MethodError::TooFine { .. }).then(|| "use a smaller --depth".to_owned())
}

/// Returns advice on an error in a record or another file to publish.
pub fn of_record(error: &RecordError) -> Option<String> {
    Some(match error {
        RecordError::Io { .. } | RecordError::Conflict { .. } => return None,
        RecordError::None { path, .. } => format!("`{}` makes one", suggested_commands::record_in(path)),
        RecordError::Development { .. } => "move the file out of the directory".to_owned(),
        RecordError::Newer { .. } => "publish with that version".to_owned(),
        RecordError::NotUtf8 { .. } => "save it as UTF-8, or restore it".to_owned(),
        // The other lines are records that must not be lost.
        RecordError::Wrong { place, .. } if place.contains(".jsonl:") => {
            "restore this line, or remove only this line".to_owned()
        }
        RecordError::Wrong { .. } => "restore it or remove it".to_owned(),
    })
}

/// Returns advice on a failed count.
pub fn of_count(error: &CountError, doing: Doing<'_>) -> Option<String> {
    match error {
        CountError::Run(error) => of_run(error, doing),
        CountError::Method(error) => of_method(error),
        CountError::Threads { .. } => Some("use fewer with --threads".to_owned()),
        CountError::BegunElsewhere(_) => Some("run the same command again to resume it".to_owned()),
        _ => None,
    }
}
