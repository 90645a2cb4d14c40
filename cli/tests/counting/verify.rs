//! `queens verify`: recounting units.

use std::fs;
use std::path::Path;

use queens::Method;
use serde_json::json;
use tempfile::tempdir;

use crate::support::{
    Finished, change_ledger, forged_run, read_stderr, run, signal, start, units_in, wait_until,
};

/// Counts N = 14 into `run` with the fastest kernel.
fn count_14(directory: &Path) -> serde_json::Value {
    run(directory, &["count", "14", "--run", "run", "--json"]).json()
}

#[test]
fn verifies_with_another_kernel() {
    let directory = tempdir().unwrap();
    let counted = count_14(directory.path());
    let found = run(directory.path(), &["verify", "run", "--sample", "100%", "--json"]);
    assert_eq!(found.code(), 0, "{}", found.stderr());
    let found = found.json();
    assert_eq!(
        (&found["n"], &found["method"], &found["units_done"]),
        (&json!(14), &json!("cross"), &counted["units"])
    );
    assert_eq!((&found["units_checked"], &found["sample"]), (&counted["units"], &counted["units"]));
    assert_eq!((&found["complete"], &found["mismatches"]), (&json!(true), &json!([])));
    assert_eq!(found["same_kernel"], 0);
    // Units this cheap are counted by the scalar kernel.
    assert_eq!(found["kernels"], json!({"scalar": counted["units"]}));
    assert!(found["nodes"].as_str().unwrap().parse::<u128>().unwrap() > 0);
}

#[test]
fn finds_a_changed_unit_with_a_valid_checksum() {
    let directory = tempdir().unwrap();
    count_14(directory.path());
    let mut changed = (0, 0);
    // Two units exchange solutions: the total is right, and no checksum or known value shows it.
    change_ledger(&directory.path().join("run"), |entries| {
        let other = entries.iter().position(|entry| entry.solutions != entries[0].solutions).unwrap();
        let first = entries[0].solutions;
        entries[0].solutions = entries[other].solutions;
        entries[other].solutions = first;
        changed = (entries[0].unit, entries[other].unit);
    });
    run(directory.path(), &["count", "14", "--run", "run"]).prints_total(14);

    let found = run(directory.path(), &["verify", "run", "--sample", "100%", "--json"]);
    assert_eq!(found.code(), 4);
    assert!(
        found.stderr().contains("delete the lines of these units from run/ledger.jsonl"),
        "{}",
        found.stderr()
    );
    let mismatches = found.json()["mismatches"].clone();
    let mut units: Vec<u64> =
        mismatches.as_array().unwrap().iter().map(|wrong| wrong["unit"].as_u64().unwrap()).collect();
    units.sort_unstable();
    assert_eq!(units, [changed.0.min(changed.1), changed.0.max(changed.1)]);
    assert_eq!(mismatches[0]["ledger_solutions"], mismatches[1]["solutions"]);
    assert_eq!(mismatches[0]["solutions"], mismatches[1]["ledger_solutions"]);
    assert_eq!(mismatches[0]["kernel"], "scalar");

    let text = run(directory.path(), &["verify", "run", "--sample", "100%"]).stdout();
    assert!(text.contains(&format!("WRONG   unit {}: ", units[0])) && text.contains("2 wrong"), "{text}");
}

#[test]
fn advice_about_a_wrong_unit_repairs_the_run() {
    let directory = tempdir().unwrap();
    count_14(directory.path());
    let mut unit = 0;
    change_ledger(&directory.path().join("run"), |entries| {
        entries[3].solutions += 8;
        unit = entries[3].unit;
    });
    // The result now contradicts the ledger, which is noticed first.
    run(directory.path(), &["verify", "run"]).fails(4, &["result.json is corrupt", "365,596"]);
    fs::remove_file(directory.path().join("run/result.json")).unwrap();
    let found = run(directory.path(), &["verify", "run", "--sample", "100%", "--json"]);
    assert_eq!((found.code(), &found.json()["mismatches"][0]["unit"]), (4, &json!(unit)));
    change_ledger(&directory.path().join("run"), |entries| entries.retain(|entry| entry.unit != unit));
    run(directory.path(), &["count", "14", "--run", "run"]).prints_total(14);
    assert_eq!(run(directory.path(), &["verify", "run", "--sample", "100%"]).code(), 0);
}

#[test]
fn prints_the_seed_that_decides_the_sample() {
    let directory = tempdir().unwrap();
    count_14(directory.path());
    let verify = |arguments: &[&str]| {
        run(directory.path(), &[&["verify", "run", "--json"], arguments].concat()).json()
    };
    let by_default = verify(&[]);
    assert_eq!(by_default["units_checked"], 1, "1% of some seventy units");
    let again = verify(&["--seed", &by_default["seed"].to_string(), "--threads", "2"]);
    for field in ["seed", "nodes", "units", "kernels"] {
        assert_eq!(by_default[field], again[field], "{field}");
    }
    // Without a seed, another sample every time.
    let seeds = [by_default["seed"].clone(), verify(&[])["seed"].clone(), verify(&[])["seed"].clone()];
    assert!(seeds[0] != seeds[1] || seeds[1] != seeds[2], "{seeds:?}");
    assert_eq!(verify(&["--sample", "7"])["units_checked"], 7);
    assert_eq!(verify(&["--sample", "1000000"])["sample"], by_default["units_done"]);
    let units = by_default["units_done"].as_u64().unwrap();
    let more = run(directory.path(), &["verify", "run", "--sample", &(units + 1).to_string()]);
    more.ends(0, &[&format!("only {units} units are finished: recounting all of them")]);
    let text = run(directory.path(), &["verify", "run", "--seed", "12"]).stdout();
    assert!(text.starts_with("1 of ") && text.ends_with("seed 12: all agree\n"), "{text}");
}

#[test]
fn requested_kernel_recounts_everything() {
    let directory = tempdir().unwrap();
    run(directory.path(), &["count", "12", "--kernel", "portable", "--method", "rows", "--run", "run"]);
    let found =
        run(directory.path(), &["verify", "run", "--kernel", "portable", "--sample", "100%", "--json"])
            .json();
    assert_eq!(found["kernels"], json!({"portable": found["units_checked"]}));
    assert_eq!(found["same_kernel"], found["units_checked"]);
}

#[test]
fn verifies_unfinished_runs_and_shards() {
    let directory = tempdir().unwrap();
    count_14(directory.path());
    fs::remove_file(directory.path().join("run/result.json")).unwrap();
    change_ledger(&directory.path().join("run"), |entries| entries.truncate(10));
    let found = run(directory.path(), &["verify", "run", "--sample", "100%", "--json"]).json();
    assert_eq!((&found["units_checked"], &found["units_done"]), (&json!(10), &json!(10)));

    run(directory.path(), &["plan", "13", "--shards", "3", "--output", "plan.json"]);
    run(directory.path(), &["work", "plan.json", "--shard", "1", "--dir", "shards"]);
    let shard = fs::read_dir(directory.path().join("shards")).unwrap().next().unwrap().unwrap().path();
    let found = run(directory.path(), &["verify", shard.to_str().unwrap(), "--sample", "100%", "--json"]);
    assert_eq!(found.code(), 0, "{}", found.stderr());
    let found = found.json();
    assert!(found["units_checked"].as_u64() > Some(0));
    assert_eq!(found["units_checked"], found["units_done"]);
}

#[test]
fn signal_stops_verify() {
    let directory = tempdir().unwrap();
    let long = ["count", "17", "--method", "halves", "--run", "run"];
    let child = start(directory.path(), &long);
    wait_until("twenty finished units", || units_in(&directory.path().join("run")) >= 20);
    signal(&child, "TERM");
    drop(Finished::of(child));
    let verify =
        ["verify", "run", "--sample", "100%", "--kernel", "scalar", "--threads", "1", "--progress", "json"];
    let mut child = start(directory.path(), &[&verify[..], &["--interval", "0.1"]].concat());
    let said = read_stderr(&mut child, |text| text.ends_with('\n'));
    signal(&child, "INT");
    let finished = Finished::of(child);
    assert_eq!(finished.code(), 3, "{}", finished.stderr());
    assert!(finished.stdout().contains("stopped before the end"), "{}", finished.stdout());
    for line in said.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).unwrap()["units_done"].is_u64());
    }
}

#[test]
fn time_limit_leaves_a_random_sample() {
    let directory = tempdir().unwrap();
    run(directory.path(), &["count", "16", "--run", "run"]);
    let verify = |seed| {
        let all =
            ["verify", "run", "--sample", "100%", "--kernel", "scalar", "--threads", "1", "--seed", seed];
        run(directory.path(), &[&all[..], &["--time", "0.1", "--json"]].concat())
    };
    let [one, other] = ["1", "2"].map(|seed| verify(seed).ends(0, &[]).json());
    assert_eq!((&one["complete"], &one["sample"]), (&json!(false), &one["units_done"]));
    assert!(one["units_checked"].as_u64() > Some(0) && one["units_checked"] != one["sample"]);
    assert_ne!(one["nodes"], other["nodes"]);
}

#[test]
fn announces_a_long_verification() {
    let directory = tempdir().unwrap();
    // Nobody has counted its units: those that are recounted are wrong.
    forged_run(directory.path(), "run", (18, Method::Cross, 5), |_| 0);
    let verify = ["verify", "run", "--sample", "100%", "--kernel", "scalar", "--threads", "1"];
    let mut child = start(directory.path(), &verify);
    read_stderr(&mut child, |text| text.contains(" units takes about ") && text.ends_with("the findings\n"));
    signal(&child, "INT");
    assert_eq!(Finished::of(child).code(), 4, "what was found wrong outweighs the stop");
}

#[test]
fn run_with_other_units_names_required_version() {
    let directory = tempdir().unwrap();
    count_14(directory.path());
    // Its lines would be of another plan as well.
    fs::remove_file(directory.path().join("run/result.json")).unwrap();
    change_ledger(&directory.path().join("run"), Vec::clear);
    let path = directory.path().join("run/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let hash =
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["plan_hash"].as_str().unwrap().to_owned();
    let body = text.replace(&hash, &"0".repeat(32));
    let body = body.split(",\n  \"crc\"").next().unwrap();
    let crc = crc32fast::hash(body.as_bytes());
    fs::write(&path, format!("{body},\n  \"crc\": \"{crc:08x}\"\n}}\n")).unwrap();
    let says = ["verify the run with that version", &"0".repeat(32), &hash];
    run(directory.path(), &["verify", "run"]).fails(1, &says);
}

#[test]
fn names_bad_input() {
    let directory = tempdir().unwrap();
    run(directory.path(), &["verify"]).fails(2, &["<DIR>"]);
    for amount in ["0", "0%", "101%", "0.05", "half"] {
        let says = ["give a percentage above 0%", "a number of units from 1"];
        run(directory.path(), &["verify", "run", "--sample", amount]).fails(2, &says);
    }
    count_14(directory.path());
    fs::remove_file(directory.path().join("run/result.json")).unwrap();
    change_ledger(&directory.path().join("run"), Vec::clear);
    run(directory.path(), &["verify", "run"]).fails(1, &["run has no finished units to verify yet"]);
    fs::write(directory.path().join("run/ledger.jsonl"), "nonsense\n").unwrap();
    run(directory.path(), &["verify", "run"]).fails(4, &["ledger.jsonl is corrupt in line 1"]);
}

#[test]
fn verifies_upside_down() {
    let directory = tempdir().unwrap();
    // From N = 18 on, other pairs of halves are decided: upright, a unit would only confirm itself.
    forged_run(directory.path(), "18", (18, Method::Halves, 4), |_| 0);
    let upright = ["verify", "18", "--sample", "3", "--seed", "1", "--kernel", "portable", "--json"];
    let [upright, image] = [&upright[..], &[&upright[..], &["--upside-down"]].concat()]
        .map(|verify| run(directory.path(), verify).json());
    assert_ne!(upright["nodes"], image["nodes"]);
    assert!(
        upright["mismatches"][0]["solutions"] == image["mismatches"][0]["solutions"],
        "{upright} {image}"
    );

    run(directory.path(), &["count", "15", "--method", "halves", "--run", "run"]).prints_total(15);
    let verify = ["verify", "run", "--upside-down", "--sample", "100%"];
    let found = run(directory.path(), &verify);
    assert_eq!(found.code(), 0, "{}", found.stderr());
    assert!(found.stdout().contains("recounted upside down ("), "{}", found.stdout());
    change_ledger(&directory.path().join("run"), |entries| {
        entries[0].solutions += 8;
        entries[1].solutions -= 8;
    });
    let found = run(directory.path(), &[&verify[..], &["--json"]].concat());
    assert_eq!(found.code(), 4, "{}", found.stderr());
    let found = found.json();
    assert_eq!((&found["upside_down"], &found["units_checked"]), (&json!(true), &found["units_done"]));
    assert_eq!(found["mismatches"].as_array().unwrap().len(), 2);

    let search = tempdir().unwrap();
    count_14(search.path());
    let refused = run(search.path(), &["verify", "run", "--upside-down"]);
    assert_eq!(refused.code(), 1);
    assert!(refused.stderr().contains("leave out --upside-down"), "{}", refused.stderr());
}
