//! One test for each way in which users of other long-running counting programs lost days of work.

use faulty_storage::{Fault, Loss};

use super::*;

/// Repeating the command started over and overwrote the saved state.
#[test]
fn rerunning_never_overwrites_saved_units() {
    let storage = with_units([0, 1, 2]);
    let before = storage.bytes(LEDGER);
    for _ in 0..3 {
        let saved = reopen(&storage, Options::default()).unwrap();
        assert_eq!(finished(&saved), BTreeSet::from([0, 1, 2]));
        assert_eq!(storage.bytes(LEDGER), before);
    }
    ends_well(&storage, Options::default());
    assert!(storage.bytes(LEDGER).starts_with(&before));
}

/// Both the current and the previous save were invalid after a power cut, as neither had been
/// synced.
#[test]
fn synced_units_survive_a_power_cut() {
    let storage = FaultyStorage::default();
    let (mut directory, _) = open(&storage, Options::default()).unwrap();
    directory.append(&entry(0)).unwrap();
    directory.append(&entry(1)).unwrap();
    directory.sync().unwrap();
    directory.append(&entry(2)).unwrap();
    drop(directory);
    storage.lose_power(Loss::Everything, 0);
    let saved = reopen(&storage, Options::default()).unwrap();
    assert_eq!(finished(&saved), BTreeSet::from([0, 1]));
}

/// A restore silently skipped work, and the total was too small.
#[test]
fn writes_no_result_while_a_unit_is_missing() {
    for missing in 0..UNITS {
        let storage = with_units((0..UNITS).filter(|&unit| unit != missing));
        let (mut directory, saved) = open(&storage, Options::default()).unwrap();
        assert!(!saved.tally.finished().contains(missing));
        let error = directory.finish(&total_of(&manifest(), saved.tally.finished().iter())).unwrap_err();
        assert!(error.to_string().contains("only 6 of 7 units"), "{error}");
        directory.append(&entry(missing)).unwrap();
        directory.finish(&total()).unwrap();
    }
}

/// A checkpoint was full of NUL bytes after a crash.
#[test]
fn accepts_nul_bytes_only_in_the_torn_line() {
    for length in [1, 100, 5000] {
        let storage = with_units([0, 1]);
        storage.put(LEDGER, &[lines([0, 1]).as_bytes(), &vec![0; length]].concat());
        let saved = reopen(&storage, Options::default()).unwrap();
        assert_eq!((finished(&saved), saved.notices.len()), (BTreeSet::from([0, 1]), 1));
        assert_eq!(storage.bytes(LEDGER), lines([0, 1]).as_bytes());
    }
    let storage = with_units([0, 1]);
    storage.put(LEDGER, &[lines([0]).as_bytes(), &[0; 100], b"\n", lines([1]).as_bytes()].concat());
    let error = open_error(&storage, Options::default());
    assert!(is_corrupt(&error) && error.to_string().contains("line 2: it consists of NUL bytes"), "{error}");
    ends_well(&storage, REPAIR);
    for file in [MANIFEST, RESULT] {
        let storage = with_result();
        storage.put(file, &[0; 300]);
        assert!(is_corrupt(&open_error(&storage, Options::default())));
    }
}

/// A short run never reached its first checkpoint and lost its units.
#[test]
fn saves_the_first_unit_at_once() {
    let storage = FaultyStorage::default();
    let (mut directory, _) = open(&storage, Options::default()).unwrap();
    directory.append(&entry(6)).unwrap();
    storage.strike(0, Fault::Kill);
    assert!(directory.append(&entry(5)).is_err());
    drop(directory);
    storage.calm();
    let saved = reopen(&storage, Options::default()).unwrap();
    assert_eq!(finished(&saved), BTreeSet::from([6]));
}

/// The state was removed before the final result was safe, and both were lost.
#[test]
fn recreates_a_lost_result_from_the_ledger() {
    let storage = with_units(0..UNITS);
    let (mut directory, _) = open(&storage, Options::default()).unwrap();
    storage.strike(0, Fault::Full);
    assert!(directory.finish(&total()).unwrap_err().to_string().contains("7 units are saved"));
    drop(directory);
    storage.calm();
    assert!(!storage.has(&format!("{RESULT}.tmp")));
    ends_well(&storage, Options::default());
    assert_eq!(storage.bytes(LEDGER), lines(0..UNITS).as_bytes());
}
