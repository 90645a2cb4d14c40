//! Files that 1.0 wrote can be read for ever: run directories, a plan, shards and records in
//! `tests/fixtures/v1`, made by the commands in its README.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::{TempDir, tempdir};

use crate::support::{contains, copy_directory, has, known, read_json, run};

const METHODS: [&str; 3] = ["halves", "cross", "rows"];

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
    let missing = "missing plan.json --dir shards --format slurm";
    run(&folder, missing).prints("1-2\n");
    run(&folder, "work plan.json --shards 1-2 --dir shards --quiet");
    run(&folder, missing).prints("");
    run(&folder, "merge plan.json --dir shards --run merged").prints_total(13);
    run(&folder, "plan 13 --method halves --shards 3 -o again.json");
    let [then, mut now] = ["plan.json", "again.json"].map(|name| read_json(&folder.path().join(name)));
    for field in ["program_version", "crc"] {
        now[field] = then[field].clone();
    }
    assert_eq!(then, now);
}

#[test]
fn publishes_records_of_a_count_and_of_a_merge() {
    let folder = fixtures();
    let published = run(&folder, "publish --records records --without-rivals -o out");
    published.ends(0, &["published 2 records in out"]).prints("");
    let rows = [" | 14,200 | 1,787 | cross |", " | 73,712 | 9,233 | halves |", "in 3 shards"];
    contains(&read(folder.path().join("out/README.md")), &rows);
}
