//! `queens count 8..20 --runs 3`: the timing table of several boards.

use tempfile::tempdir;

use crate::support::records::records;
use crate::support::run;

#[test]
fn records_each_timed_count_but_no_warm_up() {
    let folder = tempdir().unwrap();
    let counted = run(&folder, "count 12..13 --runs 2 --record kept --threads 1");
    counted.printed();
    assert_eq!(counted.stderr(), "every count is recorded in kept\n");
    let records = records(&folder.path().join("kept"));
    assert!(records.iter().map(|record| &record["result"]["n"]).eq([12, 13, 12, 13]), "{records:?}");
}
