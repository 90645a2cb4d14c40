use std::sync::atomic::AtomicBool;

use queens::check::units::KnownUnit;

use super::*;

/// Runs `check`, and returns the names of the failed comparisons.
fn failed(check: impl FnOnce(&mut SelftestReport) -> Result<(), Failure>) -> Vec<String> {
    let mut report = SelftestReport::new();
    check(&mut report).unwrap();
    let text = report.to_string();
    let failures = text.lines().filter_map(|line| line.strip_prefix("FAILED  ")?.split_once(": "));
    let failures: Vec<_> = failures.map(|(what, _)| what.to_owned()).collect();
    assert_eq!(report.passed(), failures.is_empty());
    failures
}

#[test]
fn wrong_counts_are_reported() {
    let found = failed(|report| check_definition(report, |n| reference::count(n) + u64::from(n == 8)));
    assert_eq!(found, ["definition, N=8"]);
    let of_method = |&method: &Method| {
        let kernels = method.available().into_iter();
        kernels.map(move |kernel| format!("{method}, {kernel} kernel, N=12"))
    };
    let every: Vec<String> = Method::ALL.iter().flat_map(of_method).collect();
    let another_board: RunFn = |count, observer| {
        assert_eq!(count.threads(), 3, "as many threads as were asked for");
        Count::new(10)?.prepare()?.run(observer)
    };
    assert_eq!(failed(|report| check_kernels(report, 3, another_board)), every);
    assert_eq!(failed(|report| check_kernels(report, 3, PreparedCount::run)), [""; 0]);
}

#[test]
fn image_that_was_not_counted_or_has_other_solutions_is_reported() {
    let check = |recount: RecountFn| failed(|report| check_upside_down(report, &[(13, 20)], recount));
    let wrong = ["unit 20 upside down, N=13"];
    assert_eq!(check(recount_images), [""; 0]);
    assert_eq!(check(|_, _| Ok(None)), wrong);
    assert_eq!(check(|plan, entry| recount_images(plan, Entry { unit: 21, ..entry })), wrong);
}

#[test]
fn wrong_units_of_large_boards_are_reported() {
    let check = |known: &[KnownUnit]| {
        failed(|report| {
            let show: &mut dyn FnMut(f64, &str) = &mut |_, _| ();
            let checked = UnitChecks { threads: 2, stop: Arc::default(), report, show }.check_known(known)?;
            assert!(checked.is_some());
            Ok(())
        })
    };
    let mut known = known_units();
    known.retain(|known| known.n.get() == 20 && known.is_short);
    known.truncate(4);
    known.iter_mut().for_each(|known| known.is_plain = false);
    assert_eq!(check(&known), [""; 0]);
    let KnownUnit { unit, depth, .. } = known[2];
    known[2].solutions += 1;
    let by = units::kernels().into_iter().map(|kernel| format!("by {kernel}"));
    let ways: Vec<String> = by.chain(["upside down".to_owned()]).collect();
    let wrong = ways.iter().map(|way| format!("unit {unit} {way}, N=20, depth {depth}"));
    assert_eq!(check(&known), wrong.collect::<Vec<_>>());
    known[2].solutions -= 1;
    known[3].nodes += 1;
    let wrong =
        units::kernels().into_iter().map(|kernel| format!("nodes of units, N=20, depth {depth}, {kernel}"));
    assert_eq!(check(&known), wrong.collect::<Vec<_>>());
}

#[test]
fn stopped_units_are_not_reported() {
    let mut report = SelftestReport::new();
    let stop = Arc::new(AtomicBool::new(true));
    let show: &mut dyn FnMut(f64, &str) = &mut |_, _| ();
    let mut checks = UnitChecks { threads: 1, stop, report: &mut report, show };
    assert!(checks.check_known(&known_units()).unwrap().is_none());
    checks.check_random(1, &known_units()).unwrap();
    assert!(report.to_string().starts_with("0 comparisons: do not use"), "{report}");
}
