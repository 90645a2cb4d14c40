//! `queens status`: how far a run is, or the shards of a plan, seen from outside.

use std::fs;
use std::path::{Path, PathBuf};

use queens::cluster::overview::{Deal, State};
use queens::cluster::{PlanFile, ShardList};
use queens::run;

use super::{Exit, Failure, command_line};
use crate::cli::options::{Output, StatusArgs};
use crate::cli::report::status::{Latest, RunStatus, ShardsStatus};

pub fn run(args: &StatusArgs, output: &Output) -> Result<Exit, Failure> {
    let folder = args.run_dir.as_deref().unwrap_or(Path::new(""));
    let directory = args.dir.clone().map_or_else(|| the_run_in(folder), Ok)?;
    let deal = match &args.plan {
        Some(plan) => Some(Deal::from(&PlanFile::read(plan)?)),
        None if directory.join("manifest.json").exists() => None,
        None => Deal::found_in(&directory),
    };
    match deal {
        Some(deal) => of_shards(&directory, &deal, args.plan.as_deref(), output),
        None => of_run(&directory, output),
    }
}

/// The only queens-N.run in `folder`.
fn the_run_in(folder: &Path) -> Result<PathBuf, Failure> {
    let is_run = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("queens-") && name.ends_with(".run") && path.is_dir()
    };
    // Of the current folder, the names alone.
    let (read, place) = match folder.as_os_str().is_empty() {
        true => (Path::new("."), "here".to_owned()),
        false => (folder, format!("in {}", folder.display())),
    };
    let paths = fs::read_dir(read)?.map(|entry| Ok(folder.join(entry?.file_name())));
    let mut paths = paths.collect::<std::io::Result<Vec<PathBuf>>>()?;
    paths.retain(is_run);
    paths.sort();
    match &paths[..] {
        [one] => Ok(one.clone()),
        [] => Err(Failure::Usage(format!(
            "there is no queens-N.run {place}: name a run directory, as in `queens status DIR`"
        ))),
        [first, ..] => {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            Err(Failure::Usage(format!(
                "there are several runs, {}: name one, as in `queens status {}`",
                paths.join(", "),
                first.display()
            )))
        }
    }
}

fn of_run(directory: &Path, output: &Output) -> Result<Exit, Failure> {
    let mut latest = Latest::default();
    let inspection = run::inspect(directory, |entry| latest.add(entry))?;
    let manifest = &inspection.manifest;
    let go_on_with = manifest.shard.is_none().then(|| command_line::to_go_on_with(directory, manifest));
    let status = RunStatus::new(directory, &inspection, &latest, go_on_with);
    status.print(output)?;
    Ok(if status.failed_checks().next().is_none() { Exit::Done } else { Exit::Wrong })
}

fn of_shards(directory: &Path, deal: &Deal, plan: Option<&Path>, output: &Output) -> Result<Exit, Failure> {
    let overview = deal.overview(directory)?;
    let left = [State::Stopped, State::NotBegun].map(|state| overview.shards(state));
    let left: ShardList = left.iter().flat_map(ShardList::iter).collect();
    let go_on_with =
        plan.filter(|_| !left.is_empty()).map(|plan| command_line::to_work_on(plan, &left, directory));
    ShardsStatus::new(directory, deal, &overview, go_on_with).print(output)?;
    Ok(super::report_all(overview.problems))
}
