//! Tests counts with fake counters, which can finish units in any order, late or never. Also tests small real
//! counts.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use super::saving::UnitSink;
use super::*;
use crate::methods::MethodError;
use crate::methods::counter::fake::{self, FakeCounter};
use crate::methods::counter::{FinishedUnit, UnitCounter};
use crate::plan::{Tally, UnitSet};
use crate::run::tests::entry_with;
use crate::run::{NEVER_STOP, Notice, RunDirectory, SavedRun, Total};

mod long;
mod panics;
mod saving;

const PAUSE: Duration = Duration::from_millis(2);

/// Prepares a whole-board count with `Method::Cross`.
fn whole(n: usize) -> PreparedCount {
    of_shard(n, Shard::WHOLE)
}

fn of_shard(n: usize, shard: Shard) -> PreparedCount {
    let plan = Plan::standard(BoardSize::new(n).unwrap(), Method::Cross);
    Count::of_shard(&plan, shard).kernel(Kernel::Portable).prepare().unwrap()
}

fn sum(units: &UnitSet) -> u128 {
    units.iter().map(fake::solutions).sum()
}

/// A session to be run with fake counters, and the state that they share with the observer.
struct Session {
    prepared: PreparedCount,
    stop: AtomicBool,
    handed_over: AtomicU64,
    path: PathBuf,
    _folder: TempDir,
}

impl Session {
    fn of(prepared: PreparedCount) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        Self { prepared, stop: AtomicBool::new(false), handed_over: AtomicU64::new(0), path, _folder: folder }
    }

    fn counter(&self) -> FakeCounter<'_> {
        FakeCounter::new(&self.handed_over)
    }

    fn handed_over(&self) -> u64 {
        self.handed_over.load(Ordering::SeqCst)
    }

    /// Returns a sink that saves nothing, and an empty tally.
    fn unsaved(&self) -> (UnitSink, Tally) {
        (UnitSink::Nothing, Tally::new(self.prepared.plan.units()))
    }

    /// Opens the run directory. Returns it and the tally of its saved units.
    fn open(&self) -> (UnitSink, Tally) {
        let manifest = self.prepared.manifest();
        let (directory, saved) = RunDirectory::open(&self.path, &manifest, false, &NEVER_STOP).unwrap();
        (UnitSink::Directory(directory), saved.tally)
    }

    /// Returns an observer that stops the count once `stop_at` units are finished.
    fn watching(&self, stop_at: u64) -> RecordingObserver<'_> {
        RecordingObserver::new(stop_at, &self.stop)
    }

    /// Counts the units missing from `saved`.
    fn run(
        &self,
        counters: Vec<UnitCounter<'_>>,
        saved: (UnitSink, Tally),
        observer: &mut dyn Observer,
    ) -> Result<Outcome, CountError> {
        self.prepared.run_by(counters, saved, &self.stop, observer)
    }
}

/// Records everything, and sets `stop` once `stop_at` units are finished.
struct RecordingObserver<'a> {
    seen: Vec<Progress>,
    notices: Vec<Notice>,
    units: u64,
    stop_at: u64,
    stop: &'a AtomicBool,
}

impl<'a> RecordingObserver<'a> {
    fn new(stop_at: u64, stop: &'a AtomicBool) -> Self {
        Self { seen: Vec::new(), notices: Vec::new(), units: 0, stop_at, stop }
    }
}

impl Observer for RecordingObserver<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.seen.push(*progress);
        self.stop.fetch_or(progress.units_done >= self.stop_at, Ordering::Relaxed);
    }

    fn notice(&mut self, notice: &Notice) {
        self.notices.push(notice.clone());
    }

    fn finished(&mut self, _: &FinishedUnit) {
        self.units += 1;
    }
}

#[test]
fn adds_up_all_units_and_shows_progress() {
    let session = Session::of(of_shard(14, Shard { number: 1, of: 2 }));
    let prepared = &session.prepared;
    // Each unit takes long enough for a tick, even on a busy machine.
    let counters = vec![FakeCounter { pause: 10 * PAUSE, ..session.counter() }.boxed()];
    let mut watching = session.watching(u64::MAX);
    let outcome = session.run(counters, session.unsaved(), &mut watching).unwrap();
    assert!(outcome.complete && outcome.resumed == 0 && outcome.directory.is_none());
    assert_eq!((outcome.tally.finished().len(), watching.units), (prepared.len(), prepared.len()));
    let units = prepared.plan.units();
    assert_eq!(outcome.sums().solutions, (0..units).skip(1).step_by(2).map(fake::solutions).sum());
    let total = outcome.total.as_ref().unwrap();
    assert_eq!(
        (total.solutions, total.units, total.shard),
        (outcome.sums().solutions, prepared.len(), prepared.shard)
    );
    assert_eq!([&total.program, &total.version, &total.commit], [""; 3], "no program is named");
    let first = watching.seen[0];
    let last = *watching.seen.last().unwrap();
    assert_eq!(
        (first.units_done, first.units, first.share_done, first.remaining_s),
        (0, prepared.len(), 0.0, None)
    );
    assert!(last.units_done == prepared.len() && (last.share_done - 1.0).abs() < 1e-9, "{last:?}");
    assert_eq!(last.solutions_this_session, outcome.sums().solutions);
    assert!(watching.seen.len() > 2 && watching.seen.is_sorted_by(|a, b| a.share_done <= b.share_done));
}

#[test]
fn only_the_last_unit_completes_a_count() {
    let plan = Plan::standard(BoardSize::new(24).unwrap(), Method::Colours);
    let session = Session::of(PreparedCount { plan, ..whole(12) });
    let units = session.prepared.len();
    let (_, mut saved) = session.unsaved();
    let run = |saved| session.run(Vec::new(), (UnitSink::Nothing, saved), &mut ()).unwrap();
    session.stop.store(true, Ordering::Relaxed);
    for unit in 0..units {
        if unit == 1 || unit == units - 1 {
            let stopped = run(saved.clone());
            assert!(!stopped.complete && stopped.total.is_none(), "{unit} units are saved");
        }
        assert!(saved.add(&entry_with(unit, 8)));
    }
    let complete = run(saved);
    assert!(complete.complete && complete.total.unwrap().solutions == 8 * u128::from(units));
}

#[test]
fn rejects_what_the_plan_lacks_or_no_directory_holds() {
    let plan = Plan::standard(BoardSize::new(8).unwrap(), Method::Colours);
    let units = plan.units();
    let refused = |count: Count| count.prepare().err().unwrap().to_string();
    for (number, of) in [(2, 2), (0, 0), (0, units + 1)] {
        let expected = format!("a plan of {units} units has no shard {number} of {of}");
        assert_eq!(refused(Count::of_shard(&plan, Shard { number, of })), expected);
    }
    assert!(Count::of_shard(&plan, Shard { number: units - 1, of: units }).prepare().is_ok());
    let some = |units: &[u64]| Count::of_units(&plan, units);
    assert_eq!(refused(some(&[0, units])), format!("a plan of {units} units has no unit {units}"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    assert!(refused(some(&[0]).saved_in(&path)).contains("cannot be saved") && !path.exists());
}

#[test]
fn counts_chosen_units_in_order() {
    let session = Session::of(PreparedCount { units: Some([7, 3, 5].into()), ..whole(14) });
    let mut watching = session.watching(u64::MAX);
    let outcome = session.run(vec![session.counter().boxed()], session.unsaved(), &mut watching).unwrap();
    assert!(outcome.complete && outcome.total.is_none(), "a part of a board has no total");
    assert_eq!(outcome.sums().solutions, [3, 5, 7].map(fake::solutions).iter().sum());
    let last = watching.seen.last().unwrap();
    assert!(last.units == 3 && (last.share_done - 1.0).abs() < 1e-9, "{last:?}");
}

#[test]
fn time_left_needs_a_unit_per_counter() {
    let session = Session::of(whole(14));
    // One counter finishes a unit every tick or two, and the others never finish one.
    let pause = schedule::TICK + schedule::TICK / 5;
    let counter = |pause, waits_after| FakeCounter { pause, waits_after, ..session.counter() }.boxed();
    let waiting = || counter(PAUSE, Some((0, None)));
    let counters = vec![counter(pause, None), waiting(), waiting()];
    let mut watching = session.watching(5);
    session.run(counters, session.unsaved(), &mut watching).unwrap();
    for progress in watching.seen {
        assert_eq!(progress.remaining_s.is_some(), progress.units_done >= 3, "{progress:?}");
    }
}

#[test]
fn resumes_a_stopped_count() {
    let session = Session::of(whole(15));
    let counters = |waits_after| {
        let counter = || FakeCounter { waits_after, pause: PAUSE / 2, ..session.counter() }.boxed();
        vec![counter(), counter()]
    };
    let units = session.prepared.len();
    let first = session.run(counters(Some((9, None))), session.open(), &mut session.watching(1)).unwrap();
    let done = first.tally.finished().len();
    assert!(!first.complete && first.total.is_none() && (1..units).contains(&done), "{done} units");
    assert_eq!(first.sums().solutions, sum(first.tally.finished()));
    assert_eq!(first.directory.as_ref(), Some(&session.path));

    session.stop.store(false, Ordering::Relaxed);
    let saved = session.open();
    assert_eq!(saved.1.finished().len(), done, "what was finished is saved");
    let mut watching = session.watching(u64::MAX);
    let second = session.run(counters(None), saved, &mut watching).unwrap();
    assert!(second.complete);
    assert_eq!((second.resumed, session.handed_over()), (done, units));
    assert_eq!(second.sums().solutions, sum(second.tally.finished()));
    let first = watching.seen[0];
    let last = *watching.seen.last().unwrap();
    assert!(
        first.share_done > 0.0 && first.remaining_s.is_none(),
        "the first session is no measure of speed"
    );
    assert_eq!((first.units_done, last.solutions_this_session), (done, last.solutions - first.solutions));
    assert!(first.solutions > 0 && first.solutions_this_session == 0);
    let saved = SavedRun::at(&session.path).inspect().unwrap();
    assert_eq!(saved.total, second.total);
    let resumed = |total: Total| total.resumed == Some(done);
    assert!(saved.total.is_some_and(resumed));
}

#[test]
fn finishes_started_units_after_a_drain() {
    /// Drains the count as soon as the first unit is finished.
    struct Draining<'a>(&'a AtomicBool);
    impl Observer for Draining<'_> {
        fn finished(&mut self, _: &FinishedUnit) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let drain = Arc::<AtomicBool>::default();
    let units = Some((0..2000).collect());
    let session = Session::of(PreparedCount { units, drain: Arc::clone(&drain), ..whole(18) });
    let counter = || FakeCounter { waits_after: Some((9, Some(&drain))), ..session.counter() }.boxed();
    let counters = vec![counter(), counter()];
    let outcome = session.run(counters, session.unsaved(), &mut Draining(&drain)).unwrap();
    let finished = outcome.tally.finished().len();
    // At the drain, each of the two counters is working on a unit, unless it started late. Before that, both
    // may have passed the limit of nine units at the same moment.
    assert!(!outcome.complete && (10..=12).contains(&finished), "{finished}");
    assert_eq!(finished, session.handed_over());
}

#[test]
fn max_threads_fit_the_memory() {
    for (method, kernel) in [
        (Method::Cross, Kernel::Scalar),
        (Method::Cross, Kernel::Portable),
        (Method::Colours, Kernel::Scalar),
        (Method::Colours, Kernel::Portable),
    ] {
        let with_threads = |threads| {
            Count::new(14).unwrap().method(method).kernel(kernel).threads(threads).prepare().unwrap()
        };
        let prepared = with_threads(8);
        let takes_memory = with_threads(2).memory() > with_threads(1).memory();
        assert_eq!(takes_memory, (method, kernel) != (Method::Cross, Kernel::Scalar));
        assert_eq!((prepared.max_threads(0), prepared.max_threads(u64::MAX)), (0, 8));
        for threads in 1..=8 {
            let bytes = with_threads(threads).memory();
            let expected = if takes_memory { [threads - 1, threads] } else { [0, 8] };
            assert_eq!(
                [bytes - 1, bytes].map(|bytes| prepared.max_threads(bytes)),
                expected,
                "{method}, {kernel}"
            );
        }
    }
}
