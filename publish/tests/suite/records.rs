//! Which records are read, and which of them are shown.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{
    Publish, README, publish, publish_readme, read, record, recorded, refusal, refuses, rival, write,
};

#[test]
fn reads_records_of_several_machines() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["result"]["host"]["cpu"] = json!("Other");
    fs::write(path.with_file_name("other.jsonl"), record.to_string()).unwrap();
    assert_eq!(publish(folder.path()).records.len(), 2);
    let text = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    assert!(text.contains("### Other, "), "{text}");
}

/// As docs/json.md allows them.
#[test]
fn reads_what_a_newer_version_adds() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["result"]["version"] = json!("1.10.0");
    record["result"]["kernel"] = json!("quantum");
    record["result"]["checks"][0]["name"] = json!("oracle");
    record["result"]["device"] =
        json!({"name": "Abacus", "kind": "discrete", "backend": "beads", "driver": "1", "mood": "good"});
    for around in ["", "/result", "/result/host", "/result/checks/0"] {
        record.pointer_mut(around).unwrap()["mood"] = json!("good");
    }
    let mut rival = rival(&record, "Near", 5.0);
    for around in ["", "/queens", "/boards/0", "/host"] {
        rival.pointer_mut(around).unwrap()["mood"] = json!("good");
    }
    fs::create_dir(folder.path().join("results/rivals")).unwrap();
    fs::write(folder.path().join("results/rivals/near.json"), rival.to_string()).unwrap();
    fs::write(&path, record.to_string()).unwrap();
    assert_eq!(publish(folder.path()).records.len(), 1);
    let document = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    assert!(document.contains("| cross quantum, one thread | Abacus |"), "{document}");
}

fn leaving_out(folder: &Path) -> Publish<'_> {
    Publish { leaves_out_newer: true, ..Publish::of(folder) }
}

#[test]
fn names_a_record_of_a_newer_version_or_leaves_it_out() {
    let (folder, path) = recorded();
    let record = read(&path);
    let name = path.file_name().unwrap().display();
    let newer = |change: &dyn Fn(&mut Value)| {
        let mut newer = record.clone();
        newer["result"]["version"] = json!("1.10.0");
        change(&mut newer);
        newer
    };
    let dear = "x".repeat(900_000);
    for (newer, unknown) in [
        (newer(&|newer| newer["format"] = json!(5)), "format 5"),
        (newer(&|newer| newer["result"]["method"] = json!("quarters")), "the method 'quarters'"),
        (newer(&|newer| newer["result"]["method"] = json!(dear)), "the method 'xxx"),
        (
            newer(&|newer| {
                let mut again = newer["result"].clone();
                again["method"] = json!("quarters");
                newer["result"]["double_check"] = again;
            }),
            "the method 'quarters'",
        ),
    ] {
        fs::write(&path, format!("{record}\n{newer}\n")).unwrap();
        let says = format!(
            "{name}:2 was made by a newer version of queens, 1.10.0: this one does not know {unknown}"
        );
        refuses(folder.path(), false, &[&says]);
        assert!(refusal(folder.path()).1.len() < 1000, "{unknown}");
        let given = leaving_out(folder.path()).run().unwrap();
        assert_eq!((given.left_out, given.records.len()), (1, 1));
    }
    // A record of this version or an older one has no such excuse, and the option covers nothing else.
    for version in [env!("CARGO_PKG_VERSION"), "0.9.9", "1", "new"] {
        let mut wrong = newer(&|newer| newer["result"]["method"] = json!("quarters"));
        wrong["result"]["version"] = json!(version);
        fs::write(&path, format!("{record}\n{wrong}\n")).unwrap();
        let error = leaving_out(folder.path()).run().err().unwrap().to_string();
        assert!(error.contains(":2: result.method: "), "{error}");
    }
}

#[test]
fn rejects_a_record_of_a_development_build() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["format"] = json!(2);
    let result = record["result"].as_object_mut().unwrap();
    let method = result.remove("method").unwrap();
    result.insert("split".to_owned(), method);
    let text = record.to_string();
    fs::write(&path, &text).unwrap();
    let place = format!("{}:1 has format 2: only development builds", path.file_name().unwrap().display());
    refuses(folder.path(), false, &[&place]);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn names_the_line_of_a_record_that_is_not_text() {
    let (folder, path) = recorded();
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"{\xff}\n");
    fs::write(&path, bytes).unwrap();
    let place = format!("{}:2: not UTF-8", path.file_name().unwrap().display());
    refuses(folder.path(), true, &[&place, "restore it or remove it"]);
}

/// A record that is passed over changes what is published without a word.
#[cfg(unix)]
#[test]
fn names_a_file_that_cannot_be_read() {
    let (folder, path) = recorded();
    let results = folder.path().join("results");
    for (link, to) in [
        ("records/moved.jsonl", "nowhere"),
        ("records/merged.jsonl", "merged.jsonl"),
        ("rivals", "nowhere"),
        ("ladder.json", "nowhere"),
        ("estimate.json", "nowhere"),
    ] {
        symlink(to, results.join(link)).unwrap();
        refuses(folder.path(), false, &["cannot read ", link]);
        assert!(!results.join("README.md").exists(), "{link}");
        fs::remove_file(results.join(link)).unwrap();
    }
    // A link to a record is as good as the record.
    fs::rename(&path, folder.path().join("elsewhere")).unwrap();
    symlink(folder.path().join("elsewhere"), &path).unwrap();
    publish(folder.path());
}

#[test]
fn takes_the_least_time_and_marks_a_busy_machine() {
    let (folder, path) = recorded();
    let readme = folder.path().join("README.md");
    let record = read(&path);
    let published = |times: &[(f64, f64)]| {
        let lines = times.iter().map(|(wall, cpu)| {
            let mut record = record.clone();
            let result = &mut record["result"];
            result["wall_s"] = json!(wall);
            (result["thread_wall_s"], result["cpu_s"]) = (json!(wall), json!(cpu));
            format!("{record}\n")
        });
        let place = path.with_file_name("several.jsonl");
        fs::write(&place, lines.collect::<String>()).unwrap();
        fs::write(&readme, README).unwrap();
        publish_readme(folder.path());
        fs::remove_file(place).unwrap();
        let [document, text] = [folder.path().join("results/README.md"), readme.clone()]
            .map(|path| fs::read_to_string(path).unwrap());
        let time = document.split("\n| 12 | [").nth(1).unwrap().split(']').next().unwrap().to_owned();
        // The README says the same, and what the mark means, where there is one.
        assert!(text.contains(&format!("| 12 | 14,200 | {time} |")), "{time}: {text}");
        assert!(text.contains(&format!("On one core, N = 12 takes {time}.")), "{time}: {text}");
        for text in [&text, &document] {
            assert_eq!(text.contains("\n* ‡ The machine was busy"), time.ends_with('‡'), "{time}: {text}");
        }
        time
    };
    let mut quick = record.clone();
    // As in records that development builds made: no times of the units, only those of the process.
    quick["cpu_s"] = json!(1.0);
    quick["result"]["wall_s"] = json!(9.0);
    let result = quick["result"].as_object_mut().unwrap();
    result.remove("cpu_s");
    result["thread_wall_s"] = json!(9.0);
    fs::write(&path, quick.to_string()).unwrap();
    assert_eq!(published(&[]), "9 s‡");
    assert_eq!(published(&[(2.0, 1.79)]), "2 s‡");
    assert_eq!(published(&[(2.0, 1.7), (3.0, 2.71)]), "2 s‡");
    assert_eq!(published(&[(2.0, 1.7), (1.5, 1.36)]), "1.5 s");
    // However short it is.
    assert_eq!(published(&[(0.2, 0.1)]), "200 ms‡");
}

#[test]
fn small_boards_alone_are_no_records() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "a.jsonl", &[record(11, "cross", 1)]);
    refuses(folder.path(), false, &["no records of N = 12 or more in "]);
}
