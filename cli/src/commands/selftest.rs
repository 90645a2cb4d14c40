//! `queens selftest`: runs the oracle chain on this machine, from the definition of the problem to
//! the fastest kernel.

use std::env;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use queens::board::BoardSize;
use queens::check::plausibility::Sequence;
use queens::check::rotations::Unchanged;
use queens::check::verify::{Findings, Verification};
use queens::check::{known, reference};
use queens::count::{Count, CountError, Observer, Outcome, Progress, Ready, Silent};
use queens::methods::{Kernel, Method};
use queens::plan::{Entry, Plan, Shard};

use super::{Exit, Failure};
use crate::choice::cores;
use crate::output::Output;
use crate::report;
use crate::report::selftest::SelftestReport;

/// Boards up to this size are compared with the definition.
const REFERENCE_MAX: usize = 10;
/// Boards up to this size are counted with every method and kernel. The slowest of these takes
/// seconds.
const KNOWN_MAX: usize = 14;
/// For the search and for halves, a board that the scalar kernel does not finish before it is
/// interrupted: the plain recursion of halves takes longer per unit.
const INTERRUPTED: [(Method, usize); 2] = [(Method::Cross, 16), (Method::Halves, 15)];
/// The board that both count in shards, and the number of shards.
const SHARDED: (usize, u64) = (13, 3);

/// Boards, depths, and units of halves that are compared with their images: they have solutions,
/// and together they take seconds.
const UPSIDE_DOWN: [(usize, usize, u64); 10] = [
    (16, 4, 16),
    (17, 4, 100),
    (18, 4, 200),
    (19, 4, 1_000),
    (20, 4, 2_000),
    (21, 5, 80_000),
    (22, 4, 15_133),
    (23, 5, 435_197),
    (25, 5, 9),
    (26, 5, 68),
];

pub fn run(output: &Output) -> Result<Exit, Failure> {
    let folder = tempfile::Builder::new().prefix("queens-selftest-").tempdir().map_err(|cause| Failure {
        remedy: Some("set TMPDIR to a directory where files can be created".to_owned()),
        ..Failure::of(|| format!("cannot create a directory in {}", env::temp_dir().display()))(cause)
    })?;
    let mut report = SelftestReport::new();
    check_definition(&mut report, reference::count)?;
    check_kernels(&mut report, run_ready)?;
    check_fundamental(&mut report, Unchanged::count)?;
    for (method, n) in INTERRUPTED {
        check_interruption(&mut report, method, BoardSize::new(n)?, folder.path(), run_ready)?;
        check_shards(&mut report, method, run_ready)?;
    }
    check_upside_down(&mut report, &UPSIDE_DOWN, recount_images)?;
    report::print(&report, output)?;
    Ok(if report.passed() { Exit::Done } else { Exit::Wrong })
}

/// Runs a count.
type Run = fn(Ready, &mut dyn Observer) -> Result<Outcome, CountError>;

fn run_ready(count: Ready, observer: &mut dyn Observer) -> Result<Outcome, CountError> {
    count.run(observer)
}

fn check_definition(report: &mut SelftestReport, count: fn(usize) -> u64) -> Result<(), Failure> {
    report.begin(format!("published values against the definition, N up to {REFERENCE_MAX}"));
    for n in 1..=REFERENCE_MAX {
        let size = BoardSize::new(n)?;
        report.check(&format!("reference N={n}"), known::solutions(size), count(n).into());
    }
    Ok(())
}

fn check_kernels(report: &mut SelftestReport, run: Run) -> Result<(), Failure> {
    for &method in Method::ALL {
        let names: Vec<String> = method.available().iter().map(Kernel::to_string).collect();
        report.begin(format!("{method} with {}, N up to {KNOWN_MAX}", names.join(", ")));
        for kernel in method.available() {
            for n in 1..=KNOWN_MAX {
                let size = BoardSize::new(n)?;
                let count = Count::new(n)?.method(method).kernel(kernel).prepare()?;
                let total = run(count, &mut Silent)?.solutions();
                let what = format!("{method}, {kernel} kernel, N={n}");
                report.check(&what, known::solutions(size), total);
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
        let unchanged = count(size, cores(), &never)?.expect("nobody stops it");
        let fundamental = known::solutions(size).and_then(|solutions| unchanged.fundamental(size, solutions));
        report.check(
            &format!("half turn, N={n}"),
            Sequence::HalfTurn.known(size),
            unchanged.half_turn.into(),
        );
        report.check(
            &format!("fundamental, N={n}"),
            Sequence::Fundamental.known(size),
            fundamental.unwrap_or(0),
        );
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
    let (finished, second) = count_twice(method, size, &folder.join(format!("{method}.run")), run)?;
    let as_planned = !finished && second.complete && second.resumed > 0;
    report.check(&format!("interrupted in the middle, {method}, N={size}"), Some(1), as_planned.into());
    let what = format!("interrupted and resumed, {method}, N={size}");
    report.check(&what, known::solutions(size), second.solutions());
    Ok(())
}

/// Whether the first count in the run directory at `place` came to its end, and the second.
fn count_twice(method: Method, size: BoardSize, place: &Path, run: Run) -> Result<(bool, Outcome), Failure> {
    let stop = AtomicBool::new(false);
    let count = || Ok::<_, Failure>(Count::new(size.get())?.method(method).saved_in(place));
    let slowest = count()?.kernel(Kernel::Scalar).threads(1).stop(&stop).prepare()?;
    let finished = run(slowest, &mut StopSoon(&stop))?.complete;
    Ok((finished, run(count()?.prepare()?, &mut Silent)?))
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
    report.check(&format!("{of} shards, {method}, N={size}"), known::solutions(size), total);
    Ok(())
}

/// Counts units upside down as well: this needs no known total, so it reaches larger boards.
fn check_upside_down(
    report: &mut SelftestReport,
    units: &[(usize, usize, u64)],
    recount: Recount,
) -> Result<(), Failure> {
    let boards: Vec<String> = units.iter().map(|(n, ..)| n.to_string()).collect();
    report.begin(format!("units by halves, and the same upside down, N = {}", boards.join(", ")));
    for &(n, depth, unit) in units {
        let plan = Plan::new(BoardSize::new(n)?, Method::Halves, depth)?;
        let counted = Count::of_units(&plan, [unit]).prepare()?.run(&mut Silent)?;
        let (solutions, pairs) = (counted.solutions(), counted.tally.nodes());
        let entry = Entry { unit, solutions, nodes: 0, wall_ms: 0, cpu_ms: 0, kernel: "".into() };
        // No solutions would be no comparison; nor would the same computation, whose pairs are as many. Below
        // N = 18, an image also has as many.
        let is_another = |found: &Findings| found.checked() == 1 && (n < 18 || found.nodes != pairs);
        let found = recount(&plan, entry)?.filter(is_another);
        let image = found.map(|found| found.mismatches.first().map_or(solutions, |wrong| wrong.solutions));
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
mod tests {
    use std::fs;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// The comparisons that fail.
    fn failed(check: impl FnOnce(&mut SelftestReport) -> Result<(), Failure>) -> Vec<String> {
        let mut report = SelftestReport::new();
        check(&mut report).unwrap();
        let text = report.to_string();
        let failures = text.lines().filter_map(|line| line.strip_prefix("FAILED  ")?.split_once(": "));
        let failures: Vec<_> = failures.map(|(what, _)| what.to_owned()).collect();
        assert_eq!(report.passed(), failures.is_empty());
        failures
    }

    /// Counts another board in place of one.
    const WRONG: Run = |count, observer| match count.plan().size().get() {
        11 => Count::new(10)?.prepare()?.run(observer),
        _ => count.run(observer),
    };

    #[test]
    fn wrong_counts_are_reported() {
        let found = failed(|report| check_definition(report, |n| reference::count(n) + u64::from(n == 9)));
        assert_eq!(found, ["reference N=9"]);
        let of_method = |&method: &Method| {
            let kernels = method.available().into_iter();
            kernels.map(move |kernel| format!("{method}, {kernel} kernel, N=11"))
        };
        let every: Vec<String> = Method::ALL.iter().flat_map(of_method).collect();
        assert_eq!(failed(|report| check_kernels(report, WRONG)), every);
        for (fault, expected) in FAULTS {
            assert_eq!(failed(|report| check_fundamental(report, fault)), expected);
        }
    }

    /// Faults in counts of symmetric solutions, and what fails.
    const FAULTS: [(CountUnchanged, &[&str]); 2] = [
        (
            |size, threads, stop| symmetric(size, threads, stop, [8, 0]),
            &["half turn, N=13", "fundamental, N=13"],
        ),
        (|size, threads, stop| symmetric(size, threads, stop, [0, 4]), &["fundamental, N=13"]),
    ];

    fn symmetric(
        size: BoardSize,
        threads: usize,
        stop: &AtomicBool,
        [half, quarter]: [u64; 2],
    ) -> Result<Option<Unchanged>, CountError> {
        let mut found = Unchanged::count(size, threads, stop)?;
        if let Some(found) = found.as_mut().filter(|_| size.get() == 13) {
            found.half_turn += half;
            found.quarter_turn += quarter;
        }
        Ok(found)
    }

    #[test]
    fn interruption_that_was_none_is_reported() {
        let directory = tempfile::tempdir().unwrap();
        let check = |name: &str, run| {
            let size = BoardSize::new(15)?;
            let folder = directory.path().join(name);
            fs::create_dir(&folder).unwrap();
            Ok::<_, Failure>(failed(|report| check_interruption(report, Method::Halves, size, &folder, run)))
        };
        let uninterrupted = ["interrupted in the middle, halves, N=15"];
        assert_eq!(check("right", run_ready).unwrap(), [""; 0]);
        assert_eq!(check("not stopped", |count, _| count.run(&mut Silent)).unwrap(), uninterrupted);
        let anew: Run = |count, observer| match count.saved().finished().is_empty() {
            true => count.run(observer),
            false => Count::new(15)?.prepare()?.run(observer),
        };
        assert_eq!(check("begun anew", anew).unwrap(), uninterrupted);
        let wrong: Run = |count, observer| {
            let resumed = !count.saved().finished().is_empty();
            let mut outcome = count.run(observer)?;
            if resumed {
                outcome.tally = Count::new(14)?.prepare()?.run(observer)?.tally;
            }
            Ok(outcome)
        };
        assert_eq!(check("wrong", wrong).unwrap(), ["interrupted and resumed, halves, N=15"]);
    }

    #[test]
    fn missing_shard_is_reported() {
        static SHARDS: AtomicUsize = AtomicUsize::new(0);
        let check = |run| failed(|report| check_shards(report, Method::Halves, run));
        assert_eq!(check(run_ready), [""; 0]);
        let missing: Run = |count, observer| match SHARDS.fetch_add(1, Ordering::Relaxed) {
            1 => Count::new(2)?.prepare()?.run(observer),
            _ => count.run(observer),
        };
        assert_eq!(check(missing), ["3 shards, halves, N=13"]);
    }

    #[test]
    fn image_that_is_no_other_computation_confirms_nothing() {
        let passed = |units, recount: Recount| {
            let mut report = SelftestReport::new();
            check_upside_down(&mut report, units, recount).unwrap();
            report.passed()
        };
        let same: Recount = |plan, entry| {
            let kernel = Method::Halves.available()[0];
            Verification::of(plan).kernel(kernel).run(vec![entry], &mut Silent).map(Some)
        };
        let few = [(13, 4, 1)];
        assert!(passed(&few, recount_images));
        assert!(!passed(&UPSIDE_DOWN[8..9], same));
        assert!(!passed(&few, |_, _| Ok(None)));
    }
}
