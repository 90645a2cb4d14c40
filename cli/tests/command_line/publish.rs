//! `queens publish`: from the program's own files to a page, and what helps against refused records.

use std::fs;

use serde_json::json;

use crate::support::records::{files, recorded};
use crate::support::{contains, entries, read_json, run};

#[test]
fn publishes_a_ladder_and_estimates_of_the_program() {
    let (folder, _) = recorded();
    let results = folder.path().join("results");
    run(&folder, "count 13..14 --runs 1 --threads 2 --kernel scalar --record").printed();
    fs::write(results.join("ladder.json"), run(&folder, "ladder 4 --json").stdout()).unwrap();
    let estimates = run(&folder, "estimate 13..14 --threads 1 --time 0.1 --json").stdout();
    fs::write(results.join("estimate.json"), estimates).unwrap();
    run(&folder, "publish").prints("");
    let once = files(&results);
    let names: Vec<_> = once.keys().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["README.md", "estimate.json", "ladder.json", "time.svg"]);
    let parts = ["## Estimates", "Each rung adds one idea. Measured with one thread on "];
    contains(&once[&results.join("README.md")], &parts);
}

#[test]
fn says_what_helps_against_a_refused_record() {
    let (folder, path) = recorded();
    let record = read_json(&path);
    for (field, value, code, says) in [
        ("/result/units", json!(0), 4, "result.units: none; restore it or remove it"),
        ("/format", json!(3), 1, "has format 3: only development builds of queens read it"),
        ("/format", json!(5), 1, "was made by a newer version of queens"),
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
