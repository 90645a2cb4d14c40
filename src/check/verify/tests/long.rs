//! Verifies a ledger with as many units as a real one.

use super::*;

/// More than the number of units of N = 25.
const UNITS: usize = 88_485;

#[test]
fn names_every_wrong_unit_of_a_long_ledger() {
    let plan = Plan::new(BoardSize::new(14).unwrap(), Method::Cross, 9).unwrap();
    let mut entries = ledger_of(&plan, (0..UNITS as u64).collect());
    let mut wrong = Vec::new();
    for (place, bit) in [(0, 0), (1, 1), (65_535, 31), (65_536, 32), (70_000, 53), (UNITS - 1, 126)] {
        let entry = &mut entries[place];
        let right = entry.solutions;
        entry.solutions ^= 1 << bit;
        wrong.push((entry.unit, entry.solutions, right));
    }
    let [scalar, portable] =
        ["scalar", "portable"].map(|name| entries.iter().filter(|entry| entry.kernel == name).count());
    assert!(scalar > 40_000 && portable > 40_000 && scalar + portable == UNITS);
    // As in a real ledger, the entries are in no particular order.
    fastrand::Rng::with_seed(1).shuffle(&mut entries);
    let mut watching = LastProgress(None);
    let findings = verification(&plan, None).run(entries, None, &mut watching).unwrap();
    assert!(findings.complete && findings.checked() == UNITS as u64 && findings.same_kernel == 0);
    let found = findings.mismatches.iter();
    let found: Vec<_> = found.map(|(entry, again)| (entry.unit, entry.solutions, again.solutions)).collect();
    assert_eq!(found, wrong, "lowest first, each with both counts");
    let last = watching.0.unwrap();
    assert_eq!((last.units_done, last.units), (UNITS as u64, UNITS as u64));
}
