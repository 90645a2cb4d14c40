//! Counts one board for `queens count`, either alone or in a timing table.

use std::path::Path;

use queens::board::BoardSize;
use queens::count::SavePolicy;
use queens::{Count, CountError, PreparedCount};

use super::counting::{self, CommandContext};
use super::{Exit, Failure};
use crate::advice::Doing;
use crate::options::CountArgs;
use crate::output::Output;
use crate::program::PROGRAM;
use crate::records;
use crate::records::recorder::{Recorded, Recorder};
use crate::report;
use crate::report::result::CountReport;
use crate::report::series::Series;
use crate::suggested_commands;

pub struct CountedBoard {
    pub report: CountReport,
    /// True if the run was already finished.
    pub is_repeated: bool,
    /// [`Exit::Failed`] if a requested save failed. The failure has already been reported.
    pub exit: Exit,
}

fn with_options(n: BoardSize, args: &CountArgs, context: CommandContext<'_>) -> Result<Count, Failure> {
    let CountArgs { execution, planning, fresh, .. } = args;
    let count =
        Count::new(n.get())?.counted_by(PROGRAM).kernel(execution.kernel).threads(execution.threads.count());
    let count = count.method(planning.method).depth(planning.depth);
    Ok(count.saving(args.saving(n)).fresh(*fresh).stop_flag(context.signals.stop()))
}

/// Warns if `n`, the largest board in a table, needs more memory than is available.
pub fn say_memory(n: BoardSize, args: &CountArgs, context: CommandContext<'_>) {
    // Ignore errors here, because they are reported when this board is counted.
    if let Ok(count) = with_options(n, args, context)
        && let Ok(ready) = count.prepare()
    {
        counting::say_memory(&ready, context.output);
    }
}

/// Prepares a count of `n`. If stopped, prints a message and returns `None`.
fn prepare(
    n: BoardSize,
    args: &CountArgs,
    context: CommandContext<'_>,
) -> Result<Option<PreparedCount>, Failure> {
    match with_options(n, args, context)?.prepare() {
        Err(stopped @ CountError::Stopped) => {
            counting::print_stopped_between(&stopped.to_string(), context.output);
            Ok(None)
        }
        ready => ready.map(Some).map_err(Failure::when(counting_in(&args.saving(n), args))),
    }
}

/// Returns where a board is counted and whether the user named that place. The advice on errors depends on
/// this.
fn counting_in<'a>(saving: &'a SavePolicy, args: &CountArgs) -> Doing<'a> {
    Doing::Counting { run: saving.path(), is_named: args.is_saved_by_request() }
}

/// Counts `n`, resumes its run, or returns a finished run's total. If stopped, prints how to resume the run
/// and returns `None`.
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
    let outcome = ready.run(&mut display).map_err(Failure::when(counting_in(&saving, args)))?;
    display.remove_bar();
    let Some(total) = outcome.total.clone() else {
        let saved = match (&saving, &outcome.directory) {
            (_, Some(directory)) => {
                let resume = || suggested_commands::resume_run(directory, n);
                Ok((&**directory, directory.exists().then(resume)))
            }
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
    // If a save failed, units are missing from the directory.
    let directory = outcome.directory.filter(|_| outcome.save_error.is_none());
    let exit = match outcome.save_error {
        // Without --run, a notice has already reported the failure.
        Some(error) if matches!(saving, SavePolicy::In(_)) => {
            report::report_failure(&Failure::when(counting_in(&saving, args))(error))
        }
        _ => Exit::Done,
    };
    let mut count = CountReport::new(total, directory.or(repeated_in));
    counting::check_total(&mut count, args.execution.threads.count());
    // A timing table prints these figures itself.
    if !is_in_table && !count.is_wrong() {
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

/// Records a finished count.
pub fn record(
    recorder: &Recorder,
    count: &CountReport,
    is_repeated: bool,
    output: &Output,
) -> Result<(), Failure> {
    let path = match records::count::append_record(recorder, count, is_repeated)? {
        Recorded::In(path) => path,
        Recorded::Before(path) => {
            report::say(output, &format!("already recorded in {}", path.display()));
            return Ok(());
        }
    };
    let busy = if count.total.machine_was_busy() { ", marked as busy" } else { "" };
    let again = if count.not_checked_again { ", not double-checked" } else { "" };
    report::say(output, &format!("recorded in {}{busy}{again}", path.display()));
    Ok(())
}
