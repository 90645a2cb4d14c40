//! `queens merge`: the shards of a plan become one run.

use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;
use queens::cluster::merge::{self, Merged};
use queens::cluster::{Error, PlanFile, Sites};
use queens::count::session::Outcome;
use queens::plan::Shard;
use queens::run::{Manifest, Options, RunDirectory};

use super::{Exit, Failure, checks};
use crate::cli::options::{MergeArgs, Output};
use crate::cli::report;
use crate::cli::report::result::{CountReport, Provenance};
use crate::cli::report::text::{counted, cpu_time};

pub fn run(args: &MergeArgs, output: &Output) -> Result<Exit, Failure> {
    let began = Instant::now();
    let file = PlanFile::read(&args.plan)?;
    let plan = file.plan(&args.plan)?;
    let sites = Sites::scan(&file, &args.dirs)?;
    if let Some(path) = &args.run {
        sites.check_output(path)?;
    }
    let merged = merge::merge(&file, &sites)?;
    merged.notices.iter().filter(|_| !output.quiet).for_each(|notice| report::notice(notice));
    if !merged.missing.is_empty() {
        return Err(anyhow!(
            "{} of {} shards are not finished ({}), {} of {} units are counted: work them with `queens work`; \
             `queens missing` prints the list",
            merged.missing.len(),
            file.shards,
            report::cluster::in_short(&merged.missing),
            merged.tally.finished().len(),
            file.units,
        )
        .into());
    }
    if merged.repeated > 0 && !output.quiet {
        let times = merged.repeated;
        report::notice(&format!(
            "units found in more than one directory: {times}, all with the same solutions"
        ));
    }
    let Merged { tally, kernels, .. } = merged;
    let kernel = kernels.into_iter().collect::<Vec<_>>().join("+");
    let outcome =
        Outcome { tally, directory: None, complete: true, resumed: file.units, elapsed: began.elapsed() };
    let wall_s = began.elapsed().as_secs_f64();
    let provenance = Provenance { kernel, threads: 0, devices: Vec::new(), wall_s };
    let mut result = CountReport::new(&plan, &provenance, &outcome);
    checks::against_estimate(&mut result)?;
    if let Some(path) = &args.run {
        let manifest = Manifest::of(&plan, Shard::WHOLE);
        let options = Options { fresh: args.fresh, repair: false };
        let (directory, saved) = RunDirectory::open(path, &manifest, options)?;
        for notice in saved.notices.iter().filter(|_| !output.quiet) {
            report::notice(notice);
        }
        match saved.result {
            None => write(&file, &sites, directory, &result)?,
            Some(found) => compare(path, &found, &result, output)?,
        }
    }
    result.print(output)?;
    if !output.quiet && result.failed_checks().next().is_none() {
        report::notice(&summary(&file, &result));
    }
    Ok(checks::verdict(&result))
}

/// What was added up, how long it took to count, and what the total agrees with.
fn summary(file: &PlanFile, result: &CountReport) -> String {
    let shards = counted(file.shards as usize, "shard");
    let time = result.cpu_s.map_or_else(String::new, |cpu_s| format!("{} CPU time, ", cpu_time(cpu_s)));
    format!("N = {}: {shards} added up, {time}{}", result.n, result.check.text())
}

/// Writes the merged run, as if it had been counted on one machine.
fn write(
    file: &PlanFile,
    sites: &Sites,
    mut directory: RunDirectory,
    result: &CountReport,
) -> Result<(), Failure> {
    merge::write(file, sites, &mut directory)?;
    Ok(directory.finish(&report::Numbered::new(result))?)
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
    if !output.quiet {
        report::notice(&format!("{} holds this result already, and is left as it is", path.display()));
    }
    Ok(())
}
