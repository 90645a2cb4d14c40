//! `queens count` and `queens status` as users type them.

use std::fs;

use queens::methods::Method;
use serde_json::json;
use tempfile::tempdir;

use crate::support::{
    Finished, known, queens, read_stderr, run, run_limited, selftest, signal, start, wait_until,
};

#[test]
fn uses_the_requested_kernel() {
    let directory = tempdir().unwrap();
    for &method in Method::ALL {
        for kernel in method.available() {
            let method = method.to_string();
            let kernel = kernel.to_string();
            let arguments = ["count", "12", "--kernel", &kernel, "--method", &method, "--json"];
            let result = run(directory.path(), &arguments).json();
            assert_eq!((&result["method"], &result["kernel"]), (&json!(method), &json!(kernel)));
            assert_eq!(result["solutions"], known(12), "{method}, {kernel}");
        }
    }
}

#[test]
fn usage_errors_name_allowed_values() {
    let directory = tempdir().unwrap();
    let wrong: [(&[&str], &[&str]); 8] = [
        (&["count"], &["<N>"]),
        (&["count", "0"], &["from 1 to 32, not 0"]),
        (&["count", "33"], &["from 1 to 32, not 33"]),
        (
            &["count", "32", "--method", "cross", "--depth", "10"],
            &["--depth", "more than 1,073,741,824 placements"],
        ),
        (&["count", "16", "--method", "halves", "--depth", "7"], &["--depth", "3,299 units"]),
        (
            &["count", "8", "--kernel", "mmx"],
            &["invalid value 'mmx'", "scalar; choose one of these, or auto"],
        ),
        (&["count", "8", "--method", "diagonals"], &["[possible values: auto, halves, cross, rows]"]),
        (&["count", "8", "--run", "d", "--no-checkpoint"], &["cannot be used with"]),
    ];
    for (arguments, says) in wrong {
        run(directory.path(), arguments).fails(2, says);
    }
}

#[test]
fn unavailable_kernel_error_lists_available_ones() {
    let directory = tempdir().unwrap();
    for (cpu, kernel, says) in [
        ("scalar", "avx2", "cannot run the avx2 kernel"),
        ("scalar", "avx512", "cannot run the avx512 kernel"),
        ("avx2", "avx512", "cannot run the avx512 kernel"),
        ("avx2", "avx", "no kernel is called 'avx'"),
    ] {
        let output =
            queens(directory.path(), &["count", "8", "--kernel", kernel]).env("QUEENS_CPU", cpu).output();
        let list = "this machine has ";
        Finished(output.unwrap()).fails(2, &[says, list, "scalar; choose one of these, or auto"]);
    }
}

/// A long count with the scalar kernel on one thread, saved in `run`.
const LONG: [&str; 8] = ["count", "17", "--kernel", "scalar", "--threads", "1", "--run", "run"];

#[test]
fn resumes_with_other_threads_and_another_kernel() {
    let directory = tempdir().unwrap();
    let ledger = directory.path().join("run/ledger.jsonl");
    let lines = || fs::read_to_string(&ledger).map_or(0, |text| text.lines().count());
    let child = start(directory.path(), &LONG);
    wait_until("a finished unit", || lines() > 0);
    run(directory.path(), &LONG).fails(5, &["in use by process"]);
    let status = run(directory.path(), &["status", "run", "--json"]).json();
    assert_eq!((&status["n"], &status["finished"]), (&17.into(), &false.into()));
    assert!(status["running"].is_string());
    signal(&child, "TERM");
    let stopped = Finished::of(child);
    stopped.fails(3, &["saved in run; resume with", "count 17 --kernel scalar"]);
    let saved = lines() as u64;
    assert!(saved > 0);

    let resumed = run(directory.path(), &["count", "17", "--threads", "2", "--run", "run", "--json"]);
    assert!(resumed.stderr().contains(&format!("resuming with {saved} of")), "{}", resumed.stderr());
    let result = resumed.json();
    assert_eq!(result["solutions"], known(17));
    assert_eq!(result["resumed"], saved);
    let mut units: Vec<u64> = fs::read_to_string(&ledger)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["unit"].as_u64().unwrap())
        .collect();
    units.sort_unstable();
    assert_eq!(units, (0..result["units"].as_u64().unwrap()).collect::<Vec<_>>(), "each unit exactly once");
}

#[test]
fn keeps_a_long_run_and_says_where() {
    let directory = tempdir().unwrap();
    let arguments = ["count", "20", "--kernel", "scalar", "--threads", "1", "--interval", "0.5"];
    let mut child = start(directory.path(), &arguments);
    wait_until("a run directory", || directory.path().join("queens-20.run/ledger.jsonl").exists());
    signal(&child, "USR1");
    let says = ["saving progress in queens-20.run", "% done", "units", "left"];
    read_stderr(&mut child, |text| says.iter().all(|words| text.contains(words)));
    signal(&child, "INT");
    Finished::of(child).fails(3, &["resume with"]);
    let status = run(directory.path(), &["status", "queens-20.run"]);
    assert!(status.stdout().contains("not running"), "{}", status.stdout());
}

#[test]
fn quiet_count_prints_nothing_on_stderr() {
    let directory = tempdir().unwrap();
    for arguments in [&["count", "8", "--quiet"][..], &["count", "8", "--quiet", "--run", "r"]] {
        assert_eq!(run(directory.path(), arguments).prints_total(8).stderr(), "");
    }
}

#[test]
fn selftest_passes_and_lists_its_comparisons() {
    let directory = tempdir().unwrap();
    let mut nowhere = queens(directory.path(), &["selftest"]);
    let nowhere = Finished(nowhere.env("TMPDIR", "/nowhere").output().unwrap());
    nowhere.fails(1, &["cannot create a directory in /nowhere: ", "; set TMPDIR to a directory"]);
    let passed = Finished(selftest().clone());
    assert_eq!((passed.code(), &passed.json()["failures"]), (0, &json!([])), "{}", passed.stderr());
    for method in ["cross", "halves"] {
        for what in [
            format!("\"{method} with"),
            format!("a count by {method}, interrupted"),
            format!("a count by {method} in 3 shards"),
        ] {
            assert!(passed.stdout().contains(&what), "'{what}' is not in: {}", passed.stdout());
        }
    }
}

#[test]
fn large_board_says_first_how_long_it_takes() {
    let directory = tempdir().unwrap();
    let count = ["count", "27", "--method", "cross", "--no-checkpoint"];
    let said = "`queens estimate 27` counts a sample of it";
    let stopped = run_limited(directory.path(), &count, |stopped| stopped.stderr().contains(said));
    assert!(stopped.stderr().contains(" years to ") && stopped.code() == 3, "{}", stopped.stderr());
    let small = run(directory.path(), &["count", "12"]);
    assert!(!small.stderr().contains("queens estimate"), "{}", small.stderr());
}
