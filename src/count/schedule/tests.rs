//! Tests the schedule with counters that do not count.

use proptest::prelude::*;

use super::*;
use crate::methods::counter::fake::{self, FakeCounter};
use crate::methods::kernel::Kernel;

const UNITS: u64 = 1000;

/// Runs counters over [`UNITS`] units, every fourth left out, and returns how it ended and which
/// units came.
fn run(
    counters: Vec<Box<dyn Counter + '_>>,
    stop: &AtomicBool,
    mut each: impl FnMut(u64) -> Result<(), CountError>,
) -> (Result<(), CountError>, Vec<u64>) {
    let mut came = Vec::new();
    let schedule = Schedule {
        unit_at: &|place| (place < UNITS).then(|| UNITS - 1 - place),
        skip: &|unit| unit % 4 == 0,
        stop,
        halt: &AtomicBool::new(false),
    };
    let outcome = schedule.run(counters, |message| {
        let Message::Finished(unit) = message else { return Ok(()) };
        assert_eq!(unit.solutions, fake::solutions(unit.unit));
        came.push(unit.unit);
        each(unit.unit)
    });
    came.sort_unstable();
    (outcome, came)
}

fn failure() -> CountError {
    MethodError::Start { kernel: Kernel::Scalar, reason: "the disk is full".to_owned() }.into()
}

/// Units that a counter holds, and after how many it fails.
fn counter() -> impl Strategy<Value = (usize, Option<u64>)> {
    (1..60_usize, proptest::option::weighted(0.2, 0..300_u64))
}

proptest! {
    #[test]
    fn delivers_every_finished_unit_once(
        counters in proptest::collection::vec(counter(), 1..6),
        stops_after in proptest::option::of(1..800_usize),
    ) {
        let stop = AtomicBool::new(false);
        let handed_over = AtomicU64::new(0);
        let all = counters.iter().map(|&(holds, fails_after)| {
            FakeCounter { holds, fails_after, ..FakeCounter::new(&handed_over) }.boxed()
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
        prop_assert!(outcome.is_ok() || counters.iter().any(|(_, fails_after)| fails_after.is_some()));
        if outcome.is_ok() && !stop.into_inner() {
            prop_assert_eq!(came.len() as u64, UNITS - UNITS.div_ceil(4));
        }
    }
}

#[test]
fn failing_counter_drops_only_unfinished_units() {
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let lasting = FakeCounter { waits_after: Some((30, None)), ..FakeCounter::new(&handed_over) };
    let failing = FakeCounter { fails_after: Some(20), ..FakeCounter::new(&handed_over) };
    let (outcome, came) = run(vec![lasting.boxed(), failing.boxed()], &stop, |_| Ok(()));
    let error = outcome.unwrap_err().to_string();
    assert!(error.contains("it was asked to"), "{error}");
    assert!(!stop.load(Ordering::Relaxed), "other counts may share the flag");
    assert!((20..700).contains(&came.len()), "{} units", came.len());
    assert_eq!(came.len() as u64, handed_over.into_inner());
}

#[test]
fn failing_aggregator_stops_the_counters() {
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let counter = FakeCounter { waits_after: Some((9, None)), ..FakeCounter::new(&handed_over) };
    let (outcome, came) = run(vec![counter.boxed()], &stop, |_| Err(failure()));
    assert_eq!(outcome.unwrap_err().to_string(), failure().to_string());
    assert_eq!((came.len(), handed_over.into_inner()), (1, 9));
    assert!(!stop.load(Ordering::Relaxed), "other counts may share the flag");
}

/// A counter that ends one unit and works on the next until the first has arrived.
struct Waiting<'a>(&'a AtomicBool);

impl Counter for Waiting<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), MethodError> {
        let kernel = Kernel::Portable;
        for unit in claims.by_ref().take(2) {
            let solutions = fake::solutions(unit);
            done(Finished { unit, solutions, nodes: 1, wall: TICK, cpu: TICK, kernel });
            fake::wait_for(self.0);
        }
        Ok(())
    }
}

#[test]
fn delivers_a_unit_while_its_thread_goes_on() {
    let arrived = AtomicBool::new(false);
    let (outcome, came) = run(vec![Box::new(Waiting(&arrived))], &AtomicBool::new(false), |_| {
        arrived.store(true, Ordering::Relaxed);
        Ok(())
    });
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(came.len(), 2);
}

#[test]
fn waits_for_a_slow_aggregator() {
    let stop = AtomicBool::new(false);
    let handed_over = AtomicU64::new(0);
    let units = 5 * FULL as u64;
    let unit_at = |place| (place < units).then_some(place);
    let halt = AtomicBool::new(false);
    let schedule = Schedule { unit_at: &unit_at, skip: &|_| false, stop: &stop, halt: &halt };
    let mut came = 0;
    let mut ahead = 0;
    let outcome = schedule.run(vec![FakeCounter::new(&handed_over).boxed()], |message| {
        if let Message::Finished(_) = message {
            if came == 0 {
                std::thread::sleep(Duration::from_millis(200));
            }
            came += 1;
            ahead = ahead.max(handed_over.load(Ordering::SeqCst) - came);
        }
        Ok(())
    });
    assert!(outcome.is_ok());
    // A full channel, and the unit for which it has no room.
    assert!(came == units && ahead <= FULL as u64 + 1, "{came} of {units}, {ahead} ahead");
}

/// The threads begin long after they were asked to, as on a machine whose cores are busy with other
/// programs.
#[test]
fn wait_for_a_core_is_wall_time_of_the_thread() {
    let wait = Duration::from_secs(1000);
    let asked = |since| Waits { since, in_vain_us: AtomicU64::new(0) };
    let late = Instant::now().checked_sub(wait).unwrap_or_else(Instant::now);
    for (waits, units, waited) in [
        (asked(late), 2, [wait, Duration::ZERO]),
        (asked(late), 0, [Duration::ZERO, wait]),
        (asked(Instant::now() + wait), 2, [Duration::ZERO; 2]),
    ] {
        let unit_at = |place| (place < units).then_some(place);
        let (stop, halt) = (AtomicBool::new(false), AtomicBool::new(false));
        let schedule = Schedule { unit_at: &unit_at, skip: &|_| false, stop: &stop, halt: &halt };
        let (results, finished) = channel::bounded(FULL);
        let (bell, _rung) = channel::bounded(1);
        let handed_over = AtomicU64::new(0);
        let mut counter = FakeCounter::new(&handed_over).boxed();
        schedule.work(&mut *counter, &AtomicU64::new(0), &waits, &Outbox { results, bell }).unwrap();
        let walls: Vec<_> = finished.try_iter().map(|unit| unit.wall).collect();
        assert_eq!(walls.len() as u64, units);
        let in_units: Duration = walls.iter().sum();
        for (found, expected) in [in_units, waits.in_vain()].into_iter().zip(waited) {
            // Whatever the fake units take.
            assert!(found >= expected && found < expected + Duration::from_secs(60), "{found:?}");
        }
    }
}
