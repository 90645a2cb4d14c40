//! `queens count`: counts a board's solutions, or resumes an interrupted count.

use queens::board::BoardSize;
use queens::run::{SavedRun, Total};
use queens::{Count, CountError, Method};

use super::counting::{self, CommandContext};
use super::one_board::{self, CountedBoard};
use super::{Exit, Failure, table};
use crate::advice;
use crate::options::CountArgs;
use crate::output::Output;
use crate::program::PROGRAM;
use crate::records;
use crate::report;
use crate::report::result::CountReport;
use crate::signals::Signals;

pub fn run(args: &CountArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let context = CommandContext { signals: &signals, output };
    if let Some(runs) = args.runs_of_table() {
        args.refuse_options_of_one_count()?;
        return table::run(args, runs, context);
    }
    let n = args.boards()[0];
    signals.stop_after(args.max_time);
    let recorder = args.record.as_deref().map(records::count::start).transpose()?;
    if args.double_check {
        // Check this before creating or moving anything. A saved run is resumed with its own method.
        let saving = args.saving(n);
        let run = saving.path().filter(|_| !args.fresh).map(SavedRun::at);
        let saved = run.and_then(|run| run.manifest().ok()?.identity.method.current());
        let method = args.planning.method.or(saved);
        checked_by(method.unwrap_or_else(|| Method::fastest(n, args.execution.kernel)), n)?;
    }
    let Some(counted) = one_board::count(n, args, None, context)? else {
        return Ok(Exit::Stopped);
    };
    let CountedBoard { report: mut count, is_repeated, mut exit } = counted;
    if args.fundamental {
        count.add_fundamental();
    }
    if args.double_check && !count.is_wrong() {
        exit = exit.max(check_again(&mut count, args, context));
    }
    exit = exit.max(counting::verdict(&count));
    if let Some(recorder) = recorder.filter(|_| !count.is_wrong())
        && let Err(failure) = one_board::record(&recorder, &count, is_repeated, output)
    {
        exit = exit.max(report::report_failure(&failure));
    }
    counting::print_total(&count, output);
    Ok(exit)
}

/// Returns the method that double-checks `method` on `n`. Fails if the check would take hours.
fn checked_by(method: Method, n: BoardSize) -> Result<Method, Failure> {
    method.checked_by(n).ok_or_else(|| {
        Failure::usage(format!("a second count of N = {n} by another method would take hours"))
            .advised(advice::NO_DOUBLE_CHECK)
    })
}

/// Counts the board again with the other method and compares the totals. The second count is not saved. The
/// first total is printed even if the second count fails.
fn check_again(count: &mut CountReport, args: &CountArgs, context: CommandContext<'_>) -> Exit {
    let exit = match second_total(&count.total, args, context) {
        Ok(Some(second)) => {
            count.add_second(second);
            if !count.is_wrong() {
                context.say("both methods agree");
            }
            return Exit::Done;
        }
        Ok(None) => Exit::Stopped,
        Err(failure) => report::report_failure(&failure),
    };
    count.not_checked_again = true;
    context.say("the first total was not double-checked");
    exit
}

/// Counts the board with the other method at its standard depth. Uses the requested kernel if that method
/// supports it. Returns `None` if stopped.
fn second_total(
    first: &Total,
    args: &CountArgs,
    context: CommandContext<'_>,
) -> Result<Option<CountReport>, Failure> {
    // If this version does not have the first total's method, colours checks the total.
    let by = first.method.parse().map_or(Method::Cross, |method| method);
    let method = checked_by(by, first.n)?;
    context.say(&format!("counting again with {method}"));
    let kernel = args.execution.kernel.filter(|&kernel| method.kernel(Some(kernel)).is_ok());
    let threads = args.execution.threads.count();
    let second =
        Count::new(first.n.get())?.counted_by(PROGRAM).method(method).kernel(kernel).threads(threads);
    let mut display = context.display();
    let outcome = match second.stop_flag(context.signals.stop()).prepare() {
        Err(CountError::Stopped) => return Ok(None),
        ready => ready.and_then(|ready| ready.run(&mut display))?,
    };
    display.remove_bar();
    let mut counted = outcome.total.map(|total| CountReport::new(total, None));
    if let Some(count) = &mut counted {
        counting::check_total(count, threads);
    }
    Ok(counted)
}
