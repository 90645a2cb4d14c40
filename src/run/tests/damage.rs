//! Files of a run directory cut, flipped, repeated, mixed up and deleted.

use faulty_storage::Loss;

use super::*;
use crate::plan::entry::ChecksumSeed;
use crate::run::storage::Storage;

/// The path to which a repair moves a wrong result.
const RESULT_ASIDE: &str = "/runs/queens-8.run/result.json.rejected-1";

/// Opens `storage`, whose ledger may be damaged. Returns the finished units, or `None` if the
/// ledger is corrupt; a repair must then mend it so far that the run ends well.
pub(super) fn units_or_corrupt(storage: &FaultyStorage) -> Option<BTreeSet<u64>> {
    match reopen(storage, RESUME) {
        Ok(saved) => {
            let units = finished(&saved);
            ends_well(storage, RESUME);
            Some(units)
        }
        Err(RunError::Corrupt { path, line, .. }) => {
            assert_eq!((path.as_path(), line.is_some()), (Path::new(LEDGER), true));
            let saved = reopen(storage, REPAIR).unwrap();
            finished(&saved);
            ends_well(storage, RESUME);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn truncation_loses_only_the_torn_line() {
    let ledger = lines(0..4);
    for length in 0..=ledger.len() {
        let storage = with_ledger(&ledger[..length]);
        let whole = ledger[..length].matches('\n').count() as u64;
        let looked = look(&storage).unwrap().saved;
        let saved = reopen(&storage, RESUME).unwrap();
        assert_eq!(finished(&saved), (0..whole).collect());
        assert_eq!(saved.notices.len(), usize::from(!ledger[..length].ends_with('\n') && length > 0));
        assert_eq!(looked, saved);
        storage.lose_power(Loss::Everything, 0);
        assert_eq!(storage.bytes(LEDGER), lines(0..whole).as_bytes());
        ends_well(&storage, RESUME);
    }
}

#[test]
fn detects_every_flipped_bit_of_a_ledger() {
    let ledger = lines(0..3);
    let mut torn = 0;
    for (bit, damaged) in flipped(ledger.as_bytes()) {
        let storage = with_ledger(&damaged);
        if let Some(units) = units_or_corrupt(&storage) {
            assert_eq!((units, bit / 8), (BTreeSet::from([0, 1]), ledger.len() - 1));
            torn += 1;
        }
    }
    assert_eq!(torn, 8);
}

#[test]
fn detects_every_flipped_bit_of_a_manifest() {
    let bytes = with_units(0..2).bytes(MANIFEST);
    let mut mended = 0;
    for (_, damaged) in flipped(&bytes) {
        let storage = with_units(0..2);
        storage.put(MANIFEST, &damaged);
        assert_corrupt(&storage, &format!("{MANIFEST} is corrupt"));
        match reopen(&storage, REPAIR) {
            Ok(saved) => {
                assert_eq!((finished(&saved), storage.bytes(MANIFEST)), ((0..2).collect(), bytes.clone()));
                assert_eq!(saved.notices, [RunNotice::ManifestRewritten { path: MANIFEST.into() }]);
                mended += 1;
            }
            Err(error) => {
                assert!(is_corrupt(&error));
                assert_eq!(storage.bytes(MANIFEST), damaged);
            }
        }
    }
    // Every bit except those of the line that identifies the plan, and of the line ends around it.
    let plan = format!("  \"plan_hash\": \"{PLAN_HASH}\",\n").len();
    assert_eq!(mended, (bytes.len() - plan - 1) * 8);
}

#[test]
fn repairs_a_manifest_without_a_ledger() {
    let storage = with_units([]);
    let bytes = storage.bytes(MANIFEST);
    storage.remove(Path::new(LEDGER)).unwrap();
    storage.put(MANIFEST, &bytes[..bytes.len() - 2]);
    assert_eq!(reopen(&storage, REPAIR).unwrap().notices.len(), 2);
    assert_eq!(storage.bytes(MANIFEST), bytes);
    ends_well(&storage, RESUME);
}

#[test]
fn repairs_every_flipped_bit_of_a_result() {
    let bytes = with_result().bytes(RESULT);
    for (_, damaged) in flipped(&bytes) {
        let storage = with_result();
        storage.put(RESULT, &damaged);
        assert_corrupt(&storage, &format!("{RESULT} is corrupt"));
        let notices = reopen(&storage, REPAIR).unwrap().notices;
        let [RunNotice::MovedAside { from, to, reason: Some(_) }] = &notices[..] else {
            panic!("{notices:?}")
        };
        assert_eq!((&**from, &**to), (Path::new(RESULT), Path::new(RESULT_ASIDE)));
        ends_well(&storage, RESUME);
        assert_eq!(storage.bytes(RESULT), bytes);
        assert_eq!(storage.bytes(RESULT_ASIDE), damaged);
    }
}

#[test]
fn counts_repeated_lines_once_and_reports_them() {
    let again = Entry { nodes: 5, cpu_ms: 6, kernel: "avx2".into(), ..entry(0) };
    let storage = with_ledger(lines(0..2) + &line(&again) + &lines([1]));
    let saved = reopen(&storage, RESUME).unwrap();
    assert_eq!(finished(&saved), BTreeSet::from([0, 1]));
    assert_eq!(saved.notices, [RunNotice::Repeated { path: LEDGER.into(), lines: 2 }]);
}

#[test]
fn repair_drops_both_of_two_conflicting_lines() {
    let storage = with_ledger(lines(0..2) + &other_line(0));
    let reason = "unit 0 has other solutions here than in line 1".to_owned();
    assert_corrupt(&storage, &format!("{LEDGER} is corrupt in line 3: {reason}"));
    let saved = reopen(&storage, REPAIR).unwrap();
    assert_eq!(finished(&saved), BTreeSet::from([1]));
    assert_eq!(saved.notices, [RunNotice::LedgerRepaired { path: LEDGER.into(), line: Some(3), reason }]);
    assert_eq!(storage.bytes(REJECTED), (lines([0]) + &other_line(0)).as_bytes());
}

#[test]
fn names_what_is_wrong_with_a_line() {
    let other = ChecksumSeed::new(OTHER_HASH);
    let of_another_plan: String = (0..UNITS).map(|unit| entry(unit).to_line(other)).collect();
    let nul = "\0".repeat(100) + "\n";
    for (ledger, says) in [
        (lines([0, UNITS]), "in line 2: unit 7 is not a unit of this run"),
        (
            of_another_plan,
            "in line 1: its checksum does not match: it was damaged or changed, or is of another plan (bad lines: 7)",
        ),
        (lines([0]) + &nul + &lines([1]), "in line 2: it consists of NUL bytes"),
    ] {
        let storage = with_ledger(ledger);
        assert_corrupt(&storage, says);
        ends_well(&storage, REPAIR);
    }
}

#[test]
fn rejects_only_lines_with_impossible_counts() {
    let most = manifest().identity.n.most_solutions();
    for (wrong, place) in [(most + 1, 0), (most + 1, 3), (u128::MAX, 0), (u128::MAX, 3), (u128::MAX, 6)] {
        let wrong = line(&Entry { solutions: wrong, ..entry(6) });
        // Alone, and beside the right line of its unit.
        for units in [6, 7] {
            let storage = with_ledger(lines(0..place) + &wrong + &lines(place..units));
            let error = open_error(&storage, RESUME).to_string();
            let says = format!("in line {}: unit 6 has ", place + 1);
            assert!(error.contains(&says) && error.contains("more than the whole board can have"), "{error}");
            assert!(!error.contains("(bad lines"), "{error}");
            assert_eq!(finished(&reopen(&storage, REPAIR).unwrap()), (0..units).collect());
            assert_eq!(storage.bytes(REJECTED), wrong.as_bytes());
            ends_well(&storage, RESUME);
        }
    }
    // Nor does it make the right lines of its unit contradict each other.
    let wrong = line(&Entry { solutions: most + 1, ..entry(1) });
    let storage = with_ledger(lines([0, 1, 1]) + &wrong);
    let error = open_error(&storage, RESUME).to_string();
    assert!(error.contains("in line 4: unit 1 has ") && !error.contains("(bad lines"), "{error}");
    assert_eq!(finished(&reopen(&storage, REPAIR).unwrap()), (0..2).collect());

    let storage = with_units([]);
    storage.put(LEDGER, line(&Entry { solutions: most, ..entry(0) }).as_bytes());
    assert_eq!(reopen(&storage, RESUME).unwrap().tally.solutions(), most);
}

#[test]
fn rejects_a_result_that_differs_from_the_ledger() {
    for ledger in
        [lines(0..UNITS - 1), lines(0..UNITS).replace("\"cpu_ms\":3", "\"cpu_ms\":4"), String::new()]
    {
        let storage = with_result();
        storage.put(LEDGER, ledger.as_bytes());
        assert_corrupt(&storage, "");
        ends_well(&storage, REPAIR);
    }
    let storage = with_result();
    storage.put(LEDGER, (other_line(0) + &lines(1..UNITS)).as_bytes());
    assert_corrupt(&storage, "but the ledger sums to");
}

#[test]
fn result_without_a_manifest_is_damage() {
    let storage = with_result();
    storage.remove(Path::new(MANIFEST)).unwrap();
    storage.put(LEDGER, b"");
    for result in [storage.bytes(RESULT), Vec::new()] {
        storage.put(RESULT, &result);
        assert_corrupt(&storage, "manifest.json is missing");
    }
}

#[test]
fn repairs_a_missing_ledger_by_counting_again() {
    let storage = with_units(0..3);
    storage.remove(Path::new(LEDGER)).unwrap();
    assert_corrupt(&storage, "is incomplete: ledger.jsonl is missing");
    ends_well(&storage, REPAIR);
}

#[test]
fn keeps_finished_units_without_a_manifest() {
    let storage = with_units(0..3);
    let manifest = storage.bytes(MANIFEST);
    storage.remove(Path::new(MANIFEST)).unwrap();
    // The units of this run, and of another one, whose plan this run must not replace.
    let ours = lines(0..3);
    let theirs = ours.replace("\"crc\":\"", "\"crc\":\"0");
    for (ledger, options) in [(&theirs, RESUME), (&theirs, REPAIR), (&ours, RESUME)] {
        storage.put(LEDGER, ledger.as_bytes());
        let error = open_error(&storage, options);
        assert!(is_corrupt(&error) && error.to_string().contains("there are finished units"), "{error}");
        assert_eq!(storage.bytes(LEDGER), ledger.as_bytes());
    }
    let saved = reopen(&storage, REPAIR).unwrap();
    assert_eq!((finished(&saved), storage.bytes(MANIFEST)), ((0..3).collect(), manifest));
    assert_eq!(saved.notices, [RunNotice::ManifestRewritten { path: MANIFEST.into() }]);
    ends_well(&storage, RESUME);
}
