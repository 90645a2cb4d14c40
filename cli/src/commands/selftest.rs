//! `queens selftest`: runs the oracle chain on this machine, from the definition of the problem to
//! the fastest kernel.

use std::env;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use queens::board::BoardSize;
use queens::check::known::Sequence;
use queens::check::reference;
use queens::check::rotations::Unchanged;
use queens::check::verify::{Findings, Verification};
use queens::count::{Count, CountError, Observer, Outcome, Progress, Ready, Silent};
use queens::methods::{Kernel, Method};
use queens::plan::{Entry, Plan, Shard};
use queens::run::Host;

use super::{Exit, Failure};
use crate::output::Output;
use crate::report;
use crate::report::selftest::SelftestReport;

/// Boards up to this size are compared with the definition.
const REFERENCE_MAX: usize = 10;
/// Boards up to this size are counted with every method and kernel. The slowest of these takes
/// seconds.
const KNOWN_MAX: usize = 14;
/// Each method except `rows`, with a board that the scalar kernel does not finish before it is
/// interrupted. Colours needs only a smaller board, because its plain recursion takes longer per unit.
const INTERRUPTED: [(Method, usize); 2] = [(Method::Cross, 16), (Method::Colours, 15)];
/// The board that all of these count in shards, and the number of shards.
const SHARDED: (usize, u64) = (13, 3);

/// Boards, and units of colours that are compared with their images: they have solutions, and together
/// they take seconds.
const UPSIDE_DOWN: [(usize, u64); 6] = [(16, 38), (17, 70), (18, 179), (20, 1_136), (21, 2_253), (22, 4_184)];

pub fn run(output: &Output) -> Result<Exit, Failure> {
    let folder = tempfile::Builder::new().prefix("queens-selftest-").tempdir().map_err(|cause| Failure {
        remedy: Some("set TMPDIR to a directory where files can be created".to_owned()),
        ..Failure::of(|| format!("cannot create a directory in {}", env::temp_dir().display()))(cause)
    })?;
    let mut report = SelftestReport::new();
    check_definition(&mut report, reference::count)?;
    check_kernels(&mut report, Ready::run)?;
    check_fundamental(&mut report, Unchanged::count)?;
    for (method, n) in INTERRUPTED {
        check_interruption(&mut report, method, BoardSize::new(n)?, folder.path(), Ready::run)?;
        check_shards(&mut report, method, Ready::run)?;
    }
    check_upside_down(&mut report, &UPSIDE_DOWN, recount_images)?;
    report::print(&report, output)?;
    Ok(if report.passed() { Exit::Done } else { Exit::Wrong })
}

/// Runs a count.
type Run = fn(Ready, &mut dyn Observer) -> Result<Outcome, CountError>;

fn check_definition(report: &mut SelftestReport, count: fn(usize) -> u64) -> Result<(), Failure> {
    report.begin(format!("published values against the definition, N up to {REFERENCE_MAX}"));
    for n in 1..=REFERENCE_MAX {
        report.check_known("reference", Sequence::Solutions, BoardSize::new(n)?, count(n).into());
    }
    Ok(())
}

fn check_kernels(report: &mut SelftestReport, run: Run) -> Result<(), Failure> {
    for &method in Method::ALL {
        let names: Vec<String> = method.available().iter().map(Kernel::to_string).collect();
        report.begin(format!("{method} with {}, N up to {KNOWN_MAX}", names.join(", ")));
        for kernel in method.available() {
            for n in 1..=KNOWN_MAX {
                let count = Count::new(n)?.method(method).kernel(kernel).prepare()?;
                let total = run(count, &mut Silent)?.solutions();
                let what = format!("{method}, {kernel} kernel");
                report.check_known(&what, Sequence::Solutions, BoardSize::new(n)?, total);
            }
        }
    }
    Ok(())
}

/// Counts symmetric solutions on some threads, unless it is stopped.
type CountUnchanged = fn(BoardSize, usize, &AtomicBool) -> Result<Option<Unchanged>, CountError>;

fn check_fundamental(report: &mut SelftestReport, count: CountUnchanged) -> Result<(), Failure> {
    report.begin(format!("symmetric and fundamental solutions, N up to {KNOWN_MAX}"));
    let never = AtomicBool::new(false);
    for n in 1..=KNOWN_MAX {
        let size = BoardSize::new(n)?;
        let unchanged = count(size, Host::cores(), &never)?.expect("nobody stops it");
        let fundamental =
            Sequence::Solutions.known(size).and_then(|solutions| unchanged.fundamental(size, solutions));
        report.check_known("half turn", Sequence::HalfTurn, size, unchanged.half_turn.into());
        report.check_known("fundamental", Sequence::Fundamental, size, fundamental.unwrap_or(0));
    }
    Ok(())
}

/// Starts a count with the slowest kernel, interrupts it in the middle of a unit, and resumes the
/// saved run with the fastest kernel.
fn check_interruption(
    report: &mut SelftestReport,
    method: Method,
    size: BoardSize,
    folder: &Path,
    run: Run,
) -> Result<(), Failure> {
    report.begin(format!("a count by {method}, interrupted and resumed with another kernel, N = {size}"));
    let place = folder.join(format!("{method}.run"));
    let stop = Arc::default();
    let count = || Ok::<_, Failure>(Count::new(size.get())?.method(method).saved_in(&place));
    let slowest = count()?.kernel(Kernel::Scalar).threads(1).stop(&stop).prepare()?;
    let finished = run(slowest, &mut StopSoon(&stop))?.complete;
    let second = run(count()?.prepare()?, &mut Silent)?;
    let as_planned = !finished && second.complete && second.resumed > 0;
    report.check(&format!("interrupted in the middle, {method}, N={size}"), Some(1), as_planned.into());
    let what = format!("interrupted and resumed, {method}");
    report.check_known(&what, Sequence::Solutions, size, second.solutions());
    Ok(())
}

fn check_shards(report: &mut SelftestReport, method: Method, run: Run) -> Result<(), Failure> {
    let size = BoardSize::new(SHARDED.0)?;
    let of = SHARDED.1;
    report.begin(format!("a count by {method} in {of} shards, N = {size}"));
    let plan = Plan::standard(size, method);
    let mut total = 0;
    for number in 0..of {
        let count = Count::of_shard(&plan, Shard { number, of }).prepare()?;
        total += run(count, &mut Silent)?.solutions();
    }
    report.check_known(&format!("{of} shards, {method}"), Sequence::Solutions, size, total);
    Ok(())
}

/// Counts units upside down as well: this needs no known total, so it reaches larger boards.
fn check_upside_down(
    report: &mut SelftestReport,
    units: &[(usize, u64)],
    recount: Recount,
) -> Result<(), Failure> {
    let boards: Vec<String> = units.iter().map(|(n, _)| n.to_string()).collect();
    report.begin(format!("units by colours, and the same upside down, N = {}", boards.join(", ")));
    for &(n, unit) in units {
        let plan = Plan::standard(BoardSize::new(n)?, Method::Colours);
        let solutions = Count::of_units(&plan, [unit]).prepare()?.run(&mut Silent)?.solutions();
        let entry = Entry { unit, solutions, nodes: 0, wall_ms: 0, cpu_ms: 0, kernel: "".into() };
        let found = recount(&plan, entry)?.filter(|found| found.checked() == 1);
        let image = found.map(|found| found.mismatches.first().map_or(solutions, |wrong| wrong.solutions));
        // A unit without solutions would prove nothing.
        report.check(&format!("unit {unit} upside down, N={n}"), image.filter(|&image| image > 0), solutions);
    }
    Ok(())
}

/// Counts the unit of an entry again; `None` if it cannot.
type Recount = fn(&Plan, Entry) -> Result<Option<Findings>, CountError>;

fn recount_images(plan: &Plan, entry: Entry) -> Result<Option<Findings>, CountError> {
    let verification = Verification::of(plan).upside_down();
    verification.map(|images| images.run(vec![entry], &mut Silent)).transpose()
}

/// Interrupts a count as soon as a unit is finished.
struct StopSoon<'a>(&'a AtomicBool);

impl Observer for StopSoon<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.fetch_or(progress.units_done > 0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
