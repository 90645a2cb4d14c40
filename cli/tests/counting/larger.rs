//! Boards whose counts last: one that is interrupted, and one that nobody has counted.

use tempfile::tempdir;

use crate::support::{Finished, read_stderr, run, signal, start, units_in, wait_until};

/// Its units take up to a minute each: if one were not left in the middle, the end would not come.
#[test]
fn stops_inside_a_unit_of_a_huge_board() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 28 --method halves --shards 1000000 -o plan");
    let work = "work plan --shards 7 --dir d --threads 1 --json --progress json --interval 0.1";
    let mut child = start(&folder, work);
    read_stderr(&mut child, |text| text.matches("\"progress\"").count() >= 10);
    signal(&child, "TERM");
    wait_until("its end", || child.try_wait().unwrap().is_some());
    let stopped = Finished::of(child);
    let units = &stopped.json()["stopped"]["units_done"];
    let saved = units_in(&folder.path().join("d/shard-00007"));
    assert_eq!((stopped.code(), units.as_u64()), (3, Some(saved as u64)));
    assert!(saved < 40, "of the 40 units of a shard");
}
