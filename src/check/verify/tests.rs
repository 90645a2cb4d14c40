//! Tests verification, mostly with units of small boards.

use super::*;
use crate::board::BoardSize;
use crate::check::known;
use crate::check::units::{KnownUnit, known_units};
use crate::methods::Method;

mod kernel_recount;
mod long;

fn plan(method: Method, n: usize) -> Plan {
    Plan::standard(BoardSize::new(n).unwrap(), method)
}

/// Prepares a verification with `kernel` on two threads.
fn verification(plan: &Plan, kernel: Option<Kernel>) -> Verification<'_> {
    Verification::of(plan).kernel(kernel).threads(2)
}

fn entry(unit: u64, counted_by: &str, ms: u64) -> Entry {
    let kernel = counted_by.to_owned().into();
    Entry { unit, solutions: 0, nodes: 0, wall_ms: ms, cpu_ms: ms, kernel }
}

/// Returns the kernel that recounts a unit after `counted_by` counted it in `cpu_ms`.
fn again(plan: &Plan, kernel: Option<Kernel>, unit: u64, counted_by: &str, cpu_ms: u64) -> Kernel {
    verification(plan, kernel).kernel_for(&entry(unit, counted_by, cpu_ms))
}

#[test]
fn different_kernel_recounts_a_unit() {
    // Each unit comes with its plan, and with the CPU time, in ms, up to which the scalar kernel recounts it.
    let mut units = Vec::new();
    for (n, method) in [(15, Method::Cross), (20, Method::Cross), (21, Method::Rows)] {
        let plan = plan(method, n);
        for (whole, cheap) in [(true, u64::MAX), (false, 5)] {
            let is_whole = |unit: &u64| plan.method_units().is_whole(*unit) == whole;
            units.extend((0..plan.units()).find(is_whole).map(|unit| (plan.clone(), unit, cheap)));
        }
    }
    let colours = [14, 16, 17, 18, 19, 20].map(|n| plan(Method::Colours, n));
    units.extend(colours.map(|plan| {
        let last = plan.units() - 1;
        (plan, last, 5)
    }));
    assert_eq!(again(&plan(Method::Colours, 20), None, 0, "of-the-future", 5), Kernel::Scalar);
    for n in 21..=32 {
        let plan = plan(Method::Colours, n);
        for unit in [0, plan.units() - 1] {
            // The scalar kernel could take minutes or hours.
            assert_ne!(again(&plan, None, unit, "of-the-future", 0), Kernel::Scalar, "N = {n}");
        }
    }
    assert!(units.len() >= 11);
    for (plan, unit, cheap) in units {
        let plan = &plan;
        let available = plan.method().available();
        for name in ["scalar", "portable", "avx2", "avx512", "of-the-future"] {
            let fastest = available.iter().find(|kernel| kernel.name() != name).copied().unwrap();
            for ms in [0, cheap, cheap.saturating_add(1), 5000] {
                let kernel = again(plan, None, unit, name, ms);
                let expected = if ms <= cheap && name != "scalar" { Kernel::Scalar } else { fastest };
                assert_eq!(kernel, expected, "{} unit {unit}, {name}, {ms} ms", plan.method());
                assert_eq!(again(plan, Some(Kernel::Portable), unit, name, ms), Kernel::Portable);
                // Upside down, the computation differs even with the same kernel.
                if let Some(verification) = Verification::of(plan).upside_down() {
                    assert_eq!(verification.kernel_for(&entry(unit, name, ms)), available[0]);
                }
            }
        }
    }
}

/// Counts all units in `plan`. The returned entries claim that `scalar` counted the even units and `portable`
/// the odd ones, and that each unit took too long for a recount with `scalar`.
fn ledger(plan: &Plan) -> Vec<Entry> {
    ledger_of(plan, (0..plan.units()).collect())
}

/// Like [`ledger`], but counts only `units`.
fn ledger_of(plan: &Plan, units: Vec<u64>) -> Vec<Entry> {
    struct Entries(Vec<Entry>);
    impl Observer for Entries {
        fn finished(&mut self, found: &FinishedUnit) {
            let &FinishedUnit { unit, solutions, nodes, .. } = found;
            let kernel = if unit % 2 == 0 { "scalar" } else { "portable" }.into();
            self.0.push(Entry { unit, solutions, nodes, wall_ms: 5000, cpu_ms: 5000, kernel });
        }
    }
    let mut entries = Entries(Vec::new());
    let count = Count::of_units(plan, units).kernel(Kernel::Portable);
    count.prepare().unwrap().run(&mut entries).unwrap();
    entries.0.sort_by_key(|entry| entry.unit);
    entries.0
}

struct LastProgress(Option<Progress>);

impl Observer for LastProgress {
    fn progress(&mut self, progress: &Progress) {
        self.0 = Some(*progress);
    }
}

#[test]
fn progress_covers_all_kernels() {
    let plan = plan(Method::Cross, 13);
    let mut watching = LastProgress(None);
    let findings = verification(&plan, None).run(ledger(&plan), None, &mut watching).unwrap();
    assert!(findings.complete && findings.mismatches.is_empty());
    assert_eq!((findings.checked(), findings.same_kernel), (plan.units(), 0));
    assert!(
        findings.nodes > 0 && findings.recounted_by_kernel.len() >= 2,
        "{:?}",
        findings.recounted_by_kernel
    );
    let last = watching.0.unwrap();
    assert_eq!((last.units_done, last.units), (plan.units(), plan.units()));
    assert_eq!(Some(last.solutions), known::solutions(plan.size()));
    assert!((last.share_done - 1.0).abs() < 1e-9, "{last:?}");
}

#[test]
fn names_a_wrong_unit_with_both_counts() {
    let plan = plan(Method::Cross, 12);
    for kernel in [None, Some(Kernel::Scalar)] {
        let mut entries = ledger(&plan);
        let right = [0, 1, 2].map(|unit| entries[unit].solutions);
        let wrong = [right[0] + 1, right[1] + 8, right[2] + (1 << 126)];
        // A type with fewer than 128 bits would lose the last difference.
        wrong.into_iter().zip(&mut entries).for_each(|(wrong, entry)| entry.solutions = wrong);
        let findings = verification(&plan, kernel).run(entries, None, &mut ()).unwrap();
        let found: Vec<_> = findings
            .mismatches
            .iter()
            .map(|(entry, again)| (entry.unit, entry.solutions, again.solutions))
            .collect();
        assert_eq!(found, [0, 1, 2].map(|unit| (unit as u64, wrong[unit], right[unit])), "{kernel:?}");
        let same = if kernel.is_some() { plan.units().div_ceil(2) } else { 0 };
        assert_eq!(findings.same_kernel, same);
    }
}

/// Returns a plan and entries for at most three short known units, as if the fastest kernel had counted them.
/// The first unit has the most solutions.
fn known_entries(n: usize) -> (Plan, Vec<Entry>) {
    /// The number of hits that a debug build of a vector kernel counts in a second.
    const MAX_HITS: u64 = 30_000_000;
    let mut known = known_units();
    // The only short unit of N = 31 with solutions has many more hits. The self-test counts that unit.
    known.retain(|known| known.n.get() == n && known.is_short && known.nodes < MAX_HITS);
    let depth = known[0].depth;
    known.retain(|known| known.depth == depth);
    // The plain recursion recounts the units of N = 20, and of every board if no other kernel is available.
    let is_plain = n == 20 || Method::Colours.available().len() == 1;
    known.retain(|known| known.is_plain || !is_plain);
    // Small numbers would not reveal lost digits.
    let most = known.iter().map(|known| known.solutions).max();
    known.sort_by_key(|known| (Some(known.solutions) != most, known.nodes));
    known.truncate(3);
    let fastest = Method::Colours.available()[0];
    let of = |known: &KnownUnit| Entry { solutions: known.solutions, ..entry(known.unit, fastest.name(), 1) };
    let plan = Plan::new(BoardSize::new(n).unwrap(), Method::Colours, depth).unwrap();
    (plan, known.iter().map(of).collect())
}

#[test]
fn units_of_large_boards_are_compared_to_the_last_digit() {
    for n in [20, 25, 32] {
        let (plan, entries) = known_entries(n);
        if entries.iter().all(|entry| entry.solutions == 0) {
            continue;
        }
        let upright = verification(&plan, None);
        let fastest = Some(plan.method().available()[0]);
        for (what, verification) in [
            ("another kernel", upright.clone()),
            ("the fastest kernel", upright.clone().kernel(fastest)),
            ("upside down", upright.upside_down().unwrap()),
        ] {
            let mut wrong = entries.clone();
            let index = wrong.iter().position(|entry| entry.solutions > 0).unwrap();
            wrong[index].solutions += 1;
            let findings = verification.run(wrong.clone(), None, &mut ()).unwrap();
            assert!(findings.complete && findings.checked() == wrong.len() as u64, "N = {n}, {what}");
            let [(entry, again)] = &*findings.mismatches else { panic!("N = {n}, {what}: {findings:?}") };
            assert_eq!((entry, again.solutions + 1), (&wrong[index], entry.solutions), "N = {n}, {what}");
        }
    }
}

/// One kernel counted three quarters of the units, and another kernel counted the rest. The time is only
/// enough to recount a few units.
#[test]
fn each_kernel_has_its_share_of_the_time() {
    let plan = plan(Method::Cross, 19);
    let available = plan.method().available();
    let [first, second, ..] = available[..] else { return };
    let counted_by = |unit: u64| if unit.is_multiple_of(4) { second } else { first }.name();
    let entries: Vec<Entry> = (0..plan.units()).map(|unit| entry(unit, counted_by(unit), 5000)).collect();
    let limit = Duration::from_millis(800);
    let findings = verification(&plan, None).run(entries, Some((limit, 1)), &mut ()).unwrap();
    assert!(!findings.complete && findings.checked() < plan.units());
    for kernel in [first, second] {
        assert!(
            findings.recounted_by_kernel.get(&kernel).is_some_and(|&units| units > 0),
            "{:?}",
            findings.recounted_by_kernel
        );
    }
}

#[test]
fn recounts_units_upside_down() {
    for n in [13, 15] {
        let upright = plan(Method::Colours, n);
        let upside_down = Verification::of(&upright).upside_down().unwrap();
        let mut entries = ledger(&upright);
        let unit = entries[7].clone();
        let right = unit.solutions;
        entries[7].solutions += 4;
        // On the larger board, the plain recursion would take seconds.
        let kernels =
            upright.method().available().into_iter().filter(|&kernel| n == 13 || kernel != Kernel::Scalar);
        for kernel in kernels.map(Some).chain([None]) {
            let verification = upside_down.clone().kernel(kernel).threads(2);
            let findings = verification.run(entries.clone(), None, &mut ()).unwrap();
            let [(entry, FinishedUnit { solutions, .. })] = &*findings.mismatches else {
                panic!("N = {n}, {kernel:?}: {:?}", findings.mismatches);
            };
            assert_eq!((entry.unit, *solutions), (7, right), "N = {n}, {kernel:?}");
            // By default, the fastest kernel recounts all units, whichever kernel counted them before.
            let expected = kernel.unwrap_or_else(|| Method::Colours.available()[0]);
            assert!(
                findings.complete
                    && findings.recounted_by_kernel == BTreeMap::from([(expected, upright.units())])
            );
        }
        // Upside down, the computation is different, so the plain recursion places a different number of
        // queens.
        let nodes = |verification: &Verification<'_>| {
            let verification = verification.clone().kernel(Some(Kernel::Scalar));
            verification.run(vec![unit.clone()], None, &mut ()).unwrap().nodes
        };
        assert_ne!(nodes(&upside_down), nodes(&Verification::of(&upright)), "N = {n}");
    }
}
