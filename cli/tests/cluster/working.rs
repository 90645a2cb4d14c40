//! Tests counting shards and listing the missing ones.

use super::*;
use crate::support::{lock, snapshot};

#[test]
fn reports_a_finished_shard_unchanged() {
    let place = Workplace::new(12, 3);
    let first = place.work("d", "1 --json").json();
    // A finished shard needs no lock, so this also works on file systems without locks.
    fs::remove_file(place.shard("d", 1).join("lock")).unwrap();
    let before = snapshot(&place.path("d"));
    assert_eq!(place.work("d", "1 --json").json(), first);
    assert_eq!(snapshot(&place.path("d")), before);
    has(&first, json!({ "shard": { "number": 1, "of": 3 }, "checks": null }));
    place.run("status d/shard-00001").shows(&["shard      1 of 3"]);
}

#[test]
fn fresh_start_covers_every_shard_once() {
    let place = Workplace::counted(12, 3);
    // Shard 0 is locked, but the other shards still start over.
    let lock = lock(&place.shard("d", 0).join("lock"));
    rewrite(&place.shard("d", 2), |entries| entries[0].solutions += 8);
    let call = place.work("d", "0-2 --fresh");
    call.ends(5, &["skipped shard 0: process ", " is counting it", "shard-00001.old-1", "shard-00002.old-1"]);
    call.says(&["only shards 1-2 start over, not 0"]);
    assert_eq!((call.stdout().lines().count(), call.stderr().matches("skipped shard 0").count()), (2, 1));
    assert_eq!(entries(place.path("d")), 5);
    drop(lock);
    place.merge("d").prints_total(12);
}

/// If only some shards were moved aside, the old units of the rest would be mistaken for new ones.
#[test]
fn stopped_fresh_start_moves_all_shards_or_none() {
    let place = Workplace::counted(12, 12);
    let mut was_moved = false;
    for limit in ["0.1", "0.2", "0.4", "0.8", "9"] {
        let call = place.work("d", &format!("0-11 --fresh --max-time {limit}"));
        let moved = call.stderr().matches(" aside to ").count();
        assert!(moved == 0 || moved == 12, "{}", call.stderr());
        if call.code() != 0 {
            call.ends(3, &["stopped "]);
            assert_eq!(call.stderr().contains("again without --fresh"), moved > 0, "{}", call.stderr());
        }
        was_moved |= moved > 0;
    }
    assert!(was_moved);
    place.merge("d").prints_total(12);
}

/// A full or read-only disk affects every shard, so continuing would only waste hours.
#[cfg(unix)]
#[test]
fn disk_that_takes_nothing_ends_the_command() {
    let place = Workplace::new(12, 9);
    let full = "trap '' XFSZ; ulimit -f 0; exec $queens work plan.json --shards 0-8 --dir d";
    let call = support::shell(place.path("."), full);
    call.ends(1, &["File too large"]);
    assert_eq!((call.stderr().matches("error: ").count(), entries(place.path("d"))), (1, 1));
}

#[test]
fn finished_shard_counts_even_while_held() {
    let place = Workplace::new(12, 3);
    place.work("d", "0").printed();
    let _held = support::hold(&place.shard("d", 0));
    has(&place.run("status d --json").json(), json!({ "shards_finished": 1, "shards_running": 0 }));
}

#[test]
fn contradictory_shard_is_repaired_with_the_plan_that_was_named() {
    let place = Workplace::counted(12, 3);
    rewrite(&place.shard("d", 1), |entries| {
        let mut again = entries[0].clone();
        again.solutions += 8;
        entries.push(again);
    });
    let redo = "`queens work plan.json --shards 1 --dir d` redoes it";
    place.work("d", "1").ends(4, &[redo]);
}
