//! `queens count`: counts all solutions of a board, or resumes an interrupted count.

use queens::board::BoardSize;
use queens::count::Saving;
use queens::run::SavedRun;
use queens::{Count, CountError, Method};

use super::counting::{self, Session};
use super::{Exit, Failure, one_board, table};
use crate::choice::PROGRAM;
use crate::options::{CountArgs, CountSettings};
use crate::output::Output;
use crate::records;
use crate::report;
use crate::report::result::CountReport;
use crate::signals::Signals;

pub fn run(args: &CountArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let session = Session { signals: &signals, output };
    let settings = args.settings()?;
    if let Some(table) = settings.table {
        return table::run(&settings, table, session);
    }
    if let Saving::WhenLong { path, .. } = &settings.saving {
        counting::check_folder(path.parent().unwrap_or(path))?;
    }
    signals.stop_after(args.max_time)?;
    let recorder = settings.record.as_deref().map(records::count::start).transpose()?;
    let n = settings.boards[0];
    let second = args.double_check.then(|| other_method(n, &settings)).transpose()?;
    let Some((mut count, usage)) = one_board::count(n, &settings, None, session)? else {
        return Ok(Exit::Stopped);
    };
    let mut exit = Exit::Done;
    if args.fundamental {
        count.add_fundamental();
    }
    if let Some(method) = second.filter(|_| count.failed_checks().next().is_none()) {
        exit = check_again(&mut count, method, &settings, session);
    }
    count.print(output)?;
    match counting::verdict(&count) {
        Exit::Done => {}
        wrong => return Ok(wrong),
    }
    let recorded =
        recorder.map_or(Ok(()), |recorder| one_board::record(&recorder, &count, usage.as_ref(), output));
    // A record that cannot be written is no error of the command, because stdout already has the
    // object of the count.
    Ok(exit.max(recorded.map_or_else(|failure| report::failed(&failure), |()| Exit::Done)))
}

/// The method that checks this count of `n`. It is refused where it would take hours, before anything is
/// begun or moved aside.
fn other_method(n: BoardSize, settings: &CountSettings) -> Result<Method, Failure> {
    // A saved run has its own method. If it cannot be read, the count says so.
    let saved = settings.saving.path().filter(|_| !settings.fresh).map(|path| SavedRun::at(path).manifest());
    let method = match saved {
        Some(Ok(manifest)) => manifest.identity.method,
        _ => settings.planning.method.unwrap_or_else(|| Method::fastest(n, settings.kernel)),
    };
    method.checked_by(n).ok_or_else(|| {
        Failure::usage(format!(
            "a second count of N = {n} by another method takes hours: leave out --double-check, and count units again \
             with `queens verify`"
        ))
    })
}

/// Counts again by `method` and compares; nothing of it is saved. Whatever happens, the first total stays.
fn check_again(
    count: &mut CountReport,
    method: Method,
    settings: &CountSettings,
    session: Session<'_>,
) -> Exit {
    session.say(&format!("counting again with {method}"));
    let exit = match second_total(count.total.n, method, settings, session) {
        Ok(Some(second)) => {
            count.add_second(second);
            count.agreement().iter().for_each(|text| session.say(text));
            return Exit::Done;
        }
        Ok(None) => Exit::Stopped,
        Err(failure) => report::failed(&failure),
    };
    count.not_checked_again = true;
    session.say("the total of the first count is not checked again");
    exit
}

/// The total by `method` at its standard depth, with the same kernel if it has that; `None` if it was
/// stopped.
fn second_total(
    n: BoardSize,
    method: Method,
    settings: &CountSettings,
    session: Session<'_>,
) -> Result<Option<CountReport>, Failure> {
    let kernel = settings.kernel.filter(|&kernel| method.kernel(Some(kernel)).is_ok());
    let second = Count::new(n.get())?.by(PROGRAM).method(method).kernel(kernel).threads(settings.threads);
    let mut display = session.display();
    let outcome = match second.stop(session.signals.stop()).prepare() {
        Err(CountError::Stopped) => return Ok(None),
        ready => ready?.run(&mut display)?,
    };
    display.finish();
    let mut counted = outcome.total.map(|total| CountReport::new(total, None));
    counted.as_mut().map_or(Ok(()), counting::check_total)?;
    Ok(counted)
}
