//! Tests ledgers longer than any buffer, with more than 2^16 lines.

use std::sync::LazyLock;
use std::sync::atomic::Ordering;

use faulty_storage::Loss;

use super::*;
use crate::plan::Sums;

/// The number of lines in the long ledger. It does not fit in 16 bits, and twice as many lines do not fit in
/// 17 bits.
const LINES: usize = 70_000;

/// The number of units in the run with the long ledger. This is the smallest prime above 2^20, so that steps
/// of any size visit all units.
const LONG_RUN_UNITS: u64 = (1 << 20) + 7;

fn run_of(units: u64) -> Manifest {
    let n = BoardSize::new(32).unwrap();
    Manifest { identity: PlanIdentity { n, units, ..manifest().identity }, ..manifest() }
}

fn with_ledger_of(manifest: &Manifest, ledger: &str) -> FaultyStorage {
    let storage = FaultyStorage::default();
    open_for(&storage, manifest, RESUMED_RUN).unwrap();
    storage.put(LEDGER, ledger.as_bytes());
    storage
}

/// Returns the unit on a line in the long ledger. As in real ledgers, the units are not in order.
fn unit_at(place: usize) -> u64 {
    place as u64 * 611_953 % LONG_RUN_UNITS
}

/// Returns the entry of `unit` in the long ledger, with large numbers.
fn long_entry(unit: u64) -> Entry {
    Entry {
        unit,
        solutions: (1 << 95) + u128::from(unit) * 0x9e37_79b9_7f4a_7c15,
        nodes: u64::MAX - unit,
        wall_ms: (1 << 41) + unit,
        cpu_ms: (1 << 43) - unit,
        kernel: "a-kernel-of-thirty-two-letters-x".into(),
    }
}

static LONG_LEDGER: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..LINES).map(|place| line(&long_entry(unit_at(place)))).collect());

/// Returns the tally of these lines in the long ledger.
fn tally_of(places: impl Iterator<Item = usize>) -> Tally {
    let mut tally = Tally::new(LONG_RUN_UNITS);
    places.for_each(|place| assert!(tally.add(&long_entry(unit_at(place)))));
    tally
}

#[test]
fn adds_up_a_long_ledger_without_its_damaged_lines() {
    let damaged = 65_536..65_549;
    let mut lines = LONG_LEDGER.clone();
    damaged.clone().for_each(|place| lines[place] = lines[place].replace("letters", "lettert"));
    let storage = with_ledger_of(&run_of(LONG_RUN_UNITS), &lines.concat());
    let mut visited = (0..LINES).filter(|place| !damaged.contains(place));
    let saved = look_until(&storage, &NEVER_STOP, |entry| {
        assert_eq!(Some(entry.unit), visited.next().map(unit_at));
    });
    let saved = saved.unwrap();
    assert_eq!(visited.next(), None);
    assert!(saved.tally == tally_of((0..LINES).filter(|place| !damaged.contains(place))));
    let sums = saved.sums();
    assert!(sums.solutions > 1 << 111 && sums.nodes > 1 << 80 && sums.wall_ms > 1 << 57, "{sums:?}");
    assert_eq!(saved.notices, [Notice::Skipped { path: LEDGER.into(), lines: 13, first: 65_537 }]);
}

#[test]
fn compares_the_repeated_lines_of_a_long_ledger() {
    let twice = LONG_LEDGER.concat().repeat(2);
    let storage = with_ledger_of(&run_of(LONG_RUN_UNITS), &twice);
    let mut visited = 0;
    let saved = look_until(&storage, &NEVER_STOP, |_| visited += 1).unwrap();
    assert_eq!(visited, LINES, "each unit is visited once");
    assert!(saved.tally == tally_of(0..LINES));
    assert_eq!(saved.notices, [Notice::Repeated { path: LEDGER.into(), lines: LINES as u64 }]);

    let last = unit_at(LINES - 1);
    let other = Entry { solutions: long_entry(last).solutions ^ 1 << 90, ..long_entry(last) };
    storage.put(LEDGER, (twice + &line(&other)).as_bytes());
    let error = look(&storage).unwrap_err();
    let says = format!("lines 70000 and 140001 have different counts for unit {last},");
    assert!(is_corrupt(&error) && text(&error).contains(&says), "{error}");
}

#[test]
fn keeps_more_than_65_536_units_that_are_only_synced_at_the_end() {
    let manifest = run_of(LINES as u64);
    let storage = FaultyStorage::default();
    let (mut directory, _) = open_for(&storage, &manifest, RESUMED_RUN).unwrap();
    let mut tally = Tally::new(LINES as u64);
    for entry in (0..LINES as u64).map(long_entry) {
        directory.append(&entry).unwrap();
        assert!(tally.add(&entry));
    }
    let Sums { solutions, units, .. } = tally.sums();
    directory.finish(&Total { solutions, units, ..total_of(&manifest, []) }).unwrap();
    drop(directory);
    storage.lose_power(Loss::Everything, 0);
    let saved = look(&storage).unwrap();
    assert_eq!(saved.total.map(|total| total.solutions), Some(solutions));
    assert!(saved.tally == tally);
}

#[test]
fn samples_a_long_ledger_evenly() {
    const SAMPLE: usize = 3_000;
    let storage = with_ledger_of(&run_of(LONG_RUN_UNITS), &LONG_LEDGER.concat());
    let sample = |size, seed| run_in(&storage).sample(|_| size, seed).unwrap().1;
    let chosen = [1, 1, 2].map(|seed| sample(SAMPLE as u64, seed));
    assert!(chosen[0] == chosen[1] && chosen[1] != chosen[2], "the seed decides");
    for entries in chosen {
        assert!(entries.len() == SAMPLE && entries.is_sorted_by(|a, b| a.unit < b.unit));
        assert!(entries.iter().all(|entry| *entry == long_entry(entry.unit)));
        for part in 0..10 {
            let part = LONG_RUN_UNITS * part / 10..LONG_RUN_UNITS * (part + 1) / 10;
            let found = entries.iter().filter(|entry| part.contains(&entry.unit)).count();
            assert!((200..400).contains(&found), "{found} of {SAMPLE} in {part:?}");
        }
    }
    assert_eq!(sample(u64::MAX, 3).len(), LINES, "each unit once");
}

/// The lines of this many units fill more than two read buffers.
const RUN_UNITS: u64 = 3000;

#[test]
fn compares_all_lines_of_every_repeated_unit() {
    for unit in [0, 1, 1022, 1023, 1024, 1025, 2047, 2048, RUN_UNITS - 1] {
        // Change a high bit, which a narrower type would lose.
        let other = Entry { solutions: entry(unit).solutions | 1 << 90, ..entry(unit) };
        let again = lines(0..unit) + &line(&other) + &lines(unit + 1..RUN_UNITS);
        let storage = with_ledger_of(&run_of(RUN_UNITS), &(lines(0..RUN_UNITS) + &again));
        let error = open_for(&storage, &run_of(RUN_UNITS), RESUMED_RUN).err().unwrap().to_string();
        let says = format!(
            "contradicts itself: lines {} and {} have different counts for unit {unit},",
            unit + 1,
            RUN_UNITS + unit + 1
        );
        assert!(error.contains(&says), "{error}");
    }
    let twice = with_ledger_of(&run_of(RUN_UNITS), &lines(0..RUN_UNITS).repeat(2));
    let (_, saved) = open_for(&twice, &run_of(RUN_UNITS), RESUMED_RUN).unwrap();
    assert_eq!(saved.notices, [Notice::Repeated { path: LEDGER.into(), lines: RUN_UNITS }]);
    assert_eq!(finished(&saved), (0..RUN_UNITS).collect());
}

#[test]
fn stops_at_any_step_of_reading_a_ledger() {
    // Reading a megabyte-long line takes many steps, too.
    for ledger in [lines(0..RUN_UNITS), "x".repeat(1 << 20) + "\n" + &lines(0..9)] {
        let mut stopped = 0;
        for step in 0.. {
            let storage = with_ledger_of(&run_of(RUN_UNITS), &ledger);
            storage.chunk(1 << 12);
            let stop = Arc::new(AtomicBool::new(false));
            let flag = stop.clone();
            storage.meanwhile(step, move || flag.store(true, Ordering::Relaxed));
            let opened = open_until(&storage, &run_of(RUN_UNITS), RESUMED_RUN, &stop)
                .map(|(_, saved)| finished(&saved));
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
