//! `queens merge`: adds up the shards of a plan, as one run.

use std::path::Path;

use super::{Exit, Failure, counting, repair};
use crate::cli::options::MergeSettings;
use crate::cli::output::Output;
use crate::cli::records::merge::MergeRecord;
use crate::cli::records::recorder::Recorder;
use crate::cli::remedy::MergedRunError;
use crate::cli::report;
use crate::cli::report::result::{self, known_value};
use crate::cli::text::{counted, cpu_time, grouped};
use crate::cluster::merge::{self, Merged};
use crate::cluster::merged_run;
use crate::cluster::{Error, PlanFile, Sites};
use crate::plan::Shard;
use crate::run::result::{Machine, Shards};
use crate::run::{Manifest, Options, RunDirectory, RunResult};

pub fn run(settings: &MergeSettings, output: &Output) -> Result<Exit, Failure> {
    let recorder = settings.record.as_deref().map(Recorder::start).transpose()?;
    let file = PlanFile::read(&settings.plan)?;
    let manifest = Manifest::of(file.plan(&settings.plan)?.identity(), Shard::WHOLE);
    let sites = Sites::scan(file.shards, &settings.dirs)?;
    if let Some(path) = &settings.run {
        sites.check_output(path)?;
    }
    let merged =
        merge::merge(&file, &sites).map_err(|error| repair::failure_of_shards(error, &settings.plan))?;
    merged.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    if !merged.missing.is_empty() {
        let counts = [merged.missing.len(), file.shards, merged.tally.finished().len(), file.units];
        let [missing, shards, done, units] = counts.map(|count| grouped(count.into()));
        return Err(Failure::obstacle(format!(
            "{missing} of {shards} shards {} not finished ({}); {done} of {units} units are counted: count the rest with \
             `queens work`; `queens missing` prints the list",
            if merged.missing.len() == 1 { "is" } else { "are" },
            report::cluster::in_short(&merged.missing),
        )));
    }
    if merged.repeated > 0 {
        let times = merged.repeated;
        let text = format!("units found in more than one directory: {times}, all with the same solutions");
        report::say(output, &text);
    }
    let mut result = RunResult::of_merge(&manifest, &merged.tally, shards(&file, &merged));
    if let Some(path) = &settings.run {
        save(path, settings, &manifest, (&file, &sites), &result, output)?;
    }
    counting::check_total(&mut result)?;
    result::print(&result, output)?;
    let verdict = counting::verdict(&result);
    if verdict == Exit::Done {
        let (added, time) =
            (counted(file.shards as usize, "shard"), cpu_time(result.cpu_s.unwrap_or_default()));
        let known = known_value(&result.checks);
        report::say(output, &format!("N = {}: {added} added up, {time} CPU time, {known}", result.n));
        if let Some((recorder, directory)) = recorder.as_ref().zip(settings.run.as_deref()) {
            match MergeRecord::keep(recorder, &file.plan_hash, &result, directory) {
                Ok(path) => report::say(output, &format!("recorded in {}", path.display())),
                // Not an error of the command: stdout has its object already.
                Err(failure) => return Ok(report::failed(&failure)),
            }
        }
    }
    Ok(verdict)
}

/// What counted the shards of a complete merge.
fn shards(file: &PlanFile, merged: &Merged) -> Shards {
    let machines = merged.machines.iter();
    Shards {
        shards: file.shards,
        machines: machines.map(|(host, &shards)| Machine { host: host.clone(), shards }).collect(),
        kernels: merged.kernels.clone(),
        cpu_units: None,
    }
}

/// Writes the merged run to `path` as if it had been counted on one machine. A finished run that is
/// there must have the same result.
fn save(
    path: &Path,
    settings: &MergeSettings,
    manifest: &Manifest,
    (file, sites): (&PlanFile, &Sites),
    result: &RunResult,
    output: &Output,
) -> Result<(), Failure> {
    let options = Options { fresh: settings.fresh, repair: false };
    let (mut directory, saved) = RunDirectory::open(path, manifest, options).map_err(MergedRunError::from)?;
    saved.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    match saved.result {
        None => {
            merged_run::write(file, sites, &mut directory, saved.tally.finished())?;
            directory.finish(result).map_err(MergedRunError::from)?;
        }
        Some(found) if found.solutions == result.solutions => {
            let text = format!("{} already holds this result and is not changed", path.display());
            report::say(output, &text);
        }
        Some(found) => {
            let (path, found, merged) = (path.to_owned(), found.solutions, result.solutions);
            return Err(Error::OtherResult { path, found, merged }.into());
        }
    }
    Ok(())
}
