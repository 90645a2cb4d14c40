//! One board of `queens count`: prepared, counted, checked and recorded; alone or in a timing table.

use std::path::Path;

use queens::board::BoardSize;
use queens::count::Saving;
use queens::{Count, CountError, ErrorKind, Ready};

use super::Failure;
use super::counting::{self, Session};
use crate::choice::PROGRAM;
use crate::options::CountArgs;
use crate::output::Output;
use crate::records;
use crate::records::recorder::{Recorded, Recorder};
use crate::report;
use crate::report::result::CountReport;
use crate::report::series::Series;
use crate::typed;

/// Prepares a count of `n`; `None` if it was stopped, after printing how to resume it.
fn prepare(
    n: BoardSize,
    args: &CountArgs,
    Session { signals, output }: Session<'_>,
) -> Result<Option<Ready>, Failure> {
    let CountArgs { processor, planning, fresh, .. } = args;
    let count = Count::new(n.get())?.by(PROGRAM).kernel(processor.kernel).threads(processor.threads.count());
    let count = count.method(planning.method).depth(planning.depth);
    let count = count.saving(args.saving(n)).fresh(*fresh);
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

/// Counts the board of `n`, resumes its run, or returns the total of a finished run again. Also returns
/// whether the run was finished before. `None` if the count was stopped, after printing how to resume it.
pub fn count(
    n: BoardSize,
    args: &CountArgs,
    series: Option<Series>,
    session: Session<'_>,
) -> Result<Option<(CountReport, bool)>, Failure> {
    let Some(ready) = prepare(n, args, session)? else { return Ok(None) };
    let is_repeated = ready.total().is_some();
    let found_before = ready.saved().solutions;
    let units = ready.plan().units();
    let mut display = session.display().in_series(series);
    let outcome = ready.run(&mut display)?;
    display.finish();
    let is_in_table = args.runs_of_table().is_some();
    let saving = args.saving(n);
    let Some(total) = outcome.total.clone() else {
        let saved = match (&saving, &outcome.directory) {
            (_, Some(directory)) => Ok((&**directory, Some(typed::resume_run(directory, n)))),
            (Saving::Nothing, _) if is_in_table => Err("because a timing table saves nothing"),
            (Saving::Nothing, _) => Err("because of --no-checkpoint"),
            _ if outcome.sums().units == 0 => Err("because no unit was finished"),
            _ => Err("because it ran for less than 2 s (--run DIR always saves)"),
        };
        counting::print_stopped(&outcome, units, None, saved, session.output)?;
        return Ok(None);
    };
    let repeated_in = saving.path().filter(|_| is_repeated).map(Path::to_owned);
    let mut count = CountReport::new(total, outcome.directory.or(repeated_in));
    counting::check_total(&mut count)?;
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
    Ok(Some((count, is_repeated)))
}

/// Appends a record of a finished count.
pub fn record(
    recorder: &Recorder,
    count: &CountReport,
    is_repeated: bool,
    output: &Output,
) -> Result<(), Failure> {
    let path = match records::count::append_record(recorder, count, is_repeated)? {
        Recorded::In(path) => path,
        Recorded::Before(path) => {
            report::say(output, &format!("recorded before in {}", path.display()));
            return Ok(());
        }
    };
    let busy = if count.total.machine_was_busy() { ", marked as busy" } else { "" };
    let again = if count.not_checked_again { ", not checked again" } else { "" };
    report::say(output, &format!("recorded in {}{busy}{again}", path.display()));
    Ok(())
}
