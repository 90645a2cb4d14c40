//! `queens count`: counts all solutions of a board, or resumes an interrupted count.

use std::path::Path;

use queens::board::BoardSize;
use queens::check::estimate::Estimate;
use queens::check::rotations::Unchanged;
use queens::count::Saving;
use queens::run::{Action, RunError};
use queens::{Count, CountError, Method, Ready};
use queens_format::{duration, threads};

use super::counting::{self, Caller};
use super::{Exit, Failure, command_line, table};
use crate::choice::How;
use crate::options::CountSettings;
use crate::os::{self, ResourceUsage};
use crate::output::{Output, ProgressForm};
use crate::records;
use crate::records::recorder::Recorder;
use crate::report;
use crate::report::event::{Event, Finished};
use crate::report::result::{CountReport, MORE_THREADS, slowed};
use crate::report::series::Series;
use crate::signals::Signals;

/// The smallest board that takes hours on most machines.
const LONG: usize = 23;

pub fn run(mut settings: CountSettings, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let caller = Caller { signals: &signals, output };
    settings.how.device = settings.processor.open()?;
    if let Some(table) = settings.table {
        return table::run(&settings, table, caller);
    }
    if let Saving::WhenLong { path, .. } = &settings.saving {
        counting::check_folder(path.parent().unwrap_or(path))?;
    }
    signals.stop_after(settings.max_time)?;
    let recorder = settings.record.as_deref().map(records::count::start).transpose()?;
    let n = settings.boards[0];
    let second = if settings.double_check {
        match second_count(&mut settings, n, caller)? {
            None => return Ok(Exit::Stopped),
            second => second,
        }
    } else {
        None
    };
    let Some((mut count, usage)) = board(n, &settings, None, caller)? else {
        return Ok(Exit::Stopped);
    };
    let mut exit = Exit::Done;
    if settings.fundamental && !add_fundamental(&mut count, &settings, caller)? {
        exit = Exit::Stopped;
    } else if let Some(second) = second.filter(|_| count.failed_checks().next().is_none()) {
        exit = check_again(&mut count, &second, caller);
    }
    count.print(output)?;
    match counting::verdict(&count) {
        Exit::Done => {}
        wrong => return Ok(wrong),
    }
    let recorded = recorder.map_or(Ok(()), |recorder| record(&recorder, &count, usage.as_ref(), output));
    // Not an error of the command: stdout has its object already.
    Ok(exit.max(recorded.map_or_else(|failure| report::failed(&failure), |()| Exit::Done)))
}

/// The first step of a count of `n`; `None` if it was stopped, after printing how to resume it.
fn prepare<'a>(
    n: BoardSize,
    settings: &CountSettings,
    Caller { signals, output }: Caller<'a>,
) -> Result<Option<Ready<'a>>, Failure> {
    let CountSettings { how, saving, fresh, repair, .. } = settings;
    let count = how.apply(Count::new(n.get())?).saving(saving.clone()).fresh(*fresh).repair(*repair);
    match count.stop(signals.stop()).prepare() {
        Err(CountError::Stopped) => {
            let command = command_line::again();
            counting::print_stopped_between("before counting began", &command, output);
            Ok(None)
        }
        ready => Ok(Some(ready?)),
    }
}

/// Counts the board of `n`, resumes its run, or returns the total of a finished one again; with what
/// it took if that is to be recorded, unless it was finished before. `None` if it was stopped, after
/// printing how to resume it.
pub fn board(
    n: BoardSize,
    settings: &CountSettings,
    series: Option<Series>,
    caller: Caller<'_>,
) -> Result<Option<(CountReport, Option<ResourceUsage>)>, Failure> {
    let before = settings.record.as_ref().map(|_| os::used()).transpose()?;
    let Some(ready) = prepare(n, settings, caller)? else { return Ok(None) };
    let output = caller.output;
    let is_repeated = ready.total().is_some();
    let found_before = ready.saved().solutions();
    let units = ready.plan().units();
    if series.is_none() && found_before == 0 && n.get() >= LONG && !output.quiet {
        announce(&ready, caller)?;
    }
    let mut screen = caller.screen().in_series(series);
    let outcome = ready.run(&mut screen)?;
    screen.finish();
    let Some(total) = outcome.total.clone() else {
        let unsaved = match &settings.saving {
            Saving::Nothing if settings.table.is_some() => "because a timing table saves nothing",
            Saving::Nothing => "because of --no-checkpoint",
            _ if outcome.tally.finished().is_empty() => "because no unit was finished",
            _ => "because it ran for less than 2 s (--run DIR always saves)",
        };
        counting::print_stopped(&outcome, units, None, unsaved, output)?;
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
        let solutions = count.total.solutions();
        let found = if is_repeated {
            (count.total.resumed() == Some(0)).then_some(solutions)
        } else {
            Some(solutions - found_before)
        };
        Event::Finished(Finished::new(&count, found)).print();
    }
    Ok(Some((count, usage)))
}

/// Says how long a large board takes, before the first unit does.
fn announce(ready: &Ready<'_>, caller: Caller<'_>) -> Result<(), Failure> {
    /// Always the same, so that the estimate can be repeated.
    const SEED: u64 = 1;
    let n = ready.plan().size();
    let at_once = ready.threads() as f64;
    match Estimate::bounds(ready, SEED, caller.signals.stop()) {
        // The count says that it was stopped.
        Err(CountError::Stopped) => {}
        bounds => {
            let [least, most] = bounds?.map(|cpu_s| duration(cpu_s / at_once));
            let threads = threads(ready.threads());
            caller.say(&format!(
                "N = {n} takes {least} to {most} with {threads}; `queens estimate {n}` counts a sample of it"
            ));
        }
    }
    Ok(())
}

/// Counts the solutions up to rotation and reflection; `false` if stopped meanwhile.
fn add_fundamental(
    count: &mut CountReport,
    settings: &CountSettings,
    caller: Caller<'_>,
) -> Result<bool, Failure> {
    let counted = Unchanged::count(count.total.n, settings.how.threads, caller.signals.stop())?;
    match counted {
        Some(unchanged) => count.add_unchanged(unchanged),
        None => caller.say("stopped while counting the symmetric solutions: they are left out"),
    }
    Ok(counted.is_some())
}

/// The second count of `--double-check`: by another method, whose kernels share no code with the
/// first, in a directory beside the first. Both directories are opened, and moved aside if they are
/// to start over, before anything is counted. `None` if stopped meanwhile.
fn second_count(
    first: &mut CountSettings,
    n: BoardSize,
    caller: Caller<'_>,
) -> Result<Option<CountSettings>, Failure> {
    // What is moved aside is said now, as it is not there any more when the count begins.
    let open = |settings: &CountSettings| -> Result<Option<Method>, Failure> {
        let Some(ready) = prepare(n, settings, caller)? else { return Ok(None) };
        if settings.fresh {
            ready.tell(&mut caller.screen());
        }
        Ok(Some(ready.plan().method()))
    };
    let Some(method) = open(first)? else { return Ok(None) };
    let mut second = beside(first, method.checked_by(n));
    if let Some(path) = second.saving.path() {
        // A name that is too long is refused before hours of counting.
        let is_there = path.try_exists().map_err(|cause| {
            let saved = None;
            CountError::Run(RunError::Io { action: Action::Create, path: path.to_owned(), cause, saved })
        })?;
        if is_there && open(&second)?.is_none() {
            return Ok(None);
        }
    }
    first.fresh = false;
    second.fresh = false;
    Ok(Some(second))
}

/// The settings of a second count of the same board by `method`.
fn beside(first: &CountSettings, method: Method) -> CountSettings {
    let mut second = first.clone();
    if let Saving::In(path) | Saving::WhenLong { path, .. } = &mut second.saving {
        // Without a slash at the end.
        *path = path.components().collect();
        path.as_mut_os_string().push(format!(".{method}"));
    }
    // At its standard depth, on the CPU, with the same kernel if the method has that.
    let kernel = first.how.kernel.filter(|&kernel| method.kernel(Some(kernel)).is_ok());
    let threads = first.how.threads;
    second.how = How { threads, kernel, method: Some(method), depth: None, device: None };
    second
}

/// Counts again as `second` says, and compares. Whatever happens, the first total stays.
fn check_again(count: &mut CountReport, second: &CountSettings, caller: Caller<'_>) -> Exit {
    let on_cpu = if count.total.device().is_some() { ", on the CPU" } else { "" };
    let by = count.total.method.checked_by(count.total.n);
    caller.say(&format!("counting again with {by}{on_cpu}"));
    // The object of the first total is the only one on stdout.
    let beside = Output { json: false, ..caller.output.clone() };
    let exit = match board(count.total.n, second, None, Caller { output: &beside, ..caller }) {
        Ok(Some((second, _))) => {
            count.add_second(second);
            count.agreement().iter().for_each(|text| caller.say(text));
            return Exit::Done;
        }
        Ok(None) => Exit::Stopped,
        Err(failure) => report::failed(&failure),
    };
    count.not_checked_again = true;
    caller.say("the total of the first count is not checked again");
    exit
}

/// Appends a record of a finished count.
pub fn record(
    recorder: &Recorder,
    count: &CountReport,
    usage: Option<&ResourceUsage>,
    output: &Output,
) -> Result<(), Failure> {
    let kept = records::count::keep(recorder, count, usage, command_line::for_record())?;
    let busy = match slowed(&count.total) {
        None => String::new(),
        Some(MORE_THREADS) => format!(", marked as busy: {MORE_THREADS}"),
        Some(_) => ", marked as busy".to_owned(),
    };
    let again = if count.not_checked_again { ", not checked again" } else { "" };
    report::say(output, &format!("{kept}{busy}{again}"));
    Ok(())
}
