//! Tests `queens publish` with files that the program itself wrote.

use std::fs;

use queens::run::Host;
use tempfile::tempdir;

use crate::support::records::files;
use crate::support::{contains, run};

/// Publishes a typical first page, with counts on all cores and estimates for larger boards.
#[test]
fn publishes_counts_and_estimates_of_the_program() {
    let folder = tempdir().unwrap();
    let results = folder.path().join("results");
    run(&folder, "count 12..14 --kernel scalar --record").printed();
    run(&folder, "count 14 --kernel scalar --threads 512 --record").printed();
    let estimates = run(&folder, "estimate 18..19 --kernel scalar --time 2 --json").stdout();
    fs::write(results.join("estimate.json"), estimates).unwrap();
    run(&folder, "publish").ends(0, &["the tables omit 1 time: they show only the newest version"]);
    let once = files(&results);
    let names: Vec<_> = once.keys().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["README.md", "estimate.json", "time.svg"]);
    let document = &once[&results.join("README.md")];
    let cores = Host::cores();
    let column = if cores == 1 { "one core".to_owned() } else { format!("{cores} cores") };
    contains(
        document,
        &[
            &format!("| N | solutions | method | kernel | {column} |\n"),
            "| 18 | 666,090,624 | ",
            "| 14 | 365,596 | ",
        ],
    );
    assert!(["512 threads", "512 cores"].iter().all(|many| !document.contains(many)), "{document}");
}
