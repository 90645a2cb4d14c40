//! `queens count` and `queens status` as users type them.

use serde_json::json;
use tempfile::tempdir;

use crate::support::{Finished, read_stderr, run, selftest, signal, start, wait_until};

#[test]
fn keeps_a_long_run_and_says_where() {
    let directory = tempdir().unwrap();
    let mut child = start(&directory, "count 20 --kernel scalar --threads 1 --interval 0.5");
    wait_until("a run directory", || directory.path().join("queens-20.run/ledger.jsonl").exists());
    signal(&child, "USR1");
    let says = ["saving progress in queens-20.run", "% done", "units", "left"];
    read_stderr(&mut child, |text| says.iter().all(|words| text.contains(words)));
    signal(&child, "INT");
    Finished::of(child).fails(3, &["to resume"]);
    run(&directory, "status queens-20.run").shows(&["not running"]);
}

#[test]
fn selftest_passes_and_lists_its_comparisons() {
    let passed = selftest();
    assert_eq!((passed.code(), &passed.json()["failures"]), (0, &json!([])), "{}", passed.stderr());
    passed.shows(&["\"cross with", "\"colours with", "random units for 2 s, seed 3, each by "]);
    let units = passed.json()["units"].clone();
    let boards: Vec<u64> = units.as_array().unwrap().iter().map(|of| of["n"].as_u64().unwrap()).collect();
    assert_eq!(boards, (20..=32).collect::<Vec<_>>());
    assert!(units.as_array().unwrap().iter().all(|of| of["counted"] == of["agree"]), "{units}");
}

#[test]
fn stopped_selftest_says_so() {
    let directory = tempdir().unwrap();
    let mut child = start(&directory, "selftest --progress plain --interval 0.1 --json");
    let said = read_stderr(&mut child, |text| text.contains("units of N = "));
    signal(&child, "INT");
    let stopped = Finished::of(child);
    assert_eq!(stopped.code(), 3, "{said}");
    assert_eq!(stopped.json()["complete"], false);
}
