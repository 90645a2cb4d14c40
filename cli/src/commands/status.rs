//! `queens status`: the progress of a run, or of the shards of a plan, read from their files.

use std::fs;
use std::path::{Path, PathBuf};

use queens::cluster::{Deal, PlanFile, ShardList, ShardState, Sites};
use queens::run::{self, Inspection};

use super::{Exit, Failure, command_line, counting, repair};
use crate::options::StatusSettings;
use crate::output::Output;
use crate::report;
use crate::report::status::{Paces, RunStatus, ShardsStatus};

pub fn run(settings: StatusSettings, output: &Output) -> Result<Exit, Failure> {
    let (threads, plan) = (settings.threads.count(), settings.plan);
    let directory = match settings.dir {
        Some(directory) => directory,
        None => {
            let folder = settings.folder.run_dir.as_deref();
            let in_folder = folder.unwrap_or(Path::new(""));
            counting::check_folder(in_folder)?;
            match &runs_in(in_folder)?[..] {
                [] => return Ok(no_run(folder, output)),
                [one] => one.clone(),
                several => return of_runs(several, threads, output),
            }
        }
    };
    let deal = match &plan {
        Some(plan) => Some(PlanFile::read(plan)?.dealt),
        None if directory.join("manifest.json").exists() => None,
        None => Deal::found_in(&directory),
    };
    match deal {
        Some(deal) => of_shards(&directory, &deal, plan.as_deref(), threads, output),
        None => print(&directory, inspect(&directory, threads)?, threads, false, output),
    }
}

/// Every queens-N.run in `folder`, sorted by N.
fn runs_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let number = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = name.strip_prefix("queens-")?.strip_suffix(".run")?.to_owned();
        path.is_dir().then(|| (name.parse().unwrap_or(u64::MAX), name))
    };
    // In the current directory, names alone.
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let paths = fs::read_dir(read).and_then(|entries| {
        entries.map(|entry| Ok(folder.join(entry?.file_name()))).collect::<std::io::Result<Vec<PathBuf>>>()
    });
    let mut paths = paths.map_err(Failure::of(|| format!("cannot read the directory {}", read.display())))?;
    paths.retain(|path| number(path).is_some());
    paths.sort_by_key(number);
    Ok(paths)
}

/// Says how to begin a run. That there is none is no failure.
fn no_run(folder: Option<&Path>, output: &Output) -> Exit {
    let place = folder.map_or_else(|| "here".to_owned(), |folder| format!("in {}", folder.display()));
    report::say(
        output,
        &format!(
            "there is no queens-N.run {place}: `queens count N` begins one, and `queens status DIR` shows a run elsewhere"
        ),
    );
    Exit::Done
}

/// Prints a line for every run. An unreadable run does not hide the others.
fn of_runs(directories: &[PathBuf], threads: usize, output: &Output) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for directory in directories {
        let found = match inspect(directory, threads) {
            Ok(found) => print(directory, found, threads, true, output)?,
            Err(failure) => report::failed(&failure),
        };
        exit = exit.max(found);
    }
    Ok(exit)
}

/// What a run directory holds, and its pace. A result counts only if this program makes the plan that
/// it is of.
fn inspect(directory: &Path, threads: usize) -> Result<(Inspection, Paces), Failure> {
    let mut paces = Paces::new(threads);
    let inspection = run::inspect(directory, |entry| paces.add(entry)).map_err(repair::failure_of_run)?;
    if inspection.saved.total.is_some() {
        inspection.manifest.plan(directory)?;
    }
    Ok((inspection, paces))
}

/// Prints the status of a run that was inspected: all of it, or a line of one of several.
fn print(
    directory: &Path,
    (inspection, paces): (Inspection, Paces),
    threads: usize,
    in_a_line: bool,
    output: &Output,
) -> Result<Exit, Failure> {
    let manifest = &inspection.manifest;
    let resume_command = manifest.shard.is_none().then(|| command_line::resume_run(directory, manifest.n));
    let status = RunStatus::new(directory, &inspection, &paces, threads, resume_command);
    if in_a_line {
        report::print_as(&status, status.line(), output)?;
    } else {
        report::print(&status, output)?;
    }
    Ok(if status.failed_checks().next().is_none() { Exit::Done } else { Exit::Wrong })
}

fn of_shards(
    directory: &Path,
    deal: &Deal,
    plan: Option<&Path>,
    threads: usize,
    output: &Output,
) -> Result<Exit, Failure> {
    let survey = deal.survey(&Sites::scan(deal.shards, &[directory.to_owned()])?, &mut |_| ());
    if !survey.shards(ShardState::Finished).is_empty() {
        deal.check_units(directory)?;
    }
    let left = [ShardState::Stopped, ShardState::NotBegun].map(|state| survey.shards(state));
    let left: ShardList = left.iter().flat_map(ShardList::iter).collect();
    let resume_command =
        plan.filter(|_| !left.is_empty()).map(|plan| command_line::resume_shards(plan, &left, directory));
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    report::print(&ShardsStatus::new(directory, deal, &survey, threads, resume_command), output)?;
    Ok(repair::all_failed(survey.problems, plan.unwrap_or(Path::new("PLAN"))))
}
