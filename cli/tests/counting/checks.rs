//! Tests `queens count --double-check` and `--fundamental`, and the checks on every total.

use std::fs;
use std::path::Path;

use queens::Method;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::records::records;
use crate::support::{Finished, contains, entries, forged_run, has, known, read_stderr, run, signal, start};

/// Returns the names of a result's checks, and asserts that all of them passed.
fn passed(result: &Value) -> Vec<&str> {
    let checks = result["checks"].as_array().unwrap();
    assert!(checks.iter().all(|check| check["passed"] == true), "{checks:?}");
    checks.iter().map(|check| check["name"].as_str().unwrap()).collect()
}

#[test]
fn json_lists_fundamental_solutions_and_checks() {
    let directory = tempdir().unwrap();
    let result = run(&directory, "count 12 --fundamental --json").json();
    has(&result, json!({ "fundamental": "1787" }));
    assert_eq!(passed(&result), ["oeis", "burnside"]);

    let plain = run(&directory, "count 12 --json").json();
    assert_eq!(passed(&plain), ["oeis", "burnside"]);
    for field in ["fundamental", "double_check"] {
        assert!(plain.get(field).is_none(), "{field} was not asked for");
    }
}

#[test]
fn double_check_uses_the_other_method() {
    let directory = tempdir().unwrap();
    for (method, other) in [("cross", "colours"), ("rows", "colours"), ("colours", "cross")] {
        let counted = run(&directory, &format!("count 13 --double-check --method {method} --json"));
        counted.says(&[&format!("counting again with {other}"), "both methods agree"]);
        let result = counted.json();
        has(&result, json!({ "method": method }));
        let again = json!({ "method": other, "solutions": known(13), "kernel": result["kernel"] });
        has(&result["double_check"], again);
        assert_eq!(passed(&result), ["oeis", "burnside", "double_check"]);
    }
    run(&directory, "count 8 --double-check --fundamental --quiet").prints("92\n12\n");
    // The second count uses the standard depth of its own method, not the first count's depth.
    run(&directory, "count 8 --method cross --depth 6 --double-check").prints_total(8);
    assert_eq!(entries(&directory), 0, "short runs leave nothing");
    run(&directory, "count 8 --run run --double-check").prints_total(8);
    assert_eq!(entries(&directory), 1, "nothing of a second count is saved");
}

#[test]
fn double_check_is_refused_by_the_method_that_counts() {
    let directory = tempdir().unwrap();
    // A second count of N = 22 takes seconds with colours, but hours with cross.
    let count = |options: &str| run(&directory, &format!("count 22 {options} --max-time 0.1")).code();
    assert_eq!(count("--method cross --run run"), 3);
    assert_eq!(count("--run run --double-check"), 3, "it resumes cross");
    assert_eq!(count("--run run --double-check --method colours"), 2);
    assert_eq!(count("--run run --double-check --fresh"), 2, "it starts over with colours");
    assert_eq!(entries(&directory), 1, "nothing was moved aside");
}

#[test]
fn stop_during_the_second_count_keeps_the_first_total() {
    let directory = tempdir().unwrap();
    // With the slowest kernel, the second count takes many seconds.
    let count = "count 16 --method cross --double-check --record records --json --kernel scalar --threads 1";
    let mut child = start(&directory, count);
    let mut said = read_stderr(&mut child, |text| text.contains("counting again with colours"));
    signal(&child, "TERM");
    let stopped = Finished::of(child);
    said += &stopped.stderr();
    assert_eq!(stopped.code(), 3, "{said}");
    contains(&said, &["the first total was not double-checked", ", not double-checked\n"]);
    has(&stopped.json(), json!({ "solutions": known(16), "not_checked_again": true }));
    let records = records(&directory.path().join("records"));
    assert_eq!(records[0]["result"]["not_checked_again"], true);
}

#[test]
fn second_count_that_takes_hours_is_refused_before_anything_changes() {
    let directory = tempdir().unwrap();
    let says = ["would take hours; omit --double-check", "queens verify"];
    run(&directory, "count 22 --double-check --run run").fails(2, &says);
    assert_eq!(entries(&directory), 0);
    counted(directory.path(), "run", 22, Method::Colours, known(22).parse().unwrap());
    for counted_before in ["--depth 1", "--depth 1 --fresh"] {
        run(&directory, &format!("count 22 --run run {counted_before} --double-check")).fails(2, &says);
    }
    assert_eq!(entries(&directory), 1, "nothing is moved aside");
    // A saved run keeps its method, here `cross`, so the second count uses `colours`.
    counted(directory.path(), "cross", 22, Method::Cross, known(22).parse().unwrap());
    run(&directory, "count 22 --run cross --double-check --max-time 500ms")
        .ends(3, &["counting again with colours"]);
}

/// An estimate, because nobody has counted N = 28.
const ESTIMATED_SOLUTIONS_OF_28: u128 = 2_567_000_000_000_000_000;

/// Forges a run whose units are all finished and add up to `solutions`.
fn counted(folder: &Path, name: &str, n: usize, method: Method, solutions: u128) {
    forged_run(folder, name, (n, method, 1), |unit| if unit == 0 { solutions } else { 0 });
}

#[test]
fn count_and_merge_check_an_unknown_total() {
    let folder = tempdir().unwrap();
    let check = |words: &str, exit: i32| {
        let result = run(&folder, words).ends(exit, &[]).json();
        has(&result["checks"][1], json!({ "name": "estimate", "passed": exit == 0 }));
    };
    counted(folder.path(), "near", 28, Method::Cross, ESTIMATED_SOLUTIONS_OF_28);
    check("count 28 --method cross --depth 1 --run near --json", 0);
    // This total is ten times too small, but divisible by 8, as Burnside's lemma requires.
    let shards = folder.path().join("far");
    fs::create_dir(&shards).unwrap();
    counted(&shards, "shard-00000", 32, Method::Cross, 5_000 * 10_u128.pow(18));
    run(&folder, "plan 32 --method cross --depth 1 --shards 1 -o plan").printed();
    check("merge plan --dir far --json", 4);
}
