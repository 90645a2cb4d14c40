//! `queens selftest`: compares all ways to count on this machine, from the problem's definition to each
//! kernel. If a board is too large to count whole, only some of its units are counted.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use queens::board::BoardSize;
use queens::check::units::{KnownUnit, known_units};
use queens::check::verify::{Findings, Verification};
use queens::check::{known, reference};
use queens::count::{Count, CountError, Observer, Outcome, PreparedCount};
use queens::methods::{Kernel, Method};
use queens::plan::{Entry, Plan};
use queens_format::duration;

use super::{Exit, Failure};
use crate::options::SelftestArgs;
use crate::output::Output;
use crate::report;
use crate::report::progress::ProgressDisplay;
use crate::report::selftest::SelftestReport;
use crate::signals::Signals;
use units::UnitChecks;

mod units;

/// The largest board counted straight from the problem's definition.
const MAX_DEFINED_BOARD: usize = 10;
/// The board that every method counts with every kernel.
const KNOWN_BOARD: usize = 12;
/// With --large, the fastest kernel counts these boards whole. One is even and one is odd.
const WHOLE_BOARDS: [usize; 2] = [18, 19];
/// Boards, each with a unit of the method `colours` to recount upside down. Every unit has solutions.
/// Together, the units take a second or two.
const UPSIDE_DOWN_UNITS: [(usize, u64); 3] = [(17, 70), (18, 179), (21, 2_253)];

pub fn run(args: &SelftestArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let mut report = SelftestReport::new();
    check_definition(&mut report, reference::count)?;
    check_kernels(&mut report, args.threads.count(), PreparedCount::run)?;
    check_upside_down(&mut report, &UPSIDE_DOWN_UNITS, recount_images)?;
    let mut display = ProgressDisplay::new(output, &signals);
    check_large_boards(&mut report, args, &signals, &mut display)?;
    display.remove_bar();
    report.complete = !signals.stop().load(Ordering::Relaxed);
    report::print(&report, &report, output);
    Ok(match (report.passed(), report.complete) {
        (false, _) => Exit::Wrong,
        (true, true) => Exit::Done,
        (true, false) => Exit::Stopped,
    })
}

/// Checks units of large boards:
///
/// * short units with known solutions
/// * with `large`, also far-reaching units and whole boards
/// * with `time`, also the remaining known units and random units
fn check_large_boards(
    report: &mut SelftestReport,
    args: &SelftestArgs,
    signals: &Signals,
    display: &mut ProgressDisplay,
) -> Result<(), Failure> {
    let &SelftestArgs { small, large, time, seed, threads } = args;
    if small {
        return Ok(());
    }
    let threads = threads.count();
    let is_stopped = || signals.stop().load(Ordering::Relaxed);
    let (known, remaining): (Vec<KnownUnit>, Vec<KnownUnit>) =
        known_units().into_iter().partition(|known| known.is_short || large && known.is_far_reaching);
    let far = known.iter().filter(|known| known.is_far_reaching).count();
    let mut show = |share: f64, words: &str| display.show(share, || vec![words.to_owned()]);
    let stop = Arc::clone(signals.stop());
    UnitChecks { threads, stop, report, show: &mut show }.check_known(&known)?;
    if is_stopped() {
        return Ok(());
    }
    let (short, ways) = (known.len() - far, units::ways());
    report.add_group(format!("{short} units with known solutions, each counted with {ways}"));
    if far > 0 {
        let kernel = units::kernels()[0];
        report.add_group(format!(
            "{far} longer units that reach the limits of lists and tables, with {kernel}"
        ));
    }
    if large {
        for n in WHOLE_BOARDS {
            check_whole_board(report, n, threads, signals, display)?;
        }
    }
    if let Some(time) = time.filter(|_| !is_stopped()) {
        let began = Instant::now();
        let stop = units::stop_after(time, signals.stop())?;
        let mut show = |words: &str| {
            let share = began.elapsed().as_secs_f64() / time.as_secs_f64();
            display.show(share, || vec![words.to_owned()]);
        };
        UnitChecks { threads, stop, report, show: &mut |_, words| show(words) }
            .check_random(seed, &remaining)?;
        if !is_stopped() {
            let time = duration(time.as_secs_f64());
            report.add_group(format!("random units for {time}, seed {seed}, each counted with {ways}"));
        }
    }
    Ok(())
}

/// Counts a whole board with the fastest kernel. Reports nothing if stopped.
fn check_whole_board(
    report: &mut SelftestReport,
    n: usize,
    threads: usize,
    signals: &Signals,
    display: &mut ProgressDisplay,
) -> Result<(), Failure> {
    let count = Count::new(n)?.method(Method::Colours).threads(threads).stop_flag(signals.stop());
    let outcome = match count.prepare() {
        Err(CountError::Stopped) => return Ok(()),
        ready => ready?.run(display)?,
    };
    if outcome.complete {
        report.add_group(format!("the whole board N = {n} by colours"));
        let known = known::solutions(BoardSize::new(n)?);
        report.check(&format!("colours, N={n}"), known, outcome.sums().solutions);
    }
    Ok(())
}

fn check_definition(report: &mut SelftestReport, count: fn(usize) -> u64) -> Result<(), Failure> {
    report.add_group(format!("published values against the definition, N up to {MAX_DEFINED_BOARD}"));
    for n in 1..=MAX_DEFINED_BOARD {
        report.check(&format!("definition, N={n}"), known::solutions(BoardSize::new(n)?), count(n).into());
    }
    Ok(())
}

type RunFn = fn(PreparedCount, &mut dyn Observer) -> Result<Outcome, CountError>;

fn check_kernels(report: &mut SelftestReport, threads: usize, run: RunFn) -> Result<(), Failure> {
    for &method in Method::ALL {
        let names: Vec<String> = method.available().iter().map(Kernel::to_string).collect();
        report.add_group(format!("{method} with {}, N = {KNOWN_BOARD}", names.join(", ")));
        for kernel in method.available() {
            let count = Count::new(KNOWN_BOARD)?.method(method).kernel(kernel).threads(threads).prepare()?;
            let total = run(count, &mut ())?.sums().solutions;
            let what = format!("{method}, {kernel} kernel, N={KNOWN_BOARD}");
            report.check(&what, known::solutions(BoardSize::new(KNOWN_BOARD)?), total);
        }
    }
    Ok(())
}

/// Recounts units upside down. This needs no known total, so it works on larger boards.
fn check_upside_down(
    report: &mut SelftestReport,
    units: &[(usize, u64)],
    recount: RecountFn,
) -> Result<(), Failure> {
    let boards: Vec<String> = units.iter().map(|(n, _)| n.to_string()).collect();
    report.add_group(format!("units counted by colours, upright and upside down, N = {}", boards.join(", ")));
    for &(n, unit) in units {
        let plan = Plan::standard(BoardSize::new(n)?, Method::Colours);
        let solutions = Count::of_units(&plan, [unit]).prepare()?.run(&mut ())?.sums().solutions;
        let entry = Entry { unit, solutions, nodes: 0, wall_ms: 0, cpu_ms: 0, kernel: "".into() };
        let found = recount(&plan, entry)?.filter(|found| found.checked() == 1);
        let image =
            found.map(|found| found.mismatches.first().map_or(solutions, |(_, again)| again.solutions));
        // A unit without solutions would prove nothing.
        report.check(&format!("unit {unit} upside down, N={n}"), image.filter(|&image| image > 0), solutions);
    }
    Ok(())
}

/// A function that recounts an entry's unit, or returns `None` if it cannot.
type RecountFn = fn(&Plan, Entry) -> Result<Option<Findings>, CountError>;

fn recount_images(plan: &Plan, entry: Entry) -> Result<Option<Findings>, CountError> {
    let verification = Verification::of(plan).upside_down();
    verification.map(|images| images.run(vec![entry], None, &mut ())).transpose()
}

#[cfg(test)]
mod tests;
