//! Merges: the total of a plan on the published page.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{README, merge_record, publish_readme, record, recorded, refusal, refuses, write};

/// The first row of N = 15 in the document and in the README that are published.
fn published(folder: &TempDir) -> [String; 2] {
    let readme = folder.path().join("README.md");
    fs::write(&readme, README).unwrap();
    publish_readme(folder.path());
    [folder.path().join("results/README.md"), readme].map(|path| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().find(|line| line.starts_with("| 15 |")).unwrap().to_owned()
    })
}

/// A folder with a record of N = 12, and these merges.
fn merged(merges: &[Value]) -> TempDir {
    let (folder, _) = recorded();
    write(folder.path(), "merged.jsonl", merges);
    folder
}

#[test]
fn publishes_no_time_that_some_units_took() {
    let mut record = merge_record();
    let units = record["result"]["units"].as_u64().unwrap();
    record["result"]["merged"]["cpu_units"] = json!(units - 5);
    record["result"]["cpu_s"] = json!(7200.0);
    let [row, _] = published(&merged(&[record]));
    assert!(row.contains("[not known](") && row.contains(", in 5 shards |"), "{row}");
}

#[test]
fn publishes_a_merge_alone() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "merged.jsonl", &[merge_record()]);
    let [document, readme] = published(&folder);
    assert!(document.contains(" | 2,279,184 | 285,053 |"), "{document}");
    assert_eq!(readme, "| 15 | 2,279,184 in 5 shards |");
    let document = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    let page = fs::read_to_string(folder.path().join("results/index.html")).unwrap();
    let (_, body) = page.split_once("<body>").unwrap();
    for text in [&document[..], body.split("<script>").next().unwrap()] {
        for missing in ["chart", "Chart", "time.svg", "Times", "in the least time"] {
            assert!(!text.contains(missing), "{missing}: {text}");
        }
    }
}

/// Whether a merge with `value` in the place of a field, or without the field, is wrong, and why it is
/// refused.
fn publish_with(folder: &Path, record: &Value, pointer: &str, value: Option<Value>) -> (bool, String) {
    let mut changed = record.clone();
    let (around, key) = pointer.rsplit_once('/').unwrap();
    let around = changed.pointer_mut(around).unwrap().as_object_mut().unwrap();
    match value {
        Some(value) => around.insert(key.to_owned(), value),
        None => around.remove(key),
    };
    fs::write(folder.join("results/records/merged.jsonl"), changed.to_string()).unwrap();
    refusal(folder)
}

#[test]
fn names_a_broken_field_of_a_merge_with_its_line() {
    let record = merge_record();
    let folder = merged(&[]);
    let host = json!({ "cpu": "x", "os": "x" });
    let units = record["result"]["units"].as_u64().unwrap();
    for (pointer, value, field) in [
        ("/format", json!(-4), "format"),
        ("/plan_hash", json!("abc"), "plan_hash"),
        ("/ledger_sha256", json!("0".repeat(63) + "g"), "ledger_sha256"),
        ("/result/program", json!("kings"), "result.program"),
        ("/result/version", json!(""), "result.version"),
        ("/result/commit", json!(""), "result.commit"),
        ("/result/n", json!(33), "result.n"),
        ("/result/solutions", json!("5"), "result.solutions"),
        ("/result/solutions", json!("four"), "result.solutions"),
        ("/result/method", json!("none"), "result.method"),
        ("/result/units", json!(0), "result.units"),
        ("/result/checks", json!([]), "result.checks"),
        ("/result/checks/0/passed", json!(false), "result.checks"),
        ("/result/cpu_s", json!(-1.0), "result.cpu_s"),
        ("/result/cpu_s", json!(1e308), "result.cpu_s"),
        ("/result/cpu_s", json!(1e-30), "result.cpu_s"),
        ("/result/shard", json!({ "number": 0, "of": 2 }), "result.shard"),
        ("/result/merged/shards", json!(0), "result.merged.shards"),
        ("/result/merged/shards", json!(units + 1), "result.merged.shards"),
        ("/result/merged/shards", json!(6), "result.merged.kernels"),
        ("/result/merged/machines", json!([{ "host": host, "shards": 0 }]), "result.merged.machines"),
        ("/result/merged/machines", json!([{ "host": host, "shards": 6 }]), "result.merged.machines"),
        (
            "/result/merged/machines",
            json!([{ "host": { "cpu": "", "os": "x" }, "shards": 1 }]),
            "result.merged.machines",
        ),
        (
            "/result/merged/machines",
            json!([{ "host": { "cpu": "x", "os": "" }, "shards": 1 }]),
            "result.merged.machines",
        ),
        ("/result/merged/kernels", json!({ "quantum": 5 }), "result.merged.kernels"),
        ("/result/merged/kernels", json!({}), "result.merged.kernels"),
        ("/result/merged/kernels", json!({ "scalar": 5, "avx2": 0 }), "result.merged.kernels"),
        ("/result/merged/kernels", json!({ "scalar": 6 }), "result.merged.kernels"),
        ("/result/merged/cpu_units", json!(units), "result.merged.cpu_units"),
    ] {
        // An object in an array has no pointer to its fields.
        let (is_wrong, message) = match pointer.strip_prefix("/result/checks/0/") {
            Some(_) => {
                let mut check = record["result"]["checks"][0].clone();
                check["passed"] = value.clone();
                publish_with(folder.path(), &record, "/result/checks", Some(json!([check])))
            }
            None => publish_with(folder.path(), &record, pointer, Some(value.clone())),
        };
        assert!(is_wrong, "{pointer} {value}: {message}");
        let place = format!("merged.jsonl:1: {field}");
        assert!(message.contains(&place), "{pointer} {value}: {message}");
    }
    for field in record.as_object().unwrap().keys() {
        let (is_wrong, message) = publish_with(folder.path(), &record, &format!("/{field}"), None);
        assert!(is_wrong && message.contains(&format!("missing field `{field}`")), "{message}");
    }
    // A merge is no count of a machine.
    fs::remove_file(folder.path().join("results/records/merged.jsonl")).unwrap();
    let mut count = crate::support::record(12, "cross", 1);
    count["result"]["merged"] = record["result"]["merged"].clone();
    write(folder.path(), "other.jsonl", &[count]);
    refuses(folder.path(), true, &["other.jsonl:1: result.merged: "]);
}

#[test]
fn prefers_one_machine_then_the_latest_merge() {
    let mut later = merge_record();
    later["ledger_sha256"] = json!("1".repeat(64));
    let folder = merged(&[merge_record(), later]);
    let [row, _] = published(&folder);
    assert!(row.contains("](records/merged.jsonl#L2)"), "{row}");
    write(folder.path(), "a.jsonl", &[record(15, "halves", 1)]);
    let [row, in_readme] = published(&folder);
    assert!(row.contains("| cross, halves |") && row.contains("one thread"), "{row}");
    assert!(!row.contains("shards") && !in_readme.contains("shards"), "{row} {in_readme}");
}

#[test]
fn publishes_every_machine_of_a_merge() {
    let folder = merged(&[merge_record()]);
    let [row, in_readme] = published(&folder);
    for part in [
        "| 15 | [",
        "§](records/merged.jsonl#L1) | 2,279,184 | 285,053 | cross | ",
        " | cross portable (4 of them), scalar (1 of them), in 5 shards | ",
        " | Alpha (4 of them), Beta 2 (1 of them) |",
    ] {
        assert!(row.contains(part), "{part}: {row}");
    }
    assert!(in_readme.starts_with("| 15 | 2,279,184 in 5 shards |"), "{in_readme}");
    let document = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    assert!(document.contains(" up to N = 15: 2,279,184 solutions."), "{document}");
    let rows = document.lines().filter(|line| line.starts_with("| 15 |")).count();
    assert_eq!(rows, 1, "a merge is no time of a machine: {document}");
}
