//! `queens count --double-check` and `--fundamental`, and the checks of every total.

use std::fs;
use std::path::Path;

use queens::board::BoardSize;
use queens::{Method, check};
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::records::records;
use crate::support::{Finished, change_ledger, forged_run, known, read_stderr, run, signal, start, units_in};

/// The names of the checks in a result, all of them passed.
fn passed(result: &Value) -> Vec<&str> {
    let checks = result["checks"].as_array().unwrap();
    assert!(checks.iter().all(|check| check["passed"] == true), "{checks:?}");
    checks.iter().map(|check| check["name"].as_str().unwrap()).collect()
}

#[test]
fn fundamental_solutions_match_up_to_16() {
    let directory = tempdir().unwrap();
    for n in 1..=16 {
        let size = BoardSize::new(n).unwrap();
        let fundamental = check::known::Sequence::Fundamental.known(size).unwrap();
        let counted = run(directory.path(), &["count", &n.to_string(), "--fundamental"]);
        counted.prints(&format!("{}\n{fundamental}\n", known(n)));
    }
}

#[test]
fn json_lists_symmetric_solutions_and_checks() {
    let directory = tempdir().unwrap();
    let result = run(directory.path(), &["count", "12", "--fundamental", "--json"]).json();
    assert_eq!((&result["solutions"], &result["fundamental"]), (&json!(known(12)), &json!("1787")));
    assert_eq!((&result["half_turn"], &result["quarter_turn"]), (&json!("80"), &json!("8")));
    assert_eq!(passed(&result), ["oeis", "burnside", "half_turn", "quarter_turn", "fundamental"]);

    let plain = run(directory.path(), &["count", "12", "--json"]).json();
    assert_eq!(passed(&plain), ["oeis", "burnside"]);
    for field in ["fundamental", "half_turn", "quarter_turn", "double_check"] {
        assert!(plain.get(field).is_none(), "{field} was not asked for");
    }
}

#[test]
fn finished_run_gives_fundamental_solutions_later() {
    let directory = tempdir().unwrap();
    let ten = format!("{}\n92\n", known(10));
    run(directory.path(), &["count", "10", "--run", "ten"]).prints_total(10);
    run(directory.path(), &["count", "10", "--run", "ten", "--fundamental"]).prints(&ten);
    run(directory.path(), &["count", "10", "--run", "eleven", "--fundamental"]).prints(&ten);
    run(directory.path(), &["count", "10", "--run", "eleven"]).prints_total(10);
}

#[test]
fn double_check_uses_the_other_method() {
    let directory = tempdir().unwrap();
    for (method, other) in [("cross", "halves"), ("rows", "halves"), ("halves", "cross")] {
        let arguments = ["count", "13", "--double-check", "--method", method, "--json"];
        let counted = run(directory.path(), &arguments);
        assert!(counted.stderr().contains(&format!("counting again with {other}")));
        let agree = format!("both methods agree: {method} took ");
        assert!(counted.stderr().contains(&agree), "{}", counted.stderr());
        assert!(counted.stderr().contains(&format!("CPU time; {other} took ")), "{}", counted.stderr());
        let result = counted.json();
        assert_eq!((&result["method"], &result["double_check"]["method"]), (&json!(method), &json!(other)));
        assert_eq!(result["double_check"]["solutions"], known(13));
        assert_eq!(passed(&result), ["oeis", "burnside", "double_check"]);
        assert_eq!(result["kernel"], result["double_check"]["kernel"]);
    }
    run(directory.path(), &["count", "8", "--double-check", "--fundamental", "--quiet"]).prints("92\n12\n");
    // A depth of the search that halves do not have.
    run(directory.path(), &["count", "8", "--method", "cross", "--depth", "6", "--double-check"])
        .prints_total(8);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "short runs leave nothing");
}

#[test]
fn keeps_and_repeats_both_counts_of_a_double_check() {
    let directory = tempdir().unwrap();
    let command = ["count", "12", "--run", "run/", "--double-check", "--json"];
    fs::create_dir(directory.path().join("run")).unwrap();
    let first = run(directory.path(), &command).json();
    for kept in ["run/result.json", "run.halves/result.json"] {
        assert!(directory.path().join(kept).exists(), "{kept}");
    }
    assert_eq!(run(directory.path(), &command).json(), first);
    run(directory.path(), &["count", "12", "--run", "run.halves", "--method", "halves"]).prints_total(12);
}

#[test]
fn fresh_double_check_restarts_both_counts() {
    let directory = tempdir().unwrap();
    let command = ["count", "12", "--run", "run", "--double-check"];
    run(directory.path(), &command).prints_total(12);
    let fresh = run(directory.path(), &[&command[..], &["--fresh"]].concat());
    fresh.prints_total(12);
    let said: Vec<_> = fresh.stderr().lines().map(str::to_owned).collect();
    assert!(said[0].contains("moved run aside") && said[1].contains("moved run.halves aside"), "{said:?}");
    assert!(!directory.path().join("run.halves.old-2").exists());
}

#[test]
fn differing_counts_are_an_error_with_both_totals() {
    let directory = tempdir().unwrap();
    // A forged second count: its ledger and result agree with each other.
    let make = ["count", "8", "--run", "run.halves", "--method", "halves"];
    run(directory.path(), &make).prints_total(8);
    let second = directory.path().join("run.halves");
    fs::remove_file(second.join("result.json")).unwrap();
    change_ledger(&second, |entries| entries[0].solutions += 8);
    let found = run(directory.path(), &["count", "8", "--run", "run", "--double-check"]);
    assert_eq!(found.code(), 4);
    let says = "double_check: 92 by cross against 100 by halves";
    assert!(found.stderr().contains(says), "{}", found.stderr());
}

#[test]
fn stop_during_the_second_count_keeps_the_first_total() {
    let directory = tempdir().unwrap();
    // The second count searches with the slowest kernel: many seconds.
    let count = ["count", "16", "--method", "cross", "--double-check", "--record", "records", "--json"];
    let slow = ["--kernel", "scalar", "--threads", "1"];
    let mut child = start(directory.path(), &[&count[..], &slow].concat());
    let mut said = read_stderr(&mut child, |text| text.contains("counting again with halves"));
    signal(&child, "TERM");
    let stopped = Finished::of(child);
    said += &stopped.stderr();
    assert_eq!(stopped.code(), 3, "{said}");
    assert!(said.contains("the total of the first count is not checked again"), "{said}");
    assert!(said.contains(", not checked again\n"), "{said}");
    let result = stopped.json();
    assert_eq!((&result["solutions"], &result["not_checked_again"]), (&json!(known(16)), &json!(true)));
    let records = records(&directory.path().join("records"));
    assert_eq!(records[0]["result"]["not_checked_again"], true);
}

#[test]
fn second_directory_is_opened_before_the_first_count() {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join("run.halves"), "not a directory").unwrap();
    let count = ["count", "12", "--method", "cross", "--run", "run", "--double-check"];
    run(directory.path(), &count).fails(1, &["run.halves"]);
    assert_eq!(units_in(&directory.path().join("run")), 0, "nothing was counted");
    let long = "r".repeat(255);
    run(directory.path(), &["count", "12", "--run", &long, "--double-check"])
        .fails(1, &["cannot create ", ".halves: ", "name a directory with a shorter path"]);
    assert_eq!(units_in(&directory.path().join(long)), 0, "nothing was counted");
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
    let command = ["count", "28", "--method", "cross", "--depth", "1", "--run", "run", "--double-check"];
    // Neither the estimate nor Burnside's lemma objects to eight more.
    for (more, exit) in [(8, 4), (0, 0)] {
        counted(folder.path(), "run.halves", 28, Method::Halves, ABOUT_28 + more);
        let found = run(folder.path(), &command);
        assert_eq!(found.code(), exit, "{}", found.stderr());
        let agree = found.stderr().contains("both methods agree");
        let [first, second] = [ABOUT_28, ABOUT_28 + more].map(queens_format::grouped);
        let differ = format!("double_check: {first} by cross against {second} by halves");
        assert_eq!([agree, found.stderr().contains(&differ)], [exit == 0, exit == 4], "{}", found.stderr());
        fs::remove_dir_all(folder.path().join("run.halves")).unwrap();
    }
}

#[test]
fn count_and_merge_check_an_unknown_total() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // The first has the right size, the second lacks a power of ten. Burnside's lemma objects to
    // neither.
    for (name, n, solutions, exit) in [("near", 28, ABOUT_28, 0), ("far", 32, 5_000 * 10_u128.pow(18), 4)] {
        counted(folder.path(), name, n, Method::Cross, solutions);
        let shards = at(&format!("{name}-shards"));
        fs::create_dir(&shards).unwrap();
        counted(&shards, "shard-00000", n, Method::Cross, solutions);
        let n = &*n.to_string();
        run(folder.path(), &["plan", n, "--method", "cross", "--depth", "1", "--shards", "1", "-o", "plan"]);
        fs::rename(at("plan"), at(n)).unwrap();
        // The second count repeats the result of the first.
        let count = ["count", n, "--method", "cross", "--depth", "1", "--run", name, "--json"];
        let merge = ["merge", n, "--dir", &format!("{name}-shards"), "--json"];
        // That of a count of the right size is in the test above.
        for command in [&merge[..], &count, &count].into_iter().take(if exit == 0 { 1 } else { 3 }) {
            let found = run(folder.path(), command);
            assert_eq!(found.code(), exit, "{}", found.stderr());
            let result = found.json();
            let check = &result["checks"][1];
            assert_eq!(
                (&check["name"], &check["passed"]),
                (&json!("estimate"), &json!(exit == 0)),
                "{result}"
            );
        }
    }
}

#[test]
fn neither_records_nor_rechecks_a_wrong_total() {
    let folder = tempdir().unwrap();
    let count = ["count", "8", "--run", "run"];
    run(folder.path(), &count).prints_total(8);
    let kept = folder.path().join("run");
    fs::remove_file(kept.join("result.json")).unwrap();
    change_ledger(&kept, |entries| entries[0].solutions += 8);
    let wrong = run(folder.path(), &[&count[..], &["--record", "records", "--double-check"]].concat());
    wrong.fails(4, &["100 solutions cannot be right for N = 8"]);
    assert!(!wrong.stderr().contains("counting again"), "{}", wrong.stderr());
    let records = fs::read_dir(folder.path().join("records")).map_or(0, Iterator::count);
    assert!(records == 0 && !folder.path().join("run.halves").exists());
}

#[test]
fn uses_every_core_by_default() {
    let folder = tempdir().unwrap();
    let cores = std::thread::available_parallelism().unwrap().get();
    assert_eq!(run(folder.path(), &["count", "8", "--json"]).json()["threads"], cores);
    assert_eq!(run(folder.path(), &["count", "8", "--json", "--threads", "3"]).json()["threads"], 3);
}
