//! `queens count --record`, and which records `queens publish` refuses: its own, and what other
//! commands print.

use std::fs;
use std::path::Path;

use crate::support::records::{files, read, recorded, succeeds};
use crate::support::run;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The exit code and the message of `queens publish` after a record was changed.
fn publish_with(record: &Path, folder: &Path, changed: &Value) -> (i32, String) {
    fs::write(record, changed.to_string()).unwrap();
    let finished = run(folder, &["publish"]);
    (finished.code(), finished.stderr())
}

#[test]
fn a_record_says_how_the_count_was_made() {
    let (_folder, path) = recorded();
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("N06-scalar-1t-2") && name.ends_with("Z.json"), "{name}");
    let record = read(&path);
    assert_eq!(record["result"]["solutions"], json!("4"));
    assert_eq!(record["command"], json!("queens count 6 --threads 1 --kernel scalar --record"));
    assert_eq!(record["result"]["checks"][0]["name"], json!("oeis"));
    assert!(record["compiler"].as_str().unwrap().starts_with("rustc "), "{record}");
    assert!(record["peak_memory_bytes"].as_u64().unwrap() > 1 << 18, "{record}");
    assert_eq!(record["ledger_sha256"], Value::Null);
}

#[test]
fn a_record_of_a_kept_run_names_its_ledger() {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &["count", "8", "--run", "eight", "--record", "here"]);
    let (_, text) = files(&folder.path().join("here")).into_iter().next().unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    let hash = queens::run::ledger_sha256(&folder.path().join("eight")).unwrap();
    assert_eq!(record["ledger_sha256"], json!(hash));
    // Repeated: the run is finished, and this process does not know how long it took.
    let again = run(folder.path(), &["count", "8", "--run", "eight", "--record", "here"]);
    again.fails(1, &["no record is written", "--fresh"]);
    assert_eq!(files(&folder.path().join("here")).len(), 1);
}

#[test]
fn every_count_adds_a_record_and_changes_none() {
    let (folder, first) = recorded();
    let before = fs::read_to_string(&first).unwrap();
    succeeds(folder.path(), &["count", "6", "--threads", "1", "--kernel", "scalar", "--record"]);
    let after = files(first.parent().unwrap());
    assert_eq!(after.len(), 2);
    assert_eq!(after[&first], before);
}

#[test]
fn a_missing_field_is_named_with_its_file() {
    let (folder, path) = recorded();
    let record = read(&path);
    let name = path.file_name().unwrap().to_str().unwrap();
    let outer = record.as_object().unwrap().keys().map(|key| (None, key));
    let inner = record["result"].as_object().unwrap().keys().map(|key| (Some("result"), key));
    for (around, key) in outer.chain(inner).filter(|(_, key)| *key != "ledger_sha256") {
        let mut changed = record.clone();
        let place = match around {
            Some(around) => &mut changed[around],
            None => &mut changed,
        };
        place.as_object_mut().unwrap().remove(key);
        let (code, message) = publish_with(&path, folder.path(), &changed);
        assert_eq!(code, 4, "{message}");
        // A result may lack these (checks in older ones, threads in that of a merge); a record may
        // not.
        let reason = match (around, key.as_str()) {
            (Some(_), "checks") => "result.checks: none was made".to_owned(),
            (Some(_), "threads") => "result.threads: none".to_owned(),
            (_, key) => format!("missing field `{key}`"),
        };
        assert!(message.contains(name) && message.contains(&reason), "{message}");
    }
}

#[test]
fn a_broken_field_is_named_with_its_file() {
    let (folder, path) = recorded();
    let record = read(&path);
    let name = path.file_name().unwrap().to_str().unwrap();
    for (pointer, value, field) in [
        ("/format", json!(2), "format"),
        ("/cores", json!(0), "cores"),
        ("/cores", json!("two"), "cores"),
        ("/compiler", json!(""), "compiler"),
        ("/started", json!("yesterday"), "started"),
        ("/wall_s", json!(-1.0), "wall_s"),
        ("/wall_s", json!(null), "wall_s"),
        ("/cpu_s", json!("0.1"), "cpu_s"),
        ("/peak_memory_bytes", json!(0), "peak_memory_bytes"),
        ("/ledger_sha256", json!("abc"), "ledger_sha256"),
        ("/result/checks", json!([]), "result.checks"),
        ("/result/checks/0", json!("guess"), "result.checks[0]"),
        ("/result/checks/0/passed", json!(false), "result.checks"),
        ("/result/program", json!("kings"), "result.program"),
        ("/result/n", json!(33), "result.n"),
        ("/result/solutions", json!("5"), "result.solutions"),
        ("/result/solutions", json!("four"), "result.solutions"),
        ("/result/solutions", json!(4), "result.solutions"),
        ("/result/check", json!("none"), "result.check"),
        ("/result/nodes", json!("-1"), "result.nodes"),
        ("/result/kernel", json!("quantum"), "result.kernel"),
        ("/result/threads", json!(0), "result.threads"),
        ("/result/threads", json!(3), "the file's name"),
        ("/result/units", json!(0), "result.units"),
        ("/result/elapsed_s", json!(0.0), "result.elapsed_s"),
        ("/result/host/cpu", json!(""), "result.host.cpu"),
        ("/result/commit", json!(""), "result.commit"),
    ] {
        let mut changed = record.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let (code, message) = publish_with(&path, folder.path(), &changed);
        assert_eq!(code, 4, "{pointer}: {message}");
        assert!(message.contains(name) && message.contains(&format!("{field}: ")), "{pointer}: {message}");
    }
    for around in ["", "/result", "/result/host", "/result/checks/0"] {
        let mut changed = record.clone();
        changed.pointer_mut(around).unwrap()["mood"] = json!("good");
        let (code, message) = publish_with(&path, folder.path(), &changed);
        assert!(code == 4 && message.contains("unknown field `mood`") && message.contains(name), "{message}");
    }
    publish_with(&path, folder.path(), &record);
    fs::write(&path, format!("{record} more")).unwrap();
    run(folder.path(), &["publish"]).fails(4, &[name, "the end"]);
}

#[test]
fn what_is_no_ladder_and_no_estimate_is_named() {
    let (folder, _) = recorded();
    for (name, text) in [("ladder.json", "{}"), ("estimate.json", "{\"n\":24}"), ("estimate.json", "[]")] {
        let path = folder.path().join("results").join(name);
        fs::write(&path, text).unwrap();
        run(folder.path(), &["publish"]).fails(1, &[name, "make it again or remove it"]);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn nothing_to_publish_is_an_error_that_says_what_to_do() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &["publish"]).fails(1, &["queens count N --record results/records"]);
}
