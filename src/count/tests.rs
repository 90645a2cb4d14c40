//! Tests sessions without counting: fake counters end units in any order, late, or not at all.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::*;
use crate::board::BoardSize;
use crate::methods::counter::fake::{self, FakeCounter};
use crate::methods::Method;
use crate::plan::UnitSet;
use crate::plan::tally::UnitTime;
use crate::run::{Entry, Options, RunDirectory};

const PAUSE: Duration = Duration::from_millis(2);

fn plan(n: usize) -> Plan {
    Plan::standard(BoardSize::new(n).unwrap(), Method::Cross)
}

fn sum(units: &UnitSet) -> u128 {
    units.iter().map(fake::solutions).sum()
}

/// The run directory at `path`, and the sums over what is saved there.
fn open(path: &Path, plan: &Plan) -> (Keep, Tally) {
    let (directory, saved) =
        RunDirectory::open(path, &Manifest::of(plan, Shard::WHOLE), Options::default()).unwrap();
    (Keep::Directory(directory), saved.tally)
}

/// Keeps a run at `path` when it is long, and perhaps also when it is stopped.
fn when_long(path: &Path, plan: &Plan, or_stopped: bool) -> Keep {
    Keep::WhenLong { path: path.to_owned(), manifest: Manifest::of(plan, Shard::WHOLE), or_stopped }
}

/// Keeps every status, and sets the flag once `stop_at` units are done.
struct Statuses<'a> {
    seen: Vec<Status>,
    notices: Vec<String>,
    stop_at: u64,
    stop: &'a AtomicBool,
}

impl<'a> Statuses<'a> {
    fn new(stop_at: u64, stop: &'a AtomicBool) -> Self {
        Self { seen: Vec::new(), notices: Vec::new(), stop_at, stop }
    }
}

impl Watch for Statuses<'_> {
    fn status(&mut self, status: &Status) {
        self.seen.push(*status);
        self.stop.fetch_or(status.units_done >= self.stop_at, Ordering::Relaxed);
    }

    fn notice(&mut self, text: &str) {
        self.notices.push(text.to_owned());
    }
}

#[test]
fn a_session_sums_every_unit_and_says_how_far_it_is() {
    let (plan, stop, handed_over) = (plan(14), AtomicBool::new(false), AtomicU64::new(0));
    let job = Job { plan: &plan, shard: Shard { number: 1, of: 2 }, stop: &stop, expected_s: None };
    // Long enough for a tick on a busy machine too.
    let counters = vec![FakeCounter { pause: 5 * PAUSE, ..FakeCounter::new(&handed_over) }.boxed()];
    let mut statuses = Statuses::new(u64::MAX, &stop);
    let outcome = count(&job, counters, Tally::new(plan.units()), Keep::Nothing, &mut statuses).unwrap();
    assert!(outcome.complete && outcome.resumed == 0 && outcome.directory.is_none());
    assert_eq!(outcome.tally.finished().len(), job.units());
    assert_eq!(outcome.tally.solutions(), (0..plan.units()).skip(1).step_by(2).map(fake::solutions).sum());
    let (first, last) = (statuses.seen[0], *statuses.seen.last().unwrap());
    assert_eq!((first.units_done, first.units, first.done, first.remaining), (0, job.units(), 0.0, None));
    assert!(last.units_done == job.units() && (last.done - 1.0).abs() < 1e-9, "{last:?}");
    assert_eq!(last.found, outcome.tally.solutions());
    assert!(statuses.seen.len() > 2 && statuses.seen.is_sorted_by(|a, b| a.done <= b.done));
}

#[test]
fn the_time_left_is_unknown_until_as_many_units_have_ended_as_are_counted_at_a_time() {
    let (plan, stop, handed_over) = (plan(14), AtomicBool::new(false), AtomicU64::new(0));
    let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
    // One takes a unit every tick or two and the others never end one.
    let pause = schedule::TICK + schedule::TICK / 5;
    let counter = |pause| FakeCounter { holds: 1, pause, ..FakeCounter::new(&handed_over) }.boxed();
    let slow = Duration::from_secs(1);
    let counters = vec![counter(pause), counter(slow), counter(slow)];
    let mut statuses = Statuses::new(5, &stop);
    count(&job, counters, Tally::new(plan.units()), Keep::Nothing, &mut statuses).unwrap();
    for status in statuses.seen {
        assert_eq!(status.remaining.is_some(), status.units_done >= 3, "{status:?}");
    }

    let (expecting, mut statuses) = (Job { expected_s: Some(1000.0), ..job }, Statuses::new(0, &stop));
    count(&expecting, vec![counter(slow)], Tally::new(plan.units()), Keep::Nothing, &mut statuses).unwrap();
    assert_eq!(statuses.seen[0].remaining.map(|left| left.as_secs()), Some(1000));
}

#[test]
fn a_stopped_session_keeps_what_is_finished_and_the_next_one_counts_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, stop, path) = (plan(15), AtomicBool::new(false), folder.path().join("run"));
    let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
    let handed_over = AtomicU64::new(0);
    let counters = || {
        let counter = || FakeCounter { holds: 40, pause: PAUSE, ..FakeCounter::new(&handed_over) }.boxed();
        vec![counter(), counter()]
    };
    let (keep, tally) = open(&path, &plan);
    let first = count(&job, counters(), tally, keep, &mut Statuses::new(1, &stop)).unwrap();
    let done = first.tally.finished().len();
    assert!(!first.complete && (1..plan.units()).contains(&done), "{done} units");
    assert_eq!(first.tally.solutions(), sum(first.tally.finished()));
    drop(first);

    stop.store(false, Ordering::Relaxed);
    let (keep, tally) = open(&path, &plan);
    assert_eq!(tally.finished().len(), done, "what was finished is saved");
    handed_over.store(0, Ordering::SeqCst);
    let mut statuses = Statuses::new(u64::MAX, &stop);
    let second = count(&job, counters(), tally, keep, &mut statuses).unwrap();
    assert!(second.complete);
    assert_eq!((second.resumed, handed_over.into_inner()), (done, plan.units() - done));
    assert_eq!(second.tally.solutions(), sum(second.tally.finished()));
    let (first, last) = (statuses.seen[0], *statuses.seen.last().unwrap());
    assert!(first.done > 0.0 && first.remaining.is_none(), "the first session is no measure of speed");
    assert_eq!((first.units_done, last.found), (done, last.solutions - first.solutions));
    assert!(first.solutions > 0 && first.found == 0);
}

#[test]
fn a_counter_that_fails_ends_the_session_with_everything_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, stop, path) = (plan(15), AtomicBool::new(false), folder.path().join("run"));
    let (job, handed_over) =
        (Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None }, AtomicU64::new(0));
    let failing = FakeCounter { fails_after: Some(30), pause: PAUSE, ..FakeCounter::new(&handed_over) };
    let lasting = FakeCounter { pause: PAUSE, ..FakeCounter::new(&handed_over) };
    let (keep, tally) = open(&path, &plan);
    let outcome = count(&job, vec![failing.boxed(), lasting.boxed()], tally, keep, &mut Unwatched);
    assert!(matches!(outcome, Err(Error::Schedule(schedule::Error::Counter(_)))));
    let (_, saved) = open(&path, &plan);
    assert!((30..plan.units()).contains(&saved.finished().len()));
    assert_eq!(saved.finished().len(), handed_over.into_inner());
    assert_eq!(saved.solutions(), sum(saved.finished()));
}

#[test]
fn times_below_a_millisecond_are_not_lost() {
    let (plan, stop, handed_over) = (plan(12), AtomicBool::new(false), AtomicU64::new(0));
    let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
    let time = Duration::from_micros(700);
    let counters = vec![FakeCounter { time, ..FakeCounter::new(&handed_over) }.boxed()];
    let tally = Tally::new(plan.units());
    let outcome = count(&job, counters, tally, Keep::Nothing, &mut Unwatched).unwrap();
    let ms = Some(u128::from(plan.units()) * 7 / 10);
    assert_eq!(outcome.tally.time(), UnitTime { wall_ms: ms, cpu_ms: ms });
}

#[test]
fn a_run_that_turns_out_to_be_long_is_kept_from_its_first_unit_on() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, stop, path) = (plan(20), AtomicBool::new(false), folder.path().join("run"));
    let (job, handed_over) =
        (Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None }, AtomicU64::new(0));
    // 13,352 units of 5 ms take more than 30 s; half a second of them is counted before that is
    // known.
    let counter = FakeCounter { pause: 2 * PAUSE + PAUSE / 2, ..FakeCounter::new(&handed_over) };
    let keep = when_long(&path, &plan, false);
    let mut statuses = Statuses::new(120, &stop);
    let tally = Tally::new(plan.units());
    let outcome = count(&job, vec![counter.boxed()], tally, keep, &mut statuses).unwrap();
    assert_eq!(
        statuses.notices,
        [format!("predicted to take over 30 s: progress is saved in {}", path.display())]
    );
    assert_eq!(outcome.tally.finished().len(), handed_over.into_inner());
    drop(outcome.directory);
    let (_, saved) = open(&path, &plan);
    assert_eq!(saved.finished(), outcome.tally.finished());
    assert_eq!(saved.solutions(), sum(saved.finished()));
}

#[test]
fn a_run_that_turns_out_to_be_long_leaves_a_directory_alone_that_another_has_begun() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, path) = (plan(20), folder.path().join("run"));
    let manifest = Manifest::of(&plan, Shard::WHOLE);
    let (mut other, _) = RunDirectory::open(&path, &manifest, Options::default()).unwrap();
    other
        .append(&Entry {
            unit: 0,
            solutions: 1,
            nodes: 1,
            wall_ms: None,
            cpu_ms: Some(1),
            kernel: "scalar".to_owned(),
        })
        .unwrap();
    drop(other);
    let ledger = std::fs::read(path.join("ledger.jsonl")).unwrap();

    let (stop, handed_over) = (AtomicBool::new(false), AtomicU64::new(0));
    let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
    let counter = FakeCounter { pause: 5 * PAUSE, ..FakeCounter::new(&handed_over) };
    let keep = when_long(&path, &plan, false);
    let outcome = count(&job, vec![counter.boxed()], Tally::new(plan.units()), keep, &mut Unwatched);
    assert!(matches!(outcome, Err(Error::BegunElsewhere(_))));
    assert_eq!(std::fs::read(path.join("ledger.jsonl")).unwrap(), ledger);
}

#[test]
fn a_run_that_is_stopped_while_it_seems_short_is_kept_only_if_that_is_wanted() {
    for or_stopped in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let (plan, stop, path) = (plan(15), AtomicBool::new(false), folder.path().join("run"));
        let (job, handed_over) =
            (Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None }, AtomicU64::new(0));
        let counter = FakeCounter { pause: PAUSE, ..FakeCounter::new(&handed_over) };
        let (keep, mut statuses) = (when_long(&path, &plan, or_stopped), Statuses::new(1, &stop));
        let outcome =
            count(&job, vec![counter.boxed()], Tally::new(plan.units()), keep, &mut statuses).unwrap();
        assert!(!outcome.complete && !outcome.tally.finished().is_empty());
        assert_eq!((outcome.directory.is_some(), path.exists()), (or_stopped, or_stopped));
        assert!(statuses.notices.is_empty(), "{:?}", statuses.notices);
        drop(outcome.directory);
        if or_stopped {
            assert_eq!(open(&path, &plan).1.finished(), outcome.tally.finished());
        }
    }
}

#[test]
fn a_short_run_and_one_that_is_stopped_before_its_first_unit_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, path, handed_over) = (plan(12), folder.path().join("run"), AtomicU64::new(0));
    for stopped in [true, false] {
        let stop = AtomicBool::new(stopped);
        let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
        let (keep, tally) = (when_long(&path, &plan, true), Tally::new(plan.units()));
        let outcome =
            count(&job, vec![FakeCounter::new(&handed_over).boxed()], tally, keep, &mut Unwatched).unwrap();
        assert_eq!((outcome.complete, outcome.directory.is_some(), path.exists()), (!stopped, false, false));
    }
}
