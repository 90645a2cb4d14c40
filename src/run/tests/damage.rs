//! Files of a run directory cut, flipped, repeated, mixed up and deleted.

use faulty_storage::Loss;

use super::*;
use crate::plan::Shard;
use crate::plan::entry::ChecksumSeed;
use crate::run::storage::Storage;

/// The lines that the notices about a ledger say were skipped, and the number of the first.
fn skipped(saved: &Inspection) -> Option<(u64, u64)> {
    saved.notices.iter().find_map(|notice| match notice {
        Notice::Skipped { path, lines, first } if path == Path::new(LEDGER) => Some((*lines, *first)),
        _ => None,
    })
}

#[test]
fn truncation_loses_only_the_torn_line() {
    let ledger = lines(0..4);
    for length in 0..=ledger.len() {
        let cut = &ledger[..length];
        let storage = with_ledger(cut);
        // A line that lacks only its newline is accepted.
        let whole = (cut.to_owned() + "\n").matches("}\n").count() as u64;
        let is_torn = !cut.is_empty() && !cut.ends_with(['}', '\n']);
        let looked = look(&storage).unwrap();
        let saved = reopen(&storage, RESUMED_RUN).unwrap();
        assert_eq!(finished(&saved), (0..whole).collect());
        assert_eq!(skipped(&saved), is_torn.then_some((1, whole + 1)), "{length}");
        assert_eq!(looked, saved);
        storage.lose_power(Loss::Everything, 0);
        let end = if cut.is_empty() || cut.ends_with('\n') { "" } else { "\n" };
        assert_eq!(storage.bytes(LEDGER), (cut.to_owned() + end).as_bytes());
        ends_well(&storage);
    }
}

#[test]
fn skips_the_line_of_every_flipped_bit() {
    let ledger = lines(0..3);
    for bit in 0..8 * ledger.len() {
        let mut damaged = ledger.clone().into_bytes();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let storage = with_ledger(&damaged);
        let saved = reopen(&storage, RESUMED_RUN).unwrap();
        let line = ledger[..bit / 8].matches('\n').count() as u64;
        // Without its newline, a line runs into the next one.
        let is_joined = ledger.as_bytes()[bit / 8] == b'\n';
        let lost = line..=line + u64::from(is_joined);
        assert_eq!(finished(&saved), (0..3).filter(|unit| !lost.contains(unit)).collect(), "bit {bit}");
        let is_split = damaged[bit / 8] == b'\n';
        assert_eq!(skipped(&saved), Some((1 + u64::from(is_split), line + 1)), "bit {bit}");
        ends_well(&storage);
    }
}

#[test]
fn skips_every_line_that_is_not_of_this_run() {
    let most = manifest().identity.n.most_solutions();
    let with_bom = format!("\u{feff}{}", lines([1]));
    for (bad, count) in [
        (damaged_line(1), 1),
        ("\n".to_owned(), 1),
        ("\0".repeat(100) + "\n", 1),
        (lines([1]).replace('\n', "\r\n"), 1),
        (with_bom, 1),
        (entry(1).to_line(ChecksumSeed::new(OTHER_HASH)), 1),
        (lines([UNITS, u64::MAX >> 1]), 2),
        (line(&Entry { solutions: most + 1, ..entry(1) }).repeat(2), 2),
        (lines([1, 1]).replace("\"unit\"", "\"Unit\""), 2),
        ("x".repeat(300_000) + "\n" + &"y".repeat(70_000) + "\n", 2),
        // A terminal escape sequence instead of an entry.
        ("\u{1b}[31m\n".to_owned(), 1),
    ] {
        for place in [0, 2] {
            let storage = with_ledger(lines(2..2 + place) + &bad + &lines([0]));
            let looked = look(&storage).unwrap();
            let saved = reopen(&storage, RESUMED_RUN).unwrap();
            assert_eq!(finished(&saved), [0].into_iter().chain(2..2 + place).collect());
            assert_eq!(skipped(&saved), Some((count, place + 1)), "{bad:.40}");
            let words = saved.notices[0].to_string();
            assert!(words.is_ascii() && words.contains("ledger.jsonl") && words.len() < 150, "{words}");
            assert_eq!(looked, saved);
            ends_well(&storage);
            assert_eq!(reopen(&storage, RESUMED_RUN).unwrap().notices, [], "nothing is missing any more");
        }
    }
    // Neither does such a line contradict those of its unit.
    let wrong = line(&Entry { solutions: most + 1, ..entry(1) });
    let saved = reopen(&with_ledger(lines([0, 1, 1]) + &wrong), RESUMED_RUN).unwrap();
    assert_eq!((finished(&saved), skipped(&saved)), ((0..2).collect(), Some((1, 4))));
    let storage = with_ledger(line(&Entry { solutions: most, ..entry(0) }));
    assert_eq!(reopen(&storage, RESUMED_RUN).unwrap().tally.sums().solutions, most);
}

#[test]
fn reads_lines_of_at_most_255_bytes() {
    // The longest valid line has 236 bytes. The rest of an overlong line must not be read as the next line.
    for length in [254, 255, 256, 257, 511, 512] {
        let long = "x".repeat(length) + &lines([1]);
        let saved = reopen(&with_ledger(lines([0]) + &long + &lines([2])), RESUMED_RUN).unwrap();
        assert_eq!((finished(&saved), skipped(&saved)), ([0, 2].into(), Some((1, 2))), "{length}");
    }
}

#[test]
fn line_that_is_being_written_is_no_damage() {
    let storage = with_units(0..2);
    let (_directory, _) = open(&storage, RESUMED_RUN).unwrap();
    let torn = lines(0..2) + &lines([2])[..30];
    storage.overwrite(LEDGER, torn.as_bytes());
    let inspection = look(&storage).unwrap();
    assert!(inspection.holder.is_some() && inspection.notices.is_empty());
    storage.overwrite(LEDGER, (damaged_line(0) + &torn).as_bytes());
    assert_eq!(skipped(&look(&storage).unwrap()), Some((1, 1)));
}

/// Checks that a fresh start moves the directory aside with all that is in it.
fn is_moved_aside(storage: &FaultyStorage) {
    let files = |at: &str| {
        let files = ["manifest.json", "ledger.jsonl", "result.json"].map(|file| format!("{at}/{file}"));
        files.map(|file| storage.has(&file).then(|| storage.bytes(&file)))
    };
    let before = files(RUN);
    assert!(matches!(reopen(storage, FRESH_RUN).unwrap().notices[..], [Notice::MovedAside { .. }]));
    assert_eq!(files("/runs/queens-8.run.old-1"), before);
}

/// A directory in which everything is saved, with other bytes in the manifest, or none.
fn with_manifest(bytes: Option<&[u8]>) -> FaultyStorage {
    let storage = with_result();
    match bytes {
        Some(bytes) => storage.put(MANIFEST, bytes),
        None => storage.remove(Path::new(MANIFEST)).unwrap(),
    }
    storage
}

#[test]
fn lost_or_damaged_manifest_is_written_again() {
    let intact = manifest().to_bytes().unwrap();
    assert!(intact.starts_with(Manifest::PREFIX));
    let mut flipped = intact.clone();
    flipped[9] ^= 1;
    for bytes in [None, Some(&flipped[..]), Some(&intact[..60]), Some(b""), Some(b"\0\0\0\0"), Some(b"[]")] {
        let storage = with_manifest(bytes);
        let looked = look(&storage).unwrap_err();
        assert!(looked.is_of_the_manifest() && is_corrupt(&looked), "{looked}");
        // A finished run, and one that is not.
        for left in [0, 3] {
            storage.put(LEDGER, lines(left..UNITS).as_bytes());
            let saved = reopen(&storage, RESUMED_RUN).unwrap();
            let units = UNITS - left;
            assert_eq!(saved.notices[0], Notice::ManifestRestored { path: MANIFEST.into(), units });
            assert_eq!((finished(&saved), saved.total.is_some()), ((left..UNITS).collect(), left == 0));
            assert_eq!(storage.bytes(MANIFEST), intact);
            assert_eq!(reopen(&storage, RESUMED_RUN).unwrap().notices.len(), usize::from(left > 0));
            storage.put(MANIFEST, b"damaged");
        }
        is_moved_aside(&storage);
        // Without any line, the run starts again, unless the manifest may be that of another program.
        let storage = with_manifest(bytes);
        storage.put(LEDGER, b"");
        match bytes {
            Some(bytes) if !bytes.starts_with(Manifest::PREFIX) => {
                assert!(matches!(open_error(&storage, RESUMED_RUN), RunError::NotARun { .. }));
                assert_eq!(storage.bytes(MANIFEST), bytes);
            }
            _ => ends_well(&storage),
        }
    }
}

#[test]
fn lost_manifest_is_not_replaced_by_that_of_another_run() {
    let shard = |number| Manifest { shard: Some(Shard { number, of: 3 }), ..manifest() };
    let other = PlanIdentity { plan_hash: OTHER_HASH.to_owned(), ..manifest().identity };
    let other = Manifest { identity: other, ..manifest() };
    for (ledger, wanted, says) in [
        (lines(0..3), other.clone(), "has 3 lines but no good one"),
        (lines(0..3).replace('\n', "\r\n"), manifest(), "changed to CR LF"),
        (lines(0..3), shard(1), "counts units of other shards"),
        (lines([0, 3, 6]), shard(1), "counts units of other shards"),
        (lines([0, 0]) + &other_line(0), manifest(), "contradicts itself"),
        (String::new(), Manifest { shard: shard(1).shard, ..other }, "manifest.json"),
    ] {
        for bytes in [None, Some(&manifest().to_bytes().unwrap()[..90])] {
            let storage = with_manifest(bytes);
            storage.put(LEDGER, ledger.as_bytes());
            let error = open_for(&storage, &wanted, RESUMED_RUN).map(drop).unwrap_err();
            assert!(text(&error).contains(says), "{error}");
            assert_eq!(storage.bytes(LEDGER), ledger.as_bytes());
            assert_eq!(storage.has(MANIFEST).then(|| storage.bytes(MANIFEST)).as_deref(), bytes);
        }
    }
    let storage = with_manifest(None);
    storage.remove(Path::new(RESULT)).unwrap();
    storage.put(LEDGER, lines([1, 4]).as_bytes());
    let (_, saved) = open_for(&storage, &shard(1), RESUMED_RUN).unwrap();
    assert_eq!((saved.manifest.shard(), finished(&saved)), (shard(1).shard(), BTreeSet::from([1, 4])));
}

#[test]
fn damaged_result_is_written_again_from_the_ledger() {
    let intact = with_result().bytes(RESULT);
    let mut flipped = intact.clone();
    flipped[9] ^= 1;
    for damaged in [&flipped[..], b"", &intact[..40]] {
        let storage = with_result();
        storage.put(RESULT, damaged);
        let saved = reopen(&storage, RESUMED_RUN).unwrap();
        assert!(matches!(&saved.notices[..], [Notice::DamagedResult { .. }]), "{:?}", saved.notices);
        assert!(saved.total.is_none() && finished(&saved) == (0..UNITS).collect());
        ends_well(&storage);
        assert_eq!(storage.bytes(RESULT), intact);
    }
}

#[test]
fn ledger_without_a_good_line_is_refused_with_its_cause() {
    let good = lines(0..3);
    let other = good.replace("\"crc\":\"", "\"crc\":\"f");
    for (ledger, says) in [
        (good.replace('\n', "\r\n"), "has 3 lines but no good one: its newlines were changed to CR LF"),
        (other, "has 3 lines but no good one: every line is damaged or from another run"),
        ("nonsense\n".to_owned(), "has 1 line but no good one: every line is damaged"),
        (good.replace('\n', ""), "has 1 line but no good one: every line is damaged"),
    ] {
        let storage = with_ledger(&ledger);
        assert_corrupt(&storage, says);
        assert!(text(&look(&storage).unwrap_err()).contains(says));
        assert_eq!(storage.bytes(LEDGER), ledger.as_bytes());
        is_moved_aside(&storage);
    }
    // A kill at the first unit, and a power cut, may leave these.
    for torn in [&good[..30], "{\"un", "\0\0\0\0", "\0\0\n", "{\"unit\":1,\"solu\n"] {
        assert!(finished(&reopen(&with_ledger(torn), RESUMED_RUN).unwrap()).is_empty());
    }
}

#[test]
fn counts_repeated_lines_once_and_reports_them() {
    let again = Entry { nodes: 5, cpu_ms: 6, kernel: "avx2".into(), ..entry(0) };
    let storage = with_ledger(lines(0..2) + &line(&again) + &lines([1]));
    let saved = reopen(&storage, RESUMED_RUN).unwrap();
    assert_eq!(finished(&saved), BTreeSet::from([0, 1]));
    assert_eq!(saved.notices, [Notice::Repeated { path: LEDGER.into(), lines: 2 }]);
}

#[test]
fn contradiction_of_two_lines_is_an_error() {
    let ledger = lines(0..2) + &damaged_line(2) + &other_line(0);
    let storage = with_ledger(&ledger);
    let says = format!("{LEDGER} contradicts itself: lines 1 and 4 have different solutions of unit 0");
    assert_corrupt(&storage, &says);
    assert!(text(&look(&storage).unwrap_err()).starts_with(&says));
    assert_eq!(storage.bytes(LEDGER), ledger.as_bytes());
}

#[test]
fn lost_units_of_a_finished_run_are_counted_again() {
    for (ledger, lost) in [
        (lines(0..UNITS - 1), vec![UNITS - 1]),
        (lines(0..UNITS).replace("\"cpu_ms\":3", "\"cpu_ms\":4"), vec![3]),
        (String::new(), (0..UNITS).collect()),
    ] {
        let storage = with_result();
        storage.put(LEDGER, ledger.as_bytes());
        let looked = look(&storage).unwrap();
        let saved = reopen(&storage, RESUMED_RUN).unwrap();
        assert_eq!(looked, saved);
        assert!(saved.total.is_none());
        let count = lost.len() as u64;
        assert_eq!(saved.notices.last(), Some(&Notice::Lost { path: LEDGER.into(), units: lost, count }));
        ends_well(&storage);
    }
    let lost = Notice::Lost { path: LEDGER.into(), units: vec![3, 8], count: 4 };
    assert!(lost.to_string().ends_with("lacks 4 units of a finished run: 3, 8, …"), "{lost}");
}

#[test]
fn result_and_ledger_that_disagree_are_an_error_but_can_be_verified() {
    let storage = with_result();
    storage.put(LEDGER, (other_line(0) + &lines(1..UNITS)).as_bytes());
    assert_corrupt(&storage, "result.json and the ledger beside it disagree: its solutions are ");
    assert!(matches!(look(&storage), Err(RunError::Disagreement { .. })));
    let (found, entries) = run_in(&storage).sample(|units| units, 1).unwrap();
    assert!(found.total.is_none() && found.disagreement.is_some() && entries.len() as u64 == UNITS);
    run_in(&storage).lock().unwrap().drop_units(&[0]).unwrap();
    ends_well(&storage);

    // Includes a result that is contradicted only by a unit that was lost and is counted again.
    let storage = with_result();
    storage.put(LEDGER, lines(1..UNITS).as_bytes());
    let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
    let wrong = Entry { solutions: 1, ..entry(0) };
    directory.append(&wrong).unwrap();
    let mut again = total();
    again.solutions = sum(1..UNITS) + wrong.solutions;
    let error = directory.finish(&again).unwrap_err();
    assert!(is_corrupt(&error) && error.to_string().contains("but the ledger sums to"), "{error}");
}

#[test]
fn missing_ledger_is_an_incomplete_copy() {
    let whole = with_result();
    let storage = FaultyStorage::default();
    storage.create_directory(Path::new(RUN)).unwrap();
    storage.put(&format!("{RUN}/lock"), b"");
    for file in [MANIFEST, RESULT] {
        storage.put(file, &whole.bytes(file));
    }
    assert_corrupt(&storage, &format!("{RUN} is incomplete: it has no ledger.jsonl"));
    is_moved_aside(&storage);
    // The result shows whose directory it was.
    let storage = with_manifest(None);
    storage.remove(Path::new(LEDGER)).unwrap();
    let saved = reopen(&storage, RESUMED_RUN).unwrap();
    assert!(matches!(saved.notices[..], [Notice::ManifestRestored { units: 0, .. }, Notice::Lost { .. }]));
    ends_well(&storage);
}
