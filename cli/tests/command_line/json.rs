//! docs/json.schema.json describes what `--json` prints, field by field.

pub mod schema;

use std::fs;

use queens::Method;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::records::{files, records};
use crate::support::{
    Finished, change_ledger, forge, forged_run, known, lock, repository, run, run_limited, selftest,
};
use schema::Schema;

/// The JSON that every command prints, in all its forms, with the name of the command.
fn printed() -> Vec<(String, Value)> {
    let folder = tempdir().unwrap();
    let here = folder.path();
    let mut found = Vec::new();
    let mut keep = |words: &str, finished: &Finished| {
        let stdout = finished.stdout();
        let values = serde_json::Deserializer::from_str(&stdout).into_iter();
        let values: Vec<Value> = values.map(Result::unwrap).collect();
        assert!(!values.is_empty(), "{words} prints nothing: {}", finished.stderr());
        let named = |value: &Value| {
            let ended = ["stopped", "error"].into_iter().find(|name| value.get(name).is_some());
            ended.or(words.split(' ').next()).unwrap().to_owned()
        };
        found.extend(values.into_iter().map(|value| (named(&value), value)));
    };
    // Stopped in the middle.
    let slow = "--kernel scalar --threads 1 --json";
    run(here, "plan 18 --shards 1 --method cross -o long.plan").printed();
    for long in [
        "count 20 --method cross --no-checkpoint",
        "count 18 --method cross --run long",
        "work long.plan --shards 0 --dir d",
    ] {
        let has_begun = |stopped: &Finished| stopped.json()["stopped"]["units_done"].is_u64();
        keep(long, &run_limited(here, &format!("{long} {slow}"), has_begun));
    }
    // A saved total, and a second count that is stopped.
    let total = known(17).parse().unwrap();
    forged_run(here, "seventeen", (17, Method::Colours, 4), |unit| if unit == 0 { total } else { 0 });
    let again = "count 17 --run seventeen --double-check";
    let is_stopped = |stopped: &Finished| stopped.stdout().contains("not_checked_again");
    keep(again, &run_limited(here, &format!("{again} {slow}"), is_stopped));
    let mut calls = |lines: &[&str]| {
        for words in lines {
            keep(words, &run(here, &format!("{words} --json")));
        }
    };
    calls(&[
        // Stopped before it begins.
        "count 32 --method cross --depth 7 --max-time 100ms",
        "count 8 --no-checkpoint",
        "count 12 --method cross --run run --fundamental --double-check --record",
        "status run",
        "verify nowhere",
        "verify run --sample 100%",
    ]);
    let ledger = here.join("run");
    change_ledger(&ledger, |entries| entries[0].solutions += 1);
    fs::remove_file(ledger.join("result.json")).unwrap();
    calls(&["verify run --sample 100%", "status run"]);
    change_ledger(&ledger, |entries| entries.truncate(2));
    calls(&["status run"]);
    let held = lock(&ledger.join("lock"));
    calls(&["status run"]);
    drop(held);
    calls(&[
        "plan 12 --shards 2 --method colours -o colours.plan",
        "plan 12 --shards 2 --method cross -o plan",
        "work plan --shards 0 --dir shards",
        "status shards/shard-00000",
        "status shards",
        "status shards --plan plan",
        "work plan --shards 0-1 --dir shards",
        "merge plan --dir shards --run merged --record",
        "count 12 --method cross --run merged",
        "count 10 --run small",
    ]);
    // As if a GPU had counted them, with a version before 2.0.
    let device = json!({ "name": "H200", "kind": "discrete", "backend": "vulkan", "driver": "NVIDIA 999" });
    for directory in ["small", "shards/shard-00000"].map(|directory| here.join(directory)) {
        forge(&directory.join("result.json"), |result| {
            result["kernel"] = json!("gpu");
            result["device"] = device.clone();
            result["more_devices"] = json!([device]);
            result["device_s"] = json!(0.005);
        });
        change_ledger(&directory, |entries| {
            (entries[0].kernel, entries[0].wall_ms, entries[0].cpu_ms) = ("gpu".into(), 5, 5);
        });
    }
    calls(&[
        "merge plan --dir shards --run merged-again",
        "count 10 --run small",
        "work plan --shards 0 --dir shards",
        "estimate 8 9 --method cross --time 0.1",
        "estimate 8 --method colours --time 0.1",
        "ladder 6",
        // Some rungs are refused.
        "ladder 9",
        "list 4",
        "list 5 --fundamental",
        "find 8",
        "find 3",
    ]);
    keep("selftest", selftest());
    found.extend(records(&here.join("results/records")).into_iter().map(|record| {
        let is_merge = record.get("plan_hash").is_some();
        (if is_merge { "merge_record" } else { "record" }.to_owned(), record)
    }));
    let compared = files(&repository().join("results/rivals")).into_values();
    found.extend(compared.map(|text| ("comparison".to_owned(), serde_json::from_str(&text).unwrap())));
    found
}

#[test]
fn output_of_every_command_matches_the_schema() {
    let schema = Schema::new(&fs::read_to_string(repository().join("docs/json.schema.json")).unwrap());
    for (command, value) in printed() {
        let place = format!("/$defs/{command}");
        if let Err(reason) = schema.check(&place, &value) {
            panic!("{reason}: {value}");
        }
    }
    for wire_type in ["count", "merge", "record", "merge_record", "comparison", "estimate"] {
        assert_eq!(schema.unseen(wire_type), [""; 0], "{wire_type}: described, but never written");
    }
}
