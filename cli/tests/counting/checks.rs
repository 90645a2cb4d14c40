//! `queens count --double-check` and `--fundamental`, and the checks of every total.

use std::fs;
use std::path::Path;

use queens::Method;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::records::records;
use crate::support::{
    Finished, change_ledger, contains, entries, forged_run, has, known, read_stderr, run, shell, signal,
    start, units_in,
};

/// The names of the checks in a result, all of them passed.
fn passed(result: &Value) -> Vec<&str> {
    let checks = result["checks"].as_array().unwrap();
    assert!(checks.iter().all(|check| check["passed"] == true), "{checks:?}");
    checks.iter().map(|check| check["name"].as_str().unwrap()).collect()
}

#[test]
fn json_lists_symmetric_solutions_and_checks() {
    let directory = tempdir().unwrap();
    let result = run(&directory, "count 12 --fundamental --json").json();
    let fields = json!({ "fundamental": "1787", "half_turn": "80", "quarter_turn": "8" });
    has(&result, fields);
    assert_eq!(passed(&result), ["oeis", "burnside"]);

    let plain = run(&directory, "count 12 --json").json();
    assert_eq!(passed(&plain), ["oeis", "burnside"]);
    for field in ["fundamental", "half_turn", "quarter_turn", "double_check"] {
        assert!(plain.get(field).is_none(), "{field} was not asked for");
    }
}

#[test]
fn finished_run_gives_fundamental_solutions_later() {
    let directory = tempdir().unwrap();
    let ten = format!("{}\n92\n", known(10));
    run(&directory, "count 10 --run ten").prints_total(10);
    run(&directory, "count 10 --run ten --fundamental").prints(&ten);
    run(&directory, "count 10 --run eleven --fundamental").prints(&ten);
    run(&directory, "count 10 --run eleven").prints_total(10);
}

#[test]
fn double_check_uses_the_other_method() {
    let directory = tempdir().unwrap();
    for (method, other) in [("cross", "colours"), ("rows", "colours"), ("colours", "cross")] {
        let counted = run(&directory, &format!("count 13 --double-check --method {method} --json"));
        counted.says(&[
            &format!("counting again with {other}"),
            &format!("both methods agree: {method} took "),
            &format!("CPU time; {other} took "),
        ]);
        let result = counted.json();
        has(&result, json!({ "method": method }));
        let again = json!({ "method": other, "solutions": known(13), "kernel": result["kernel"] });
        has(&result["double_check"], again);
        assert_eq!(passed(&result), ["oeis", "burnside", "double_check"]);
    }
    run(&directory, "count 8 --double-check --fundamental --quiet").prints("92\n12\n");
    // A depth that only the search has.
    run(&directory, "count 8 --method cross --depth 6 --double-check").prints_total(8);
    assert_eq!(entries(&directory), 0, "short runs leave nothing");
}

#[test]
fn keeps_repeats_and_restarts_both_counts_of_a_double_check() {
    let directory = tempdir().unwrap();
    let command = "count 12 --run run/ --double-check --json";
    fs::create_dir(directory.path().join("run")).unwrap();
    let first = run(&directory, command).json();
    for kept in ["run/result.json", "run.colours/result.json"] {
        assert!(directory.path().join(kept).exists(), "{kept}");
    }
    assert_eq!(run(&directory, command).json(), first);
    run(&directory, "count 12 --run run.colours --method colours").prints_total(12);
    let said = run(&directory, "count 12 --run run --double-check --fresh").prints_total(12).stderr();
    let said: Vec<_> = said.lines().collect();
    assert!(said[0].contains("moved run aside") && said[1].contains("moved run.colours aside"), "{said:?}");
    assert!(!directory.path().join("run.colours.old-2").exists());
}

#[test]
fn stop_during_the_second_count_keeps_the_first_total() {
    let directory = tempdir().unwrap();
    // The second count searches with the slowest kernel: many seconds.
    let count = "count 16 --method cross --double-check --record records --json --kernel scalar --threads 1";
    let mut child = start(&directory, count);
    let mut said = read_stderr(&mut child, |text| text.contains("counting again with colours"));
    signal(&child, "TERM");
    let stopped = Finished::of(child);
    said += &stopped.stderr();
    assert_eq!(stopped.code(), 3, "{said}");
    contains(&said, &["the total of the first count is not checked again", ", not checked again\n"]);
    has(&stopped.json(), json!({ "solutions": known(16), "not_checked_again": true }));
    let records = records(&directory.path().join("records"));
    assert_eq!(records[0]["result"]["not_checked_again"], true);
}

#[test]
fn failure_of_the_second_count_keeps_the_first_total_and_has_its_exit_code() {
    let directory = tempdir().unwrap();
    // The second ledger, of 444 units, is longer than a file may be; the first has 135.
    let count = "count 15 --method colours --double-check --run run --json --threads 1";
    let failed = shell(&directory, &format!("ulimit -f 32; exec $queens {count}"));
    failed.ends(1, &["File too large", "the total of the first count is not checked again"]);
    has(&failed.json(), json!({ "solutions": known(15), "not_checked_again": true }));
    run(&directory, count).says(&["both methods agree"]).printed();
}

#[test]
fn second_directory_is_opened_before_the_first_count() {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join("run.colours"), "not a directory").unwrap();
    run(&directory, "count 12 --method cross --run run --double-check").fails(1, &["run.colours"]);
    assert_eq!(units_in(&directory.path().join("run")), 0, "nothing was counted");
    let long = "r".repeat(255);
    run(&directory, &format!("count 12 --run {long} --double-check"))
        .fails(1, &["cannot create ", ".colours: ", "File name too long"]);
    assert_eq!(units_in(&directory.path().join(long)), 0, "nothing was counted");
}

#[test]
fn second_count_that_takes_hours_is_refused_before_anything_changes() {
    let directory = tempdir().unwrap();
    let says = ["takes hours: leave out --double-check", "`queens verify`"];
    run(&directory, "count 22 --double-check --run run").fails(2, &says);
    assert_eq!(entries(&directory), 0);
    counted(directory.path(), "run", 22, Method::Colours, known(22).parse().unwrap());
    for counted_before in ["--depth 1", "--depth 1 --fresh"] {
        run(&directory, &format!("count 22 --run run {counted_before} --double-check")).fails(2, &says);
    }
    assert_eq!(entries(&directory), 1, "nothing is moved aside");
}

/// About the number of solutions of N = 28, which nobody has counted.
const ABOUT_28: u128 = 2_567_000_000_000_000_000;

/// A run in which every unit is counted, with `solutions` in all.
fn counted(folder: &Path, name: &str, n: usize, method: Method, solutions: u128) {
    forged_run(folder, name, (n, method, 1), |unit| if unit == 0 { solutions } else { 0 });
}

#[test]
fn second_count_of_an_unknown_total_is_compared_to_its_last_digit() {
    let folder = tempdir().unwrap();
    counted(folder.path(), "run", 28, Method::Cross, ABOUT_28);
    // Neither the estimate nor Burnside's lemma objects to eight more.
    for (more, exit) in [(8, 4), (0, 0)] {
        counted(folder.path(), "run.colours", 28, Method::Colours, ABOUT_28 + more);
        let found = run(&folder, "count 28 --method cross --depth 1 --run run --double-check");
        let [first, second] = [ABOUT_28, ABOUT_28 + more].map(queens_format::grouped);
        let differ = format!("double_check: {first} by cross against {second} by colours");
        let agree = "both methods agree".to_owned();
        let [says, not] = if exit == 0 { [agree, differ] } else { [differ, agree] };
        found.ends(exit, &[&says]);
        assert!(!found.stderr().contains(&not), "{}", found.stderr());
        fs::remove_dir_all(folder.path().join("run.colours")).unwrap();
    }
}

#[test]
fn count_and_merge_check_an_unknown_total() {
    let folder = tempdir().unwrap();
    // The first has the right size, the second lacks a power of ten. Burnside's lemma objects to
    // neither.
    for (name, n, solutions, exit) in [("near", 28, ABOUT_28, 0), ("far", 32, 5_000 * 10_u128.pow(18), 4)] {
        counted(folder.path(), name, n, Method::Cross, solutions);
        let shards = folder.path().join(format!("{name}-shards"));
        fs::create_dir(&shards).unwrap();
        counted(&shards, "shard-00000", n, Method::Cross, solutions);
        run(&folder, &format!("plan {n} --method cross --depth 1 --shards 1 -o {name}-plan")).printed();
        let merge = format!("merge {name}-plan --dir {name}-shards --json");
        // The second count repeats the result of the first. That of a count of the right size is in
        // the test above.
        let count = format!("count {n} --method cross --depth 1 --run {name} --json");
        for words in [&merge, &count, &count].into_iter().take(if exit == 0 { 1 } else { 3 }) {
            let result = run(&folder, words).ends(exit, &[]).json();
            has(&result["checks"][1], json!({ "name": "estimate", "passed": exit == 0 }));
        }
    }
}

#[test]
fn neither_records_nor_rechecks_a_wrong_total() {
    let folder = tempdir().unwrap();
    run(&folder, "count 8 --run run").prints_total(8);
    let kept = folder.path().join("run");
    fs::remove_file(kept.join("result.json")).unwrap();
    change_ledger(&kept, |entries| entries[0].solutions += 8);
    let wrong = run(&folder, "count 8 --run run --record records --double-check");
    wrong.fails(4, &["100 solutions cannot be right for N = 8"]);
    assert!(!wrong.stderr().contains("counting again"), "{}", wrong.stderr());
    assert_eq!(entries(folder.path().join("records")), 0);
    assert!(!folder.path().join("run.colours").exists());
}
