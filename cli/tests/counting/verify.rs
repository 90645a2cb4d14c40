//! Tests `queens verify`, which recounts units.

use std::fs;

use queens::Method;
use queens::cluster::ShardedPlan;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{
    Finished, change_ledger, fabricate, forged_run, has, hold, known, read_stderr, run, signal, start,
    units_in, wait_until,
};

/// Counts N = 14 with the fastest kernel and saves the run in `run`. Returns the folder and the result.
fn counted() -> (TempDir, Value) {
    let folder = tempdir().unwrap();
    let result = run(&folder, "count 14 --run run --json").json();
    (folder, result)
}

/// Like [`counted`], but with `change` applied to the ledger, and without result.json.
fn unfinished(change: impl FnOnce(&mut Vec<queens::plan::Entry>)) -> TempDir {
    let (folder, _) = counted();
    fs::remove_file(folder.path().join("run/result.json")).unwrap();
    change_ledger(&folder.path().join("run"), change);
    folder
}

#[test]
fn prints_the_seed_that_decides_the_sample() {
    let (folder, _) = counted();
    let verify = |options: &str| run(&folder, &format!("verify run --json{options}")).json();
    let by_default = verify("");
    assert_eq!(by_default["units_checked"], 1, "1% of some seventy units");
    let again = verify(&format!(" --seed {} --threads 2", by_default["seed"]));
    for field in ["seed", "nodes", "units", "kernels"] {
        assert_eq!(by_default[field], again[field], "{field}");
    }
    // Without a seed, each call draws a different sample.
    let seeds = [by_default["seed"].clone(), verify("")["seed"].clone(), verify("")["seed"].clone()];
    assert!(seeds[0] != seeds[1] || seeds[1] != seeds[2], "{seeds:?}");
    assert_eq!(verify(" --sample 7")["units_checked"], 7);
    let units = by_default["units_done"].as_u64().unwrap();
    let more = run(&folder, &format!("verify run --json --sample {}", units + 1));
    assert_eq!(more.json()["sample"], units);
    let text = run(&folder, "verify run --seed 12").stdout();
    assert!(text.starts_with("all agree: 1 of ") && text.ends_with(", seed 12\n"), "{text}");
}

#[test]
fn verifies_unfinished_runs_and_shards() {
    let folder = unfinished(|entries| entries.truncate(10));
    run(&folder, "plan 13 --shards 3 -o plan").printed();
    run(&folder, "work plan --shards 1 --dir shards").printed();
    for (directory, units) in [("run", 10), ("shards/shard-00001", 24)] {
        let found = run(&folder, &format!("verify {directory} --sample 100% --json")).ends(0, &[]).json();
        has(&found, json!({ "units_checked": units, "units_done": units }));
    }
}

#[test]
fn signal_stops_verify() {
    let folder = tempdir().unwrap();
    forged_run(folder.path(), "run", (18, Method::Cross, 5), |_| 0);
    let mut child = start(&folder, "verify run --sample 100% --kernel scalar --threads 1 --interval 0.1");
    // The units were forged, so every recount finds a wrong unit.
    let is_recounted = |line: &str| line.contains(" units, ") && !line.contains(" 0 of ");
    read_stderr(&mut child, |text| text.ends_with('\n') && text.lines().last().is_some_and(is_recounted));
    signal(&child, "INT");
    assert_eq!(Finished::of(child).code(), 4, "what was found wrong outweighs the stop");

    let child = start(&folder, "count 17 --method colours --run right");
    wait_until("twenty finished units", || units_in(&folder.path().join("right")) >= 20);
    signal(&child, "TERM");
    drop(Finished::of(child));
    let verify = "verify right --sample 100% --kernel scalar --threads 1 --progress json --interval 0.1";
    let mut child = start(&folder, verify);
    let said = read_stderr(&mut child, |text| text.ends_with('\n'));
    signal(&child, "INT");
    Finished::of(child).ends(3, &[]).shows(&["stopped before the end"]);
    for line in said.lines() {
        assert!(serde_json::from_str::<Value>(line).unwrap()["units_done"].is_u64());
    }
}

#[test]
fn time_limit_leaves_a_random_sample() {
    let folder = tempdir().unwrap();
    run(&folder, "count 16 --run run").printed();
    let [one, other] = [1, 2].map(|seed| {
        let all = "verify run --sample 100% --kernel scalar --threads 1 --time 0.1 --json";
        run(&folder, &format!("{all} --seed {seed}")).ends(0, &[]).json()
    });
    has(&one, json!({ "complete": false, "sample": one["units_done"] }));
    assert!(one["units_checked"].as_u64() > Some(0) && one["units_checked"] != one["sample"]);
    assert_ne!(one["nodes"], other["nodes"]);
}

/// With the plain recursion, a unit of this board takes minutes.
#[test]
fn recounting_nothing_is_a_failure() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 24 --method colours --shards 2 -o plan").printed();
    let plan = ShardedPlan::read(&folder.path().join("plan")).unwrap();
    fabricate(&plan, &folder.path().join("shards"), known(24).parse().unwrap());
    let verify = "verify shards/shard-00000 --sample 1 --kernel scalar --time 0.1";
    run(&folder, verify).ends(1, &["no unit was recounted in this time; allow more with --time"]);
}

#[test]
fn verifies_upside_down() {
    let folder = tempdir().unwrap();
    run(&folder, "count 15 --method colours --run run").prints_total(15);
    let verify = "verify run --upside-down --sample 100%";
    run(&folder, verify).shows(&["recounted upside down ("]).printed();
    change_ledger(&folder.path().join("run"), |entries| {
        entries[0].solutions += 8;
        entries[1].solutions -= 8;
    });
    let repeated = "`queens verify run --drop --sample 100% --upside-down` drops";
    let found = run(&folder, &format!("{verify} --json")).ends(4, &[repeated]).json();
    has(&found, json!({ "upside_down": true, "units_checked": found["units_done"] }));
    assert_eq!(found["mismatches"].as_array().unwrap().len(), 2);
    // Upright, such cheap units would be recounted with the scalar kernel.
    assert!(found["kernels"].get("scalar").is_none(), "{found}");
}

#[test]
fn drops_nothing_while_another_process_counts() {
    let folder = unfinished(|entries| entries[0].solutions += 8);
    let ledger = || fs::read(folder.path().join("run/ledger.jsonl")).unwrap();
    let before = ledger();
    let _held = hold(&folder.path().join("run"));
    let found = run(&folder, "verify run --sample 100% --drop");
    found.ends(4, &["run is in use by", "nothing will be dropped"]).shows(&["WRONG   unit "]);
    assert_eq!(ledger(), before);
}

#[test]
fn run_without_its_only_unit_was_wrong() {
    let folder = tempdir().unwrap();
    run(&folder, "count 4 --run run --depth 1").printed();
    fs::remove_file(folder.path().join("run/result.json")).unwrap();
    change_ledger(&folder.path().join("run"), |entries| {
        let others = entries.iter().map(|entry| queens::plan::Entry { solutions: 9, ..entry.clone() });
        let others: Vec<_> = others.collect();
        entries.extend(others);
    });
    let dropped = run(&folder, "verify run --drop");
    dropped.fails(4, &["dropped 1 unit with two different counts: 0; ", "no finished units to verify; "]);
    run(&folder, "count 4 --run run").prints("2\n");
}

#[test]
fn drops_the_result_of_another_run_even_without_units() {
    let folder = tempdir().unwrap();
    run(&folder, "count 8 --run run").printed();
    run(&folder, "count 9 --run other").printed();
    fs::copy(folder.path().join("other/result.json"), folder.path().join("run/result.json")).unwrap();
    fs::write(folder.path().join("run/ledger.jsonl"), "").unwrap();
    run(&folder, "count 8 --run run").fails(4, &["disagree", "`queens verify run --drop --sample 100%`"]);
    run(&folder, "verify run --drop --sample 100%").ends(4, &["the result was wrong and was dropped"]);
    run(&folder, "count 8 --run run").prints_total(8);
}
