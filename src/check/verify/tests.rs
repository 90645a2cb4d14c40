//! Tests verification with counters that do not count.

use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::board::BoardSize;
use crate::count::session::Unwatched;
use crate::methods::Method;
use crate::methods::counter::fake::{self, FakeCounter};
use crate::methods::search::{Prefixes, SearchUnits};

/// The kernel that counts a unit again: of `plan`, of `counted_by` in its ledger, and of so much
/// time.
fn again(plan: &Plan, choice: KernelChoice, unit: u64, counted_by: &str, ms: u64) -> Kernel {
    let stop = AtomicBool::new(false);
    let entry = Entry {
        unit,
        solutions: 0,
        nodes: 0,
        wall_ms: None,
        cpu_ms: Some(ms),
        kernel: counted_by.to_owned(),
    };
    Verification { plan, kernel: choice, threads: 1, stop: &stop }.kernel_for(&entry)
}

#[test]
fn a_unit_is_counted_again_by_another_kernel() {
    let of = |method, n| Plan::standard(BoardSize::new(n).unwrap(), method);
    let (cross, halves) = (of(Method::Cross, 15), of(Method::Halves, 14));
    let units = SearchUnits::standard(cross.size(), Prefixes::Cross);
    let find = |whole| (0..cross.units()).find(|&unit| units.is_whole(unit) == whole).unwrap();
    // The most time in which the scalar kernel takes a unit.
    for (plan, unit, cheap) in [(&cross, find(true), u64::MAX), (&cross, find(false), 10), (&halves, 0, 5)] {
        let available = plan.method().available();
        for name in ["scalar", "portable", "avx2", "avx512", "of-the-future"] {
            let fastest = available.iter().find(|kernel| kernel.name() != name).copied().unwrap();
            for ms in [0, cheap, cheap.saturating_add(1), 5000] {
                let kernel = again(plan, KernelChoice::Auto, unit, name, ms);
                let expected = if ms <= cheap && name != "scalar" { Kernel::Scalar } else { fastest };
                assert_eq!(kernel, expected, "{} unit {unit}, {name}, {ms} ms", plan.method());
                let asked = KernelChoice::One(Kernel::Portable);
                assert_eq!(again(plan, asked, unit, name, ms), Kernel::Portable);
            }
        }
    }
}

/// Verifies 40 units of a run with the kernels that suit them: see [`verify_by`].
fn verify(
    changed: u128,
    counter: impl Fn() -> FakeCounter<'static>,
    watch: &mut dyn Watch,
    stop: &AtomicBool,
) -> Result<Findings, Error> {
    verify_by(KernelChoice::Auto, &[(7, changed)], counter, watch, stop)
}

/// Verifies 40 units of a run, of which the ledger says what fake counters find, but for units that
/// have as many more solutions there as `changed` says.
fn verify_by(
    kernel: KernelChoice,
    changed: &[(u64, u128)],
    counter: impl Fn() -> FakeCounter<'static>,
    watch: &mut dyn Watch,
    stop: &AtomicBool,
) -> Result<Findings, Error> {
    let plan = Plan::standard(BoardSize::new(14).unwrap(), Method::Cross);
    let verification = Verification { plan: &plan, kernel, threads: 2, stop };
    let more = |unit| changed.iter().filter(|(wrong, _)| *wrong == unit).map(|(_, more)| more).sum::<u128>();
    let entry = |unit| Entry {
        unit,
        solutions: fake::solutions(unit) + more(unit),
        nodes: 1,
        wall_ms: None,
        cpu_ms: Some(5000),
        kernel: if unit % 2 == 0 { "scalar" } else { "avx512" }.to_owned(),
    };
    let entries = (0..40).map(entry).collect();
    verification.run_with(entries, watch, &mut |_| Ok(vec![counter().boxed(), counter().boxed()]))
}

fn counter() -> FakeCounter<'static> {
    static HANDED_OVER: AtomicU64 = AtomicU64::new(0);
    FakeCounter::new(&HANDED_OVER)
}

#[test]
fn units_that_agree_agree_and_one_that_does_not_is_named_with_both_counts() {
    let (never, unheeded) = (AtomicBool::new(false), AtomicBool::new(false));
    let mut watch = Stopping(&unheeded, None);
    let right = verify(0, counter, &mut watch, &never).unwrap();
    assert!(right.complete && right.mismatches.is_empty());
    assert_eq!((right.checked(), right.nodes, right.same_kernel), (40, 80, 0));
    let last = watch.1.unwrap();
    assert_eq!((last.units_done, last.units, last.found), (40, 40, last.solutions));
    assert_eq!(last.solutions, (0..40).map(fake::solutions).sum());
    assert!((last.done - 1.0).abs() < 1e-9, "{last:?}");
    let wrong = verify(8, counter, &mut Unwatched, &never).unwrap();
    assert_eq!(wrong.mismatches.len(), 1);
    let Mismatch { entry, solutions, .. } = &wrong.mismatches[0];
    assert_eq!((entry.unit, entry.solutions - 8, *solutions), (7, fake::solutions(7), fake::solutions(7)));
}

#[test]
fn units_that_are_counted_again_by_their_own_kernel_are_compared_as_well() {
    let never = AtomicBool::new(false);
    // Even units are of the scalar kernel, odd ones are not.
    let changed = [(6, 8), (8, 16), (9, 24)];
    let asked = KernelChoice::One(Kernel::Scalar);
    let found = verify_by(asked, &changed, counter, &mut Unwatched, &never).unwrap();
    let more =
        found.mismatches.iter().map(|wrong| (wrong.entry.unit, wrong.entry.solutions - wrong.solutions));
    assert!(more.eq(changed), "{:?}", found.mismatches);
    assert_eq!((found.same_kernel, found.checked()), (20, 40));
}

/// Stops as soon as a unit is done, and keeps the last status.
struct Stopping<'a>(&'a AtomicBool, Option<Status>);

impl Watch for Stopping<'_> {
    fn status(&mut self, status: &Status) {
        self.0.store(true, Ordering::Relaxed);
        self.1 = Some(*status);
    }
    fn notice(&mut self, _: &str) {}
}

#[test]
fn a_verification_that_is_stopped_or_fails_says_so() {
    let stop = AtomicBool::new(false);
    let mut stopping = Stopping(&stop, None);
    let slow = || FakeCounter { pause: Duration::from_millis(10), ..counter() };
    let stopped = verify(0, slow, &mut stopping, &stop).unwrap();
    assert!(!stopped.complete && stopped.checked() < 40);
    let status = stopping.1.unwrap();
    assert!(status.done < 1.0 && status.units == 40 && status.units_done == stopped.checked());
    let failing = || FakeCounter { fails_after: Some(2), ..counter() };
    let failed = verify(0, failing, &mut Unwatched, &AtomicBool::new(false));
    assert!(matches!(failed, Err(Error::Schedule(schedule::Error::Counter(_)))));
}
