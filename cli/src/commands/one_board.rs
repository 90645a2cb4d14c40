//! One board of `queens count`: prepared, counted, checked and recorded; alone or in a timing table.

use std::path::Path;

use queens::board::BoardSize;
use queens::count::Saving;
use queens::{Count, CountError, ErrorKind, Ready};

use super::Failure;
use super::counting::{self, Session};
use crate::choice::PROGRAM;
use crate::options::CountSettings;
use crate::os::{self, ResourceUsage};
use crate::output::{Output, ProgressForm};
use crate::records;
use crate::records::command::for_record;
use crate::records::recorder::Recorder;
use crate::report;
use crate::report::event::{Event, Finished};
use crate::report::result::{CountReport, MORE_THREADS, slowed};
use crate::report::series::Series;
use crate::typed;

/// Prepares a count of `n`; `None` if it was stopped, after printing how to resume it.
fn prepare(
    n: BoardSize,
    settings: &CountSettings,
    Session { signals, output }: Session<'_>,
) -> Result<Option<Ready>, Failure> {
    let CountSettings { kernel, threads, planning, saving, fresh, .. } = settings;
    let count = Count::new(n.get())?.by(PROGRAM).kernel(*kernel).threads(*threads);
    let count = count.method(planning.method).depth(planning.depth);
    let count = count.saving(saving.clone()).fresh(*fresh);
    match count.stop(signals.stop()).prepare() {
        Err(stopped @ CountError::Stopped) => {
            counting::print_stopped_between(&stopped.to_string(), output);
            Ok(None)
        }
        ready => ready.map(Some).map_err(refused),
    }
}

/// The failure of a count that cannot begin. An error of its run directory has options that help.
fn refused(error: CountError) -> Failure {
    let CountError::Run(run) = &error else { return error.into() };
    let options = match run.kind() {
        ErrorKind::Mismatch | ErrorKind::OtherVersion => {
            "give this run its own directory with --run DIR, or move the other one aside with --fresh"
        }
        ErrorKind::Corrupt => "otherwise move it aside with --fresh and start over",
        ErrorKind::Io | ErrorKind::Busy => "name another directory with --run DIR",
        _ => return error.into(),
    };
    Failure::from(error).with(options)
}

/// Counts the board of `n`, resumes its run, or returns the total of a finished run again. Also
/// returns the resources used if a record is requested, unless the run was finished before. `None`
/// if the count was stopped, after printing how to resume it.
pub fn count(
    n: BoardSize,
    settings: &CountSettings,
    series: Option<Series>,
    session: Session<'_>,
) -> Result<Option<(CountReport, Option<ResourceUsage>)>, Failure> {
    let before = settings.record.as_ref().map(|_| os::used()).transpose()?;
    let Some(ready) = prepare(n, settings, session)? else { return Ok(None) };
    let output = session.output;
    let is_repeated = ready.total().is_some();
    let found_before = ready.saved().solutions();
    let units = ready.plan().units();
    let mut display = session.display().in_series(series);
    let outcome = ready.run(&mut display)?;
    display.finish();
    let Some(total) = outcome.total.clone() else {
        let saved = match (&settings.saving, &outcome.directory) {
            (_, Some(directory)) => Ok((&**directory, typed::resume_run(directory, n))),
            (Saving::Nothing, _) if settings.table.is_some() => Err("because a timing table saves nothing"),
            (Saving::Nothing, _) => Err("because of --no-checkpoint"),
            _ if outcome.tally.finished().is_empty() => Err("because no unit was finished"),
            _ => Err("because it ran for less than 2 s (--run DIR always saves)"),
        };
        counting::print_stopped(&outcome, units, None, saved, output)?;
        return Ok(None);
    };
    let usage = match before.filter(|_| !is_repeated) {
        Some(before) => Some(os::used()?.since(before)),
        None => None,
    };
    let repeated_in = settings.saving.path().filter(|_| is_repeated).map(Path::to_owned);
    let mut count = CountReport::new(total, outcome.directory.or(repeated_in));
    counting::check_total(&mut count)?;
    // A timing table says it better.
    let is_told = settings.table.is_none() || output.progress == ProgressForm::Json;
    if is_told && !output.quiet && count.failed_checks().next().is_none() {
        let solutions = count.total.solutions;
        let found = if is_repeated {
            (count.total.resumed == Some(0)).then_some(solutions)
        } else {
            Some(solutions - found_before)
        };
        Event::Finished(Finished::new(&count, found)).print();
    }
    Ok(Some((count, usage)))
}

/// Appends a record of a finished count.
pub fn record(
    recorder: &Recorder,
    count: &CountReport,
    usage: Option<&ResourceUsage>,
    output: &Output,
) -> Result<(), Failure> {
    let kept = records::count::keep(recorder, count, usage, for_record())?;
    let busy = match slowed(&count.total) {
        None => String::new(),
        Some(MORE_THREADS) => format!(", marked as busy: {MORE_THREADS}"),
        Some(_) => ", marked as busy".to_owned(),
    };
    let again = if count.not_checked_again { ", not checked again" } else { "" };
    report::say(output, &format!("{kept}{busy}{again}"));
    Ok(())
}
