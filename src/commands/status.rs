//! `queens status`: how far a run is, or the shards of a plan, seen from outside.

use std::fs;
use std::path::{Path, PathBuf};

use queens::cluster::overview::{Deal, State};
use queens::cluster::{PlanFile, ShardList};
use queens::run;

use super::{Exit, UsageError, command_line};
use crate::cli::{Output, StatusArgs};
use crate::report::status::{Latest, RunStatus, ShardsStatus};

pub fn run(args: &StatusArgs, output: &Output) -> anyhow::Result<Exit> {
    let directory = args.dir.clone().map_or_else(the_run_here, Ok)?;
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

/// The run directory that `queens count` made here by itself, if there is just one.
fn the_run_here() -> anyhow::Result<PathBuf> {
    let is_run =
        |name: &str| name.starts_with("queens-") && name.ends_with(".run") && Path::new(name).is_dir();
    let names = fs::read_dir(".")?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<std::io::Result<Vec<String>>>()?;
    names.retain(|name| is_run(name));
    names.sort();
    match &names[..] {
        [one] => Ok(one.into()),
        [] => Err(UsageError(
            "there is no queens-N.run here: name a run directory, as in `queens status DIR`".into(),
        )
        .into()),
        [first, ..] => Err(UsageError(format!(
            "several runs are here, {}: name one, as in `queens status {first}`",
            names.join(", ")
        ))
        .into()),
    }
}

fn of_run(directory: &Path, output: &Output) -> anyhow::Result<Exit> {
    let mut latest = Latest::default();
    let inspection = run::inspect(directory, |entry| latest.add(entry))?;
    let manifest = &inspection.manifest;
    let go_on_with = manifest.shard.is_none().then(|| command_line::to_go_on_with(directory, manifest));
    let status = RunStatus::new(directory, &inspection, &latest, go_on_with);
    status.print(output)?;
    Ok(if status.failed_checks().next().is_none() { Exit::Done } else { Exit::Wrong })
}

fn of_shards(directory: &Path, deal: &Deal, plan: Option<&Path>, output: &Output) -> anyhow::Result<Exit> {
    let overview = deal.overview(directory)?;
    let left = [State::Stopped, State::NotBegun].map(|state| overview.shards(state));
    let left: ShardList = left.iter().flat_map(ShardList::iter).collect();
    let go_on_with =
        plan.filter(|_| !left.is_empty()).map(|plan| command_line::to_work_on(plan, &left, directory));
    ShardsStatus::new(directory, deal, &overview, go_on_with).print(output)?;
    Ok(super::report_all(overview.problems))
}
