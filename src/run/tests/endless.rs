//! Ledgers with lines that are too long, or without end.

use super::damage::units_or_corrupt;
use super::*;
use crate::run::ledger::Ledger;
use crate::run::storage::Storage;

#[test]
fn reads_lines_of_at_most_255_bytes() {
    for (length, reason) in [(255, "does not end with a checksum"), (256, "too long"), (257, "too long")] {
        let storage = with_ledger(lines([0]) + &"x".repeat(length) + "\n" + &lines([1]));
        let error = open_error(&storage, RESUME).to_string();
        // It is the only bad line: the next one begins where it ends.
        assert!(error.contains("in line 2: ") && error.contains(reason), "{length}: {error}");
        assert!(!error.contains("(bad lines"), "{length}: {error}");
        assert_eq!(finished(&reopen(&storage, REPAIR).unwrap()), BTreeSet::from([0, 1]));
    }
}

#[test]
fn rejects_endless_garbage_and_moves_it_aside() {
    let garbage = vec![b'x'; 300_000];
    let ledger = [lines([0]).as_bytes(), &garbage, b"\n", lines([1]).as_bytes(), &garbage].concat();
    let storage = with_ledger(ledger);
    assert_corrupt(&storage, "in line 2: it is too long");
    let saved = reopen(&storage, REPAIR).unwrap();
    assert_eq!(finished(&saved), BTreeSet::from([0, 1]));
    let rejected = storage.bytes(REJECTED);
    assert_eq!(rejected, [garbage.as_slice(), b"\n", &garbage, b"\n"].concat());
    ends_well(&storage, RESUME);
}

#[test]
fn detects_an_endless_line_at_once() {
    const LONGEST: usize = 1 << 20;
    for length in [LONGEST, LONGEST + 1] {
        let storage = with_ledger([lines([0]).as_bytes(), &vec![0; length]].concat());
        assert_eq!(units_or_corrupt(&storage), (length == LONGEST).then(|| BTreeSet::from([0])));
    }
    // A repair finds the good lines behind it, and those that contradict each other.
    let hole = vec![0; LONGEST + 300];
    let behind = lines([1, 2]) + &other_line(2);
    let storage = with_ledger([lines([0]).as_bytes(), &hole, b"\n", behind.as_bytes(), &hole].concat());
    assert_corrupt(&storage, "in line 2: it is too long to be an entry");
    assert_eq!(finished(&reopen(&storage, REPAIR).unwrap()), BTreeSet::from([0, 1]));
    let evidence = [&hole[..LONGEST], b"\n"].concat();
    let contradiction = lines([2]) + &other_line(2);
    assert!(storage.bytes(REJECTED) == [&evidence[..], contradiction.as_bytes(), &evidence].concat());
    ends_well(&storage, RESUME);
}

#[cfg(target_os = "linux")]
#[test]
fn skips_a_hole_of_a_terabyte_in_a_repair() {
    use std::io::Write;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let manifest = manifest();
    let open = |options| RunDirectory::open(&path, &manifest, options);
    let append = |unit| open(RESUME).unwrap().0.append(&entry(unit)).unwrap();
    append(0);
    let ledger = std::fs::OpenOptions::new().append(true).open(path.join("ledger.jsonl")).unwrap();
    if ledger.set_len(1 << 40).is_err() {
        // Not every file system has files of this length.
        return;
    }
    (&ledger).write_all((String::from("\n") + &lines([1])).as_bytes()).unwrap();
    assert!(matches!(open(RESUME), Err(RunError::Corrupt { line: Some(2), .. })));
    assert_eq!(finished(&open(REPAIR).unwrap().1), BTreeSet::from([0, 1]));
    assert!(path.join("ledger.rejected").metadata().unwrap().len() < 3 << 20);
}

/// This uses a disk, where holes are skipped.
#[test]
fn hole_at_the_end_is_a_torn_line_or_damage_by_its_length() {
    let folder = tempfile::tempdir().unwrap();
    for (hole, torn) in [(100_000, true), (1 << 20, true), ((1 << 20) + 1, false), (3 << 20, false)] {
        let path = folder.path().join(hole.to_string());
        let open = || on_disk(&path, RESUME);
        open().unwrap().0.append(&entry(0)).unwrap();
        let ledger = std::fs::OpenOptions::new().write(true).open(path.join("ledger.jsonl")).unwrap();
        let length = ledger.metadata().unwrap().len();
        ledger.set_len(length + hole).unwrap();
        match open() {
            Ok((_, saved)) => {
                assert_eq!(finished(&saved), BTreeSet::from([0]));
                let notice = RunNotice::TornLine { path: path.join("ledger.jsonl"), bytes: hole };
                assert_eq!((saved.notices, torn), (vec![notice], true));
            }
            Err(error) => assert!(is_corrupt(&error) && !torn, "a hole of {hole} bytes: {error}"),
        }
    }
}

#[test]
fn stops_while_reading_a_ledger() {
    let stop = AtomicBool::new(true);
    let junk = vec![b'x'; 1 << 20];
    for ledger in [lines(0..UNITS).repeat(200).into_bytes(), [&junk[..], b"\n"].concat()] {
        let storage = with_ledger(&ledger);
        let looked = look_until(&storage, &stop, |_| ());
        assert!(matches!(looked, Err(RunError::Stopped { .. })), "{looked:?}");
        let rejected = storage.append(Path::new(REJECTED)).unwrap();
        let ledger_at =
            Ledger { storage: &storage, path: Path::new(LEDGER), manifest: &manifest(), stop: &stop };
        assert_eq!(ledger_at.repair(rejected).unwrap_err().kind(), std::io::ErrorKind::Interrupted);
        assert!(storage.bytes(LEDGER) == ledger);
    }
}
