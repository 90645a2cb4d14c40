//! What 1.0 wrote is read for ever: run directories, a plan, shards and records in
//! `tests/fixtures/v1`, made by the commands in its README.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{copy_directory, known, run};

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
        let result = run(folder.path(), &["count", "12", "--run", &name, "--json"]).json();
        assert_eq!(
            (&result["solutions"], &result["method"], &result["kernel"], &result["threads"]),
            (&json!(known(12)), &json!(method), &json!("portable"), &json!(2))
        );
        let status = run(folder.path(), &["status", &name, "--json"]).json();
        assert_eq!((&status["finished"], &status["solutions_so_far"]), (&json!(true), &json!(known(12))));
        let verified = run(folder.path(), &["verify", &name, "--sample", "100%", "--json"]).json();
        assert_eq!((&verified["mismatches"], &verified["units_checked"]), (&json!([]), &result["units"]));
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
        let result = run(folder.path(), &["count", "13", "--run", &name, "--json"]).json();
        assert_eq!(
            (&result["solutions"], &result["method"], &result["resumed"]),
            (&json!(known(13)), &json!(method), &json!(before[0].lines().count()))
        );
        assert!(read(ledger).starts_with(&before[0]) && read(manifest) == before[1], "{method}");
    }
}

#[test]
fn lists_counts_and_merges_shards_of_an_old_plan() {
    let folder = fixtures();
    let missing = ["missing", "plan.json", "--dir", "shards", "--format", "slurm"];
    run(folder.path(), &missing).prints("1-2\n");
    run(folder.path(), &["work", "plan.json", "--shards", "1-2", "--dir", "shards", "--quiet"]);
    run(folder.path(), &missing).prints("");
    run(folder.path(), &["merge", "plan.json", "--dir", "shards", "--run", "merged"]).prints_total(13);
    run(folder.path(), &["plan", "13", "--method", "halves", "--shards", "3", "-o", "again.json"]);
    let [mut then, mut now] = ["plan.json", "again.json"]
        .map(|name| serde_json::from_str::<Value>(&read(folder.path().join(name))).unwrap());
    for plan in [&mut then, &mut now] {
        for field in ["program_version", "crc"] {
            plan.as_object_mut().unwrap().remove(field);
        }
    }
    assert_eq!(then, now);
}

#[test]
fn publishes_records_of_a_count_and_of_a_merge() {
    let folder = fixtures();
    let published = run(folder.path(), &["publish", "--records", "records", "--without-rivals", "-o", "out"]);
    assert_eq!(published.code(), 0, "{}", published.stderr());
    let document = read(folder.path().join("out/README.md"));
    for row in [" | 14,200 | 1,787 | cross |", " | 73,712 | 9,233 | halves |"] {
        assert!(document.contains(row), "{document}");
    }
    assert!(document.contains("in 3 shards"), "{document}");
}
