//! `queens publish`: from the program's own files to a page, and what helps against refused records.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use crate::support::records::{files, read, recorded, succeeds};
use crate::support::run;

#[test]
fn publishing_twice_gives_the_same_bytes() {
    let (folder, _) = recorded();
    for n in ["13", "14"] {
        for threads in ["1", "2"] {
            succeeds(folder.path(), &["count", n, "--threads", threads, "--kernel", "scalar", "--record"]);
        }
    }
    let ladder = run(folder.path(), &["ladder", "4", "--json"]).json();
    fs::write(folder.path().join("results/ladder.json"), ladder.to_string()).unwrap();
    let estimates =
        run(folder.path(), &["estimate", "13..14", "--threads", "1", "--time", "0.1", "--json"]).stdout();
    fs::write(folder.path().join("results/estimate.json"), estimates).unwrap();
    succeeds(folder.path(), &["publish"]);
    let once = files(&folder.path().join("results"));
    succeeds(folder.path(), &["publish"]);
    assert_eq!(files(&folder.path().join("results")), once);
    let names: Vec<_> = once.keys().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["README.md", "estimate.json", "index.html", "ladder.json", "time.svg"]);
    let document = &once[&folder.path().join("results/README.md")];
    for part in ["## Estimates", "Each rung adds one idea. Measured with one thread on "] {
        assert!(document.contains(part), "{part}: {document}");
    }
}

#[test]
fn says_what_helps_against_a_refused_record() {
    let (folder, path) = recorded();
    let record = read(&path);
    for (field, value, code, says) in [
        ("/result/units", json!(0), 4, "result.units: none; restore it or remove it"),
        ("/format", json!(3), 1, "has format 3: only development builds of queens read it"),
        (
            "/format",
            json!(5),
            1,
            "use that version or a later one, or leave out such records with --without-newer",
        ),
    ] {
        let mut refused = record.clone();
        *refused.pointer_mut(field).unwrap() = value;
        fs::write(&path, format!("{record}\n{refused}\n")).unwrap();
        run(folder.path(), &["publish"]).fails(code, &[says]);
    }
    let published = run(folder.path(), &["publish", "--without-newer"]).stderr();
    for part in ["left out 1 record of newer versions", "published 1 record in results"] {
        assert!(published.contains(part), "{published}");
    }
    fs::write(folder.path().join("file"), "").unwrap();
    run(folder.path(), &["publish", "--records", "file"]).fails(1, &["error: cannot read the directory "]);
    let none = TempDir::new().unwrap();
    run(none.path(), &["publish"])
        .fails(1, &["no records of N = 12 or more", "queens count 16 --record results/records"]);
    assert_eq!(fs::read_dir(none.path()).unwrap().count(), 0, "nothing is written");
}
