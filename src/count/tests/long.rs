//! Tests counts of more than 2^20 units. Every unit must be claimed, passed on and saved exactly once, across
//! several sessions.

use std::panic::{self, AssertUnwindSafe};

use super::*;
use crate::count::schedule::{Schedule, ScheduleEvent};
use crate::plan::UnitSet;

#[test]
fn claims_each_unit_of_a_long_count_once() {
    // A prime, so that no number of shards or threads divides it.
    let units = (1 << 20) + 7;
    let handed_over = AtomicU64::new(0);
    let (stop, halt) = (AtomicBool::new(false), AtomicBool::new(false));
    let order = Shard::WHOLE.order(units);
    // Pretend that earlier sessions finished these units.
    let skip = |unit: u64| unit.is_multiple_of(3) || unit > units - 5;
    let schedule =
        Schedule { kernel: Kernel::Portable, unit_at: &order, skip: &skip, stop: &stop, halt: &halt };
    let counters = (0..3).map(|_| FakeCounter::new(&handed_over).boxed()).collect();
    let mut came = UnitSet::new(units);
    let outcome = schedule.run(counters, |event| {
        if let ScheduleEvent::Finished(unit) = event {
            assert_eq!(unit.solutions, fake::solutions(unit.unit));
            assert!(!skip(unit.unit) && came.insert(unit.unit), "unit {}", unit.unit);
        }
        Ok(())
    });
    outcome.unwrap();
    let expected = (0..units).filter(|&unit| !skip(unit)).count() as u64;
    assert_eq!((came.len(), handed_over.into_inner()), (expected, expected));
}

/// The first session is stopped, a counter panics in the second, and the third finishes the run.
#[test]
fn long_count_is_resumed_until_every_unit_is_saved() {
    const FIRST_SESSION: u64 = (1 << 20) + 1;
    // The board must be large enough for the made-up solutions.
    let plan = Plan::standard(BoardSize::new(32).unwrap(), Method::Colours);
    let all_units = plan.units();
    // The first session finishes more than 2^20 units. Some must be left for the later ones.
    let of = (all_units / 1_250_000).max(1);
    let shard = Shard { number: of - 1, of };
    let units = shard.len(all_units);
    assert!(units >= 1_250_000, "{units} of {all_units} units");
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let path = folder.path().join("run");
    let session = Session { path, ..Session::of(PreparedCount { plan, shard, ..whole(12) }) };
    let counters = |panics_after| {
        let counter = |panics_after| FakeCounter { panics_after, ..session.counter() }.boxed();
        vec![counter(panics_after), counter(None)]
    };
    let stopped = session.run(counters(None), session.open(), &mut session.watching(FIRST_SESSION)).unwrap();
    let done = stopped.tally.finished().len();
    assert!(!stopped.complete && (FIRST_SESSION..units).contains(&done), "{done} of {units}");
    assert_eq!(done, session.handed_over());

    session.stop.store(false, Ordering::Relaxed);
    let panics = || session.run(counters(Some(20_000)), session.open(), &mut ());
    assert!(panic::catch_unwind(AssertUnwindSafe(panics)).is_err());

    let (sink, tally) = session.open();
    let resumed = tally.finished().len();
    assert_eq!(resumed, session.handed_over(), "what was finished is saved");
    let before = tally.sums().solutions;
    let mut watching = session.watching(u64::MAX);
    let ended = session.run(counters(None), (sink, tally), &mut watching).unwrap();
    assert_eq!((ended.resumed, ended.tally.finished().len()), (resumed, units));
    assert_eq!((session.handed_over(), watching.units), (units, units - resumed));
    let total: u128 = (shard.number..all_units).step_by(shard.of as usize).map(fake::solutions).sum();
    assert_eq!((ended.complete, ended.sums().solutions), (true, total));
    let last = watching.seen.last().unwrap();
    assert!(total - before > 1 << 64 && last.solutions_this_session == total - before, "{last:?}");
    let saved = SavedRun::at(&session.path).inspect().unwrap();
    assert_eq!(saved.total.map(|total| (total.solutions, total.resumed)), Some((total, Some(resumed))));
    assert!(saved.notices.is_empty(), "no unit appears twice: {:?}", saved.notices);
}
