//! `queens count`: counts all solutions of a board, or resumes an interrupted count.

use queens::board::BoardSize;
use queens::run::Total;
use queens::{Count, CountError, Method};

use super::counting::{self, Session};
use super::one_board::{self, Counted};
use super::{Exit, Failure, table};
use crate::choice::PROGRAM;
use crate::options::CountArgs;
use crate::output::Output;
use crate::records;
use crate::report;
use crate::report::result::CountReport;
use crate::signals::Signals;

pub fn run(args: &CountArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let session = Session { signals: &signals, output };
    if let Some(runs) = args.runs_of_table() {
        args.refuse_options_of_one_count()?;
        return table::run(args, runs, session);
    }
    let n = args.boards()[0];
    signals.stop_after(args.max_time);
    let recorder = args.record.as_deref().map(records::count::start).transpose()?;
    if args.double_check {
        // Before anything is begun or moved aside.
        let kernel = args.processor.kernel;
        checked_by(args.planning.method.unwrap_or_else(|| Method::fastest(n, kernel)), n)?;
    }
    let Some(counted) = one_board::count(n, args, None, session)? else {
        return Ok(Exit::Stopped);
    };
    let Counted { report: mut count, is_repeated, saved: mut exit } = counted;
    if args.fundamental {
        count.add_fundamental();
    }
    if args.double_check && count.failed_checks().next().is_none() {
        exit = exit.max(check_again(&mut count, args, session));
    }
    exit = exit.max(counting::verdict(&count));
    if let Some(recorder) = recorder.filter(|_| count.failed_checks().next().is_none())
        && let Err(failure) = one_board::record(&recorder, &count, is_repeated, output)
    {
        exit = exit.max(report::failed(&failure));
    }
    counting::print_total(&count, output);
    Ok(exit)
}

/// The method that checks a count of `n`. It is refused where it would take hours.
fn checked_by(method: Method, n: BoardSize) -> Result<Method, Failure> {
    method.checked_by(n).ok_or_else(|| {
        Failure::usage(format!(
            "a second count of N = {n} by another method takes hours: omit --double-check, save the run with --run DIR, \
             and recount some of its units with queens verify"
        ))
    })
}

/// Counts again by the other method and compares; nothing of it is saved. Whatever happens, the first
/// total stays.
fn check_again(count: &mut CountReport, args: &CountArgs, session: Session<'_>) -> Exit {
    let exit = match second_total(&count.total, args, session) {
        Ok(Some(second)) => {
            count.add_second(second);
            if count.failed_checks().next().is_none() {
                session.say("both methods agree");
            }
            return Exit::Done;
        }
        Ok(None) => Exit::Stopped,
        Err(failure) => report::failed(&failure),
    };
    count.not_checked_again = true;
    session.say("the total of the first count is not checked again");
    exit
}

/// The total by the other method at its standard depth, with the same kernel if it has that; `None` if it
/// was stopped.
fn second_total(
    first: &Total,
    args: &CountArgs,
    session: Session<'_>,
) -> Result<Option<CountReport>, Failure> {
    // What a method of another version counted is checked by the fastest one.
    let by = first.method.parse().map_or(Method::Cross, |method| method);
    let method = checked_by(by, first.n)?;
    session.say(&format!("counting again with {method}"));
    let kernel = args.processor.kernel.filter(|&kernel| method.kernel(Some(kernel)).is_ok());
    let threads = args.processor.threads.count();
    let second = Count::new(first.n.get())?.by(PROGRAM).method(method).kernel(kernel).threads(threads);
    let mut display = session.display();
    let outcome = match second.stop(session.signals.stop()).prepare() {
        Err(CountError::Stopped) => return Ok(None),
        ready => ready.and_then(|ready| ready.run(&mut display)).map_err(counting::failed)?,
    };
    display.finish();
    let mut counted = outcome.total.map(|total| CountReport::new(total, None));
    counted.as_mut().map_or(Ok(()), |count| counting::check_total(count, threads))?;
    Ok(counted)
}
