//! `queens publish`: from the program's own files to a page, and what helps against refused records.

use std::fs;

use queens::run::Host;
use serde_json::json;
use tempfile::tempdir;

use crate::support::records::{files, recorded};
use crate::support::{contains, entries, read_json, run};

/// A user's first page: his counts on all cores, and estimates of larger boards.
#[test]
fn publishes_counts_and_estimates_of_the_program() {
    let folder = tempdir().unwrap();
    let results = folder.path().join("results");
    run(&folder, "count 12..14 --kernel scalar --record").printed();
    run(&folder, "count 14 --kernel scalar --threads 512 --record").printed();
    let estimates = run(&folder, "estimate 15..16 --kernel scalar --time 2 --json").stdout();
    fs::write(results.join("estimate.json"), estimates).unwrap();
    run(&folder, "publish").ends(0, &["omitted 1 time of older versions, or on neither one nor all cores"]);
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
            "| 15 | 2,279,184 | ",
            "| 14 | 365,596 | ",
        ],
    );
    assert!(["512 threads", "512 cores"].iter().all(|many| !document.contains(many)), "{document}");
}

#[test]
fn names_files_of_older_versions() {
    let (folder, _) = recorded();
    let results = folder.path().join("results");
    // This is somebody's own page.
    fs::write(results.join("index.html"), "<!doctype html>").unwrap();
    let first = run(&folder, "publish");
    assert!(!first.stderr().contains("index.html"), "{}", first.stderr());
    for name in ["index.html", "ladder.json"] {
        fs::write(results.join(name), "<!-- made by queens -->").unwrap();
    }
    run(&folder, "publish").ends(
        0,
        &[
            "results/index.html was made by an older version, and this one does not update it; remove it",
            "results/ladder.json is not published by this version; remove it, and print the ladder with `queens ladder`",
        ],
    );
}

#[test]
fn says_what_helps_against_a_refused_record() {
    let (folder, path) = recorded();
    let record = read_json(&path);
    for (field, value, code, says) in [
        ("/result/units", json!(0), 4, "result.units: none; restore it or remove it"),
        ("/format", json!(3), 1, "has format 3: only development builds of queens read it"),
        ("/format", json!(6), 1, "was made by a newer version of queens"),
    ] {
        let mut refused = record.clone();
        *refused.pointer_mut(field).unwrap() = value;
        fs::write(&path, format!("{record}\n{refused}\n")).unwrap();
        run(&folder, "publish").fails(code, &[says]);
    }
    fs::write(&path, format!("{record}\n")).unwrap();
    run(&folder, "publish --readme nope -o out")
        .fails(1, &["cannot read nope (name a Markdown file with --readme)"]);
    assert!(!folder.path().join("out").exists());
    run(&folder, "publish").ends(0, &["published 1 record in results"]);
    fs::write(folder.path().join("file"), "").unwrap();
    run(&folder, "publish --records file").fails(1, &["error: cannot read the directory "]);
    let none = tempfile::tempdir().unwrap();
    run(&none, "publish")
        .fails(1, &["no records of N = 12 or more", "queens count 16 --record results/records"]);
    assert_eq!(entries(&none), 0, "nothing is written");
}
