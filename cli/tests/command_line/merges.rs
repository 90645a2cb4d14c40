//! Tests `queens merge --record`, which records a plan's total, and the machines and kernels that counted its
//! shards.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::records::recorded;
use crate::support::{forge, has, known, ledger_sha256, read_json, run};

/// Creates a folder with a record of N = 12 and a plan for N = 15 in five shards. The last shard was counted
/// with a different kernel on a different machine.
fn worked() -> TempDir {
    let (folder, _) = recorded();
    run(&folder, "plan 15 --shards 5 -o plan.json").printed();
    run(&folder, "work plan.json --shards 0-3 --dir shards --kernel portable").printed();
    run(&folder, "work plan.json --shards 4 --dir shards --kernel scalar").printed();
    for (shard, cpu) in [(0, "Alpha"), (1, "Alpha"), (2, "Alpha"), (3, "Alpha"), (4, "Beta 2")] {
        forge(&folder.path().join(format!("shards/shard-0000{shard}/result.json")), |result| {
            result["host"] = json!({ "cpu": cpu, "os": "linux" });
        });
    }
    folder
}

/// Merges the shards, and returns all merge records so far.
fn merge(folder: &TempDir) -> Vec<Value> {
    run(folder, "merge plan.json --dir shards --run merged --fresh --record").prints_total(15);
    let text = fs::read_to_string(folder.path().join("results/records/merged.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn records_every_machine_of_a_merge() {
    let folder = worked();
    let record = merge(&folder).remove(0);
    let plan = read_json(&folder.path().join("plan.json"));
    let hash = ledger_sha256(&folder.path().join("merged"));
    has(&record, json!({ "plan_hash": plan["plan_hash"], "ledger_sha256": hash }));
    let result = &record["result"];
    has(result, json!({ "n": 15, "solutions": known(15), "method": plan["method"] }));
    has(result, json!({ "depth": plan["depth"], "units": plan["units"] }));
    let host = |cpu: &str| json!({ "cpu": cpu, "os": "linux" });
    let machines = json!([{ "host": host("Alpha"), "shards": 4 }, { "host": host("Beta 2"), "shards": 1 }]);
    let kernels = json!({ "portable": 4, "scalar": 1 });
    // `cpu_units` is null because every unit has a CPU time.
    let of_merge = json!({ "shards": 5, "machines": machines, "kernels": kernels, "cpu_units": null });
    has(&result["merged"], of_merge);
    let status = run(&folder, "status merged --json").json();
    assert_eq!(result["cpu_s"], status["cpu_s"]);
    has(result, json!({ "wall_s": null, "threads": null, "resumed": null }));
}

#[test]
fn names_no_machine_of_a_shard_without_a_result() {
    let folder = worked();
    fs::remove_file(folder.path().join("shards/shard-00004/result.json")).unwrap();
    let merged = merge(&folder)[0]["result"]["merged"].clone();
    let machines = json!([{ "host": { "cpu": "Alpha", "os": "linux" }, "shards": 4 }]);
    has(&merged, json!({ "machines": machines, "kernels": { "portable": 4, "scalar": 1 } }));
}

#[test]
fn records_a_merge_of_another_version_once() {
    let folder = worked();
    merge(&folder);
    let path = folder.path().join("results/records/merged.jsonl");
    let mut record = read_json(&path);
    record["result"]["version"] = json!("1.1.0");
    fs::write(&path, format!("{record}\n")).unwrap();
    assert_eq!(merge(&folder).len(), 1);
    // A different ledger's total gets its own record.
    record["ledger_sha256"] = json!("0".repeat(64));
    fs::write(&path, format!("{record}\n")).unwrap();
    assert_eq!(merge(&folder).len(), 2);
}
