//! `queens count`: counts all solutions of a board, or resumes an interrupted count.

use queens::Method;
use queens::board::BoardSize;
use queens::count::Saving;
use queens::run::SavedRun;

use super::counting::{self, Session};
use super::one_board::{self, prepare};
use super::{Exit, Failure, table};
use crate::options::{CountArgs, CountSettings, PlanningArgs};
use crate::output::Output;
use crate::records;
use crate::report;
use crate::report::result::CountReport;
use crate::signals::Signals;

pub fn run(args: &CountArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let session = Session { signals: &signals, output };
    let mut settings = args.settings()?;
    if let Some(table) = settings.table {
        return table::run(&settings, table, session);
    }
    if let Saving::WhenLong { path, .. } = &settings.saving {
        counting::check_folder(path.parent().unwrap_or(path))?;
    }
    signals.stop_after(args.max_time)?;
    let recorder = settings.record.as_deref().map(records::count::start).transpose()?;
    let n = settings.boards[0];
    let second = if args.double_check {
        match second_count(&mut settings, session)? {
            None => return Ok(Exit::Stopped),
            second => second,
        }
    } else {
        None
    };
    let Some((mut count, usage)) = one_board::count(n, &settings, None, session)? else {
        return Ok(Exit::Stopped);
    };
    let mut exit = Exit::Done;
    if args.fundamental {
        count.add_fundamental();
    }
    if let Some(second) = second.filter(|_| exit == Exit::Done && count.failed_checks().next().is_none()) {
        exit = check_again(&mut count, &second, session);
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

/// The second count of `--double-check`: by another method, whose kernels share no code with the
/// first, in a directory beside the first. Both directories are opened, and moved aside if they are
/// to start over, before anything is counted. `None` if stopped meanwhile. It is refused where it would
/// take hours.
fn second_count(first: &mut CountSettings, session: Session<'_>) -> Result<Option<CountSettings>, Failure> {
    let n = first.boards[0];
    // A run that is moved aside is announced now, because it is gone when the count begins.
    let open = |settings: &CountSettings| -> Result<Option<Method>, Failure> {
        let Some(ready) = prepare(n, settings, session)? else { return Ok(None) };
        if settings.fresh {
            ready.tell(&mut session.display());
        }
        Ok(Some(ready.plan().method()))
    };
    // A saved run has its own method. Nothing is begun, or moved aside, for a check that is refused.
    if first.fresh || first.saving.path().is_none_or(|path| !SavedRun::at(path).exists()) {
        other_method(n, first.planning.method.unwrap_or_else(|| Method::fastest(n, first.kernel)))?;
    }
    let Some(method) = open(first)? else { return Ok(None) };
    let mut second = beside(first, other_method(n, method)?);
    if let Some(path) = second.saving.path() {
        // A name that is too long is refused before hours of counting.
        let is_there =
            path.try_exists().map_err(Failure::of(|| format!("cannot create {}", path.display())))?;
        if is_there && open(&second)?.is_none() {
            return Ok(None);
        }
    }
    first.fresh = false;
    second.fresh = false;
    Ok(Some(second))
}

/// The method that checks a count by `method`, unless that takes hours.
fn other_method(n: BoardSize, method: Method) -> Result<Method, Failure> {
    method.checked_by(n).ok_or_else(|| {
        Failure::usage(format!(
            "a second count of N = {n} by another method takes hours: leave out --double-check, and count units again \
             with `queens verify`"
        ))
    })
}

/// The settings of a second count of the same board by `method`.
fn beside(first: &CountSettings, method: Method) -> CountSettings {
    let mut second = first.clone();
    if let Saving::In(path) | Saving::WhenLong { path, .. } = &mut second.saving {
        // Collecting the components drops a slash at the end.
        *path = path.components().collect();
        path.as_mut_os_string().push(format!(".{method}"));
    }
    // The second count runs at its standard depth, with the same kernel if the method has it.
    second.kernel = first.kernel.filter(|&kernel| method.kernel(Some(kernel)).is_ok());
    second.planning = PlanningArgs { method: Some(method), depth: None };
    second
}

/// Counts again as `second` says, and compares. Whatever happens, the first total stays.
fn check_again(count: &mut CountReport, second: &CountSettings, session: Session<'_>) -> Exit {
    let by = second.planning.method.map(Method::name).unwrap_or_default();
    session.say(&format!("counting again with {by}"));
    // The object of the first total is the only one on stdout.
    let beside = Output { json: false, ..session.output.clone() };
    let exit = match one_board::count(count.total.n, second, None, Session { output: &beside, ..session }) {
        Ok(Some((second, _))) => {
            count.add_second(second);
            count.agreement().iter().for_each(|text| session.say(text));
            return Exit::Done;
        }
        Ok(None) => Exit::Stopped,
        Err(failure) => report::failed(&failure),
    };
    count.total.not_checked_again = true;
    session.say("the total of the first count is not checked again");
    exit
}
