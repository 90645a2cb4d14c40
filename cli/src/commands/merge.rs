//! `queens merge`: adds up the shards of a plan, as if they had been counted in one run.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use queens::ErrorKind;
use queens::cluster::{ClusterError, MergedShards, Survey};
use queens::files;
use queens::run::Host;
use queens_format::{counted, cpu_time, grouped};

use super::{Exit, Failure, counting};
use crate::advice::{self, Doing};
use crate::generated_files::cannot_write;
use crate::options::MergeArgs;
use crate::output::Output;
use crate::program::PROGRAM;
use crate::records::{self, recorder::Recorded};
use crate::report;
use crate::report::result::{CountReport, known_value};
use crate::signals::Signals;
use crate::suggested_commands;

pub fn run(args: &MergeArgs, output: &Output) -> Result<Exit, Failure> {
    let recorder = args.record.as_deref().map(records::merge::start).transpose()?;
    let (plan, dirs) = args.places.resolved()?;
    let sharded = counting::read_plan(&plan)?;
    // This call fails if this version would cut the board into different units.
    sharded.plan(&plan).map_err(ClusterError::Plan)?;
    let doing = Doing::WithShards { plan: Some(&plan), shards: sharded.shards() };
    let sites = counting::scan(&sharded, doing, &dirs)?;
    if let Some(path) = &args.run {
        let doing = Doing::Merging { run: path, fresh: args.fresh };
        sites.check_output(path).map_err(Failure::when(doing))?;
        files::check_create(path).map_err(cannot_write(path, advice::OTHER_RUN))?;
    }
    let mut survey = Survey::of(&sharded, &sites, &AtomicBool::new(false))?;
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    survey.problems.extend(survey.conflict(&sites));
    if let Some(last) = survey.problems.pop() {
        let exit = counting::all_failed(survey.problems, doing);
        return Err(Failure::when(doing)(last).after(exit));
    }
    let merged = MergedShards::of_survey(&sharded, &sites, survey)?.merged_by(PROGRAM);
    let survey = &merged.survey;
    if !merged.is_complete() {
        let counts = [survey.missing.len(), sharded.shards(), survey.sums.units, sharded.identity().units];
        let dirs: Vec<_> = dirs.iter().map(PathBuf::as_path).collect();
        let rest = suggested_commands::count_the_rest(Some(&plan), &dirs, &survey.missing);
        let [missing, shards, done, units] = counts.map(grouped);
        let (plural, are) = if survey.missing.len() == 1 { ("", "is") } else { ("s", "are") };
        let list = report::cluster::shortened_list(&survey.missing);
        return Err(Failure::failed(format!(
            "shard{plural} {list} {are} not finished ({missing} of {shards}); \
             {done} of {units} units are counted"
        ))
        .advised(rest));
    }
    if let Some(path) = &args.run {
        // Handle signals from here on, because files are written now. Until now, a signal could safely end
        // the process at once.
        let signals = Signals::install()?;
        let found = match merged.save(path, args.fresh, signals.stop()) {
            Err(stopped) if stopped.kind() == ErrorKind::Stopped => {
                counting::print_stopped_between(&stopped.to_string(), output);
                return Ok(Exit::Stopped);
            }
            found => found.map_err(Failure::when(Doing::Merging { run: path, fresh: args.fresh }))?,
        };
        found.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
        if found.total.is_some() {
            let text = format!("{} already contains this result and was left unchanged", path.display());
            report::say(output, &text);
        }
    }
    if survey.repeated > 0 {
        let units = counted(survey.repeated, "unit");
        report::say(
            output,
            &format!("ignored {units} already found in another directory, with the same counts"),
        );
    }
    let mut count = CountReport::new(merged.total(), args.run.clone());
    counting::check_total(&mut count, Host::cores());
    let mut exit = counting::verdict(&count);
    if exit == Exit::Done {
        let added = counted(sharded.shards(), "shard");
        let time = cpu_time(count.total.cpu_s.unwrap_or_default());
        let known = known_value(&count.checks);
        report::say(output, &format!("N = {}: {added} added up, {time} CPU time, {known}", count.total.n));
        if let Some((recorder, directory)) = recorder.as_ref().zip(args.run.as_deref()) {
            match records::merge::append_record(recorder, &sharded.identity().plan_hash, &count, directory) {
                Ok(Recorded::In(path)) => report::say(output, &format!("recorded in {}", path.display())),
                Ok(Recorded::Before(path)) => {
                    report::say(output, &format!("already recorded in {}", path.display()));
                }
                Err(failure) => exit = report::report_failure(&failure),
            }
        }
    }
    counting::print_merged_total(&count, output);
    Ok(exit)
}
