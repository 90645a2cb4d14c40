//! Ledgers that are longer than every buffer, and than the pieces between two looks at the stop
//! flag.

use std::sync::atomic::Ordering;

use super::*;
use crate::run::ledger::Ledger;

/// Units of the run: more than two buffers of lines.
const MANY: u64 = 3000;

fn large() -> Manifest {
    manifest_of(MANY)
}

fn with_ledger_of(manifest: &Manifest, ledger: &str) -> FaultyStorage {
    let storage = FaultyStorage::default();
    open_for(&storage, manifest, RESUME).unwrap();
    storage.put(LEDGER, ledger.as_bytes());
    storage
}

#[test]
fn compares_all_lines_of_every_repeated_unit() {
    for unit in [0, 1, 1022, 1023, 1024, 1025, 2047, 2048, MANY - 1] {
        let again = lines(0..unit) + &other_line(unit) + &lines(unit + 1..MANY);
        let storage = with_ledger_of(&large(), &(lines(0..MANY) + &again));
        let error = open_for(&storage, &large(), RESUME).err().unwrap().to_string();
        let says = format!(
            "in line {}: unit {unit} has other solutions here than in line {}",
            MANY + unit + 1,
            unit + 1
        );
        assert!(error.contains(&format!("{says};")), "{error}");
    }
    let twice = with_ledger_of(&large(), &lines(0..MANY).repeat(2));
    let (_, saved) = open_for(&twice, &large(), RESUME).unwrap();
    assert_eq!(saved.notices, [RunNotice::Repeated { path: LEDGER.into(), lines: MANY }]);
    assert_eq!(finished(&saved), (0..MANY).collect());
}

#[test]
fn stop_at_any_step_of_a_repair_loses_no_line() {
    // A repair keeps half of the units and moves the others.
    let is_good = |unit: &u64| unit % 4 < 2;
    let lines_of = |unit| match unit % 4 {
        0 | 1 => lines([unit]),
        2 => damaged_line(unit),
        _ => lines([unit]) + &other_line(unit),
    };
    let good = || (0..MANY).filter(is_good);
    let ledger: String = (0..MANY).map(lines_of).collect();
    let bad: String = (0..MANY).filter(|unit| !is_good(unit)).map(lines_of).collect();
    let kept = lines(good());
    let manifest = large();
    let mut stopped = 0;
    for step in 0.. {
        let storage = with_ledger_of(&manifest, &ledger);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        storage.meanwhile(step, move || flag.store(true, Ordering::Relaxed));
        let opened = open_until(&storage, &manifest, REPAIR, &stop).map(|(_, saved)| finished(&saved));
        if !stop.load(Ordering::Relaxed) {
            assert_eq!(opened.unwrap(), good().collect());
            break;
        }
        let now = String::from_utf8(storage.bytes(LEDGER)).unwrap();
        if now == ledger {
            assert!(matches!(opened, Err(RunError::Stopped { .. })), "step {step}: {opened:?}");
            stopped += 1;
        } else {
            // The stop came too late to keep the repair from its end.
            assert_eq!((now == kept, storage.bytes(REJECTED) == bad.as_bytes()), (true, true), "step {step}");
        }
        // What a stop left is repaired by the next call.
        let (_, saved) = open_for(&storage, &manifest, REPAIR).unwrap();
        assert_eq!(finished(&saved), good().collect());
        let rejected = String::from_utf8(storage.bytes(REJECTED)).unwrap();
        let all_of = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(all_of(&rejected), all_of(&bad), "step {step}");
    }
    assert!(stopped > 5, "{stopped} stops during a repair");
}

/// A ledger of more than 16 MiB, as long as that of N = 25, with the longest lines that there are.
#[test]
fn everything_of_the_longest_ledgers_is_read() {
    const UNITS: u64 = 84_000;
    let manifest = Manifest {
        identity: Identity { n: BoardSize::new(32).unwrap(), units: UNITS, ..manifest().identity },
        ..manifest()
    };
    let entry = |unit| Entry {
        solutions: manifest.identity.n.most_solutions() - u128::from(unit),
        nodes: u64::MAX,
        wall_ms: u64::MAX - unit,
        cpu_ms: u64::MAX - unit,
        kernel: "abcdefghijklmnopqrstuvwxyz-_0123".into(),
        ..entry(unit)
    };
    let line = |entry: &Entry| entry.to_line(manifest.checksum_seed());
    let ledger: String = (0..UNITS).map(|unit| line(&entry(unit))).collect();
    assert!(ledger.len() > 16 << 20, "{} bytes", ledger.len());
    let sum: u128 = (0..UNITS).map(|unit| entry(unit).solutions).sum();
    let last = line(&entry(UNITS - 1));
    let before = &ledger[..ledger.len() - last.len()];
    let opened = |ledger: String, options| {
        let storage = with_ledger_of(&manifest, &ledger);
        open_for(&storage, &manifest, options).map(|(_, saved)| (saved.tally, saved.notices.len()))
    };
    let (whole, notices) = opened(ledger.clone(), RESUME).unwrap();
    assert_eq!((whole.finished().len(), whole.solutions(), notices), (UNITS, sum, 0));
    // The last line torn, damaged, and contradicted by as little as there is.
    let (torn, notices) = opened(ledger[..ledger.len() - 1].to_owned(), RESUME).unwrap();
    assert_eq!((torn.finished().len(), notices), (UNITS - 1, 1));
    let damaged = before.to_owned() + &last.replace("abc", "abd");
    let again = line(&Entry { solutions: entry(UNITS - 1).solutions ^ 1, ..entry(UNITS - 1) });
    for (bad, line) in [(damaged, UNITS), (ledger.clone() + &again, UNITS + 1)] {
        let error = opened(bad.clone(), RESUME).unwrap_err();
        assert!(matches!(error, RunError::Corrupt { line: Some(found), .. } if found == line), "{error}");
        let (repaired, _) = opened(bad, REPAIR).unwrap();
        let solutions = sum - entry(UNITS - 1).solutions;
        assert_eq!((repaired.finished().len(), repaired.solutions()), (UNITS - 1, solutions));
    }
}

#[test]
fn reads_a_ledger_in_chunks_of_any_length() {
    let long = Entry { solutions: 1 << 15, nodes: u64::MAX, wall_ms: u64::MAX, ..entry(5) };
    let ledger = lines([0, 1])
        + &damaged_line(2)
        + &line(&long)
        + &"x".repeat(700)
        + "\n\n"
        + &lines([1, 3, UNITS])
        + &other_line(3)
        + &lines([4])[..40];
    let read = |chunk| {
        let storage = with_ledger(&ledger);
        storage.chunk(chunk);
        let path = Path::new(LEDGER);
        let manifest = manifest();
        let ledger = Ledger { storage: &storage, path, manifest: &manifest, stop: &NEVER };
        let read = ledger.open().and_then(|mut source| ledger.read(&mut *source, &mut |_| ()));
        let contents = read.unwrap();
        let saved = reopen(&storage, REPAIR).unwrap();
        let files = [LEDGER, REJECTED].map(|file| storage.bytes(file));
        (format!("{contents:?}"), saved, files)
    };
    let whole = read(usize::MAX);
    for chunk in 1..=ledger.len() {
        assert_eq!(read(chunk), whole, "chunks of {chunk} bytes");
    }
}
