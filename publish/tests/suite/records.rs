//! Tests of which records are read, and which of them are shown.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;

use serde_json::json;

use crate::support::{Results, changed, contains, record, rival, timed};

/// The additions that docs/json.md allows.
#[test]
fn reads_what_a_newer_version_adds() {
    let mut record = record(12, "cross", 1);
    for (pointer, value) in [
        ("/result/version", json!("2.10.0")),
        ("/result/kernel", json!("quantum")),
        ("/result/checks/0/name", json!("oracle")),
        ("/mood", json!("good")),
        ("/result/mood", json!("good")),
        ("/result/host/mood", json!("good")),
        ("/result/checks/0/mood", json!("good")),
    ] {
        record = changed(&record, pointer, value);
    }
    let results = Results::of(&[record]);
    let mut rival = rival("Near", 5.0);
    for pointer in ["/mood", "/queens/mood", "/boards/0/mood", "/host/mood"] {
        rival = changed(&rival, pointer, json!("good"));
    }
    results.put("rivals/near.json", &[rival]);
    assert_eq!(results.publish().records.len(), 1);
    contains(&results.text("README.md"), &["| cross quantum, one thread | Test CPU |"]);
}

#[test]
fn names_a_record_of_a_newer_version() {
    let record = record(12, "cross", 1);
    let newer = changed(&record, "/result/version", json!("2.10.0"));
    for (newer, unknown) in [
        (changed(&newer, "/format", json!(5)), "format 5"),
        (changed(&newer, "/format", json!(1_001)), "format 1001"),
        // Numbers whose lowest bits are those of the format that is read.
        (changed(&newer, "/format", json!(0x1_0004)), "format 65540"),
        (changed(&newer, "/format", json!(0x1_0000_0004_u64)), "format 4294967300"),
    ] {
        let results = Results::of(&[record.clone(), newer]);
        let says = "counts.jsonl:2 was made by a newer version of queens, 2.10.0: this one does not know";
        results.refuses(false, &[&format!("{says} {unknown}")]);
    }
}

#[test]
fn names_the_line_of_a_record_that_is_not_text() {
    let results = Results::of(&[]);
    results.put_text(
        "records/counts.jsonl",
        [record(12, "cross", 1).to_string().as_bytes(), b"\n{\xff}\n"].concat(),
    );
    results.refuses(true, &["counts.jsonl:2: not UTF-8", "restore it or remove it"]);
}

/// A record that is silently skipped changes what is published.
#[cfg(unix)]
#[test]
fn names_a_file_that_cannot_be_read() {
    let results = Results::of(&[record(12, "cross", 1)]);
    for (link, to) in [
        ("records/moved.jsonl", "nowhere"),
        ("records/merged.jsonl", "merged.jsonl"),
        ("rivals", "nowhere"),
        ("ladder.json", "nowhere"),
        ("estimate.json", "nowhere"),
    ] {
        symlink(to, results.path(link)).unwrap();
        results.refuses(false, &["cannot read ", link]);
        assert!(!results.path("README.md").exists(), "{link}");
        results.remove(link);
    }
    // A link to a record is as good as the record.
    fs::rename(results.path("records/counts.jsonl"), results.path("elsewhere")).unwrap();
    symlink("../elsewhere", results.path("records/counts.jsonl")).unwrap();
    results.publish();
}

#[test]
fn takes_the_least_time_and_marks_a_busy_machine() {
    // Records that development builds made have no times of the units, only those of the process.
    let mut quick = timed(12, 1, "Test CPU", [9.0, 9.0]);
    quick["cpu_s"] = json!(1.0);
    quick["result"].as_object_mut().unwrap().remove("cpu_s");
    for (times, expected) in [
        (&[][..], "9 s‡"),
        (&[[2.0, 1.79]], "2 s‡"),
        (&[[2.0, 1.7], [3.0, 2.71]], "2 s‡"),
        (&[[2.0, 1.7], [1.5, 1.36]], "1.5 s"),
        // A busy machine is marked however short the count is.
        (&[[0.2, 0.1]], "200 ms‡"),
    ] {
        let times = times.iter().map(|&times| timed(12, 1, "Test CPU", times));
        let results = Results::of(&[quick.clone()].into_iter().chain(times).collect::<Vec<_>>());
        let text = results.readme();
        let document = results.text("README.md");
        contains(&document, &[&format!("\n| 12 | [{expected}]")]);
        // The README says the same, and what the mark means, where there is one.
        contains(&text, &[&format!("| 12 | 14,200 | cross | {expected} |")]);
        contains(&text, &[&format!("N = 12 takes {expected} on one core, measured.")]);
        for text in [text, document] {
            assert_eq!(text.contains("\n* ‡ The machine was busy"), expected.ends_with('‡'), "{text}");
        }
    }
}

#[test]
fn small_boards_alone_are_no_records() {
    Results::of(&[record(11, "cross", 1)]).refuses(false, &["no records of N = 12 or more in "]);
}
