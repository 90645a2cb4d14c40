//! Boards whose counts last: one that is interrupted, and one that nobody has counted.

use std::fs;

use tempfile::tempdir;

use crate::support::{Finished, read_stderr, run, signal, start, units_in, wait_until};

#[test]
fn resumes_halves_with_another_kernel() {
    let folder = tempdir().unwrap();
    let kept = folder.path().join("run");
    let count = ["count", "16", "--method", "halves", "--run", "run", "--threads"];
    let child = start(folder.path(), &[&count[..], &["1", "--kernel", "scalar"]].concat());
    wait_until("a finished unit", || units_in(&kept) > 0);
    signal(&child, "TERM");
    Finished::of(child).fails(3, &["resume with"]);
    let resumed = run(folder.path(), &[&count[..], &["2"]].concat());
    resumed.prints_total(16);
    assert!(resumed.stderr().contains("resuming with "), "{}", resumed.stderr());
    let ledger = fs::read_to_string(kept.join("ledger.jsonl")).unwrap();
    let mut units: Vec<_> = ledger.lines().map(|line| line.split(',').next().unwrap()).collect();
    units.sort_unstable();
    units.dedup();
    assert_eq!(units.len(), ledger.lines().count(), "a unit is there twice");
    let verified = run(folder.path(), &["verify", "run", "--sample", "20"]);
    assert_eq!(verified.code(), 0, "{}", verified.stderr());
}

/// Its units take up to a minute each: if one were not left in the middle, the end would not come.
#[test]
fn stops_inside_a_unit_of_a_huge_board() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["plan", "28", "--method", "halves", "--shards", "1000000", "-o", "plan"]);
    let work = ["work", "plan", "--shards", "7", "--dir", "d", "--threads", "1"];
    let told = ["--json", "--progress", "json", "--interval", "0.1"];
    let mut child = start(folder.path(), &[&work[..], &told].concat());
    read_stderr(&mut child, |text| text.matches("\"progress\"").count() >= 10);
    signal(&child, "TERM");
    wait_until("its end", || child.try_wait().unwrap().is_some());
    let stopped = Finished::of(child);
    let units = &stopped.json()["stopped"]["units_done"];
    let saved = units_in(&folder.path().join("d/shard-00007"));
    assert_eq!((stopped.code(), units.as_u64()), (3, Some(saved as u64)));
    assert!(saved < 40, "of the 40 units of a shard");
}
