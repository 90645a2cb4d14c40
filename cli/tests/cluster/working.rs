//! Counting shards, and listing those that are missing.

use super::*;
use crate::support::{interrupted, lock, queens, snapshot};

#[test]
fn lists_shards_until_they_are_finished() {
    let place = Workplace::new(13, 10);
    let first = place.work("d", "3,7-8").printed();
    assert_eq!(first.lines().count(), 3);
    let seven = first.lines().find(|line| line.starts_with("shard 7 of 10: ")).unwrap();
    assert!(seven.contains(" wall time, ") && seven.ends_with(" CPU time"), "{seven}");
    place.missing("d").prints("0-2,4-6,9\n");
    let sharded = place.read_plan().sharded;
    let units = sharded.identity.units;
    let done: u64 = [3, 7, 8].map(|number| sharded.shard(number).unwrap().len(units)).iter().sum();
    let fields = json!({ "missing": "0-2,4-6,9", "units_done": done, "units": units });
    has(&place.run("status d --plan plan.json --json").json(), fields);
    place.work("d", "9,0-9").printed();
    assert_eq!(place.missing("d").prints("").stderr(), "");
    place.merge("d").prints_total(13);
}

#[test]
fn reports_a_finished_shard_unchanged() {
    let place = Workplace::new(12, 3);
    let first = place.work("d", "1 --json").json();
    // Nor is its lock needed: a file system without locks will do.
    fs::remove_file(place.shard("d", 1).join("lock")).unwrap();
    let before = snapshot(&place.path("d"));
    assert_eq!(place.work("d", "1 --json").json(), first);
    assert_eq!(snapshot(&place.path("d")), before);
    has(&first, json!({ "shard": { "number": 1, "of": 3 }, "checks": null }));
    place.run("status d/shard-00001").shows(&["shard      1 of 3"]);
}

#[test]
fn same_call_finishes_an_interrupted_shard() {
    let place = Workplace::new(12, 3);
    let whole = place.work("whole", "0 --json").json();
    for how in ["nothing", "no manifest", "no result", "torn line"] {
        let shard = place.shard("d", 0);
        copy_directory(&place.shard("whole", 0), &shard);
        fs::remove_file(shard.join("result.json")).unwrap();
        let ledger = fs::read_to_string(shard.join("ledger.jsonl")).unwrap();
        match how {
            "nothing" => {
                fs::remove_dir_all(&shard).unwrap();
                fs::create_dir(&shard).unwrap();
            }
            "no manifest" => {
                fs::remove_file(shard.join("manifest.json")).unwrap();
                fs::write(shard.join("ledger.jsonl"), "").unwrap();
            }
            "torn line" => fs::write(shard.join("ledger.jsonl"), &ledger[..ledger.len() - 9]).unwrap(),
            _ => {}
        }
        // Every unit is there when only the result is not.
        place.missing("d").prints(if how == "no result" { "1-2\n" } else { "0-2\n" });
        let finished = place.work("d", "0 --json").json();
        assert_eq!(finished["solutions"], whole["solutions"], "{how}");
        place.missing("d").prints("1-2\n");
        fs::remove_dir_all(place.path("d")).unwrap();
    }
}

#[test]
fn leaves_a_held_shard_to_its_process() {
    let place = Workplace::new(12, 3);
    place.work("d", "0").printed();
    fs::create_dir(place.shard("d", 1)).unwrap();
    let lock = lock(&place.shard("d", 1).join("lock"));
    let call = place.work("d", "0-2");
    // It has not yet written its name.
    call.ends(5, &["shard-00001 is in use by another process", "wait for it"]);
    assert_eq!(call.stdout().lines().count(), 2);
    place.missing("d").prints("1\n");
    drop(lock);
    place.work("d", "1").printed();
    place.merge("d").prints_total(12);
}

#[test]
fn stopped_shard_reports_and_keeps_its_units() {
    let place = Workplace::new(20, 10);
    let mut work = queens(&place.0, "work plan.json --shards 4-5 --dir d --kernel scalar");
    let stopped = interrupted(&mut work, &place.shard("d", 4));
    let sharded = place.read_plan().sharded;
    let units = sharded.shard(4).unwrap().len(sharded.identity.units);
    let of_all = format!(" of {units} units finished");
    stopped.fails(3, &["stopped in shard 4 with ", &of_all, "type the same command again"]);
    place.missing("d").prints("0-9\n");
    assert!(place.run("status d --plan plan.json --json").json()["units_done"].as_u64() > Some(0));
    assert!(!place.shard("d", 5).exists());
}

#[test]
fn fresh_start_covers_every_shard_once() {
    let place = Workplace::counted(12, 3);
    // The first shard is locked: the others start afresh all the same.
    let lock = lock(&place.shard("d", 0).join("lock"));
    rewrite(&place.shard("d", 2), |entries| entries[0].solutions += 8);
    let call = place.work("d", "0-2 --fresh");
    call.ends(5, &["shard-00000 is in use by", "shard-00001.old-1", "shard-00002.old-1"]);
    assert_eq!((call.stdout().lines().count(), call.stderr().matches("in use").count()), (2, 1));
    assert_eq!(entries(place.path("d")), 5);
    drop(lock);
    place.merge("d").prints_total(12);
}

#[test]
fn finished_shard_counts_even_while_held() {
    let place = Workplace::new(12, 3);
    place.work("d", "0").printed();
    let _held = support::hold(&place.shard("d", 0));
    has(&place.run("status d --json").json(), json!({ "shards_finished": 1, "shards_running": 0 }));
}

#[test]
fn parent_directory_must_exist() {
    let place = Workplace::new(12, 3);
    place.work("no/such", "0").ends(1, &["no/such", "create its parent directory first"]);
    place.missing("nowhere").ends(1, &["nowhere"]);
    place.merge("nowhere").ends(1, &["nowhere"]);
}
