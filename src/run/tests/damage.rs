//! Tests ledgers with torn, damaged, repeated and foreign lines.

use faulty_storage::Loss;

use super::*;
use crate::plan::entry::ChecksumSeed;

/// Returns the number of skipped lines and the first one's line number, according to the notices.
fn skipped(saved: &Inspection) -> Option<(u64, u64)> {
    saved.notices.iter().find_map(|notice| match notice {
        Notice::Skipped { path, lines, first } if path == Path::new(LEDGER) => Some((*lines, *first)),
        _ => None,
    })
}

#[test]
fn loses_only_the_torn_line_of_a_truncated_ledger() {
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
    // A line with too many solutions does not contradict its unit's other lines either.
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
fn takes_a_line_that_is_being_written_for_no_damage() {
    let storage = with_units(0..2);
    let (_directory, _) = open(&storage, RESUMED_RUN).unwrap();
    let torn = lines(0..2) + &lines([2])[..30];
    storage.overwrite(LEDGER, torn.as_bytes());
    let inspection = look(&storage).unwrap();
    assert!(inspection.holder.is_some() && inspection.notices.is_empty());
    storage.overwrite(LEDGER, (damaged_line(0) + &torn).as_bytes());
    assert_eq!(skipped(&look(&storage).unwrap()), Some((1, 1)));
}

/// The lock file is untrusted, because another program may have written it.
#[test]
fn names_the_holder_in_one_short_line() {
    let storage = with_units(0..2);
    let (_directory, _) = open(&storage, RESUMED_RUN).unwrap();
    storage.overwrite(&format!("{RUN}/lock"), "x".repeat(1 << 20).as_bytes());
    let shown = "x".repeat(200);
    assert_eq!(look(&storage).unwrap().holder.as_ref(), Some(&shown));
    let error = open_error(&storage, RESUMED_RUN);
    assert!(matches!(&error, RunError::Locked { holder, .. } if *holder == shown), "{error}");
}

/// Asserts that a fresh start moves the directory aside with everything in it.
pub(super) fn is_moved_aside(storage: &FaultyStorage) {
    let files = |at: &str| {
        let files = ["manifest.json", "ledger.jsonl", "result.json"].map(|file| format!("{at}/{file}"));
        files.map(|file| storage.has(&file).then(|| storage.bytes(&file)))
    };
    let before = files(RUN);
    assert!(matches!(reopen(storage, FRESH_RUN).unwrap().notices[..], [Notice::MovedAside { .. }]));
    assert_eq!(files("/runs/queens-8.run.old-1"), before);
}

#[test]
fn refuses_a_ledger_without_a_good_line_and_says_why() {
    let good = lines(0..3);
    let other = good.replace("\"crc\":\"", "\"crc\":\"f");
    for (ledger, says) in [
        (good.replace('\n', "\r\n"), "has no usable line: its newlines were changed to CR LF"),
        (other, "has no usable line: all are damaged or from another run"),
        ("nonsense\n".to_owned(), "has no usable line: all are damaged"),
        (good.replace('\n', ""), "has no usable line: all are damaged"),
    ] {
        let storage = with_ledger(&ledger);
        assert_corrupt(&storage, says);
        assert!(text(&look(&storage).unwrap_err()).contains(says));
        assert_eq!(storage.bytes(LEDGER), ledger.as_bytes());
        is_moved_aside(&storage);
    }
    // A power cut, or a kill during the first unit, may leave such a ledger behind.
    for torn in [&good[..30], "{\"un", "\0\0\0\0", "\0\0\n", "{\"unit\":1,\"solu\n"] {
        assert!(finished(&reopen(&with_ledger(torn), RESUMED_RUN).unwrap()).is_empty());
    }
}

#[test]
fn counts_repeated_lines_once_and_reports_them() {
    let again = Entry { nodes: 5, cpu_ms: 6, kernel: "avx2".into(), ..entry(0) };
    let storage = with_ledger(lines(0..2) + &line(&again) + &lines([1, 0]));
    let saved = reopen(&storage, RESUMED_RUN).unwrap();
    assert_eq!(finished(&saved), BTreeSet::from([0, 1]));
    assert_eq!(saved.notices, [Notice::Repeated { path: LEDGER.into(), lines: 3 }]);
}

#[test]
fn reports_two_lines_that_contradict_each_other() {
    let ledger = lines(0..2) + &damaged_line(2) + &other_line(0);
    let storage = with_ledger(&ledger);
    let says = format!("{LEDGER} contradicts itself: lines 1 and 4 have different counts for unit 0");
    assert_corrupt(&storage, &says);
    assert!(text(&look(&storage).unwrap_err()).starts_with(&says));
    assert_eq!(storage.bytes(LEDGER), ledger.as_bytes());
}

#[test]
fn counts_lost_units_of_a_finished_run_again() {
    for (ledger, lost) in [
        (lines(0..UNITS - 1), 1),
        (lines(0..UNITS).replace("\"cpu_ms\":3", "\"cpu_ms\":4"), 1),
        (String::new(), UNITS),
    ] {
        let storage = with_result();
        storage.put(LEDGER, ledger.as_bytes());
        let looked = look(&storage).unwrap();
        let saved = reopen(&storage, RESUMED_RUN).unwrap();
        assert_eq!(looked, saved);
        assert!(saved.total.is_none());
        let lost = Notice::Lost { path: LEDGER.into(), lost, units: UNITS };
        assert_eq!(saved.notices.last(), Some(&lost));
        ends_well(&storage);
    }
}

#[test]
fn reports_a_result_that_contradicts_its_ledger_but_lets_it_be_verified() {
    let storage = with_result();
    storage.put(LEDGER, (other_line(0) + &lines(1..UNITS)).as_bytes());
    assert_corrupt(&storage, "result.json and the ledger beside it disagree: it states ");
    assert!(matches!(look(&storage), Err(RunError::Disagreement { .. })));
    let (found, entries) = run_in(&storage).sample(|units| units, 1).unwrap();
    assert!(found.total.is_none() && found.disagreement.is_some() && entries.len() as u64 == UNITS);
    run_in(&storage).lock().unwrap().drop_units(&[0]).unwrap();
    ends_well(&storage);

    // If a lost unit is counted again with a different result, finishing the run reports the contradiction.
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
