//! Counting shards, and listing those that are missing.

use super::*;
use crate::support::{lock, snapshot};

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
    place.run("status d/shard-00001").shows(&["shard        1 of 3"]);
}

#[test]
fn fresh_start_covers_every_shard_once() {
    let place = Workplace::counted(12, 3);
    // The first shard is locked: the others start afresh all the same.
    let lock = lock(&place.shard("d", 0).join("lock"));
    rewrite(&place.shard("d", 2), |entries| entries[0].solutions += 8);
    let call = place.work("d", "0-2 --fresh");
    call.ends(5, &["skipped shard 0: process ", " counts it", "shard-00001.old-1", "shard-00002.old-1"]);
    assert_eq!((call.stdout().lines().count(), call.stderr().matches("shard 0").count()), (2, 1));
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
