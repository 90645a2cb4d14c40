//! One board of `queens count`: prepared, counted, checked and recorded; alone or in a timing table.

use std::io;
use std::path::Path;

use queens::board::BoardSize;
use queens::count::SavePolicy;
use queens::run::{RunError, RunFile, SavedRun};
use queens::{Count, CountError, ErrorKind, PreparedCount};

use super::counting::{self, CommandContext};
use super::{Exit, Failure};
use crate::options::{CountArgs, PlanningArgs};
use crate::output::Output;
use crate::program::PROGRAM;
use crate::records;
use crate::records::recorder::{Recorded, Recorder};
use crate::report;
use crate::report::result::CountReport;
use crate::report::series::Series;
use crate::suggested_commands;

/// A board that was counted.
pub struct CountedBoard {
    pub report: CountReport,
    /// True if its run was finished before.
    pub is_repeated: bool,
    /// [`Exit::Failed`] if it could not be saved as requested, which was reported.
    pub exit: Exit,
}

/// A count of `n` with the options.
fn with_options(n: BoardSize, args: &CountArgs, context: CommandContext<'_>) -> Result<Count, Failure> {
    let CountArgs { execution, planning, fresh, .. } = args;
    let count =
        Count::new(n.get())?.counted_by(PROGRAM).kernel(execution.kernel).threads(execution.threads.count());
    let count = count.method(planning.method).depth(planning.depth);
    Ok(count.saving(args.saving(n)).fresh(*fresh).stop_flag(context.signals.stop()))
}

/// Says if the count of `n`, the largest board of a table, takes more memory than there is.
pub fn say_memory(n: BoardSize, args: &CountArgs, context: CommandContext<'_>) {
    // Its turn reports what is wrong with it.
    if let Ok(count) = with_options(n, args, context)
        && let Ok(ready) = count.prepare()
    {
        counting::say_memory(&ready, context.output);
    }
}

/// Prepares a count of `n`; `None` if it was stopped, after printing how to resume it.
fn prepare(
    n: BoardSize,
    args: &CountArgs,
    context: CommandContext<'_>,
) -> Result<Option<PreparedCount>, Failure> {
    match with_options(n, args, context)?.prepare() {
        Err(stopped @ CountError::Stopped) => {
            counting::print_stopped_between(&stopped.to_string(), args.fresh, context.output);
            Ok(None)
        }
        ready => ready.map(Some).map_err(|error| with_remedy_options(error, n, args)),
    }
}

/// What to do if a different run is in the directory.
const OTHER_DIRECTORY_REMEDY: &str =
    "choose a separate directory for this run with --run DIR, or move the other run aside with --fresh";

/// The failure of a count that cannot start. For an error of its run directory, adds the options that help.
fn with_remedy_options(error: CountError, n: BoardSize, args: &CountArgs) -> Failure {
    let CountError::Run(run) = &error else { return counting::failed(error) };
    let saving = args.saving(n);
    let Some(path) = saving.path() else { return error.into() };
    match run {
        RunError::Contradiction { .. } => {
            let CountError::Run(run) = error else { return error.into() };
            counting::with_drop(run, path)
        }
        RunError::Incomplete { missing: RunFile::Manifest, .. } => {
            Failure::from(error).or(manifest_again(path, n, args))
        }
        RunError::Corrupt { file: Some(RunFile::Manifest), .. } => {
            Failure::from(error).or(manifest_again(path, n, args))
        }
        RunError::NoGoodLine { .. } => Failure::from(error)
            .with_remedy("nothing was counted; to count all units again, move the run aside with --fresh"),
        _ => match run.kind() {
            ErrorKind::Mismatch => Failure::from(error).with_remedy(OTHER_DIRECTORY_REMEDY),
            ErrorKind::OtherVersion => Failure::from(error).or(OTHER_DIRECTORY_REMEDY),
            ErrorKind::Corrupt => Failure::from(error).or("move it aside with --fresh and start over"),
            ErrorKind::Busy => {
                Failure::from(error).or("start a second count in another directory with --run DIR")
            }
            ErrorKind::Io => cannot_use(error, path, args),
            _ => error.into(),
        },
    }
}

/// The advice about a manifest that is lost or damaged.
fn manifest_again(path: &Path, n: BoardSize, args: &CountArgs) -> String {
    let CountArgs { planning: PlanningArgs { method, depth }, .. } = args;
    let mut resume = suggested_commands::resume_run(path, n);
    resume.extend(method.map(|method| format!(" --method {method}")));
    resume.extend(depth.map(|depth| format!(" --depth {depth}")));
    let again = suggested_commands::manifest_again(path, &resume);
    if method.is_some() { again } else { format!("{again} (with the --method of the run, if it had one)") }
}

/// The failure of a directory that cannot be used. A run that has units is worth a copy: another directory
/// would start over.
fn cannot_use(error: CountError, path: &Path, args: &CountArgs) -> Failure {
    let has_no_room = has_no_room(&error);
    let says_what_helps = matches!(
        &error,
        CountError::Run(RunError::Io { cause, .. }) if cause.get_ref().is_some()
    );
    let failure = Failure::from(error);
    let has_units = || SavedRun::at(path).inspect().map_or(path.exists(), |found| found.sums().units > 0);
    let elsewhere = if says_what_helps {
        return failure;
    } else if has_no_room && has_units() {
        "copy the run to a place that can be written, and resume it there with --run DIR, which keeps its \
         units"
    } else if args.is_saved_by_request() {
        "name another directory with --run DIR"
    } else {
        "name a directory with --run DIR, or save nothing with --no-checkpoint"
    };
    if failure.has_advice() { failure.or(elsewhere) } else { failure.with_remedy(elsewhere) }
}

/// Returns whether the place of a run takes no more units.
fn has_no_room(error: &CountError) -> bool {
    use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    let CountError::Run(RunError::Io { cause, .. }) = error else { return false };
    matches!(cause.kind(), PermissionDenied | ReadOnlyFilesystem | StorageFull | QuotaExceeded | FileTooLarge)
}

/// Counts the board of `n`, resumes its run, or returns the total of a finished run again. `None` if the
/// count was stopped, after printing how to resume it.
pub fn count(
    n: BoardSize,
    args: &CountArgs,
    series: Option<Series>,
    context: CommandContext<'_>,
) -> Result<Option<CountedBoard>, Failure> {
    let Some(ready) = prepare(n, args, context)? else { return Ok(None) };
    let is_repeated = ready.total().is_some();
    let found_before = ready.saved().solutions;
    let units = ready.plan().units();
    let is_in_table = args.runs_of_table().is_some();
    if !is_in_table {
        counting::say_memory(&ready, context.output);
    }
    let mut display = context.display().in_series(series);
    let saving = args.saving(n);
    let outcome = ready.run(&mut display).map_err(|error| match saving.path() {
        Some(path) if has_no_room(&error) => cannot_use(error, path, args),
        _ => counting::failed(error),
    })?;
    display.remove_bar();
    let Some(total) = outcome.total.clone() else {
        let saved = match (&saving, &outcome.directory) {
            (_, Some(directory)) => Ok((&**directory, Some(suggested_commands::resume_run(directory, n)))),
            _ if outcome.save_error.is_some() => Err("because saving failed"),
            (SavePolicy::Nothing, _) if is_in_table => Err("because timing tables are not saved"),
            (SavePolicy::Nothing, _) => Err("because of --no-checkpoint"),
            _ if outcome.sums().units == 0 => Err("because no unit was finished"),
            _ => Err("because it ran for less than 2 s (--run DIR always saves)"),
        };
        counting::print_stopped(&outcome, units, None, saved, args.fresh, context.output);
        return Ok(None);
    };
    let repeated_in = saving.path().filter(|_| is_repeated).map(Path::to_owned);
    // The directory of a save that failed lacks units.
    let directory = outcome.directory.filter(|_| outcome.save_error.is_none());
    let exit = match outcome.save_error {
        // Without --run, a notice has reported the failure.
        Some(error) if matches!(saving, SavePolicy::In(_)) => {
            report::report_failure(&with_remedy_options(error, n, args))
        }
        _ => Exit::Done,
    };
    let mut count = CountReport::new(total, directory.or(repeated_in));
    counting::check_total(&mut count, args.execution.threads.count());
    // A timing table has these figures, too.
    if !is_in_table && count.failed_checks().next().is_none() {
        let solutions = count.total.solutions;
        let found = if is_repeated {
            (count.total.resumed == Some(0)).then_some(solutions)
        } else {
            Some(solutions - found_before)
        };
        context.say(&count.summary(found));
    }
    Ok(Some(CountedBoard { report: count, is_repeated, exit }))
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
    let again = if count.not_checked_again { ", not double-checked" } else { "" };
    report::say(output, &format!("recorded in {}{busy}{again}", path.display()));
    Ok(())
}
