//! Tests counts without counting, where fake counters end units in any order, late, or not at all;
//! and the two steps of small real ones.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::saving::Sink;
use super::*;
use crate::methods::MethodError;
use crate::methods::counter::fake::{self, FakeCounter};
use crate::methods::counter::{Counter, Finished};
use crate::plan::tally::Tally;
use crate::plan::{Entry, UnitSet};
use crate::run::{Counted, Options, RunDirectory, SavedRun, Total};

mod panics;
mod saving;
mod scale;

const PAUSE: Duration = Duration::from_millis(2);

/// All units of the board of `n` rows by the search.
fn whole(n: usize) -> Ready<'static> {
    of_shard(n, Shard::WHOLE)
}

fn of_shard(n: usize, shard: Shard) -> Ready<'static> {
    let plan = Plan::standard(BoardSize::new(n).unwrap(), Method::Cross);
    Count::of_shard(&plan, shard).kernel(Kernel::Portable).prepare().unwrap()
}

/// Counts the units of `ready` with `counters`, from `saved` on.
fn run(
    ready: &Ready<'_>,
    stop: &AtomicBool,
    counters: Vec<Box<dyn Counter + '_>>,
    saved: (Sink, Tally),
    observer: &mut dyn Observer,
) -> Result<Outcome, CountError> {
    ready.run_by(counters, saved, stop, observer)
}

fn sum(units: &UnitSet) -> u128 {
    units.iter().map(fake::solutions).sum()
}

/// A count that is not saved.
fn unsaved(ready: &Ready<'_>) -> (Sink, Tally) {
    (Sink::Nothing, Tally::new(ready.plan.units()))
}

/// The run directory at `path`, and the sums of its saved units.
fn open(path: &Path, ready: &Ready<'_>) -> (Sink, Tally) {
    let (directory, saved) = RunDirectory::open(path, &ready.manifest(), Options::default()).unwrap();
    (Sink::Directory(directory), saved.tally)
}

/// Keeps all progress, and sets the flag once `stop_at` units are done.
struct Watching<'a> {
    seen: Vec<Progress>,
    notices: Vec<Notice>,
    units: u64,
    stop_at: u64,
    stop: &'a AtomicBool,
}

impl<'a> Watching<'a> {
    fn new(stop_at: u64, stop: &'a AtomicBool) -> Self {
        Self { seen: Vec::new(), notices: Vec::new(), units: 0, stop_at, stop }
    }
}

impl Observer for Watching<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.seen.push(*progress);
        self.stop.fetch_or(progress.units_done >= self.stop_at, Ordering::Relaxed);
    }

    fn notice(&mut self, notice: &Notice) {
        self.notices.push(notice.clone());
    }

    fn finished(&mut self, _: &Finished) {
        self.units += 1;
    }
}

#[test]
fn adds_up_all_units_and_shows_progress() {
    let ready = of_shard(14, Shard { number: 1, of: 2 });
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    // Long enough for a tick on a busy machine too.
    let counters = vec![FakeCounter { pause: 10 * PAUSE, ..FakeCounter::new(&handed_over) }.boxed()];
    let mut watching = Watching::new(u64::MAX, &stop);
    let outcome = run(&ready, &stop, counters, unsaved(&ready), &mut watching).unwrap();
    assert!(outcome.complete && outcome.resumed == 0 && outcome.directory.is_none());
    assert_eq!((outcome.tally.finished().len(), watching.units), (ready.len(), ready.len()));
    let units = ready.plan.units();
    assert_eq!(outcome.solutions(), (0..units).skip(1).step_by(2).map(fake::solutions).sum());
    let total = outcome.total.as_ref().unwrap();
    assert_eq!(
        (total.solutions(), total.sums.units, total.shard),
        (outcome.solutions(), ready.len(), ready.shard)
    );
    let first = watching.seen[0];
    let last = *watching.seen.last().unwrap();
    assert_eq!((first.units_done, first.units, first.done, first.remaining_s), (0, ready.len(), 0.0, None));
    assert!(last.units_done == ready.len() && (last.done - 1.0).abs() < 1e-9, "{last:?}");
    assert_eq!(last.found, outcome.solutions());
    assert!(watching.seen.len() > 2 && watching.seen.is_sorted_by(|a, b| a.done <= b.done));
}

#[test]
fn only_the_last_unit_completes_a_count() {
    let plan = Plan::standard(BoardSize::new(24).unwrap(), Method::Halves);
    let ready = Ready { plan, ..whole(12) };
    let stop = AtomicBool::new(true);
    let mut saved = Tally::new(ready.len());
    for unit in 0..ready.len() {
        if unit == 1 || unit == ready.len() - 1 {
            let stopped =
                run(&ready, &stop, Vec::new(), (Sink::Nothing, saved.clone()), &mut Silent).unwrap();
            assert!(!stopped.complete && stopped.total.is_none(), "{unit} units are saved");
        }
        let solutions = 8;
        let nodes = 1;
        let wall_ms = 1;
        let cpu_ms = 1;
        saved.add(&Entry { unit, solutions, nodes, wall_ms, cpu_ms, kernel: "scalar".into() }).unwrap();
    }
    let complete = run(&ready, &stop, Vec::new(), (Sink::Nothing, saved), &mut Silent).unwrap();
    assert!(complete.complete && complete.total.unwrap().solutions() == 8 * u128::from(ready.len()));
}

#[test]
fn failed_count_does_not_affect_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let ready = Count::new(12).unwrap().saved_in(&path).prepare().unwrap();
    std::fs::remove_dir_all(&path).unwrap();
    assert!(matches!(ready.run(&mut Silent), Err(CountError::Run(_))));
    assert_eq!(count(8).unwrap(), 92);
}

#[test]
#[should_panic(expected = "units has no shard 2 of 2")]
fn rejects_a_shard_outside_the_plan() {
    let plan = Plan::standard(BoardSize::new(8).unwrap(), Method::Halves);
    let _ = Count::of_shard(&plan, Shard { number: 2, of: 2 });
}

#[test]
fn counts_chosen_units_in_order() {
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let ready = Ready { units: Some([7, 3, 5].into()), ..whole(14) };
    let counters = vec![FakeCounter { holds: 1, ..FakeCounter::new(&handed_over) }.boxed()];
    let mut watching = Watching::new(u64::MAX, &stop);
    let outcome = run(&ready, &stop, counters, unsaved(&ready), &mut watching).unwrap();
    assert!(outcome.complete && outcome.total.is_none(), "a part of a board has no total");
    assert_eq!(outcome.solutions(), [3, 5, 7].map(fake::solutions).iter().sum());
    let last = watching.seen.last().unwrap();
    assert!(last.units == 3 && (last.done - 1.0).abs() < 1e-9, "{last:?}");
}

#[test]
fn failing_device_loses_only_its_own_units() {
    let folder = tempfile::tempdir().unwrap();
    let ready = whole(20);
    let stop = AtomicBool::new(false);
    let path = folder.path().join("run");
    let handed_over = AtomicU64::new(0);
    let device = FakeCounter { holds: 1000, fails_after: Some(2500), ..FakeCounter::new(&handed_over) };
    let failed = run(&ready, &stop, vec![device.boxed()], open(&path, &ready), &mut Silent);
    assert!(matches!(failed, Err(CountError::Method(MethodError::Failed { .. }))));
    let (sink, saved) = open(&path, &ready);
    // It finishes its units in reverse order.
    assert!(
        saved.finished().len() == 2500
            && !saved.finished().contains(ready.shard.order(ready.len()).unit_at(2000).unwrap())
    );
    let device = FakeCounter { holds: 1000, ..FakeCounter::new(&handed_over) };
    let outcome =
        run(&ready, &AtomicBool::new(false), vec![device.boxed()], (sink, saved), &mut Silent).unwrap();
    assert!(outcome.complete && outcome.resumed == 2500);
    assert_eq!(outcome.solutions(), sum(outcome.tally.finished()));
}

#[test]
fn time_left_needs_a_unit_per_counter() {
    let ready = whole(14);
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    // One counter ends a unit every tick or two, and the others never end one.
    let pause = schedule::TICK + schedule::TICK / 5;
    let counter = |pause, waits_after| {
        FakeCounter { holds: 1, pause, waits_after, ..FakeCounter::new(&handed_over) }.boxed()
    };
    let waiting = || counter(PAUSE, Some((0, None)));
    let counters = vec![counter(pause, None), waiting(), waiting()];
    let mut watching = Watching::new(5, &stop);
    run(&ready, &stop, counters, unsaved(&ready), &mut watching).unwrap();
    for progress in watching.seen {
        assert_eq!(progress.remaining_s.is_some(), progress.units_done >= 3, "{progress:?}");
    }
}

#[test]
fn resumes_a_stopped_count() {
    let folder = tempfile::tempdir().unwrap();
    let ready = whole(15);
    let stop = AtomicBool::new(false);
    let path = folder.path().join("run");
    let handed_over = AtomicU64::new(0);
    let counters = |waits_after| {
        let counter = || {
            FakeCounter { holds: 40, waits_after, pause: PAUSE / 2, ..FakeCounter::new(&handed_over) }.boxed()
        };
        vec![counter(), counter()]
    };
    let units = ready.plan.units();
    let first =
        run(&ready, &stop, counters(Some((9, None))), open(&path, &ready), &mut Watching::new(1, &stop))
            .unwrap();
    let done = first.tally.finished().len();
    assert!(!first.complete && first.total.is_none() && (1..units).contains(&done), "{done} units");
    assert_eq!(first.solutions(), sum(first.tally.finished()));
    assert_eq!(first.directory.as_deref(), Some(&*path));

    stop.store(false, Ordering::Relaxed);
    let saved = open(&path, &ready);
    assert_eq!(saved.1.finished().len(), done, "what was finished is saved");
    handed_over.store(0, Ordering::SeqCst);
    let mut watching = Watching::new(u64::MAX, &stop);
    let second = run(&ready, &stop, counters(None), saved, &mut watching).unwrap();
    assert!(second.complete);
    assert_eq!((second.resumed, handed_over.into_inner()), (done, units - done));
    assert_eq!(second.solutions(), sum(second.tally.finished()));
    let first = watching.seen[0];
    let last = *watching.seen.last().unwrap();
    assert!(first.done > 0.0 && first.remaining_s.is_none(), "the first session is no measure of speed");
    assert_eq!((first.units_done, last.found), (done, last.solutions - first.solutions));
    assert!(first.solutions > 0 && first.found == 0);
    // The result is in the directory.
    let saved = SavedRun::at(&path).inspect(|_| ()).unwrap().saved;
    assert_eq!(saved.total, second.total);
    let resumed = |total: Total| matches!(total.counted, Counted::Machine { resumed, .. } if resumed == done);
    assert!(saved.total.is_some_and(resumed));
}

#[test]
fn adds_up_short_times_and_survives_clock_jumps() {
    let ready = whole(12);
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let time_of = |time| {
        let counters = vec![FakeCounter { time, ..FakeCounter::new(&handed_over) }.boxed()];
        run(&ready, &stop, counters, unsaved(&ready), &mut Silent).unwrap().tally.sums()
    };
    let ms = u128::from(ready.plan.units()) * 7 / 10;
    let time = time_of(Duration::from_micros(700));
    // A wait for a core is wall time, too.
    assert!(time.cpu_ms == ms && time.wall_ms >= ms, "{time:?} instead of {ms} ms");
    assert!(time_of(Duration::MAX).wall_ms >= u128::from(u64::MAX));
}

#[test]
fn finishes_begun_units_after_a_drain() {
    /// Drains the count with the first unit.
    struct Draining<'a>(&'a AtomicBool);
    impl Observer for Draining<'_> {
        fn finished(&mut self, _: &Finished) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let stop = AtomicBool::new(false);
    let drain = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let ready = Ready { units: Some((0..2000).collect()), drain: &drain, ..whole(18) };
    let counter = || {
        FakeCounter { holds: 50, waits_after: Some((9, Some(&drain))), ..FakeCounter::new(&handed_over) }
            .boxed()
    };
    let counters = vec![counter(), counter()];
    let outcome = run(&ready, &stop, counters, unsaved(&ready), &mut Draining(&drain)).unwrap();
    let finished = outcome.tally.finished().len();
    // A counter that begins late has none.
    assert!(!outcome.complete && [50, 100].contains(&finished), "{finished}");
    assert_eq!(finished, handed_over.into_inner());
}
