//! `queens merge`: adds up the shards of a plan, as one run.

use std::path::PathBuf;

use queens::cluster::{ClusterError, Merged};
use queens::files;
use queens::run::SavedRun;
use queens_format::{counted, cpu_time, grouped};

use super::{Exit, Failure, counting};
use crate::choice::PROGRAM;
use crate::generated::unwritable;
use crate::options::MergeSettings;
use crate::output::Output;
use crate::records;
use crate::report;
use crate::report::result::{CountReport, known_value};
use crate::typed;

pub fn run(settings: &MergeSettings, output: &Output) -> Result<Exit, Failure> {
    let recorder = settings.record.as_deref().map(records::merge::start).transpose()?;
    let sharded = counting::read_plan(&settings.plan)?;
    // This fails if this version does not make the same units.
    sharded.plan(&settings.plan).map_err(ClusterError::Plan)?;
    let sites = counting::scan(&sharded, &settings.dirs)?;
    if let Some(path) = &settings.run {
        sites.check_output(path)?;
        files::check_create(path).map_err(unwritable(path, "another directory with --run"))?;
    }
    let merged = Merged::of(&sharded, &sites)?.by(PROGRAM);
    let survey = &merged.survey;
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    if !merged.is_complete() {
        let counts = [survey.missing.len(), sharded.shards, survey.sums.units, sharded.identity.units];
        let dirs: Vec<_> = settings.dirs.iter().map(PathBuf::as_path).collect();
        let work = typed::work_on_missing(&settings.plan, &dirs);
        let [missing, shards, done, units] = counts.map(|count| grouped(count.into()));
        return Err(Failure::obstacle(format!(
            "{missing} of {shards} shards {} not finished ({}); {done} of {units} units are counted: `{work}` counts the rest",
            if survey.missing.len() == 1 { "is" } else { "are" },
            report::cluster::in_short(&survey.missing),
        )));
    }
    if survey.repeated > 0 {
        let times = grouped(survey.repeated.into());
        let text = format!("units found in more than one directory: {times}, all with the same solutions");
        report::say(output, &text);
    }
    if let Some(path) = &settings.run {
        let found = merged.save(path, settings.fresh).map_err(|error| {
            let is_a_run = SavedRun::at(path).exists();
            let or = if settings.fresh || !is_a_run { "" } else { ", or move the run aside with --fresh" };
            Failure::from(error).with(format!("name another directory with --run{or}"))
        })?;
        found.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
        if found.total.is_some() {
            let text = format!("{} already holds this result and is not changed", path.display());
            report::say(output, &text);
        }
    }
    let mut count = CountReport::new(merged.total(), settings.run.clone());
    counting::check_total(&mut count)?;
    count.print_merge(output)?;
    let verdict = counting::verdict(&count);
    if verdict == Exit::Done {
        let added = counted(sharded.shards as usize, "shard");
        let time = cpu_time(count.total.cpu_s.unwrap_or_default());
        let known = known_value(&count.checks);
        report::say(output, &format!("N = {}: {added} added up, {time} CPU time, {known}", count.total.n));
        if let Some((recorder, directory)) = recorder.as_ref().zip(settings.run.as_deref()) {
            match records::merge::keep(recorder, &sharded.identity.plan_hash, &count, directory) {
                Ok(path) => report::say(output, &format!("recorded in {}", path.display())),
                // A record that cannot be written is no error of the command, because stdout
                // already has the object of the merge.
                Err(failure) => return Ok(report::failed(&failure)),
            }
        }
    }
    Ok(verdict)
}
