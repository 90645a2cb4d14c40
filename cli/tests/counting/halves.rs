//! Counts with halves as users type them: they resume with halves, whatever is faster, and are
//! checked in other ways.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::{Finished, change_ledger, known, queens, run, signal, start, units_in, wait_until};

/// Drops all but the first units of a finished run, as if it had stopped there.
fn interrupt(directory: &Path, units: usize) {
    fs::remove_file(directory.join("result.json")).unwrap();
    change_ledger(directory, |entries| entries.truncate(units));
}

/// A run of N = 13 in `run`, of which five units are finished.
fn interrupted_by(method: &str, directory: &Path) {
    run(directory, &["count", "13", "--method", method, "--run", "run"]).prints_total(13);
    interrupt(&directory.join("run"), 5);
}

#[test]
fn run_resumes_by_its_own_method() {
    for method in ["halves", "cross", "rows"] {
        let directory = tempdir().unwrap();
        interrupted_by(method, directory.path());
        let result = run(directory.path(), &["count", "13", "--run", "run", "--json"]).json();
        assert_eq!((&result["method"], &result["resumed"]), (&json!(method), &json!(5)));
        assert_eq!(result["solutions"], known(13));
    }
}

#[test]
fn run_by_halves_resumes_without_vectors() {
    let directory = tempdir().unwrap();
    interrupted_by("halves", directory.path());
    let command = ["count", "13", "--run", "run", "--threads", "2", "--json"];
    let result = Finished(queens(directory.path(), &command).env("QUEENS_CPU", "scalar").output().unwrap());
    let result = result.json();
    assert_eq!((&result["method"], &result["resumed"]), (&json!("halves"), &json!(5)));
    assert_eq!(result["kernel"], "portable");
    assert_eq!(result["solutions"], known(13));
}

#[test]
fn run_by_cross_resumes_by_cross() {
    let directory = tempdir().unwrap();
    let kept = directory.path().join("queens-21.run");
    let begin = ["count", "21", "--method", "cross", "--run", "queens-21.run"];
    let resume = ["count", "21"];
    let mut before = 0;
    for command in [&begin[..], &resume] {
        let child = start(directory.path(), command);
        wait_until("a finished unit", || units_in(&kept) > before);
        signal(&child, "TERM");
        Finished::of(child).fails(3, &["saved in queens-21.run"]);
        before = units_in(&kept);
    }
    let manifest: Value = serde_json::from_slice(&fs::read(kept.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["method"], "cross");
}

#[test]
fn another_method_is_another_run() {
    let directory = tempdir().unwrap();
    interrupted_by("halves", directory.path());
    run(directory.path(), &["count", "13", "--method", "cross", "--run", "run"])
        .fails(1, &["method is halves, not cross"]);
    run(directory.path(), &["count", "12", "--run", "run"]).fails(1, &["n is 13, not 12"]);
    run(directory.path(), &["count", "13", "--run", "run", "--fresh", "--method", "cross"]).prints_total(13);
}

#[test]
fn double_check_counts_by_the_other_method() {
    for (method, other) in [("halves", "cross"), ("cross", "halves"), ("rows", "halves")] {
        let directory = tempdir().unwrap();
        let arguments = ["count", "12", "--method", method, "--run", "run", "--double-check", "--json"];
        let result = run(directory.path(), &arguments).json();
        assert_eq!((&result["method"], &result["double_check"]["method"]), (&json!(method), &json!(other)));
        let check = result["checks"].as_array().unwrap().iter().find(|check| check["name"] == "double_check");
        assert_eq!(check.unwrap()["passed"], true);
        assert!(directory.path().join(format!("run.{other}/result.json")).exists());
    }
}

#[test]
fn verifies_small_units_by_plain_recursion() {
    let directory = tempdir().unwrap();
    run(directory.path(), &["count", "13", "--method", "halves", "--run", "run"]).prints_total(13);
    // Whatever else this machine does meanwhile.
    change_ledger(&directory.path().join("run"), |entries| {
        entries.iter_mut().for_each(|entry| entry.cpu_ms = 0);
    });
    let verify = ["verify", "run", "--sample", "100%", "--json"];
    let found = run(directory.path(), &verify).json();
    assert_eq!((&found["method"], &found["mismatches"]), (&json!("halves"), &json!([])));
    assert_eq!(found["kernels"], json!({"scalar": found["units_done"]}));

    let mut changed = 0;
    change_ledger(&directory.path().join("run"), |entries| {
        let other = entries.iter().position(|entry| entry.solutions != entries[0].solutions).unwrap();
        (entries[0].solutions, entries[other].solutions) = (entries[other].solutions, entries[0].solutions);
        changed = entries[0].unit;
    });
    let found = run(directory.path(), &verify);
    assert_eq!(found.code(), 4);
    let units: Vec<Value> =
        found.json()["mismatches"].as_array().unwrap().iter().map(|wrong| wrong["unit"].clone()).collect();
    assert!(units.len() == 2 && units.contains(&json!(changed)), "{units:?}");
}

#[test]
fn verifies_long_units_by_another_join() {
    let directory = tempdir().unwrap();
    run(directory.path(), &["count", "13", "--method", "halves", "--kernel", "portable", "--run", "run"]);
    change_ledger(&directory.path().join("run"), |entries| {
        entries.iter_mut().for_each(|entry| entry.cpu_ms = 60_000);
    });
    let found = run(directory.path(), &["verify", "run", "--sample", "100%", "--json"]).json();
    let fastest = queens::methods::Method::Halves.available()[0].to_string();
    let other = if fastest == "portable" { "scalar" } else { fastest.as_str() };
    assert_eq!(found["kernels"], json!({other: found["units_done"]}));
    assert_eq!(found["mismatches"], json!([]));
}

#[test]
fn any_kernel_works_and_merges_shards_of_halves() {
    let directory = tempdir().unwrap();
    let plan = ["plan", "14", "--method", "halves", "--shards", "3", "--output", "plan.json"];
    assert_eq!(run(directory.path(), &plan).code(), 0);
    for (shard, kernel) in ["0", "1", "2"].into_iter().zip(["scalar", "portable", "auto"]) {
        let arguments = ["work", "plan.json", "--shard", shard, "--dir", "shards", "--kernel", kernel];
        assert_eq!(run(directory.path(), &arguments).code(), 0);
    }
    let merged = run(directory.path(), &["merge", "plan.json", "--dir", "shards", "--run", "merged"]);
    merged.prints_total(14);
    let status = run(directory.path(), &["status", "merged", "--json"]).json();
    assert_eq!((&status["method"], &status["finished"]), (&json!("halves"), &json!(true)));
}

#[test]
fn records_and_publishes_a_count_by_halves() {
    let directory = tempdir().unwrap();
    let count = ["count", "12", "--method", "halves", "--run", "run", "--record", "--threads", "2"];
    run(directory.path(), &count).prints_total(12);
    let publish = ["publish", "--output", "page"];
    let published = run(directory.path(), &publish);
    assert_eq!(published.code(), 0, "{}", published.stderr());
    let page = fs::read_to_string(directory.path().join("page/README.md")).unwrap();
    assert!(page.contains(" | 14,200 | 1,787 | halves | "), "{page}");
}

#[test]
fn estimate_by_halves_gives_memory() {
    let directory = tempdir().unwrap();
    let estimate = |n: &str, threads: &str| {
        let arguments =
            ["estimate", n, "--method", "halves", "--threads", threads, "--time", "0.1", "--json"];
        let estimated = run(directory.path(), &arguments);
        assert_eq!(estimated.code(), 0, "{}", estimated.stderr());
        estimated.json()
    };
    let small = estimate("12", "1");
    assert_eq!((&small["method"], small["solutions"].as_f64()), (&json!("halves"), known(12).parse().ok()));
    assert!(small["wall_s"].as_f64() > Some(0.0));
    let [one, two] = ["1", "2"].map(|threads| estimate("16", threads)["memory_bytes"].as_u64().unwrap());
    assert!(one < two, "{one} bytes with a thread, {two} with two");
}
