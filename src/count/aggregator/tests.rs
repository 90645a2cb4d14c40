use std::sync::atomic::AtomicBool;
use std::{fs, mem};

use super::*;
use crate::board::BoardSize;
use crate::count::Count;
use crate::methods::{Kernel, Method};
use crate::plan::{Plan, Shard};
use crate::run::{RunDirectory, RunError};

/// Calls `act` with the aggregator of a run with one finished unit. If `late` is `None`, the run directory
/// has been moved away, so the next sync fails. Otherwise, there is no run directory yet, but one is created
/// if the count is stopped after this time.
fn after_a_move<T>(
    late: Option<Duration>,
    act: impl FnOnce(Aggregator<'_>) -> Result<T, CountError>,
) -> Result<T, CountError> {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::standard(BoardSize::new(20).unwrap(), Method::Cross);
    let path = folder.path().join("run");
    let kernel = Kernel::Scalar;
    let mut count = Count::of_shard(&plan, Shard::WHOLE).kernel(kernel).threads(1);
    if let Some(stopped_after) = late {
        let path = path.clone();
        count = count.saving(SavePolicy::WhenLong { path, longer_than: Duration::MAX, stopped_after });
    }
    let mut prepared = count.prepare().unwrap();
    let sink = match late {
        Some(_) => mem::take(&mut prepared.sink),
        None => UnitSink::Directory(
            RunDirectory::open(&path, &prepared.manifest(), false, &crate::run::NEVER_STOP).unwrap().0,
        ),
    };
    let observer = GuardedObserver { observer: &mut (), halt: &AtomicBool::new(false), panic: None };
    let tally = Tally::new(plan.units());
    let mut aggregator = Aggregator::new(&prepared, 1, tally, sink, observer);
    let unit =
        FinishedUnit { unit: 0, solutions: 1, nodes: 1, wall: SYNC_INTERVAL, cpu: SYNC_INTERVAL, kernel };
    aggregator.add(&unit).unwrap();
    if late.is_none() {
        fs::rename(&path, folder.path().join("moved")).unwrap();
    }
    act(aggregator)
}

#[test]
fn syncs_saved_units_every_few_seconds() {
    assert!(after_a_move(None, |mut aggregator| aggregator.tick()).is_ok());
    let late = after_a_move(None, |mut aggregator| {
        aggregator.unsynced_since = Instant::now().checked_sub(SYNC_INTERVAL);
        aggregator.tick()
    });
    assert!(matches!(late, Err(CountError::Run(RunError::Changed { .. }))), "{late:?}");
    // The wait is measured from the first unsynced unit, so later units do not postpone the sync.
    let busy = after_a_move(None, |mut aggregator| {
        aggregator.unsynced_since = Instant::now().checked_sub(SYNC_INTERVAL);
        for unit in 1..13_000 {
            let (wall, kernel) = (Duration::from_millis(1), Kernel::Scalar);
            aggregator.add(&FinishedUnit { unit, solutions: 1, nodes: 1, wall, cpu: wall, kernel })?;
        }
        aggregator.tick()
    });
    assert!(matches!(busy, Err(CountError::Run(RunError::Changed { .. }))), "{busy:?}");
}

#[test]
fn syncs_saved_units_at_the_end() {
    let stopped = after_a_move(None, |aggregator| aggregator.close(Ok(Ok(()))));
    assert!(matches!(stopped, Err(CountError::Run(RunError::Changed { .. }))));
}

#[test]
fn counts_the_preparation_as_time_of_its_user() {
    for (prepared_s, is_saved) in [(0, false), (3, true)] {
        let outcome = after_a_move(Some(Duration::from_secs(2)), |mut aggregator| {
            aggregator.count_began = Instant::now().checked_sub(Duration::from_secs(prepared_s)).unwrap();
            aggregator.close(Ok(Ok(())))
        });
        assert_eq!(outcome.unwrap().directory.is_some(), is_saved, "{prepared_s} s");
    }
}

#[test]
fn adds_up_short_times_and_survives_clock_jumps() {
    let time_of = |time| {
        after_a_move(Some(Duration::MAX), |mut aggregator| {
            for unit in 1..11 {
                let unit = FinishedUnit {
                    unit,
                    solutions: 1,
                    nodes: 1,
                    wall: time,
                    cpu: time,
                    kernel: Kernel::Scalar,
                };
                aggregator.add(&unit)?;
            }
            Ok(aggregator.tally.sums())
        })
        .unwrap()
    };
    let first = SYNC_INTERVAL.as_millis();
    let sums = time_of(Duration::from_micros(700));
    assert_eq!((sums.wall_ms, sums.cpu_ms), (first + 7, first + 7));
    assert!(time_of(Duration::MAX).wall_ms >= u128::from(u64::MAX));
}

#[test]
fn syncs_units_when_a_count_turns_long() {
    after_a_move(Some(Duration::MAX), |mut aggregator| {
        assert!(aggregator.unsynced_since.is_some());
        let path = aggregator.prepared.saving.path().unwrap();
        aggregator.start_saving(path)?;
        assert!(aggregator.unsynced_since.is_none() && aggregator.sink.is_directory());
        Ok(())
    })
    .unwrap();
}
