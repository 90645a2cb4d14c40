use std::fs;
use std::sync::atomic::AtomicUsize;

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

/// Counts another board in place of one.
const WRONG: Run = |count, observer| match count.plan().size().get() {
    11 => Count::new(10)?.prepare()?.run(observer),
    _ => count.run(observer),
};

#[test]
fn wrong_counts_are_reported() {
    let found = failed(|report| check_definition(report, |n| reference::count(n) + u64::from(n == 9)));
    assert_eq!(found, ["reference, N=9"]);
    let of_method = |&method: &Method| {
        let kernels = method.available().into_iter();
        kernels.map(move |kernel| format!("{method}, {kernel} kernel, N=11"))
    };
    let every: Vec<String> = Method::ALL.iter().flat_map(of_method).collect();
    assert_eq!(failed(|report| check_kernels(report, WRONG)), every);
    for (fault, expected) in FAULTS {
        assert_eq!(failed(|report| check_fundamental(report, fault)), expected);
    }
}

/// Faults in counts of symmetric solutions, and what fails.
const FAULTS: [(CountUnchanged, &[&str]); 2] = [
    (|size, threads, stop| symmetric(size, threads, stop, [8, 0]), &["half turn, N=13", "fundamental, N=13"]),
    (|size, threads, stop| symmetric(size, threads, stop, [0, 4]), &["fundamental, N=13"]),
];

fn symmetric(
    size: BoardSize,
    threads: usize,
    stop: &AtomicBool,
    [half, quarter]: [u64; 2],
) -> Result<Option<Unchanged>, CountError> {
    let mut found = Unchanged::count(size, threads, stop)?;
    if let Some(found) = found.as_mut().filter(|_| size.get() == 13) {
        found.half_turn += half;
        found.quarter_turn += quarter;
    }
    Ok(found)
}

#[test]
fn interruption_that_was_none_is_reported() {
    let directory = tempfile::tempdir().unwrap();
    let check = |name: &str, run| {
        let size = BoardSize::new(15)?;
        let folder = directory.path().join(name);
        fs::create_dir(&folder).unwrap();
        Ok::<_, Failure>(failed(|report| check_interruption(report, Method::Colours, size, &folder, run)))
    };
    let uninterrupted = ["interrupted in the middle, colours, N=15"];
    assert_eq!(check("right", Ready::run).unwrap(), [""; 0]);
    assert_eq!(check("not stopped", |count, _| count.run(&mut Silent)).unwrap(), uninterrupted);
    let anew: Run = |count, observer| match count.saved().finished().is_empty() {
        true => count.run(observer),
        false => Count::new(15)?.prepare()?.run(observer),
    };
    assert_eq!(check("begun anew", anew).unwrap(), uninterrupted);
    let wrong: Run = |count, observer| {
        let resumed = !count.saved().finished().is_empty();
        let mut outcome = count.run(observer)?;
        if resumed {
            outcome.tally = Count::new(14)?.prepare()?.run(observer)?.tally;
        }
        Ok(outcome)
    };
    assert_eq!(check("wrong", wrong).unwrap(), ["interrupted and resumed, colours, N=15"]);
}

#[test]
fn missing_shard_is_reported() {
    static SHARDS: AtomicUsize = AtomicUsize::new(0);
    let check = |run| failed(|report| check_shards(report, Method::Colours, run));
    assert_eq!(check(Ready::run), [""; 0]);
    let missing: Run = |count, observer| match SHARDS.fetch_add(1, Ordering::Relaxed) {
        1 => Count::new(2)?.prepare()?.run(observer),
        _ => count.run(observer),
    };
    assert_eq!(check(missing), ["3 shards, colours, N=13"]);
}

#[test]
fn image_that_was_not_counted_or_has_other_solutions_is_reported() {
    let check = |recount: Recount| failed(|report| check_upside_down(report, &[(13, 20)], recount));
    let wrong = ["unit 20 upside down, N=13"];
    assert_eq!(check(recount_images), [""; 0]);
    assert_eq!(check(|_, _| Ok(None)), wrong);
    assert_eq!(check(|plan, entry| recount_images(plan, Entry { unit: 21, ..entry })), wrong);
}
