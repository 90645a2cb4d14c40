//! Ledgers that are longer than every buffer, and than the pieces between two looks at the stop
//! flag.

use std::sync::atomic::Ordering;

use super::*;

/// Units of the run: more than two buffers of lines.
const MANY: u64 = 3000;

fn large() -> Manifest {
    with_units_of(MANY)
}

fn with_units_of(units: u64) -> Manifest {
    Manifest { identity: Identity { units, ..manifest().identity }, ..manifest() }
}

/// A directory of the large run with this ledger.
fn with_ledger(ledger: &str) -> FaultyStorage {
    with_ledger_of(&large(), ledger)
}

fn with_ledger_of(manifest: &Manifest, ledger: &str) -> FaultyStorage {
    let storage = FaultyStorage::default();
    open_for(&storage, manifest, Options::default()).unwrap();
    storage.put(LEDGER, ledger.as_bytes());
    storage
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn compares_all_lines_of_every_repeated_unit() {
    for unit in [0, 1, 1022, 1023, 1024, 1025, 2047, 2048, MANY - 1] {
        let other = line(&Entry { solutions: 1, ..entry(unit) });
        let again = lines(0..unit) + &other + &lines(unit + 1..MANY);
        let error = open_for(&with_ledger(&(lines(0..MANY) + &again)), &large(), Options::default());
        let error = error.err().unwrap().to_string();
        let says = format!(
            "in line {}: unit {unit} has other solutions here than in line {}",
            MANY + unit + 1,
            unit + 1
        );
        assert!(error.ends_with(&says), "{error}");
    }
    let twice = with_ledger(&lines(0..MANY).repeat(2));
    let (_, saved) = open_for(&twice, &large(), Options::default()).unwrap();
    assert_eq!(saved.notices, [RunNotice::Repeated { path: LEDGER.into(), lines: MANY }]);
    assert_eq!(finished(&saved), (0..MANY).collect());
}

/// A ledger of which a repair keeps half of the units and moves the others, with both kinds in between,
/// and the lines it moves.
fn half_bad(units: u64) -> (String, String) {
    let damaged = |unit: u64| lines([unit]).replace("scalar", "scalat");
    let conflicting = |unit| lines([unit]) + &line(&Entry { solutions: 1, ..entry(unit) });
    let each = |unit| match unit % 4 {
        0 | 1 => (lines([unit]), String::new()),
        2 => (damaged(unit), damaged(unit)),
        _ => (conflicting(unit), conflicting(unit)),
    };
    (0..units).map(each).unzip()
}

/// Stops a repair of so many units at every `stride`th step; returns how often it was stopped.
fn stop_repairs(units: u64, stride: usize) -> u32 {
    let (ledger, bad) = half_bad(units);
    let manifest = with_units_of(units);
    let good = || (0..units).filter(|unit| unit % 4 < 2);
    let kept: String = lines(good());
    let mut stopped = 0;
    for step in (0..).step_by(stride) {
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
        let mut found = sorted(&rejected);
        found.dedup();
        let mut all = sorted(&bad);
        all.dedup();
        assert_eq!(found, all, "step {step}");
    }
    stopped
}

#[test]
fn stop_at_any_step_of_a_repair_loses_no_line() {
    let stopped = stop_repairs(MANY, 1);
    assert!(stopped > 5, "{stopped} stops during a repair");
}

/// Of 8,750 lines: there are many looks at the stop flag.
#[test]
fn stops_of_a_long_repair_lose_no_line() {
    let stopped = stop_repairs(7_000, 4);
    assert!(stopped > 5, "{stopped} stops during a repair");
}

/// A ledger of more than 16 MiB, as of N = 25: the longest lines there are.
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
    let (whole, notices) = opened(ledger.clone(), Options::default()).unwrap();
    assert_eq!((whole.finished().len(), whole.solutions(), notices), (UNITS, sum, 0));
    // The last line torn, damaged, and contradicted by as little as there is.
    let (torn, notices) = opened(ledger[..ledger.len() - 1].to_owned(), Options::default()).unwrap();
    assert_eq!((torn.finished().len(), notices), (UNITS - 1, 1));
    let damaged = before.to_owned() + &last.replace("abc", "abd");
    let again = line(&Entry { solutions: entry(UNITS - 1).solutions ^ 1, ..entry(UNITS - 1) });
    for (bad, line) in [(damaged, UNITS), (ledger.clone() + &again, UNITS + 1)] {
        let error = opened(bad.clone(), Options::default()).unwrap_err();
        assert!(matches!(error, RunError::Corrupt { line: Some(found), .. } if found == line), "{error}");
        let (repaired, _) = opened(bad, REPAIR).unwrap();
        let solutions = sum - entry(UNITS - 1).solutions;
        assert_eq!((repaired.finished().len(), repaired.solutions()), (UNITS - 1, solutions));
    }
    // A result is compared with all of it.
    let storage = with_ledger_of(&manifest, before);
    let (mut directory, saved) = open_for(&storage, &manifest, Options::default()).unwrap();
    let mut tally = saved.tally;
    tally.add(&entry(UNITS - 1)).unwrap();
    let right = Total { n: manifest.identity.n, sums: tally.sums(), ..total() };
    assert!(directory.finish(&right).is_err(), "a unit is missing");
    directory.append(&entry(UNITS - 1)).unwrap();
    let mut wrong = right.clone();
    wrong.sums.solutions ^= 1;
    assert!(directory.finish(&wrong).is_err() && directory.finish(&right).is_ok());
}

#[test]
fn long_ledger_is_durable_before_the_result() {
    let storage = with_ledger("");
    let (mut directory, _) = open_for(&storage, &large(), Options::default()).unwrap();
    (0..MANY).for_each(|unit| directory.append(&entry(unit)).unwrap());
    directory.finish(&total_of(&large(), 0..MANY)).unwrap();
    drop(directory);
    storage.lose_power(faulty_storage::Loss::Everything, 0);
    let (_, saved) = open_for(&storage, &large(), Options::default()).unwrap();
    assert_eq!(saved.total.as_ref().map(Total::solutions), Some(sum(0..MANY)));
    assert_eq!(finished(&saved), (0..MANY).collect());
}

#[test]
fn notices_that_others_changed_a_long_ledger() {
    for more in ["x", "\n", &lines([0])] {
        for is_longer in [true, false] {
            let storage = with_ledger("");
            let (mut directory, _) = open_for(&storage, &large(), Options::default()).unwrap();
            (0..MANY).for_each(|unit| directory.append(&entry(unit)).unwrap());
            directory.sync().unwrap();
            let ledger = lines(0..MANY);
            let changed =
                if is_longer { ledger + more } else { ledger[..ledger.len() - more.len()].to_owned() };
            storage.put(LEDGER, changed.as_bytes());
            assert!(matches!(directory.sync(), Err(RunError::Changed { saved: MANY, .. })));
        }
    }
}

#[test]
fn reads_a_ledger_in_chunks_of_any_length() {
    let long = Entry { solutions: 1 << 15, nodes: u64::MAX, wall_ms: u64::MAX, ..entry(5) };
    let ledger = lines([0, 1])
        + &lines([2]).replace("scalar", "scalat")
        + &line(&long)
        + &"x".repeat(700)
        + "\n\n"
        + &lines([1, 3, UNITS])
        + &line(&Entry { solutions: 1, ..entry(3) })
        + &lines([4])[..40];
    let never = AtomicBool::new(false);
    let read = |chunk| {
        let storage = with_units([]);
        storage.put(LEDGER, ledger.as_bytes());
        storage.chunk(chunk);
        let path = Path::new(LEDGER);
        let contents = super::super::ledger::read(&storage, path, &manifest(), &never, &mut |_| ()).unwrap();
        let saved = reopen(&storage, REPAIR).unwrap();
        let files = [LEDGER, REJECTED].map(|file| storage.bytes(file));
        (format!("{contents:?}"), saved, files)
    };
    let whole = read(usize::MAX);
    for chunk in 1..=ledger.len() {
        assert_eq!(read(chunk), whole, "chunks of {chunk} bytes");
    }
}
