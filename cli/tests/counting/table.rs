//! Tests the timing table, as printed by `queens count 8..20 --runs 3`.

use tempfile::tempdir;

use crate::support::records::records;
use crate::support::{read_stderr, run, signal, start};

#[test]
fn records_each_timed_count_but_no_warm_up() {
    let folder = tempdir().unwrap();
    let counted = run(&folder, "count 12..13 --runs 2 --record kept --threads 1");
    counted.printed();
    assert_eq!(counted.stderr(), "4 of 4 counts recorded in kept\n");
    let records = records(&folder.path().join("kept"));
    assert!(records.iter().map(|record| &record["result"]["n"]).eq([12, 13, 12, 13]), "{records:?}");
}

/// From N = 24 up, a warm-up with the table's smallest board would waste hours.
#[test]
fn long_table_begins_at_once_and_says_what_is_not_saved() {
    let folder = tempdir().unwrap();
    run(&folder, "count 8 --run queens-8.run").printed();
    let mut child = start(&folder, "count 24 25 --progress plain --interval 0.1");
    let said = read_stderr(&mut child, |text| text.contains("N = 24, round 1 of 1"));
    signal(&child, "KILL");
    child.wait().unwrap();
    assert!(said.starts_with("counts for a timing table are not saved\n"), "{said}");
    let small = run(&folder, "count 7..9 --threads 1");
    assert_eq!(small.stderr(), "counts for a timing table are not saved; ignoring queens-8.run\n");
    assert_eq!(run(&folder, "count 6 7 --threads 1").stderr(), "");
}
