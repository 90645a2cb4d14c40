//! `queens merge`: adds up the shards of a plan, as one run.

use std::path::Path;
use std::time::Duration;

use anyhow::anyhow;
use queens::cluster::merge::{self, Merged};
use queens::cluster::{Error, PlanFile, Sites};
use queens::count::session::Outcome;
use queens::plan::{Plan, Shard};
use queens::run::{Manifest, Options, RunDirectory};

use super::{Exit, Failure, checks};
use crate::cli::options::{MergeArgs, Output};
use crate::cli::report;
use crate::cli::report::clock::Stopwatch;
use crate::cli::report::merged::{MergeRecord, Shards};
use crate::cli::report::record::Recorder;
use crate::cli::report::result::{CountReport, Provenance};
use crate::cli::report::text::counted;

pub fn run(args: &MergeArgs, output: &Output) -> Result<Exit, Failure> {
    let stopwatch = Stopwatch::start();
    let recorder = args.record.as_deref().map(Recorder::start).transpose()?;
    let file = PlanFile::read(&args.plan)?;
    let plan = file.plan(&args.plan)?;
    let sites = Sites::scan(&file, &args.dirs)?;
    if let Some(path) = &args.run {
        sites.check_output(path)?;
    }
    let merged = merge::merge(&file, &sites)?;
    merged.notices.iter().for_each(|notice| report::say(output, notice));
    if !merged.missing.is_empty() {
        return Err(anyhow!(
            "{} of {} shards are not finished ({}), {} of {} units are counted: count them with `queens work`; \
             `queens missing` prints the list",
            merged.missing.len(),
            file.shards,
            report::cluster::in_short(&merged.missing),
            merged.tally.finished().len(),
            file.units,
        )
        .into());
    }
    if merged.repeated > 0 {
        let times = merged.repeated;
        let text = format!("units found in more than one directory: {times}, all with the same solutions");
        report::say(output, &text);
    }
    let shards = Shards::of(&file, &merged);
    let mut result = total(&plan, merged, &shards, stopwatch.spent()?.wall_s);
    checks::against_estimate(&mut result)?;
    let kept = args
        .run
        .as_deref()
        .map(|path| save(path, args, &Manifest::of(&plan, Shard::WHOLE), (&file, &sites), &result, output))
        .transpose()?;
    result.print(output)?;
    let verdict = checks::verdict(&result);
    if verdict == Exit::Done {
        report::say(output, &summary(&result, &shards));
        if let Some((recorder, directory)) = recorder.as_ref().zip(kept.as_ref()) {
            let path = MergeRecord::keep(recorder, &file, &result, &shards, directory)?;
            report::say(output, &format!("recorded in {}", path.display()));
        }
    }
    Ok(verdict)
}

/// The result of a complete merge of `shards` that took `wall_s` seconds.
fn total(plan: &Plan, merged: Merged, shards: &Shards, wall_s: f64) -> CountReport {
    let Merged { tally, kernels, .. } = merged;
    let kernel = kernels.into_keys().collect::<Vec<_>>().join("+");
    let (resumed, elapsed) = (plan.units(), Duration::from_secs_f64(wall_s));
    let outcome = Outcome { tally, directory: None, complete: true, resumed, elapsed };
    let provenance = Provenance { kernel, threads: 0, devices: Vec::new(), wall_s };
    CountReport::merged(plan, &provenance, &outcome, shards)
}

/// How many shards were added up, the CPU time of the count, and how the total compares.
fn summary(result: &CountReport, shards: &Shards) -> String {
    let (added, time) = (counted(shards.shards as usize, "shard"), shards.time(result.units));
    format!("N = {}: {added} added up, {time}, {}", result.n, result.check.text())
}

/// Writes the merged run to `path` as if it had been counted on one machine, unless it exists.
fn save(
    path: &Path,
    args: &MergeArgs,
    manifest: &Manifest,
    (file, sites): (&PlanFile, &Sites),
    result: &CountReport,
    output: &Output,
) -> Result<RunDirectory, Failure> {
    let options = Options { fresh: args.fresh, repair: false };
    let (mut directory, saved) = RunDirectory::open(path, manifest, options)?;
    saved.notices.iter().for_each(|notice| report::say(output, notice));
    match saved.result {
        None => {
            merge::write(file, sites, &mut directory)?;
            directory.finish(&report::Numbered::new(result))?;
        }
        Some(found) => compare(path, &found, result, output)?,
    }
    Ok(directory)
}

/// Makes sure that the finished run at `path` has the same result.
fn compare(
    path: &Path,
    found: &serde_json::Value,
    result: &CountReport,
    output: &Output,
) -> Result<(), Failure> {
    if found["solutions"].as_str() != Some(&result.solutions) {
        let (path, found, merged) =
            (path.to_owned(), found["solutions"].to_string(), result.solutions.clone());
        return Err(Error::OtherResult { path, found, merged }.into());
    }
    report::say(output, &format!("{} already holds this result and is not changed", path.display()));
    Ok(())
}
