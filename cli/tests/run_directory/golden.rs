//! Files that 1.0 wrote can be read for ever: run directories, a plan, shards and records in
//! `tests/fixtures/v1`, made by the commands in its README. What `halves` counted there is shown.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::{TempDir, tempdir};

use crate::support::records::records;
use crate::support::{contains, copy_directory, has, known, read_json, run, snapshot};

const METHODS: [&str; 2] = ["cross", "rows"];

/// A copy of the fixtures.
fn fixtures() -> TempDir {
    let folder = tempdir().unwrap();
    copy_directory(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v1"), folder.path());
    folder
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn repeats_inspects_and_verifies_a_finished_run() {
    let folder = fixtures();
    for method in METHODS {
        let name = format!("finished.{method}");
        let before = read(folder.path().join(&name).join("ledger.jsonl"));
        let result = run(&folder, &format!("count 12 --run {name} --json")).json();
        let by = json!({ "method": method, "kernel": "portable", "threads": 2, "solutions": known(12) });
        has(&result, by);
        let status = run(&folder, &format!("status {name} --json")).json();
        has(&status, json!({ "finished": true, "solutions_so_far": known(12) }));
        let verified = run(&folder, &format!("verify {name} --sample 100% --json")).json();
        has(&verified, json!({ "mismatches": [], "units_checked": result["units"] }));
        assert_eq!(read(folder.path().join(&name).join("ledger.jsonl")), before);
    }
}

#[test]
fn resumes_an_interrupted_run_by_its_method() {
    let folder = fixtures();
    for method in METHODS {
        let name = format!("interrupted.{method}");
        let [ledger, manifest] =
            ["ledger.jsonl", "manifest.json"].map(|file| folder.path().join(&name).join(file));
        let before = [read(ledger.clone()), read(manifest.clone())];
        let result = run(&folder, &format!("count 13 --run {name} --json")).json();
        let resumed = before[0].lines().count();
        has(&result, json!({ "solutions": known(13), "method": method, "resumed": resumed }));
        assert!(read(ledger).starts_with(&before[0]) && read(manifest) == before[1], "{method}");
    }
}

#[test]
fn lists_counts_and_merges_shards_of_an_old_plan() {
    let folder = fixtures();
    let missing = "status shards.cross --plan plan.cross.json --missing";
    run(&folder, missing).prints("1-2\n");
    run(&folder, "work plan.cross.json --shards 1-2 --dir shards.cross --quiet");
    run(&folder, missing).prints("");
    run(&folder, "merge plan.cross.json --dir shards.cross --run merged").prints_total(13);
    run(&folder, "plan 13 --method cross --shards 3 -o again.json");
    let [then, mut now] = ["plan.cross.json", "again.json"].map(|name| read_json(&folder.path().join(name)));
    for field in ["program_version", "crc"] {
        now[field] = then[field].clone();
    }
    assert_eq!(then, now);
}

#[test]
fn publishes_records_of_a_count_and_of_a_merge() {
    let folder = fixtures();
    let published = run(&folder, "publish --records records -o out");
    published.ends(0, &["published 2 records in out"]).prints("");
    let rows = [
        "| 12 | 14,200 | cross | portable | [3.18 ms](",
        "`queens` 1.0 on ",
        "| 13 | 73,712 | 9,233 | halves | portable | [3 shards](",
    ];
    contains(&read(folder.path().join("out/README.md")), &rows);
}

#[test]
fn shows_what_halves_counted_and_leaves_it_as_it_is() {
    let folder = fixtures();
    run(&folder, "work plan.cross.json --shards 1-2 --dir shards.cross --quiet");
    let before = snapshot(folder.path());
    for words in [
        "count 13 --run interrupted.halves",
        "verify finished.halves --sample 100%",
        "work plan.halves.json --shards 2 --dir shards.halves",
        "merge plan.halves.json --dir shards.halves --run merged",
    ] {
        let said = " is counted by halves, a method that only versions 1.0 and 1.1 have: use version 1.1";
        let refused = run(&folder, words);
        refused.ends(1, &[said]);
        assert_eq!(refused.stderr().lines().count(), 1, "{words}: {}", refused.stderr());
    }
    for words in [
        "plan 13 --shards 3 -o plan.halves.json",
        "work plan.cross.json --shards 0 --dir shards.halves",
        "merge plan.cross.json --dir shards.halves",
        "merge plan.cross.json --dir shards.cross --run interrupted.halves",
        "count 12 --run finished.halves --double-check",
    ] {
        run(&folder, words);
    }
    let missing = run(&folder, "status shards.halves --plan plan.halves.json --missing");
    missing.fails(1, &["only version 1.1 can finish it"]);
    assert_eq!(snapshot(folder.path()), before);
    run(&folder, "count 12 --run finished.halves --record kept").prints_total(12);
    let kept = records(&folder.path().join("kept"));
    has(&kept[0]["result"], json!({ "method": "halves", "solutions": known(12) }));
    run(&folder, "count 13 --run interrupted.halves --fresh")
        .prints_total(13)
        .says(&["moved interrupted.halves aside"]);
}
