//! Tests that a run survives a failure, a kill or a power cut at any step.

use std::sync::atomic::Ordering;

use faulty_storage::{Fault, Loss};

use super::*;
use crate::run::storage::Storage;

/// How many random ways to lose unsynced data are tried for each kind of loss at each step.
pub(super) const SEEDS: u64 = 4;

/// Opens the directory that a crash left behind, and asserts that all promises are kept.
fn check(storage: &FaultyStorage, promises: &Promises) {
    let saved = reopen(storage, RESUMED_RUN).unwrap();
    let units = finished(&saved);
    assert!(promises.durable.is_subset(&units), "lost units: {promises:?}, found {units:?}");
    assert!(units.is_subset(&promises.handed_over), "units from nowhere: {promises:?}, found {units:?}");
    if promises.finished {
        assert_eq!(saved.total.expect("the result was promised").solutions, sum(0..UNITS));
    }
    ends_well(storage);
}

/// Runs a count again and again, each time from `start`, with `fault` at step 0, 1, 2 and so on. Passes the
/// storage that each run leaves behind to `after`. Ends once a run finishes before the fault strikes, and
/// returns the number of steps.
pub(super) fn at_every_step(
    fault: Fault,
    fresh: bool,
    start: impl Fn() -> (FaultyStorage, Promises),
    mut after: impl FnMut(FaultyStorage, Promises, u64),
) -> u64 {
    for step in 0.. {
        let (storage, mut promises) = start();
        storage.strike(step, fault);
        let outcome = run(&storage, fresh, &mut promises);
        if !storage.calm() {
            outcome.unwrap();
            after(storage, promises, step);
            return step;
        }
        if let Err(error) = outcome {
            assert!(is_an_obstacle(&error), "{fault:?} at step {step}: {error}");
            let cause = match fault {
                Fault::Full => std::io::ErrorKind::StorageFull.to_string(),
                _ => format!("{fault:?} at step"),
            };
            assert!(error.to_string().contains(&cause), "not what failed at step {step}: {error}");
        }
        after(storage, promises, step);
    }
    unreachable!()
}

fn empty() -> (FaultyStorage, Promises) {
    (FaultyStorage::default(), Promises::default())
}

/// Returns a directory whose ledger contains a damaged line, a line for a nonexistent unit, and a torn line.
fn damaged() -> (FaultyStorage, Promises) {
    let storage = with_ledger(lines([0]) + &damaged_line(1) + &lines([UNITS, 3]) + &lines([4])[..20]);
    let good = BTreeSet::from([0, 3]);
    (storage, Promises { handed_over: good.clone(), durable: good, finished: false })
}

/// Returns a directory with two units but no manifest.
fn lost() -> (FaultyStorage, Promises) {
    let storage = with_units([0, 3]);
    storage.remove(Path::new(MANIFEST)).unwrap();
    let good = BTreeSet::from([0, 3]);
    (storage, Promises { handed_over: good.clone(), durable: good, finished: false })
}

/// Returns a directory with two units and a damaged manifest.
fn spoilt() -> (FaultyStorage, Promises) {
    let (storage, promises) = lost();
    storage.put(MANIFEST, b"{}");
    (storage, promises)
}

#[test]
fn next_run_survives_a_failure_at_any_step() {
    for start in [empty as fn() -> _, damaged, lost, spoilt] {
        let ledger = ledger_of(&start().0);
        for fault in Fault::ALL {
            let steps = at_every_step(fault, RESUMED_RUN, start, |storage, promises, _| {
                check(&storage, &promises);
                assert!(storage.bytes(LEDGER).starts_with(&ledger));
            });
            assert!(steps > 20, "only {steps} steps were tried");
        }
    }
}

#[test]
fn opening_reports_every_failed_step() {
    let starts = [(empty as fn() -> _, RESUMED_RUN), (damaged, RESUMED_RUN), (spoilt, RESUMED_RUN)];
    for (start, fresh) in starts.into_iter().chain([(damaged as fn() -> _, FRESH_RUN)]) {
        for step in 0.. {
            let (storage, _) = start();
            storage.strike(step, Fault::Refuse);
            let opened = reopen(&storage, fresh);
            if !storage.calm() {
                break;
            }
            assert!(opened.is_err(), "step {step}, fresh: {fresh}");
        }
    }
}

#[test]
fn inspection_reports_every_failed_step() {
    let storage = with_units(0..3);
    let whole = look(&storage).unwrap();
    assert!(whole.notices.is_empty());
    let mut outcomes = Vec::new();
    for step in 0.. {
        storage.strike(step, Fault::Refuse);
        let looked = look(&storage);
        if !storage.calm() {
            break;
        }
        match &looked {
            Ok(found) => assert_eq!(*found, whole, "step {step}"),
            Err(error) => {
                // Inspection only reads.
                assert!(is_an_obstacle(error) && error.to_string().starts_with("cannot read /"), "{error}");
            }
        }
        outcomes.push(looked.is_ok());
    }
    // The steps include opening and reading the manifest and the ledger, and opening the result. Inspection
    // tolerates only lock failures, because some file systems have no locks.
    let without_lock = outcomes.iter().filter(|is_ok| **is_ok).count();
    assert!(outcomes.len() > 6 && without_lock == 1, "{outcomes:?}");
}

#[test]
fn next_run_survives_a_power_cut_at_any_step() {
    for start in [empty as fn() -> _, damaged, spoilt] {
        let ledger = ledger_of(&start().0);
        for (loss, seed) in Loss::ALL.into_iter().flat_map(|loss| (0..SEEDS).map(move |seed| (loss, seed))) {
            at_every_step(Fault::Kill, RESUMED_RUN, start, |storage, promises, _| {
                storage.lose_power(loss, seed);
                check(&storage, &promises);
                assert!(storage.bytes(LEDGER).starts_with(&ledger));
            });
        }
    }
}

#[test]
fn survives_two_kills_and_a_power_cut() {
    at_every_step(Fault::Kill, RESUMED_RUN, empty, |_, _, first| {
        let killed_once = || {
            let (storage, mut promises) = empty();
            storage.strike(first, Fault::Kill);
            let _ = run(&storage, RESUMED_RUN, &mut promises);
            storage.calm();
            (storage, promises)
        };
        at_every_step(Fault::Kill, RESUMED_RUN, killed_once, |storage, promises, second| {
            // Alternate between two kinds of loss, because trying both would take twice as long.
            let loss = if (first + second).is_multiple_of(2) { Loss::Everything } else { Loss::Tail };
            storage.lose_power(loss, first * 100 + second);
            check(&storage, &promises);
        });
    });
}

#[test]
fn units_that_another_process_saved_before_the_lock_are_there() {
    let mut saved_meanwhile = 0;
    for step in 0.. {
        let storage = with_units([0, 1]);
        let done = Arc::new(AtomicBool::new(false));
        let other = storage.clone();
        let flag = done.clone();
        // Between two steps of this process, another process takes the lock, saves a unit and ends.
        storage.meanwhile(step, move || {
            let lock = other.lock(Path::new(RUN).join("lock").as_path(), "process 2").unwrap();
            if lock.is_some() {
                other.put(LEDGER, lines(0..3).as_bytes());
                flag.store(true, Ordering::Relaxed);
            }
        });
        let saved = reopen(&storage, RESUMED_RUN).unwrap();
        if !done.load(Ordering::Relaxed) {
            break;
        }
        assert_eq!(finished(&saved), (0..3).collect(), "step {step}");
        ends_well(&storage);
        saved_meanwhile += 1;
    }
    assert!(saved_meanwhile > 3, "{saved_meanwhile} steps before the lock");
}

#[test]
fn takes_no_units_after_a_failed_write() {
    for fault in [Fault::Tear, Fault::Unheard, Fault::Full] {
        let storage = FaultyStorage::default();
        let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
        directory.append(&entry(0)).unwrap();
        storage.strike(0, fault);
        let error = directory.append(&entry(1)).unwrap_err();
        storage.calm();
        assert!(error.to_string().contains("1 unit is saved"), "{error}");
        for error in [directory.append(&entry(2)).unwrap_err(), directory.sync().unwrap_err()] {
            assert!(error.to_string().contains("an earlier write failed"), "{error}");
        }
        drop(directory);
        assert!(finished(&reopen(&storage, RESUMED_RUN).unwrap()).contains(&0));
        ends_well(&storage);
    }
    let storage = FaultyStorage::default();
    let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
    storage.strike(0, Fault::Refuse);
    assert!(directory.sync().is_err());
    assert!(directory.sync().unwrap_err().to_string().contains("an earlier write failed"));
    let storage = with_units(0..UNITS);
    let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
    storage.strike(0, Fault::Full);
    assert!(directory.finish(&total()).unwrap_err().to_string().contains("7 units are saved"));
}
