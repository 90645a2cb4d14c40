use super::*;

/// The comparisons that fail.
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
    let found =
        failed(|report| check_definition(report, |n| permutations::count(n).solutions + u64::from(n == 8)));
    assert_eq!(found, ["permutations, N=8"]);
    let of_method = |&method: &Method| {
        let kernels = method.available().into_iter();
        kernels.map(move |kernel| format!("{method}, {kernel} kernel, N=12"))
    };
    let every: Vec<String> = Method::ALL.iter().flat_map(of_method).collect();
    let another_board: Run = |_, observer| Count::new(10)?.prepare()?.run(observer);
    assert_eq!(failed(|report| check_kernels(report, another_board)), every);
    assert_eq!(failed(|report| check_kernels(report, Ready::run)), [""; 0]);
}

#[test]
fn image_that_was_not_counted_or_has_other_solutions_is_reported() {
    let check = |recount: Recount| failed(|report| check_upside_down(report, &[(13, 20)], recount));
    let wrong = ["unit 20 upside down, N=13"];
    assert_eq!(check(recount_images), [""; 0]);
    assert_eq!(check(|_, _| Ok(None)), wrong);
    assert_eq!(check(|plan, entry| recount_images(plan, Entry { unit: 21, ..entry })), wrong);
}
