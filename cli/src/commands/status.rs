//! `queens status`: the progress of a run, of several, or of the shards of a plan, read from their
//! files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use queens::cluster::{ShardDirectories, ShardedPlan, Survey};
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
    let is_run = SavedRun::at(place).exists();
    let sharded = match &plan {
        Some(plan) => Some(counting::read_plan(plan)?),
        None if is_run || dirs.len() > 1 => None,
        None => ShardedPlan::found_in(place),
    };
    if let Some(sharded) = sharded {
        return of_shards(args, &sharded, plan.as_deref(), &dirs, output);
    }
    if args.missing && place.is_dir() {
        refuse_one_level_down(place)?;
        let place = place.display();
        return Err(Failure::failed(format!("{place} has no shards")).advised(advice::NAME_THE_SHARDS));
    }
    let runs = match runs_in(place) {
        _ if dirs.len() > 1 => dirs.clone(),
        _ if is_run => Vec::new(),
        // The inspection reports the error of a path that is not a directory.
        Err(_) if !is_here(place) => Vec::new(),
        runs => runs?,
    };
    match &runs[..] {
        [] | [_] => {
            let run = runs.first().map_or(place, PathBuf::as_path);
            match SavedRun::at(run).inspect() {
                // Finding none is not a failure.
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
                // An unreadable run does not hide the others.
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

/// Every run in `folder`: first the runs whose names a count chose, sorted by N, then the others.
fn runs_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    // A directory with the name of a run is one even if its files are damaged.
    let mut names = SavedRun::names_in(folder, |name| number(name).is_some())
        .map_err(Failure::with_cause(|| format!("cannot read the directory {}", folder.display())))?;
    names.sort_by_cached_key(|name| (number(name.as_os_str()).unwrap_or(u64::MAX), name.clone()));
    // Runs in the current directory are shown by name alone.
    let path = |name| if is_here(folder) { name } else { folder.join(name) };
    Ok(names.into_iter().map(path).collect())
}

/// The rows of the board in a name such as `queens-20.run`, or `queens-20.run.cross` of a second
/// count.
fn number(name: &OsStr) -> Option<u64> {
    let (number, rest) = name.to_str()?.strip_prefix("queens-")?.split_once(".run")?;
    (rest.is_empty() || rest.starts_with('.')).then(|| number.parse().unwrap_or(u64::MAX))
}

/// Prints the status of a run that was inspected: all of it, or a line of one of several.
fn print(directory: &Path, inspection: Inspection, threads: usize, in_a_line: bool, output: &Output) -> Exit {
    let status = RunStatus::new(directory, &inspection, threads);
    let text = if in_a_line { format!("{}\n", status.line()) } else { status.to_string() };
    report::print(&status.object(), text, output);
    if status.failed_checks().next().is_none() { Exit::Done } else { Exit::Wrong }
}

/// Refuses a directory without runs whose directories have shards.
fn refuse_one_level_down(place: &Path) -> Result<(), Failure> {
    one_level_down(place).map_or(Ok(()), |text| Err(Failure::failed(text)))
}

/// Says that `place` has no run, and where some may be.
fn no_run_in(place: &Path) -> String {
    one_level_down(place).unwrap_or_else(|| {
        if is_here(place) {
            "there is no run here: name the directory of a run, or of runs, to see them".to_owned()
        } else {
            format!("there is no run in {}", place.display())
        }
    })
}

/// Says which directories in a directory without runs have shards; `None` if none has.
fn one_level_down(place: &Path) -> Option<String> {
    let below = ShardDirectories::subdirectories_with_shards(place, |_| true);
    let names: Vec<_> = below.iter().map(|path| path.display().to_string()).collect();
    let place = place.display();
    match &names[..] {
        [] => None,
        [one] => {
            Some(format!("{place} has no run and no shard, but {one} has some: name that directory instead"))
        }
        several => Some(format!(
            "{place} has no run and no shard, but {} have some: name one of these",
            several.join(", ")
        )),
    }
}

/// Shows the shards of a plan, and what a merge would refuse.
fn of_shards(
    args: &StatusArgs,
    sharded: &ShardedPlan,
    plan: Option<&Path>,
    directories: &[PathBuf],
    output: &Output,
) -> Result<Exit, Failure> {
    let sites = counting::scan(sharded, directories)?;
    let survey = Survey::of(sharded, &sites, &AtomicBool::new(false))?;
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    let status = ShardsStatus::new(plan, directories, sharded, &survey, args.threads.count());
    if args.missing {
        // Scripts count what is listed: with shards that this version cannot count, they would never end.
        if let Some(only_by) = status.only_by {
            let place = plan.unwrap_or(&directories[0]).display();
            return Err(Failure::failed(format!("{place} has no list of missing shards: {only_by}")));
        }
        report::cluster::print_missing(&survey);
    } else {
        report::print(&status.object(), &status, output);
    }
    let wrong = status.reason_wrong();
    let conflict = survey.conflict(&sites);
    let exit = counting::all_failed(survey.problems.into_iter().chain(conflict), sharded);
    Ok(wrong.map_or(exit, |reason| {
        report::print_error(&reason);
        Exit::Wrong
    }))
}
