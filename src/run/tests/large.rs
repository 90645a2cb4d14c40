//! Ledgers that are longer than every buffer and than the pieces between two polls of the stop flag.

use std::sync::atomic::Ordering;

use super::*;

/// Units of the run: more than two buffers of lines.
const RUN_UNITS: u64 = 3000;

fn large() -> Manifest {
    let n = BoardSize::new(32).unwrap();
    Manifest { identity: PlanIdentity { n, units: RUN_UNITS, ..manifest().identity }, ..manifest() }
}

fn with_ledger_of(manifest: &Manifest, ledger: &str) -> FaultyStorage {
    let storage = FaultyStorage::default();
    open_for(&storage, manifest, RESUMED_RUN).unwrap();
    storage.put(LEDGER, ledger.as_bytes());
    storage
}

#[test]
fn compares_all_lines_of_every_repeated_unit() {
    for unit in [0, 1, 1022, 1023, 1024, 1025, 2047, 2048, RUN_UNITS - 1] {
        // A narrower number would not show the difference.
        let other = Entry { solutions: entry(unit).solutions | 1 << 90, ..entry(unit) };
        let again = lines(0..unit) + &line(&other) + &lines(unit + 1..RUN_UNITS);
        let storage = with_ledger_of(&large(), &(lines(0..RUN_UNITS) + &again));
        let error = open_for(&storage, &large(), RESUMED_RUN).err().unwrap().to_string();
        let says = format!(
            "contradicts itself: lines {} and {} have different solutions of unit {unit},",
            unit + 1,
            RUN_UNITS + unit + 1
        );
        assert!(error.contains(&says), "{error}");
    }
    let twice = with_ledger_of(&large(), &lines(0..RUN_UNITS).repeat(2));
    let (_, saved) = open_for(&twice, &large(), RESUMED_RUN).unwrap();
    assert_eq!(saved.notices, [Notice::Repeated { path: LEDGER.into(), lines: RUN_UNITS }]);
    assert_eq!(finished(&saved), (0..RUN_UNITS).collect());
}

#[test]
fn stops_at_any_step_of_reading_a_ledger() {
    // A line of a megabyte is read in many steps, too.
    for ledger in [lines(0..RUN_UNITS), "x".repeat(1 << 20) + "\n" + &lines(0..9)] {
        let mut stopped = 0;
        for step in 0.. {
            let storage = with_ledger_of(&large(), &ledger);
            storage.chunk(1 << 12);
            let stop = Arc::new(AtomicBool::new(false));
            let flag = stop.clone();
            storage.meanwhile(step, move || flag.store(true, Ordering::Relaxed));
            let opened =
                open_until(&storage, &large(), RESUMED_RUN, &stop).map(|(_, saved)| finished(&saved));
            assert_eq!(storage.bytes(LEDGER), ledger.as_bytes());
            match opened {
                Err(RunError::Stopped { .. }) => stopped += 1,
                // The stop came too late.
                opened => drop(opened.unwrap()),
            }
            if !stop.load(Ordering::Relaxed) {
                break;
            }
        }
        assert!(stopped > 50, "{stopped} stops");
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
        + &lines([1, 3, UNITS, 3])
        + &lines([4])[..40];
    let read = |chunk| {
        let storage = with_ledger(&ledger);
        storage.chunk(chunk);
        reopen(&storage, RESUMED_RUN).unwrap()
    };
    let whole = read(usize::MAX);
    assert_eq!((whole.lines.skipped, whole.lines.first_skipped, whole.lines.repeated), (5, 3, 2));
    for chunk in 1..=ledger.len() {
        assert_eq!(read(chunk), whole, "chunks of {chunk} bytes");
    }
}
