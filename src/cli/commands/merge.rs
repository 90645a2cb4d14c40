//! `queens merge`: adds up the shards of a plan, as one run.

use std::path::Path;
use std::time::Duration;

use anyhow::anyhow;
use crate::cluster::merge::{self, Merged};
use crate::cluster::{Error, PlanFile, Sites};
use crate::count::session::Outcome;
use crate::plan::{Plan, Shard};
use crate::run::{Manifest, Options, RunDirectory};

use super::{Exit, Failure, checks, command_line};
use crate::cli::options::MergeArgs;
use crate::cli::settings::Output;
use crate::cli::report;
use crate::cli::report::clock::Stopwatch;
use crate::cli::report::record::Recorder;
use crate::cli::report::result::{CountReport, Provenance, Shards};
use crate::cli::report::text::{counted, cpu_time};

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
    let mut result = total(&file, &plan, merged, stopwatch.spent()?.wall_s);
    checks::against_estimate(&mut result)?;
    let kept = args
        .run
        .as_deref()
        .map(|path| save(path, args, &Manifest::of(&plan, Shard::WHOLE), (&file, &sites), &result, output))
        .transpose()?;
    result.print(output)?;
    let verdict = checks::verdict(&result);
    if verdict == Exit::Done {
        report::say(output, &summary(&file, &result));
        if let Some(recorder) = &recorder {
            let path =
                recorder.keep(&result, &stopwatch.spent()?, command_line::for_record(), kept.as_ref())?;
            report::say(output, &format!("recorded in {}", path.display()));
        }
    }
    Ok(verdict)
}

/// The result of a complete merge that took `wall_s` seconds.
fn total(file: &PlanFile, plan: &Plan, merged: Merged, wall_s: f64) -> CountReport {
    let Merged { tally, kernels, hosts, .. } = merged;
    let kernel = kernels.into_iter().collect::<Vec<_>>().join("+");
    let elapsed = Duration::from_secs_f64(wall_s);
    let outcome = Outcome { tally, directory: None, complete: true, resumed: file.units, elapsed };
    let provenance = Provenance { kernel, threads: 0, devices: Vec::new(), wall_s };
    // Another version may have written a host in a form that this one does not know.
    let hosts = hosts.into_iter().filter_map(|host| serde_json::from_value(host).ok()).collect();
    let merged = Some(Shards { shards: file.shards, hosts });
    CountReport { merged, ..CountReport::new(plan, &provenance, &outcome) }
}

/// How many shards were added up, the CPU time of the count, and how the total compares.
fn summary(file: &PlanFile, result: &CountReport) -> String {
    let shards = counted(file.shards as usize, "shard");
    let time = result.cpu_s.map_or_else(String::new, |cpu_s| format!("{} CPU time, ", cpu_time(cpu_s)));
    format!("N = {}: {shards} added up, {time}{}", result.n, result.check.text())
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
