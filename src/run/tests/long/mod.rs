//! The rules of a run directory at the length of real runs: ledgers of 200,000 lines with 200 bytes each, of
//! a run with more than 2^20 units. Nothing here is counted: the lines are made by hand.

mod damage;
mod resuming;
mod sampling;

use std::sync::LazyLock;

use super::*;

/// Units of the run: the smallest prime above 2^20, so that any step leads through all of them.
const RUN_UNITS: u64 = (1 << 20) + 7;

/// Lines of a long ledger.
const LINES: u64 = 200_000;

/// Bytes of each line of units from 1,000,000 on; units with fewer digits have shorter lines.
const MAX_LINE_BYTES: usize = 200;

/// Lines at which a mistake about lengths would show: the ends, those around the first buffer of 2^16 bytes,
/// those whose numbers pass 16 and 17 bits, and others far inside.
const BORDER_PLACES: [usize; 12] =
    [0, 1, 326, 327, 328, 65_535, 65_536, 99_999, 131_071, 131_072, LINES as usize - 2, LINES as usize - 1];

/// The manifest of the run.
fn long() -> Manifest {
    let n = BoardSize::new(32).unwrap();
    Manifest { identity: PlanIdentity { n, units: RUN_UNITS, ..manifest().identity }, ..manifest() }
}

/// The unit in a line of the ledger: like units of a real run, in no order.
fn unit_at(place: usize) -> u64 {
    place as u64 * 611_953 % RUN_UNITS
}

/// The one correct entry of `unit`, in which every number has its maximum of digits.
fn long_entry(unit: u64) -> Entry {
    Entry {
        unit,
        solutions: (1 << 95) + u128::from(unit) * 0x9e37_79b9_7f4a_7c15,
        nodes: u64::MAX - unit,
        wall_ms: 1_000_000_000_000 + unit,
        cpu_ms: 9_000_000_000_000 - unit,
        kernel: "a-kernel-of-thirty-two-letters-x".into(),
    }
}

fn long_line(unit: u64) -> String {
    line(&long_entry(unit))
}

/// The lines of the ledger.
static LEDGER_LINES: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..LINES as usize).map(|place| long_line(unit_at(place))).collect());

/// The lines of the ledger, with those at `places` replaced.
fn ledger_with(places: &[usize], with: impl Fn(u64) -> String) -> String {
    let mut ledger = String::with_capacity(LINES as usize * MAX_LINE_BYTES);
    for (place, line) in LEDGER_LINES.iter().enumerate() {
        if places.binary_search(&place).is_ok() {
            ledger += &with(unit_at(place));
        } else {
            ledger += line;
        }
    }
    ledger
}

/// The directory of the run with this ledger.
fn with_long_ledger(ledger: impl AsRef<[u8]>) -> FaultyStorage {
    let storage = FaultyStorage::default();
    open_for(&storage, &long(), RESUMED_RUN).unwrap();
    storage.put(LEDGER, ledger.as_ref());
    storage
}

fn resume(storage: &FaultyStorage) -> Result<(RunDirectory, Inspection), RunError> {
    open_for(storage, &long(), RESUMED_RUN)
}

/// Checks that the units in these lines of the ledger are finished, and no others, and their sums.
#[track_caller]
fn assert_finished(saved: &Inspection, places: impl IntoIterator<Item = usize>) {
    let mut expected = Tally::new(RUN_UNITS);
    places.into_iter().for_each(|place| assert!(expected.add(&long_entry(unit_at(place)))));
    assert_eq!(saved.tally.sums(), expected.sums());
    assert!(saved.tally == expected, "other units are finished");
}

/// All lines of the ledger but these.
fn all_but(places: &[usize]) -> impl Iterator<Item = usize> {
    (0..LINES as usize).filter(|place| places.binary_search(place).is_err())
}

/// The lines that were skipped, and the number of the first.
fn skipped(saved: &Inspection) -> Option<(u64, u64)> {
    saved.notices.iter().find_map(|notice| match notice {
        Notice::Skipped { lines, first, .. } => Some((*lines, *first)),
        _ => None,
    })
}
