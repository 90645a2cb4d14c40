//! Long runs that are resumed, fail, lose power and end.

use faulty_storage::{Fault, Loss};

use super::*;
use crate::plan::Shard;

/// Appends the units of these lines.
fn append_lines(directory: &mut RunDirectory, places: std::ops::Range<usize>) {
    places.for_each(|place| directory.append(&long_entry(unit_at(place))).unwrap());
}

/// The total of the run of `manifest`, in which `units` were counted.
fn long_total(manifest: &Manifest, units: impl Iterator<Item = u64>) -> Total {
    let mut tally = Tally::new(manifest.identity.units);
    units.for_each(|unit| assert!(tally.add(&long_entry(unit))));
    Total { solutions: tally.sums().solutions, units: tally.sums().units, ..total_of(manifest, []) }
}

#[test]
fn power_cut_costs_what_was_appended_since_the_last_sync() {
    let (synced, appended) = (150_000, 190_000);
    for (loss, seed) in [(Loss::Everything, 0), (Loss::Holes, 3)] {
        let after = with_long_ledger("");
        let (mut directory, _) = resume(&after).unwrap();
        append_lines(&mut directory, 0..synced);
        directory.sync().unwrap();
        append_lines(&mut directory, synced..appended);
        drop(directory);
        after.lose_power(loss, seed);
        let (mut directory, saved) = resume(&after).unwrap();
        let finished = saved.tally.finished();
        let left: Vec<usize> = (0..appended).filter(|&place| finished.contains(unit_at(place))).collect();
        assert!(left.starts_with(&Vec::from_iter(0..synced)), "{loss:?} lost what was synced");
        assert_finished(&saved, left.iter().copied());
        assert!(loss != Loss::Everything || left.len() == synced);
        // The others are counted again.
        let lost = (0..appended).filter(|place| left.binary_search(place).is_err());
        lost.for_each(|place| directory.append(&long_entry(unit_at(place))).unwrap());
        directory.sync().unwrap();
        drop(directory);
        assert_finished(&look(&after).unwrap(), 0..appended);
    }
}

/// Of more than 2^16 units, none of which was synced before the end.
#[test]
fn total_of_a_long_run_outlives_a_power_cut() {
    let shard = Shard { number: 11, of: 12 };
    let manifest = Manifest { shard: Some(shard), ..long() };
    let units = || (0..RUN_UNITS).skip(11).step_by(12);
    assert!(units().count() > 1 << 16);
    let storage = FaultyStorage::default();
    let (mut directory, _) = open_for(&storage, &manifest, RESUMED_RUN).unwrap();
    units().for_each(|unit| directory.append(&long_entry(unit)).unwrap());
    directory.finish(&long_total(&manifest, units())).unwrap();
    drop(directory);
    storage.lose_power(Loss::Everything, 0);
    let saved = open_for(&storage, &manifest, RESUMED_RUN).unwrap().1;
    assert!(saved.total.is_some() && saved.tally.finished().iter().eq(units()));
}

#[test]
fn failed_write_ends_a_long_run_and_says_what_is_saved() {
    let storage = with_long_ledger(ledger_with(&[], long_line));
    let (mut directory, saved) = resume(&storage).unwrap();
    storage.strike(2, Fault::Full);
    let units = (0..RUN_UNITS).rev().filter(|&unit| !saved.tally.finished().contains(unit));
    let error = units.take(5).find_map(|unit| directory.append(&long_entry(unit)).err()).unwrap();
    storage.calm();
    assert!(error.to_string().contains("; 200,002 units are saved"), "{error}");
    assert!(directory.sync().is_err() && directory.append(&long_entry(1)).is_err());
    drop(directory);
    assert_eq!(resume(&storage).unwrap().1.sums().units, LINES + 2);
}

#[test]
fn takes_only_units_of_its_shard() {
    let shard = Shard { number: 1_199, of: 1_200 };
    let manifest = Manifest { shard: Some(shard), ..long() };
    let storage = FaultyStorage::default();
    let (mut directory, _) = open_for(&storage, &manifest, RESUMED_RUN).unwrap();
    let units: Vec<u64> = (0..RUN_UNITS).skip(1_199).step_by(1_200).collect();
    assert_eq!(units.len() as u64, manifest.unit_count());
    for other in [0, 1_198, 1_200, units[872] - 1, RUN_UNITS - 1, RUN_UNITS, units[872] + 1_200] {
        assert!(matches!(directory.append(&long_entry(other)), Err(RunError::Refused { .. })), "{other}");
    }
    units.iter().for_each(|&unit| directory.append(&long_entry(unit)).unwrap());
    directory.finish(&long_total(&manifest, units.iter().copied())).unwrap();
    drop(directory);
    let saved = open_for(&storage, &manifest, RESUMED_RUN).unwrap().1;
    assert!(saved.total.is_some() && saved.tally.finished().iter().eq(units));
    // Lines of another shard are skipped.
    storage.put(LEDGER, (long_line(0) + &long_line(1_199)).as_bytes());
    let saved = open_for(&storage, &manifest, RESUMED_RUN).unwrap().1;
    assert_eq!((skipped(&saved), saved.sums().units), (Some((1, 1)), 1));
}

/// On the disk, to the end.
#[test]
fn run_of_more_than_a_million_units_is_resumed_and_ends() {
    // The lines are in memory if there is a file system for that.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let path = folder.path().join("run");
    let open = || RunDirectory::open(&path, &long(), RESUMED_RUN, &NEVER_STOP).unwrap();
    let most = RUN_UNITS - 50_000;
    drop(open());
    let lines = (0..most).map(long_line).collect::<String>();
    std::fs::write(SavedRun::at(&path).ledger(), lines).unwrap();
    let (mut directory, saved) = open();
    assert!(saved.total.is_none() && saved.tally.finished().iter().eq(0..most));
    (most..RUN_UNITS - 1).for_each(|unit| directory.append(&long_entry(unit)).unwrap());
    let total = long_total(&long(), 0..RUN_UNITS);
    let early = directory.finish(&total).unwrap_err().to_string();
    assert!(early.contains("the ledger lacks units"), "{early}");
    directory.append(&long_entry(RUN_UNITS - 1)).unwrap();
    let wrong = Total { solutions: total.solutions ^ (1 << 114), ..total.clone() };
    let error = directory.finish(&wrong).unwrap_err().to_string();
    assert!(error.contains("but the ledger sums to"), "{error}");
    directory.finish(&total).unwrap();
    drop(directory);
    let saved = open().1;
    assert_eq!(saved.total.map(|total| total.solutions), Some(total.solutions));
    assert_eq!(saved.tally.sums().solutions, total.solutions);

    // Some of its units are lost: the first of them are named.
    let lost = [0, 7, 65_536, 1 << 20, RUN_UNITS - 1];
    let kept = (0..RUN_UNITS).filter(|unit| !lost.contains(unit)).map(long_line).collect::<String>();
    std::fs::write(SavedRun::at(&path).ledger(), kept).unwrap();
    let (_, saved) = open();
    let path = SavedRun::at(&path).ledger();
    assert_eq!(saved.notices, [Notice::Lost { path, units: lost.to_vec(), count: 5 }]);
}
