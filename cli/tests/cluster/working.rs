//! Counting shards, and listing those that are missing.

use std::fs;

use super::*;
use crate::support::{signal, start, wait_until};

#[test]
fn lists_shards_until_they_are_finished() {
    let place = Workplace::new(13, 10);
    let first = place.work("d", "3,7-8");
    assert_eq!(first.printed().lines().count(), 3);
    let stdout = first.stdout();
    let seven = stdout.lines().find(|line| line.starts_with("shard 7 of 10: ")).unwrap();
    assert!(seven.contains(" wall time, ") && seven.ends_with(" CPU time"), "{seven}");
    assert_eq!(place.missing(&["d"]).printed(), "0-2,4-6,9");
    assert_eq!(place.over("missing", &["d"], &[]).printed(), "0\n1\n2\n4\n5\n6\n9");
    let json = place.over("missing", &["d"], &["--json"]).json();
    assert_eq!((&json["missing"], &json["shards_missing"]), (&"0-2,4-6,9".into(), &7.into()));
    let sharded = place.read_plan().sharded;
    let units = sharded.identity.units;
    let done: u64 = [3, 7, 8].map(|number| sharded.shard(number).unwrap().len(units)).iter().sum();
    assert_eq!((&json["units_done"], &json["units"]), (&done.into(), &units.into()));
    place.work("d", "9,0-9").printed();
    for format in ["slurm", "lines"] {
        let missing = place.over("missing", &["d"], &["--format", format]);
        assert!(missing.printed().is_empty() && missing.stderr().is_empty());
    }
    assert_eq!(place.merge(&["d"]).printed(), known(13));
}

#[test]
fn reports_a_finished_shard_unchanged() {
    let place = Workplace::new(12, 3);
    let first = place.work_with("d", "1", &["--json"]);
    let files = |name: &str| fs::read(place.shard("d", 1).join(name)).unwrap();
    let before = ["ledger.jsonl", "result.json", "manifest.json"].map(files);
    // Nor is its lock needed: a file system without locks will do.
    fs::remove_file(place.shard("d", 1).join("lock")).unwrap();
    let second = place.work_with("d", "1", &["--json"]);
    assert_eq!(first.json(), second.json());
    assert_eq!(["ledger.jsonl", "result.json", "manifest.json"].map(files), before);
    assert!(!place.shard("d", 1).join("lock").exists());
    let json = first.json();
    assert_eq!(json["shard"], serde_json::json!({"number": 1, "of": 3}));
    assert!(json["solutions"].is_string() && json["checks"].is_null());
    let status = queens(["status", place.shard("d", 1).to_str().unwrap()]);
    assert!(status.printed().contains("shard      1 of 3"), "{}", status.stdout());
}

#[test]
fn same_call_finishes_an_interrupted_shard() {
    let place = Workplace::new(12, 3);
    let whole = place.work_with("whole", "0", &["--json"]).json();
    let interrupted = ["nothing", "no manifest", "no result", "torn line", "half the units"];
    for how in interrupted {
        let directory = place.shard(how, 0);
        copy_directory(&place.shard("whole", 0), &directory);
        fs::remove_file(directory.join("result.json")).unwrap();
        let ledger = directory.join("ledger.jsonl");
        let text = fs::read_to_string(&ledger).unwrap();
        match how {
            "nothing" => {
                fs::remove_dir_all(&directory).unwrap();
                fs::create_dir(&directory).unwrap();
            }
            "no manifest" => {
                fs::remove_file(directory.join("manifest.json")).unwrap();
                fs::write(&ledger, "").unwrap();
            }
            "torn line" => fs::write(&ledger, &text[..text.len() - 9]).unwrap(),
            "half the units" => {
                let half: Vec<&str> = text.lines().take(2).collect();
                fs::write(&ledger, half.join("\n") + "\n").unwrap();
            }
            _ => {}
        }
        // Every unit is there when only the result is not.
        let missing = if how == "no result" { "1-2" } else { "0-2" };
        assert_eq!(place.missing(&[how]).printed(), missing, "{how}");
        let finished = place.work_with(how, "0", &["--json"]).json();
        assert_eq!(finished["solutions"], whole["solutions"], "{how}");
        assert_eq!(place.missing(&[how]).printed(), "1-2", "{how}");
    }
}

#[test]
fn leaves_a_held_shard_to_its_process() {
    let place = Workplace::new(12, 3);
    place.work("d", "0").printed();
    fs::create_dir(place.shard("d", 1)).unwrap();
    let lock = support::lock(&place.shard("d", 1).join("lock"));
    let call = place.work("d", "0-2");
    // It has not yet written its name.
    call.ends(5, &["shard-00001 is in use by another process", "wait until it has finished the shard"]);
    assert_eq!(call.stdout().lines().count(), 2);
    assert_eq!(place.missing(&["d"]).printed(), "1");
    drop(lock);
    place.work("d", "1").printed();
    assert_eq!(place.merge(&["d"]).printed(), known(12));
}

#[test]
fn stopped_shard_reports_and_keeps_its_units() {
    let place = Workplace::new(20, 10);
    let site = place.path("d");
    let arguments =
        ["work", &place.plan, "--shards", "4-5", "--dir", site.to_str().unwrap(), "--kernel", "scalar"];
    let child = start(Path::new("."), &arguments);
    let ledger = place.ledger("d", 4);
    wait_until("a finished unit", || fs::metadata(&ledger).is_ok_and(|file| file.len() > 0));
    signal(&child, "TERM");
    let stopped = Finished::of(child);
    stopped.fails(3, &["stopped in shard 4 with ", "--shards 4-5"]);
    let sharded = place.read_plan().sharded;
    let units = sharded.shard(4).unwrap().len(sharded.identity.units);
    stopped.fails(3, &[&format!(" of {units} units finished")]);
    assert_eq!(place.missing(&["d"]).printed(), "0-9");
    assert!(place.over("missing", &["d"], &["--json"]).json()["units_done"].as_u64() > Some(0));
    assert!(!place.shard("d", 5).exists());
}

#[test]
fn fresh_start_covers_every_shard_after_a_stop() {
    let place = Workplace::new(12, 3);
    place.work("d", "0-2").printed();
    // The first shard is locked: the others start afresh all the same, and only once.
    let lock = support::lock(&place.shard("d", 0).join("lock"));
    rewrite(&place.ledger("d", 2), |entries| entries[0].solutions += 8);
    let call = place.work_with("d", "0-2", &["--fresh"]);
    call.ends(5, &["shard-00000 is in use by", "shard-00001.old-1", "shard-00002.old-1"]);
    assert_eq!((call.stdout().lines().count(), call.stderr().matches("in use").count()), (2, 1));
    drop(lock);
    assert_eq!(place.merge(&["d"]).printed(), known(12));
}

#[test]
fn fresh_start_moves_each_shard_aside_once() {
    let place = Workplace::new(12, 3);
    place.work("d", "0-2").printed();
    place.work_with("d", "0-2", &["--fresh"]).printed();
    let mut names: Vec<String> = fs::read_dir(place.path("d"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = ["0", "1", "2"].map(|n| [format!("shard-0000{n}"), format!("shard-0000{n}.old-1")]);
    assert_eq!(names, expected.concat());
    assert_eq!(place.merge(&["d"]).printed(), known(12));
}

#[test]
fn finished_shard_counts_even_while_held() {
    let place = Workplace::new(12, 3);
    place.work("d", "0").printed();
    let shard = place.shard("d", 0);
    let held = support::hold(&shard);
    let status = queens(["status", place.path("d").to_str().unwrap(), "--json"]).json();
    drop(held);
    assert_eq!((&status["shards_finished"], &status["shards_running"]), (&1.into(), &0.into()));
}

#[test]
fn parent_directory_must_exist() {
    let place = Workplace::new(12, 3);
    place.work("no/such", "0").ends(1, &["no/such", "create its parent directory first"]);
    place.missing(&["nowhere"]).ends(1, &["nowhere"]);
    place.merge(&["nowhere"]).ends(1, &["nowhere"]);
}
