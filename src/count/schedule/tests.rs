//! Tests the schedule with fake counters.

use std::panic::{self, AssertUnwindSafe};

use proptest::prelude::*;

use super::*;
use crate::methods::counter::fake::{self, FakeCounter};

const UNITS: u64 = 1000;

/// Runs `counters` over [`UNITS`] units, skipping every fourth. Returns the outcome, or `None` after a panic,
/// and the units that arrived.
fn run(
    counters: Vec<UnitCounter<'_>>,
    stop: &AtomicBool,
    mut each: impl FnMut(u64) -> Result<(), CountError>,
) -> (Option<Result<(), CountError>>, Vec<u64>) {
    let mut came = Vec::new();
    let schedule = Schedule {
        kernel: Kernel::Portable,
        unit_at: &|place| (place < UNITS).then(|| UNITS - 1 - place),
        skip: &|unit| unit % 4 == 0,
        stop,
        halt: &AtomicBool::new(false),
    };
    let run = || {
        schedule.run(counters, |event| {
            let ScheduleEvent::Finished(unit) = event else { return Ok(()) };
            assert_eq!(unit.solutions, fake::solutions(unit.unit));
            came.push(unit.unit);
            each(unit.unit)
        })
    };
    let outcome = panic::catch_unwind(AssertUnwindSafe(run)).ok();
    came.sort_unstable();
    (outcome, came)
}

proptest! {
    #[test]
    fn delivers_every_finished_unit_once(
        // For each counter, how many units it finishes before it panics. `None` if it doesn't panic.
        counters in proptest::collection::vec(proptest::option::weighted(0.2, 0..300_u64), 1..6),
        stops_after in proptest::option::of(1..800_usize),
    ) {
        let stop = AtomicBool::new(false);
        let handed_over = AtomicU64::new(0);
        let all = counters.iter().map(|&panics_after| {
            FakeCounter { panics_after, ..FakeCounter::new(&handed_over) }.boxed()
        });
        let mut seen = 0;
        let (outcome, came) = run(all.collect(), &stop, |_| {
            seen += 1;
            stop.fetch_or(stops_after == Some(seen), Ordering::Relaxed);
            Ok(())
        });
        prop_assert_eq!(came.len() as u64, handed_over.into_inner());
        prop_assert!(came.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", came);
        prop_assert!(came.iter().all(|unit| *unit < UNITS && unit % 4 != 0));
        prop_assert!(outcome.is_some() || counters.iter().any(Option::is_some));
        if outcome.is_some() && !stop.into_inner() {
            prop_assert_eq!(came.len() as u64, UNITS - UNITS.div_ceil(4));
        }
    }
}

#[test]
fn panicking_counter_drops_only_unfinished_units() {
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let lasting = FakeCounter { waits_after: Some((30, None)), ..FakeCounter::new(&handed_over) };
    let panicking = FakeCounter { panics_after: Some(20), ..FakeCounter::new(&handed_over) };
    let (outcome, came) = run(vec![lasting.boxed(), panicking.boxed()], &stop, |_| Ok(()));
    assert!(outcome.is_none(), "{outcome:?}");
    assert!(!stop.load(Ordering::Relaxed), "other counts may share the flag");
    assert!((20..700).contains(&came.len()), "{} units", came.len());
    assert_eq!(came.len() as u64, handed_over.into_inner());
}

#[test]
fn failing_aggregator_stops_the_counters() {
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let counter = FakeCounter { waits_after: Some((9, None)), ..FakeCounter::new(&handed_over) };
    let (outcome, came) = run(vec![counter.boxed()], &stop, |_| Err(CountError::Tally(1)));
    assert!(matches!(outcome, Some(Err(CountError::Tally(1)))), "{outcome:?}");
    assert_eq!((came.len(), handed_over.into_inner()), (1, 9));
    assert!(!stop.load(Ordering::Relaxed), "other counts may share the flag");
}

/// The counter works on its second unit until the first has arrived.
#[test]
fn delivers_a_unit_while_its_thread_keeps_counting() {
    let arrived = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let counter = FakeCounter { waits_after: Some((1, Some(&arrived))), ..FakeCounter::new(&handed_over) };
    let (outcome, came) = run(vec![counter.boxed()], &AtomicBool::new(false), |_| {
        arrived.store(true, Ordering::Relaxed);
        Ok(())
    });
    assert!(matches!(outcome, Some(Ok(()))), "{outcome:?}");
    assert_eq!(came.len() as u64, handed_over.into_inner());
}

/// The counter ignores the stop flag, so the schedule must keep it from starting a unit.
#[test]
fn starts_no_unit_after_a_stop() {
    let counter: UnitCounter<'_> = Box::new(|unit, _| panic!("unit {unit} was started"));
    let (outcome, came) = run(vec![counter], &AtomicBool::new(true), |_| Ok(()));
    assert!(matches!(outcome, Some(Ok(()))) && came.is_empty());
}

#[test]
fn waits_for_a_slow_aggregator() {
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let units = 5 * OUTBOX_UNITS as u64;
    let unit_at = |place| (place < units).then_some(place);
    let halt = AtomicBool::new(false);
    let kernel = Kernel::Portable;
    let schedule = Schedule { kernel, unit_at: &unit_at, skip: &|_| false, stop: &stop, halt: &halt };
    let mut came = 0;
    let mut ahead = 0;
    let outcome = schedule.run(vec![FakeCounter::new(&handed_over).boxed()], |event| {
        if let ScheduleEvent::Finished(_) = event {
            if came == 0 {
                thread::sleep(Duration::from_millis(200));
            }
            came += 1;
            ahead = ahead.max(handed_over.load(Ordering::SeqCst) - came);
        }
        Ok(())
    });
    assert!(outcome.is_ok());
    // At most, the aggregator has a full outbox to work through, the next outbox is full, and one unit waits
    // for room.
    assert!(came == units && ahead <= 2 * OUTBOX_UNITS as u64 + 1, "{came} of {units}, {ahead} ahead");
}

/// Times a unit that sleeps and a unit that works. In one case, the thread starts long after counting began,
/// as it might on a busy machine.
#[test]
fn separates_wall_time_from_cpu_time_and_adds_the_wait_for_a_core() {
    let pause = Duration::from_millis(50);
    let wait = Duration::from_secs(1000);
    let late = Instant::now().checked_sub(wait).unwrap_or_else(Instant::now);
    for (counting_began, start_delay) in [(late, wait), (Instant::now() + wait, Duration::ZERO)] {
        let mut counter: UnitCounter<'_> = Box::new(|unit, _| {
            let began = thread_time();
            let worked = Instant::now();
            match unit {
                0 => thread::sleep(pause),
                // Give up after a while, in case the thread's clock does not advance.
                _ => while thread_time() - began < pause && worked.elapsed() < 1200 * pause {},
            }
            Some(Counts::default())
        });
        let unit_at = |place| (place < 2).then_some(place);
        let (stop, halt) = (AtomicBool::new(false), AtomicBool::new(false));
        let kernel = Kernel::Scalar;
        let schedule = Schedule { kernel, unit_at: &unit_at, skip: &|_| false, stop: &stop, halt: &halt };
        let outbox = Outbox::default();
        let (wake, _wakeups) = channel::bounded(1);
        schedule.work(&mut counter, counting_began, &AtomicU64::new(0), &outbox, &wake);
        let times: Vec<_> = outbox.empty().into_iter().map(|unit| (unit.wall, unit.cpu)).collect();
        // Allow for a busy machine.
        let wall = |from: Duration| from + pause..from + Duration::from_secs(60);
        assert!(
            wall(start_delay).contains(&times[0].0) && wall(Duration::ZERO).contains(&times[1].0),
            "{times:?}"
        );
        assert!(times[0].1 < pause && times[1].1 >= pause, "{times:?}");
    }
}
