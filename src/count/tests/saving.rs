//! Tests when and where a count is saved, and what a later count finds there.

use std::path::Path;

use super::*;
use crate::run::tests::faulty_storage::{FaultyStorage, Loss};
use crate::run::{NEVER_STOP, RunDirectory, RunError};

impl Session {
    /// Creates a session that saves `prepared` if it is expected to take more than 30 s, or if it is stopped
    /// after `stopped_after`.
    pub fn when_long(prepared: PreparedCount, stopped_after: Duration) -> Self {
        let mut session = Self::of(prepared);
        let path = session.path.clone();
        let longer_than = Duration::from_secs(30);
        session.prepared.saving = SavePolicy::WhenLong { path, longer_than, stopped_after };
        session
    }

    /// Returns a sink in which units wait, and an empty tally.
    pub fn waiting(&self) -> (UnitSink, Tally) {
        (UnitSink::Waiting(Vec::new()), Tally::new(self.prepared.plan.units()))
    }
}

#[test]
fn saves_a_long_count_from_its_first_unit() {
    let session = Session::when_long(whole(20), Duration::MAX);
    // 13,352 units at 5 ms each take more than 30 s. The prediction shows this after half a second.
    let counter = FakeCounter { pause: 2 * PAUSE + PAUSE / 2, ..session.counter() };
    let mut watching = session.watching(120);
    let outcome = session.run(vec![counter.boxed()], session.waiting(), &mut watching).unwrap();
    assert_eq!(watching.notices, [Notice::Saving { path: session.path.clone() }]);
    assert_eq!(outcome.tally.finished().len(), session.handed_over());
    let (_, saved) = session.open();
    assert_eq!(saved.finished(), outcome.tally.finished());
    assert_eq!(saved.sums().solutions, sum(saved.finished()));
}

#[test]
fn saves_a_count_of_long_units_before_anything_is_predicted() {
    let session = Session::when_long(whole(20), Duration::MAX);
    let Session { stop, path, .. } = &session;
    // Only one unit finishes, which is not enough for a prediction.
    let counter = FakeCounter { waits_after: Some((1, None)), ..session.counter() };
    let mut watching = session.watching(u64::MAX);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let saved = || Some(SavedRun::at(path).inspect().ok()?.sums().units);
            fake::wait_until(&|| saved() == Some(1));
            stop.store(true, Ordering::Relaxed);
        });
        session.run(vec![counter.boxed()], session.waiting(), &mut watching).unwrap();
    });
    assert!(watching.seen.iter().all(|progress| progress.remaining_s.is_none()));
    let began = watching.seen.last().unwrap().elapsed;
    assert!(began < Duration::from_secs(20), "{began:?}: only after thirty seconds");
    assert_eq!(watching.notices, [Notice::Saving { path: session.path.clone() }]);
}

/// The power fails after a stop, or after a panic in the counter or observer, long before a sync is due.
#[test]
fn units_before_any_end_reach_the_disk() {
    struct Panicking(u64);
    impl Observer for Panicking {
        fn finished(&mut self, _: &FinishedUnit) {
            self.0 -= 1;
            assert!(self.0 > 0, "as by a closed pipe");
        }
    }
    for end in ["counter", "stop", "observer"] {
        let session = Session::of(whole(14));
        let storage = FaultyStorage::default();
        let open = || {
            let (opened, path) = (Arc::new(storage.clone()), Path::new("/runs/run"));
            RunDirectory::open_in(opened, path, &session.prepared.manifest(), false, &NEVER_STOP).unwrap()
        };
        let (directory, saved) = open();
        let counter = match end {
            "counter" => FakeCounter { panics_after: Some(20), ..session.counter() },
            _ => FakeCounter { waits_after: Some((20, None)), ..session.counter() },
        };
        let from = (UnitSink::Directory(directory), saved.tally);
        let counters = vec![counter.boxed()];
        let is_saved = match end {
            "stop" => {
                session.run(counters, from, &mut session.watching(20)).is_ok_and(|outcome| !outcome.complete)
            }
            _ => {
                let run = || session.run(counters, from, &mut Panicking(20)).map(drop);
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err()
            }
        };
        storage.lose_power(Loss::Everything, 0);
        let saved = open().1.sums();
        assert!(is_saved && saved.units == 20 && session.handed_over() == 20, "{end}: {saved:?}");
    }
}

#[test]
fn leaves_the_run_of_another_count_alone() {
    let session = Session::when_long(whole(20), Duration::MAX);
    let (mut other, _) = session.open();
    other.put(entry_with(0, 1)).unwrap();
    drop(other);
    let ledger = || std::fs::read(SavedRun::at(&session.path).ledger()).unwrap();
    let before = ledger();
    let counter = FakeCounter { pause: 5 * PAUSE, ..session.counter() };
    let mut watching = session.watching(120);
    // Saving is automatic here, so the count goes on without it.
    let outcome = session.run(vec![counter.boxed()], session.waiting(), &mut watching).unwrap();
    let [Notice::NotSaved { reason }] = &watching.notices[..] else { panic!("{:?}", watching.notices) };
    assert!(reason.contains("another process started this run in "), "{reason}");
    assert!(outcome.sums().units >= 120 && outcome.directory.is_none());
    assert!(matches!(outcome.save_error, Some(CountError::BegunElsewhere(_))));
    assert_eq!(ledger(), before);
}

/// When a unit finishes, moves the run directory away and sets `stop`. Records the notices.
struct Moving<'a> {
    path: &'a Path,
    stop: &'a AtomicBool,
    notices: Vec<Notice>,
}

impl Observer for Moving<'_> {
    fn finished(&mut self, _: &FinishedUnit) {
        let _ = std::fs::rename(self.path, self.path.with_extension("away"));
        self.stop.store(true, Ordering::Relaxed);
    }

    fn notice(&mut self, notice: &Notice) {
        self.notices.push(notice.clone());
    }
}

#[test]
fn complete_count_has_its_total_even_if_it_cannot_be_saved() {
    for (session, is_asked_for) in
        [(Session::of(whole(8)), true), (Session::when_long(whole(8), Duration::MAX), false)]
    {
        let ignored = AtomicBool::new(false);
        let mut moving = Moving { path: &session.path, stop: &ignored, notices: Vec::new() };
        let outcome = session.run(vec![session.counter().boxed()], session.open(), &mut moving).unwrap();
        assert!(outcome.complete && outcome.total.is_some());
        assert!(matches!(outcome.save_error, Some(CountError::Run(RunError::Changed { .. }))));
        // If saving was requested, the caller reports the failure.
        let is_told = matches!(moving.notices[..], [Notice::NotSaved { .. }]);
        assert_eq!((is_told, moving.notices.is_empty()), (!is_asked_for, is_asked_for));
    }
}

#[test]
fn failed_save_ends_an_unfinished_count_if_it_was_asked_for() {
    let session = Session::of(whole(15));
    let mut moving = Moving { path: &session.path, stop: &session.stop, notices: Vec::new() };
    let counter = FakeCounter { pause: PAUSE, ..session.counter() };
    let failed = session.run(vec![counter.boxed()], session.open(), &mut moving);
    assert!(matches!(failed, Err(CountError::Run(RunError::Changed { .. }))), "{failed:?}");
}

#[test]
fn saves_a_stopped_count_that_took_long_enough() {
    for (stopped_after, is_saved) in [(Duration::ZERO, true), (PAUSE, true), (Duration::MAX, false)] {
        let session = Session::when_long(whole(15), stopped_after);
        let counter = FakeCounter { waits_after: Some((9, None)), pause: PAUSE, ..session.counter() };
        let mut watching = session.watching(1);
        let outcome = session.run(vec![counter.boxed()], session.waiting(), &mut watching).unwrap();
        assert!(!outcome.complete && outcome.sums().units > 0);
        assert_eq!((outcome.directory.is_some(), session.path.exists()), (is_saved, is_saved));
        assert!(watching.notices.is_empty(), "{:?}", watching.notices);
        if is_saved {
            assert_eq!(session.open().1.finished(), outcome.tally.finished());
        }
    }
}

#[test]
fn resumes_with_the_saved_method_and_depth() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let stop = Arc::default();
    let count = || Count::new(16).unwrap().saved_in(&path);
    // The count would take seconds, but is stopped after its first tick.
    let first = count().method(Method::Rows).depth(3).kernel(Kernel::Scalar).threads(1).stop_flag(&stop);
    let first = first.prepare().unwrap().run(&mut RecordingObserver::new(1, &stop)).unwrap();
    let done = first.tally.finished().len();
    assert!(!first.complete && done > 0);
    let prepared = count().prepare().unwrap();
    assert_eq!((prepared.plan().method(), prepared.plan().depth()), (Method::Rows, 3));
    assert_eq!((prepared.saved().units, prepared.total()), (done, None));
    let mut watching = RecordingObserver::new(u64::MAX, &NEVER_STOP);
    let second = prepared.run(&mut watching).unwrap();
    assert!(second.complete && second.resumed == done);
    assert_eq!(second.sums().solutions, super::count(16).unwrap());
    assert_eq!(watching.notices[0], Notice::Resumed { units_done: done, units: watching.seen[0].units });

    // Neither count takes the lock, so both can be prepared at once.
    let third = count().prepare().unwrap();
    let fourth = count().prepare().unwrap();
    assert_eq!(third.total(), second.total.as_ref());
    let mut watching = RecordingObserver::new(u64::MAX, &NEVER_STOP);
    assert_eq!(fourth.run(&mut watching).unwrap().total, second.total);
    assert_eq!((watching.notices, watching.units), (vec![Notice::AlreadyFinished], 0));

    let other = |count: Count| count.saved_in(&path).prepare().err();
    for count in [Count::new(15).unwrap(), Count::new(16).unwrap().method(Method::Cross)] {
        assert!(matches!(other(count), Some(CountError::Run(RunError::Mismatch { .. }))));
    }
}

#[test]
fn early_stop_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let stop = Arc::new(AtomicBool::new(true));
    let count = || Count::new(12).unwrap().saved_in(&path);
    assert!(matches!(count().stop_flag(&stop).prepare(), Err(CountError::Stopped)));
    assert!(!path.exists());
    count().prepare().unwrap().run(&mut ()).unwrap();
    assert!(matches!(count().fresh(true).stop_flag(&stop).prepare(), Err(CountError::Stopped)));
    assert!(count().prepare().unwrap().total().is_some());
}

#[test]
fn failed_start_creates_no_directory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let count = || Count::new(12).unwrap().saved_in(&path);
    let foreign = if cfg!(target_arch = "x86_64") { Kernel::Neon } else { Kernel::Avx2 };
    assert!(matches!(
        count().kernel(foreign).prepare(),
        Err(CountError::Method(MethodError::NoKernel { .. }))
    ));
    assert!(matches!(count().depth(11).prepare(), Err(CountError::Method(MethodError::NoSuchDepth { .. }))));
    assert!(!path.exists());
}
