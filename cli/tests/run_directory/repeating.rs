//! Tests that repeating a finished run recomputes everything that follows from its ledger and plan.
//! `result.json` is not trusted.

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{change_ledger, forge, has, known, run};

const COUNT: &str = "count 12 --run run --threads 1";
const REPEATED_COUNT: &str = "count 12 --run run --threads 1 --fundamental";

/// Creates a finished run of N = 12 in `run`, with its fundamental solutions.
fn finished() -> TempDir {
    let folder = tempdir().unwrap();
    run(&folder, REPEATED_COUNT).prints(&format!("{}\n1787\n", known(12)));
    folder
}

fn forge_result(folder: &TempDir, change: impl FnOnce(&mut Value)) {
    forge(&folder.path().join("run/result.json"), change);
}

#[test]
fn known_total_exposes_a_matching_forgery() {
    let folder = finished();
    change_ledger(&folder.path().join("run"), |entries| entries[0].solutions += 8);
    forge_result(&folder, |result| result["solutions"] = "14208".into());
    let says = [
        "14,208 solutions cannot be right for N = 12",
        "14,200 is the known number (OEIS A000170, N = 12), not 14,208; do not use this total; run `",
        " verify run --drop --sample 100%` drops whatever is wrong",
    ];
    run(&folder, COUNT).fails(4, &says);
    run(&folder, REPEATED_COUNT).fails(4, &says);
    run(&folder, "status run").shows(&["  state      WRONG: do not use this total\n"]).ends(4, &says);
    has(&run(&folder, "status run --json").ends(4, &[]).json()["checks"][0], json!({ "passed": false }));
}
