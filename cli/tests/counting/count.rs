//! Tests `queens count` and `queens status` as users type them.

use queens::Kernel;
use serde_json::json;
use tempfile::tempdir;

use crate::support::{Finished, queens, read_stderr, run, signal, start, wait_until};

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
    run(&directory, "status queens-20.run").shows(&["stopped; "]);
}

/// `.ci/run` makes the release build compare units of large boards, too. That would take this build half a
/// minute.
#[test]
fn selftest_passes_and_lists_its_comparisons() {
    let mut selftest = queens(".", "selftest --small --json");
    if Kernel::all_available().contains(&Kernel::Avx2) {
        // On a machine with AVX-512, the other tests already use it.
        selftest.env("QUEENS_CPU", "avx2");
    }
    let passed = Finished::by(&mut selftest);
    assert_eq!((passed.code(), &passed.json()["failures"]), (0, &json!([])), "{}", passed.stderr());
    passed.shows(&["\"cross with", "\"colours with"]);
}

#[test]
fn stopped_selftest_says_so() {
    let directory = tempdir().unwrap();
    let mut child = start(&directory, "selftest --progress plain --interval 0.1 --json");
    let said = read_stderr(&mut child, |text| text.contains("units of N = "));
    signal(&child, "INT");
    let stopped = Finished::of(child);
    assert_eq!(stopped.code(), 3, "{said}");
    let report = stopped.json();
    assert_eq!(report["complete"], false);
    // Only finished groups are listed.
    assert!(!report["checked"].to_string().contains("known solutions"), "{report}");
}
