//! `queens selftest`: runs the oracle chain on this machine, from the definition of the problem to
//! the fastest kernel.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::BoardSize;
use crate::check::known;
use crate::check::reference;
use crate::check::rotations::Unchanged;
use crate::count::choice::{Engine, KernelChoice};
use crate::count::session::{self, Job, Keep, Outcome, Status, Unwatched, Watch};
use crate::methods::kernel::Kernel;
use crate::methods::split::Split;
use crate::plan::tally::Tally;
use crate::plan::{Plan, Shard};
use crate::run::{Manifest, Options, RunDirectory};

use super::{Exit, Failure, options};
use crate::cli::options::Output;
use crate::cli::report::selftest::SelftestReport;

/// Boards up to this size are compared with the definition itself.
const REFERENCE_MAX: usize = 10;
/// Boards up to this size are counted with every split and kernel. The slowest of these takes
/// seconds.
const KNOWN_MAX: usize = 14;
/// For every method, a board that the scalar kernel does not finish before it is interrupted: the
/// plain recursion of halves takes longer per unit.
const INTERRUPTED: [(Split, usize); 2] = [(Split::CROSS, 16), (Split::HALVES, 15)];
/// The board that every method counts in shards, and the number of shards.
const SHARDED: (usize, u64) = (13, 3);

pub fn run(output: &Output) -> Result<Exit, Failure> {
    let mut report = SelftestReport::new();
    let threads = options::threads(None);
    check_definition(&mut report)?;
    check_kernels(&mut report, threads)?;
    check_fundamental(&mut report)?;
    for (split, n) in INTERRUPTED {
        check_interruption(&mut report, split, BoardSize::new(n)?, threads)?;
        check_shards(&mut report, split, threads)?;
    }
    report.print(output)?;
    Ok(if report.passed() { Exit::Done } else { Exit::Wrong })
}

fn check_definition(report: &mut SelftestReport) -> Result<(), Failure> {
    report.begin(format!("published values against the definition itself, N up to {REFERENCE_MAX}"));
    for n in 1..=REFERENCE_MAX {
        let size = BoardSize::new(n)?;
        report.check(&format!("reference N={n}"), known::solutions(size), reference::count(n).into());
    }
    Ok(())
}

fn check_kernels(report: &mut SelftestReport, threads: usize) -> Result<(), Failure> {
    for split in Split::all() {
        let names: Vec<String> = split.available().iter().map(Kernel::to_string).collect();
        report.begin(format!("the {split} split with {}, N up to {KNOWN_MAX}", names.join(", ")));
        for kernel in split.available() {
            for n in 1..=KNOWN_MAX {
                let size = BoardSize::new(n)?;
                let total = count(size, split, Shard::WHOLE, KernelChoice::One(kernel), threads)?;
                let what = format!("{kernel} kernel, {split} split, N={n}");
                report.check(&what, known::solutions(size), total);
            }
        }
    }
    Ok(())
}

fn check_fundamental(report: &mut SelftestReport) -> Result<(), Failure> {
    report.begin(format!("symmetric and fundamental solutions, N up to {KNOWN_MAX}"));
    let never = AtomicBool::new(false);
    for n in 1..=KNOWN_MAX {
        let size = BoardSize::new(n)?;
        let unchanged = Unchanged::count(size, &never).expect("nobody stops it");
        let fundamental = known::solutions(size).and_then(|solutions| unchanged.fundamental(size, solutions));
        report.check(&format!("half turn, N={n}"), known::half_turn(size), unchanged.half_turn.into());
        report.check(&format!("fundamental, N={n}"), known::fundamental(size), fundamental.unwrap_or(0));
    }
    Ok(())
}

/// Counts a board in a run directory, with the slowest kernel until it is interrupted in the middle
/// of a unit, then with the fastest one from what was saved.
fn check_interruption(
    report: &mut SelftestReport,
    split: Split,
    size: BoardSize,
    threads: usize,
) -> Result<(), Failure> {
    report.begin(format!(
        "a count with the {split} split, interrupted and resumed with another kernel, N = {size}"
    ));
    let place = tempfile::tempdir()?;
    let (plan, path) = (Plan::standard(size, split), place.path().join("run"));
    let stop = AtomicBool::new(false);
    let slowest = KernelChoice::One(Kernel::SCALAR);
    let finished = one_session(&plan, &path, slowest, 1, &stop, &mut StopSoon(&stop))?.complete;
    stop.store(false, Ordering::Relaxed);
    let second = one_session(&plan, &path, KernelChoice::Auto, threads, &stop, &mut Unwatched)?;
    let as_planned = !finished && second.complete && second.resumed > 0;
    report.check(&format!("interrupted in the middle, {split} split, N={size}"), Some(1), as_planned.into());
    let what = format!("interrupted and resumed, {split} split, N={size}");
    report.check(&what, known::solutions(size), second.tally.solutions());
    Ok(())
}

fn check_shards(report: &mut SelftestReport, split: Split, threads: usize) -> Result<(), Failure> {
    let (size, of) = (BoardSize::new(SHARDED.0)?, SHARDED.1);
    report.begin(format!("a count with the {split} split in {of} shards, N = {size}"));
    let mut total = 0;
    for number in 0..of {
        total += count(size, split, Shard { number, of }, KernelChoice::Auto, threads)?;
    }
    report.check(&format!("{of} shards, {split} split, N={size}"), known::solutions(size), total);
    Ok(())
}

fn count(
    size: BoardSize,
    split: Split,
    shard: Shard,
    kernel: KernelChoice,
    threads: usize,
) -> Result<u128, Failure> {
    let (plan, stop) = (Plan::standard(size, split), AtomicBool::new(false));
    let counters = Engine::new(&plan, kernel, threads)?.counters()?;
    let job = Job { plan: &plan, shard, stop: &stop, expected_s: None };
    let outcome = session::count(&job, counters, Tally::new(plan.units()), Keep::Nothing, &mut Unwatched)?;
    Ok(outcome.tally.solutions())
}

/// One session of a run in the directory at `path`.
fn one_session(
    plan: &Plan,
    path: &Path,
    kernel: KernelChoice,
    threads: usize,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<Outcome, Failure> {
    let manifest = Manifest::of(plan, Shard::WHOLE);
    let (directory, saved) = RunDirectory::open(path, &manifest, Options::default())?;
    let counters = Engine::new(plan, kernel, threads)?.counters()?;
    let job = Job { plan, shard: Shard::WHOLE, stop, expected_s: None };
    Ok(session::count(&job, counters, saved.tally, Keep::Directory(directory), watch)?)
}

/// Interrupts a session as soon as a unit is finished.
struct StopSoon<'a>(&'a AtomicBool);

impl Watch for StopSoon<'_> {
    fn status(&mut self, status: &Status) {
        self.0.fetch_or(status.units_done > 0, Ordering::Relaxed);
    }
    fn notice(&mut self, _: &str) {}
}
