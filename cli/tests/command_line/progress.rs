//! Compares the events that `--progress json` writes to stderr with the JSON schema.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{
    Finished, change_ledger, has, read_stderr, repository, run, run_limited, signal, start, units_in,
    wait_until,
};

const COUNT_OF_SIX_SECONDS: &str = "count 17 --kernel scalar --threads 1";

/// Returns the events in the schema with their fields.
fn description() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(repository().join("docs/json.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let events = schema["$defs"]["event"]["oneOf"].as_array().unwrap();
    let described = events.iter().map(|event| {
        let name = event["properties"]["event"]["const"].as_str().unwrap();
        let fields = event["properties"].as_object().unwrap().keys().filter(|field| *field != "event");
        (name.to_owned(), fields.cloned().collect())
    });
    described.collect()
}

/// Parses the events on stderr, and checks each against the schema.
fn events(finished: &Finished) -> Vec<Value> {
    let described = description();
    let text = finished.stderr();
    let check = |line| {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let fields = &described[event["event"].as_str().unwrap()];
        let found: BTreeSet<&str> = event.as_object().unwrap().keys().map(String::as_str).collect();
        let of_shards = |field: &&str| ["shard", "shards_done", "shards"].contains(field);
        let optional = |field: &&str| !of_shards(field) || found.contains(field);
        let expected: BTreeSet<&str> =
            fields.iter().map(String::as_str).filter(optional).chain(["event"]).collect();
        assert_eq!(found, expected, "{line}");
        event
    };
    text.lines().map(check).collect()
}

const JSON: &str = "--progress json --interval 0.1";

fn run_json(folder: &TempDir, words: &str) -> Finished {
    run(folder, &format!("{words} {JSON}"))
}

/// Like [`run_json`], but stopped by a time limit once there is some progress.
fn stopped_json(folder: &TempDir, words: &str) -> Finished {
    run_limited(folder, &format!("{words} {JSON}"), |stopped| {
        of_kind(&events(stopped), "progress").iter().any(|event| event["units_done"].as_u64() > Some(0))
    })
}

fn of_kind<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == kind).collect()
}

#[test]
fn count_reports_progress_and_its_end() {
    let folder = tempdir().unwrap();
    let counted = run_json(&folder, "count 16 --kernel scalar --threads 1 --no-checkpoint");
    let events = events(counted.prints_total(16));
    let progress = of_kind(&events, "progress");
    let tells_time_left = progress.iter().any(|event| event["remaining_s"].is_number());
    assert!(progress.len() > 2 && tells_time_left, "{events:?}");
    let end = events.last().unwrap();
    assert!(end["event"] == "notice" && end["text"].as_str().unwrap().contains("matches A000170"), "{end}");
}

#[test]
fn resumed_count_tells_the_speed_of_its_session() {
    let folder = tempdir().unwrap();
    let stopped = stopped_json(&folder, &format!("{COUNT_OF_SIX_SECONDS} --fresh --json"))
        .ends(3, &["without --fresh"])
        .json();
    let stopped = &stopped["stopped"];
    let of_run =
        json!({ "directory": "queens-17.run", "resume_command": "queens count 17 --run queens-17.run" });
    has(stopped, of_run);
    let status = run(&folder, "status queens-17.run --json").json();
    has(&status, json!({ "units_done": stopped["units_done"], "units": stopped["units"] }));
    let resumed = run(&folder, "count 17 --json");
    resumed.says(&[" in the last session, ", "solutions/s, "]);
    assert_eq!(resumed.json()["resumed"], stopped["units_done"]);
    assert!(!run(&folder, "count 17").stderr().contains("solutions/s"), "the speed of several sessions");

    let nothing =
        stopped_json(&folder, &format!("{COUNT_OF_SIX_SECONDS} --no-checkpoint --json")).ends(3, &[]).json();
    has(&nothing["stopped"], json!({ "directory": null, "resume_command": null }));
}

#[test]
fn notices_errors_and_repeated_results_are_events() {
    let folder = tempdir().unwrap();
    let count = "count 12 --run run --threads 1";
    events(run_json(&folder, count).prints_total(12));
    let repeated = events(run_json(&folder, count).prints_total(12));
    assert!(repeated[0]["text"].as_str().unwrap().contains("this run was already finished"), "{repeated:?}");
    assert!(repeated[1]["text"].as_str().unwrap().starts_with("N = 12: "), "{repeated:?}");

    change_ledger(&folder.path().join("run"), |entries| entries[0].solutions += 8);
    let failed = events(run_json(&folder, count).fails(4, &[]));
    assert!(failed[0]["text"].as_str().unwrap().contains("result.json"), "{failed:?}");
    for words in ["verify nowhere", "work nowhere --shards 0 --dir d"] {
        let errors = events(run_json(&folder, words).fails(1, &[]));
        assert_eq!((errors.len(), &errors[0]["event"]), (1, &"error".into()));
    }
}

#[test]
fn shards_and_verify_emit_the_same_events() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 17 --shards 2 -o plan --method cross");
    let work = "work plan --shards 0,1 --dir d --kernel scalar --threads 1";
    let stopped = events(stopped_json(&folder, work).fails(3, &[]));
    assert!(stopped.last().unwrap()["text"].as_str().unwrap().starts_with("stopped in shard 0 with "));
    has(of_kind(&stopped, "progress")[0], json!({ "shard": 0, "shards_done": 0, "shards": 2 }));

    run(&folder, "count 16 --run run").prints_total(16);
    let verify = "verify run --sample 100% --kernel scalar --threads 1";
    let verified = events(&run_json(&folder, verify));
    assert!(!of_kind(&verified, "progress").is_empty());
}

#[test]
fn signal_requests_a_status_event() {
    let folder = tempdir().unwrap();
    let mut child =
        start(&folder, &format!("{COUNT_OF_SIX_SECONDS} --run run --progress json --interval 3600"));
    wait_until("a finished unit", || units_in(&folder.path().join("run")) > 0);
    signal(&child, "USR1");
    let shown = read_stderr(&mut child, |text| text.ends_with('\n'));
    assert!(shown.starts_with(r#"{"event":"progress","#), "{shown}");
    signal(&child, "TERM");
    let events = events(&Finished::of(child));
    assert!(of_kind(&events, "progress").is_empty(), "{events:?}");
}
