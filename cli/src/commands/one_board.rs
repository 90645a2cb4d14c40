//! One board of `queens count`: prepared, counted, checked and recorded; alone or in a timing table.

use std::path::Path;

use queens::board::BoardSize;
use queens::count::Saving;
use queens::{Count, CountError, ErrorKind, Ready};

use super::counting::{self, Session};
use super::{Exit, Failure};
use crate::choice::PROGRAM;
use crate::options::CountArgs;
use crate::output::Output;
use crate::records;
use crate::records::recorder::Recorder;
use crate::report;
use crate::report::result::CountReport;
use crate::report::series::Series;
use crate::typed;

/// A board that was counted.
pub struct Counted {
    pub report: CountReport,
    /// True if its run was finished before.
    pub is_repeated: bool,
    /// [`Exit::Failed`] if it could not be saved as requested, which was reported.
    pub saved: Exit,
}

/// A count of `n` with the options.
fn with_options(n: BoardSize, args: &CountArgs, session: Session<'_>) -> Result<Count, Failure> {
    let CountArgs { processor, planning, fresh, .. } = args;
    let count = Count::new(n.get())?.by(PROGRAM).kernel(processor.kernel).threads(processor.threads.count());
    let count = count.method(planning.method).depth(planning.depth);
    Ok(count.saving(args.saving(n)).fresh(*fresh).stop(session.signals.stop()))
}

/// Says if the count of `n`, the largest board of a table, takes more memory than there is.
pub fn say_memory(n: BoardSize, args: &CountArgs, session: Session<'_>) {
    // Its turn reports what is wrong with it.
    if let Ok(count) = with_options(n, args, session)
        && let Ok(ready) = count.prepare()
    {
        counting::say_memory(&ready, session.output);
    }
}

/// Prepares a count of `n`; `None` if it was stopped, after printing how to resume it.
fn prepare(n: BoardSize, args: &CountArgs, session: Session<'_>) -> Result<Option<Ready>, Failure> {
    match with_options(n, args, session)?.prepare() {
        Err(stopped @ CountError::Stopped) => {
            counting::print_stopped_between(&stopped.to_string(), *fresh, session.output);
            Ok(None)
        }
        ready => ready.map(Some).map_err(refused),
    }
}

/// The failure of a count that cannot begin. An error of its run directory has options that help.
fn refused(error: CountError) -> Failure {
    let CountError::Run(run) = &error else { return counting::failed(error) };
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

/// Counts the board of `n`, resumes its run, or returns the total of a finished run again. `None` if the count
/// was stopped, after printing how to resume it.
pub fn count(
    n: BoardSize,
    args: &CountArgs,
    series: Option<Series>,
    session: Session<'_>,
) -> Result<Option<Counted>, Failure> {
    let Some(ready) = prepare(n, args, session)? else { return Ok(None) };
    let is_repeated = ready.total().is_some();
    let found_before = ready.saved().solutions;
    let units = ready.plan().units();
    let is_in_table = args.runs_of_table().is_some();
    if !is_in_table {
        counting::say_memory(&ready, session.output);
    }
    let mut display = session.display().in_series(series);
    let outcome = ready.run(&mut display).map_err(counting::failed)?;
    display.finish();
    let saving = args.saving(n);
    let Some(total) = outcome.total.clone() else {
        let saved = match (&saving, &outcome.directory) {
            (_, Some(directory)) => Ok((&**directory, Some(typed::resume_run(directory, n)))),
            _ if outcome.save_error.is_some() => Err("because saving failed"),
            (Saving::Nothing, _) if is_in_table => Err("because a timing table saves nothing"),
            (Saving::Nothing, _) => Err("because of --no-checkpoint"),
            _ if outcome.sums().units == 0 => Err("because no unit was finished"),
            _ => Err("because it ran for less than 2 s (--run DIR always saves)"),
        };
        counting::print_stopped(&outcome, units, None, saved, args.fresh, session.output);
        return Ok(None);
    };
    let repeated_in = saving.path().filter(|_| is_repeated).map(Path::to_owned);
    // The directory of a save that failed lacks units.
    let directory = outcome.directory.filter(|_| outcome.save_error.is_none());
    let saved = match outcome.save_error {
        // A notice has said it of a save that nobody asked for.
        Some(error) if matches!(saving, Saving::In(_)) => report::failed(&refused(error)),
        _ => Exit::Done,
    };
    let mut count = CountReport::new(total, directory.or(repeated_in));
    counting::check_total(&mut count, args.processor.threads.count())?;
    // A timing table says it better.
    if !is_in_table && count.failed_checks().next().is_none() {
        let solutions = count.total.solutions;
        let found = if is_repeated {
            (count.total.resumed == Some(0)).then_some(solutions)
        } else {
            Some(solutions - found_before)
        };
        session.say(&count.summary(found));
    }
    Ok(Some(Counted { report: count, is_repeated, saved }))
}

/// Appends a record of a finished count.
pub fn record(
    recorder: &Recorder,
    count: &CountReport,
    is_repeated: bool,
    output: &Output,
) -> Result<(), Failure> {
    let path = records::count::keep(recorder, count, is_repeated)?;
    let busy = if count.total.machine_was_busy() { ", marked as busy" } else { "" };
    let again = if count.not_checked_again { ", not checked again" } else { "" };
    report::say(output, &format!("recorded in {}{busy}{again}", path.display()));
    Ok(())
}
