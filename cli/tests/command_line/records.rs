//! `queens count --record`.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::records::{files, read, recorded, records, succeeds};
use crate::support::{Finished, forge, known, ledger_sha256, run, signal, start};

#[test]
fn record_describes_the_count() {
    let (_folder, path) = recorded();
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.ends_with(".jsonl") && name.contains("-cores-"), "{name}");
    let record = read(&path);
    assert_eq!(record["result"]["solutions"], json!(known(12)));
    assert_eq!(record["command"], json!("queens count 12 --threads 1 --kernel scalar --record"));
    assert_eq!(record["result"]["checks"][0]["name"], json!("oeis"));
    assert!(record["compiler"].as_str().unwrap().starts_with("rustc "), "{record}");
    assert!(record["peak_memory_bytes"].as_u64().unwrap() > 1 << 18, "{record}");
    assert_eq!(record["ledger_sha256"], Value::Null);
}

#[test]
fn record_of_a_saved_run_names_its_ledger() {
    let folder = TempDir::new().unwrap();
    let there = folder.path().join("my records");
    succeeds(folder.path(), &["count", "8", "--run", "eight", "--record", there.to_str().unwrap()]);
    let record = records(&there).remove(0);
    // Records are published: where its files are is the user's business.
    assert_eq!(record["command"], json!("queens count 8 --run eight --record 'my records'"));
    let hash = ledger_sha256(&folder.path().join("eight"));
    assert_eq!(record["ledger_sha256"], json!(hash));
}

#[test]
fn records_a_finished_run() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let later = ["count", "12", "--run", "run", "--record", "later"];
    succeeds(folder.path(), &["count", "12", "--run", "run", "--record", "once"]);
    run(folder.path(), &[&later[..], &["--double-check"]].concat()).prints_total(12);
    let once = records(&path("once")).remove(0);
    let again = records(&path("later")).remove(0);
    let same = ["cores", "compiler", "wall_s", "ledger_sha256"];
    assert!(same.iter().all(|field| again[field] == once[field] && !once[field].is_null()), "{again}");
    assert_eq!([&again["cpu_s"], &again["peak_memory_bytes"]], [&Value::Null; 2]);
    assert_eq!(again["result"]["commit"], once["result"]["commit"]);
    assert_eq!(again["result"]["cpu_s"], once["result"]["cpu_s"]);
    assert!(again["result"]["double_check"]["solutions"] == json!(known(12)), "{again}");
    // Finished by another build, on another machine, in the second session.
    forge(&path("run/result.json"), |result| {
        result["commit"] = json!("0123456789ab");
        (result["host"]["cpu"], result["resumed"]) = (json!("Cray-1"), json!(1));
    });
    succeeds(folder.path(), &later);
    let cray = files(&path("later")).into_iter().find(|(path, _)| path.to_str().unwrap().contains("cray-1-"));
    let record: Value = serde_json::from_str(&cray.unwrap().1).unwrap();
    assert_eq!(["cores", "compiler", "wall_s"].map(|field| &record[field]), [&Value::Null; 3]);
    assert_eq!(record["result"]["commit"], "0123456789ab");
    succeeds(folder.path(), &["publish", "--records", "later", "-o", "out"]);
    let document = fs::read_to_string(path("out/README.md")).unwrap();
    assert!(document.contains("\n### Cray-1\n") && document.contains('†'), "{document}");
}

#[test]
fn records_a_finished_run_once() {
    let folder = TempDir::new().unwrap();
    let count = ["count", "12", "--run", "run", "--record", "kept"];
    let first = run(folder.path(), &count).stderr();
    assert!(first.contains("\nrecorded in kept/"), "{first}");
    let again = run(folder.path(), &count).stderr();
    assert!(again.contains("\nalready recorded in kept/") && again.contains(".jsonl, line 1"), "{again}");
    assert_eq!(records(&folder.path().join("kept")).len(), 1);
    // A second count by another method is news.
    let checked = [&count[..], &["--double-check"]].concat();
    for says in ["\nrecorded in kept/", "\nalready recorded in kept/"] {
        let said = run(folder.path(), &checked).stderr();
        assert!(said.contains(says), "{said}");
    }
    // So is the same count once more.
    succeeds(folder.path(), &[&count[..], &["--fresh"]].concat());
    assert_eq!(records(&folder.path().join("kept")).len(), 3);
}

#[test]
fn each_count_appends_a_line() {
    let (folder, path) = recorded();
    let before = fs::read_to_string(&path).unwrap();
    let count = ["count", "12", "--threads", "1", "--kernel", "scalar", "--record"];
    succeeds(folder.path(), &count);
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before) && after.lines().count() == 2, "{after}");
    // A line that was torn stays as it is, on a line of its own, and is named.
    fs::write(&path, format!("{before}{}", before.trim_end().split_at(40).0)).unwrap();
    succeeds(folder.path(), &count);
    let lines = fs::read_to_string(&path).unwrap();
    assert_eq!(lines.lines().count(), 3);
    let name = format!("{}:2: not JSON", path.file_name().unwrap().to_str().unwrap());
    run(folder.path(), &["publish"]).fails(4, &[&name]);
}

#[test]
fn count_record_and_status_report_a_busy_machine() {
    let folder = TempDir::new().unwrap();
    let count = ["count", "15", "--method", "halves", "--kernel", "scalar", "--threads", "1", "--run", "run"];
    let mut child = start(folder.path(), &[&count[..], &["--record", "kept"]].concat());
    // It runs a small part of the time from beginning to end, however fast the machine is.
    while child.try_wait().unwrap().is_none() {
        signal(&child, "STOP");
        std::thread::sleep(Duration::from_millis(100));
        signal(&child, "CONT");
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = Finished::of(child).stderr();
    assert!(said.contains("matches A000170; the machine was busy\n"), "{said}");
    assert!(said.contains(".jsonl, marked as busy\n"), "{said}");
    let status = run(folder.path(), &["status", "run"]).stdout();
    assert!(status.contains(" in all threads; the machine was busy, or had too few cores\n"), "{status}");
    let record = records(&folder.path().join("kept")).remove(0);
    let [wall, cpu] = ["thread_wall_s", "cpu_s"].map(|time| record["result"][time].as_f64().unwrap());
    assert!(wall > 0.25 && cpu < 0.9 * wall, "{record}");
}
