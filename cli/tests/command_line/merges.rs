//! `queens merge --record`: the total of a plan and what counted its shards.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::records::{read, recorded, records, succeeds};
use crate::support::{forge, known, ledger_sha256, run};

/// Runs a command line of words.
fn call(folder: &TempDir, arguments: &str) {
    succeeds(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
}

/// A folder with a record of N = 12, and a plan of N = 15 in five shards: the last is counted by
/// another kernel and machine.
fn worked() -> TempDir {
    let (folder, _) = recorded();
    call(&folder, "plan 15 --shards 5 -o plan.json");
    call(&folder, "work plan.json --shards 0-3 --dir shards --kernel portable");
    call(&folder, "work plan.json --shards 4 --dir shards --kernel scalar");
    let shards = folder.path().join("shards");
    for (shard, cpu) in [(0, "Alpha"), (1, "Alpha"), (2, "Alpha"), (3, "Alpha"), (4, "Beta 2")] {
        forge(&shards.join(format!("shard-0000{shard}/result.json")), |result| {
            result["host"] = json!({ "cpu": cpu, "os": "linux" });
        });
    }
    folder
}

fn merge(folder: &TempDir) -> Value {
    call(folder, "merge plan.json --dir shards --run merged --fresh --record");
    let path = folder.path().join("results/records/merged.jsonl");
    let text = fs::read_to_string(path).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

/// How many merges are recorded.
fn merges(folder: &TempDir) -> usize {
    let path = folder.path().join("results/records/merged.jsonl");
    fs::read_to_string(path).unwrap().lines().count()
}

/// All keys of the objects in `value`.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            keys(value, found);
        }),
        Value::Array(parts) => parts.iter().for_each(|part| keys(part, found)),
        _ => {}
    }
}

#[test]
fn records_every_machine_of_a_merge() {
    let folder = worked();
    let record = merge(&folder);
    let plan = read(&folder.path().join("plan.json"));
    let hash = ledger_sha256(&folder.path().join("merged"));
    let result = &record["result"];
    for (field, value) in [
        ("n", &json!(15)),
        ("solutions", &json!(known(15))),
        ("method", &plan["method"]),
        ("depth", &plan["depth"]),
        ("units", &plan["units"]),
    ] {
        assert_eq!(&result[field], value, "{field}");
    }
    assert_eq!((&record["plan_hash"], &record["ledger_sha256"]), (&plan["plan_hash"], &json!(hash)));
    let merged = &result["merged"];
    let host = |cpu: &str| json!({ "cpu": cpu, "os": "linux" });
    assert_eq!(merged["shards"], json!(5));
    assert_eq!(
        merged["machines"],
        json!([{ "host": host("Alpha"), "shards": 4 }, { "host": host("Beta 2"), "shards": 1 }])
    );
    assert_eq!(merged["kernels"], json!({ "portable": 4, "scalar": 1 }));
    // Every unit knows its CPU time.
    let status = run(folder.path(), &["status", "merged", "--json"]).json();
    assert_eq!((&result["cpu_s"], merged.get("cpu_units")), (&status["cpu_s"], None));
    let mut found = BTreeSet::new();
    keys(&record, &mut found);
    for pretended in ["wall_s", "threads", "resumed", "cores", "peak_memory_bytes"] {
        assert!(!found.contains(pretended), "{record}");
    }
}

#[test]
fn shard_without_result_names_no_machine() {
    let folder = worked();
    fs::remove_file(folder.path().join("shards/shard-00004/result.json")).unwrap();
    let merged = merge(&folder)["result"]["merged"].clone();
    assert_eq!(merged["machines"], json!([{ "host": { "cpu": "Alpha", "os": "linux" }, "shards": 4 }]));
    assert_eq!(merged["kernels"]["scalar"], json!(1));
}

#[test]
fn records_a_merge_once() {
    let folder = worked();
    merge(&folder);
    merge(&folder);
    assert_eq!(merges(&folder), 1);
    fs::remove_file(folder.path().join("shards/shard-00004/result.json")).unwrap();
    merge(&folder);
    assert_eq!(merges(&folder), 2);
}

#[test]
fn record_of_a_merge_needs_the_merged_run() {
    let folder = worked();
    let merge = ["merge", "plan.json", "--dir", "shards", "--record"];
    run(folder.path(), &merge).fails(2, &["--run <RUN>"]);
    assert!(!folder.path().join("results/records/merged.jsonl").exists());
    // A run that was merged before is recorded too.
    call(&folder, "merge plan.json --dir shards --run merged");
    call(&folder, "merge plan.json --dir shards --run merged --record kept");
    let hash = ledger_sha256(&folder.path().join("merged"));
    assert_eq!(records(&folder.path().join("kept"))[0]["ledger_sha256"], json!(hash));
}
