//! Tests that damaged, unreadable and newer files are named, and that harmless additions are accepted.

#[cfg(unix)]
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::support::{Results, changed, comparison, contains, estimate, merge_record, record, with};

/// Some JSON parsers use a repeated key's first value, and some the last.
#[test]
fn rejects_duplicate_keys() {
    let results = Results::of(&[record(12, "cross", 1)]);
    for (file, object, key) in [
        ("records/other.jsonl", record(13, "cross", 1), "\"solutions\":"),
        ("records/other.jsonl", record(13, "cross", 1), "\"os\":"),
        ("records/merged.jsonl", merge_record(), "\"portable\":"),
        ("rivals/near.json", comparison("Near", 5.0), "\"seconds\":"),
        ("estimate.json", estimate(24, "Test CPU", [90.0, 1.0]), "\"n\":"),
    ] {
        results.put(file, &[object]);
        results.publish();
        let twice = results.text(file).replacen(key, &format!("{key}null,{key}"), 1);
        results.put_text(file, twice);
        let says = format!(": '{}' appears twice at line 1", key.trim_matches(['"', ':']));
        results.refuses(true, &[file.rsplit('/').next().unwrap(), &says]);
        results.remove(file);
    }
}

/// Git, editors and power cuts can damage files. Hidden files and byte order marks are harmless.
#[test]
fn names_common_damage_and_skips_what_is_none() {
    let sound = record(13, "cross", 1);
    let results = Results::of(&[record(12, "cross", 1)]);
    results.put_text("records/._counts.jsonl", b"\0\x05\x16\x07");
    results.put_text("rivals/.#near.json", "{");
    results.put("records/other.jsonl", std::slice::from_ref(&sound));
    results.put_text("records/other.jsonl", format!("\u{feff}{}", results.text("records/other.jsonl")));
    results.put("estimate.json", &[estimate(24, "Test CPU", [90.0, 1.0])]);
    results.put_text("estimate.json", format!("\u{feff}{}", results.text("estimate.json")));
    assert_eq!(results.publish().counts.len(), 2);
    for (text, says) in [
        (&b"\xff\xfe{\0}\0"[..], "other.jsonl:1 is not UTF-8"),
        (b"<<<<<<< ours\n", "other.jsonl:1: a Git conflict marker"),
        (b"version https://git-lfs.github.com/spec/v1\n", "other.jsonl:1: a Git LFS pointer"),
        (b"\0\0\0\0\n", "other.jsonl:1: NUL bytes, probably from a power cut"),
    ] {
        results.put_text("records/other.jsonl", text);
        results.refuses(true, &[says]);
    }
}

/// docs/json.md allows newer versions to make these additions.
#[test]
fn reads_what_a_newer_version_adds() {
    let mood = |object: &Value, pointers: &[&str]| {
        pointers.iter().fold(object.clone(), |object, pointer| changed(&object, pointer, json!("good")))
    };
    let record = with(
        &record(12, "cross", 1),
        &[
            ("/result/version", json!("2.10.0")),
            ("/result/kernel", json!("quantum")),
            ("/result/checks/0/name", json!("oracle")),
        ],
    );
    let results = Results::of(&[mood(
        &record,
        &["/mood", "/result/mood", "/result/host/mood", "/result/checks/0/mood"],
    )]);
    let compared = mood(&comparison("Near", 5.0), &["/mood", "/queens/mood", "/boards/0/mood", "/host/mood"]);
    results.put("rivals/near.json", &[compared]);
    results.put("estimate.json", &[mood(&estimate(24, "Test CPU", [90.0, 1.0]), &["/mood", "/host/mood"])]);
    assert_eq!(results.publish().counts.len(), 1);
    contains(&results.text("README.md"), &["| 12 | 14,200 | cross | quantum |"]);
}

#[test]
fn names_a_file_of_a_newer_version() {
    let record = record(12, "cross", 1);
    let newer = changed(&record, "/result/version", json!("2.10.0"));
    // Truncated to 16 or 32 bits, the large ones would pass for format 5.
    for unknown in [6_u64, 1_001, 0x1_0005, 0x1_0000_0005] {
        let results = Results::of(&[record.clone(), changed(&newer, "/format", json!(unknown))]);
        let says = "counts.jsonl:2 was made by a newer version of queens, 2.10.0: this one does not know";
        results.refuses(false, &[&format!("{says} format {unknown}")]);
    }
    let results = Results::of(&[record]);
    results.put("rivals/near.json", &[changed(&comparison("Near", 5.0), "/format", json!(2))]);
    results.refuses(
        false,
        &["near.json was made by a newer version of queens: this one does not know format 2"],
    );
}

/// Silently skipping a record would change what is published.
#[cfg(unix)]
#[test]
fn names_a_file_that_cannot_be_read() {
    let results = Results::of(&[record(12, "cross", 1)]);
    for (link, to) in [
        ("records/moved.jsonl", "nowhere"),
        ("records/merged.jsonl", "merged.jsonl"),
        ("rivals", "nowhere"),
        ("estimate.json", "nowhere"),
    ] {
        symlink(to, results.path(link)).unwrap();
        results.refuses(false, &["cannot read ", link]);
        assert!(!results.path("README.md").exists(), "{link}");
        results.remove(link);
    }
    // A symbolic link to a record file is followed.
    std::fs::rename(results.path("records/counts.jsonl"), results.path("elsewhere")).unwrap();
    symlink("../elsewhere", results.path("records/counts.jsonl")).unwrap();
    results.publish();
}

#[test]
fn small_boards_alone_are_no_records() {
    Results::of(&[record(11, "cross", 1)]).refuses(false, &["no records of N = 12 or more in "]);
}
