//! `queens status`: shows the progress of one or more runs, or of a plan's shards, as read from their files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use queens::cluster::{ClusterError, ShardDirectories, ShardedPlan, Survey};
use queens::run::{Inspection, RunError, SavedRun};

use super::{Exit, Failure, counting};
use crate::advice::{self, Doing};
use crate::options::StatusArgs;
use crate::output::Output;
use crate::report;
use crate::report::status::{RunStatus, ShardsStatus};

pub fn run(args: &StatusArgs, output: &Output) -> Result<Exit, Failure> {
    let threads = args.threads.count();
    let (plan, dirs) = args.places();
    let place = dirs[0].as_path();
    let has_run = dirs.iter().any(|dir| SavedRun::at(dir).exists());
    let sharded = match &plan {
        Some(plan) => Some(counting::read_plan(plan)?),
        None if has_run => None,
        None => ShardedPlan::found_in(place),
    };
    if let Some(sharded) = sharded {
        return of_shards(args, &sharded, plan.as_deref(), &dirs, output);
    }
    if args.missing && place.is_dir() {
        let none = || Failure::failed(format!("{} has no shards", place.display()));
        return Err(one_level_down(place).unwrap_or_else(|| none().advised(advice::NAME_THE_SHARDS)));
    }
    let runs = match runs_in(place) {
        _ if dirs.len() > 1 => dirs.clone(),
        _ if has_run => Vec::new(),
        // The inspection below reports any path except a directory.
        Err(_) if !is_here(place) => Vec::new(),
        runs => runs?,
    };
    match &runs[..] {
        [] | [_] => {
            let run = runs.first().map_or(place, PathBuf::as_path);
            match SavedRun::at(run).inspect() {
                // Finding no run is not a failure.
                Err(RunError::NotARun { .. }) if run.is_dir() => {
                    report::say(output, &no_run_in(run));
                    Ok(Exit::Done)
                }
                Err(error) => Err(Failure::when(Doing::Showing(run))(error)),
                Ok(found) => Ok(print(run, found, threads, false, output)),
            }
        }
        several => {
            let mut exit = Exit::Done;
            for run in several {
                // An unreadable run must not hide the other runs.
                exit = exit.max(match SavedRun::at(run).inspect() {
                    Ok(found) => print(run, found, threads, true, output),
                    Err(error) => report::report_failure(&Failure::when(Doing::Showing(run))(error)),
                });
            }
            Ok(exit)
        }
    }
}

fn is_here(folder: &Path) -> bool {
    folder == Path::new(".")
}

/// Lists the runs in `folder`. Runs with default names come first, sorted by N.
fn runs_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    // A directory with the default name of a run counts as a run, even if its files are damaged.
    let mut names = SavedRun::names_in(folder, |name| number(name).is_some())
        .map_err(Failure::with_cause(|| format!("cannot read the directory {}", folder.display())))?;
    names.sort_by_cached_key(|name| (number(name.as_os_str()).unwrap_or(u64::MAX), name.clone()));
    // In the current directory, names are enough.
    let path = |name| if is_here(folder) { name } else { folder.join(name) };
    Ok(names.into_iter().map(path).collect())
}

/// Returns N from a name such as `queens-20.run`, or `queens-20.run.cross` from a second count.
fn number(name: &OsStr) -> Option<u64> {
    let (number, rest) = name.to_str()?.strip_prefix("queens-")?.split_once(".run")?;
    (rest.is_empty() || rest.starts_with('.')).then(|| number.parse().unwrap_or(u64::MAX))
}

/// Prints an inspected run's status, either in full or as a single line.
fn print(directory: &Path, inspection: Inspection, threads: usize, in_a_line: bool, output: &Output) -> Exit {
    let status = RunStatus::new(directory, &inspection, threads);
    let text = if in_a_line { format!("{}\n", status.line()) } else { status.to_string() };
    report::print(&status.object(), text, output);
    let n = inspection.manifest.identity.n;
    counting::report_if_wrong(n, inspection.sums().solutions, &status.checks, Some(directory))
}

/// Returns a message that `place` contains no run. If possible, the message says where to look instead.
fn no_run_in(place: &Path) -> String {
    if let Some(below) = one_level_down(place) {
        below.text()
    } else if is_here(place) {
        "there is no run here: name a run directory, or a directory that contains runs".to_owned()
    } else {
        format!("there is no run in {}", place.display())
    }
}

/// Returns an error that names the subdirectories of `place` that contain shards, or `None` if there are
/// none. `place` itself contains no shards.
fn one_level_down(place: &Path) -> Option<Failure> {
    let below = ShardDirectories::subdirectories_with_shards(place, |_| true);
    let path = place.to_owned();
    (!below.is_empty())
        .then(|| Failure::when(Doing::Showing(place))(ClusterError::OneLevelDown { path, below }))
}

/// Shows a plan's shards, and reports problems that would make a merge fail.
fn of_shards(
    args: &StatusArgs,
    sharded: &ShardedPlan,
    plan: Option<&Path>,
    directories: &[PathBuf],
    output: &Output,
) -> Result<Exit, Failure> {
    let doing = Doing::WithShards { plan, shards: sharded.shards() };
    let sites = counting::scan(sharded, doing, directories)?;
    let survey = Survey::of(sharded, &sites, &AtomicBool::new(false))?;
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    let status = ShardsStatus::new(plan, directories, sharded, &survey, args.threads.count());
    if args.missing {
        // Scripts count the listed shards until the list is empty. If this version cannot count them, such a
        // script would never finish.
        if let Some(only_by) = status.only_by {
            let place = plan.unwrap_or(&directories[0]).display();
            return Err(Failure::failed(format!("cannot list the missing shards of {place}: {only_by}")));
        }
        report::cluster::print_missing(&survey);
    } else {
        report::print(&status.object(), &status, output);
    }
    let n = sharded.identity().n;
    let exit = counting::report_if_wrong(n, survey.sums.solutions, &status.checks, None);
    let conflict = survey.conflict(&sites);
    Ok(exit.max(counting::all_failed(survey.problems.into_iter().chain(conflict), doing)))
}
