//! `queens merge --record`: the total of a plan, from its shards to the published page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::records::{README, files, read, recorded, records, succeeds};
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

/// Gives every count the times of a machine that did nothing else: busy ones are left out of the
/// README.
fn as_on_a_quiet_machine(folder: &TempDir) {
    for (path, text) in files(&folder.path().join("results/records")) {
        let quiet = text.lines().map(|line| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            if record["result"]["thread_wall_s"].is_number() {
                record["result"]["cpu_s"] = record["result"]["thread_wall_s"].clone();
            }
            record.to_string() + "\n"
        });
        fs::write(path, quiet.collect::<String>()).unwrap();
    }
}

/// The first row of N = 15 in the document and in the README that are published.
fn published(folder: &TempDir) -> [String; 2] {
    let readme = folder.path().join("README.md");
    fs::write(&readme, README).unwrap();
    call(folder, "publish --readme README.md");
    [folder.path().join("results/README.md"), readme].map(|path| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().find(|line| line.starts_with("| 15 |")).unwrap().to_owned()
    })
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
fn publishes_every_machine_of_a_merge() {
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

/// As in a record of shards that development builds counted.
#[test]
fn publishes_no_time_that_some_units_took() {
    let folder = worked();
    let mut record = merge(&folder);
    let units = record["result"]["units"].as_u64().unwrap();
    record["result"]["merged"]["cpu_units"] = json!(units - 5);
    record["result"]["cpu_s"] = json!(7200.0);
    fs::write(folder.path().join("results/records/merged.jsonl"), record.to_string()).unwrap();
    let [row, _] = published(&folder);
    assert!(row.contains("[not known](") && row.contains(", in 5 shards |"), "{row}");
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
fn prefers_one_machine_then_the_latest_merge() {
    let folder = worked();
    merge(&folder);
    // The same merge is recorded once.
    merge(&folder);
    assert_eq!(merges(&folder), 1);
    fs::remove_file(folder.path().join("shards/shard-00004/result.json")).unwrap();
    merge(&folder);
    assert_eq!(merges(&folder), 2);
    let [row, _] = published(&folder);
    assert!(row.contains("](records/merged.jsonl#L2)"), "{row}");
    call(&folder, "count 15 --threads 1 --method halves --record");
    as_on_a_quiet_machine(&folder);
    let [row, in_readme] = published(&folder);
    assert!(row.contains("| cross, halves |") && row.contains("one thread"), "{row}");
    assert!(!row.contains("shards") && !in_readme.contains("shards"), "{row} {in_readme}");
}

#[test]
fn publishes_a_merge_alone() {
    let folder = TempDir::new().unwrap();
    call(&folder, "plan 15 --shards 2 -o plan.json");
    call(&folder, "work plan.json --shards 0-1 --dir shards");
    merge(&folder);
    let [document, readme] = published(&folder);
    assert!(document.contains(" | 2,279,184 | 285,053 |"), "{document}");
    assert_eq!(readme, "| 15 | 2,279,184 in 2 shards |");
    let document = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    let page = fs::read_to_string(folder.path().join("results/index.html")).unwrap();
    let (_, body) = page.split_once("<body>").unwrap();
    for text in [&document[..], body.split("<script>").next().unwrap()] {
        for missing in ["chart", "Chart", "time.svg", "Times", "in the least time"] {
            assert!(!text.contains(missing), "{missing}: {text}");
        }
    }
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

/// Publishes with `value` in the place of a field of the record at `path`, or without it.
fn publish_with(folder: &Path, record: &Value, pointer: &str, value: Option<Value>) -> (i32, String) {
    let mut changed = record.clone();
    let (around, key) = pointer.rsplit_once('/').unwrap();
    let around = changed.pointer_mut(around).unwrap().as_object_mut().unwrap();
    match value {
        Some(value) => around.insert(key.to_owned(), value),
        None => around.remove(key),
    };
    fs::write(folder.join("results/records/merged.jsonl"), changed.to_string()).unwrap();
    let finished = run(folder, &["publish"]);
    (finished.code(), finished.stderr())
}

#[test]
fn names_a_broken_field_of_a_merge_with_its_line() {
    let folder = worked();
    let record = merge(&folder);
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
        let (code, message) = match pointer.strip_prefix("/result/checks/0/") {
            Some(_) => {
                let mut check = record["result"]["checks"][0].clone();
                check["passed"] = value.clone();
                publish_with(folder.path(), &record, "/result/checks", Some(json!([check])))
            }
            None => publish_with(folder.path(), &record, pointer, Some(value.clone())),
        };
        assert_eq!(code, 4, "{pointer} {value}: {message}");
        let place = format!("merged.jsonl:1: {field}");
        assert!(message.contains(&place), "{pointer} {value}: {message}");
    }
    for field in record.as_object().unwrap().keys() {
        let (code, message) = publish_with(folder.path(), &record, &format!("/{field}"), None);
        assert!(code == 4 && message.contains(&format!("missing field `{field}`")), "{message}");
    }
    // A merge is no count of a machine.
    fs::remove_file(folder.path().join("results/records/merged.jsonl")).unwrap();
    let mut count = records(&folder.path().join("results/records"))[0].clone();
    count["result"]["merged"] = record["result"]["merged"].clone();
    fs::write(folder.path().join("results/records/other.jsonl"), count.to_string()).unwrap();
    run(folder.path(), &["publish"]).fails(4, &["other.jsonl:1: result.merged: "]);
}
