//! Records of other programs: what is compared, what comes from the authors,
//! and what is refused.

use std::fs;
use std::path::Path;

use queens_publish::Published;
use queens_publish::records::files::RecordError;
use serde_json::{Value, json};

use crate::support::{Publish, README, files, publish, publish_readme, read, recorded, rival};

/// Publishes with these records of other programs.
fn publish_rivals(folder: &Path, rivals: &[Value]) -> Result<Published, RecordError> {
    let place = folder.join("results/rivals");
    fs::create_dir_all(&place).unwrap();
    for (index, rival) in rivals.iter().enumerate() {
        fs::write(place.join(format!("{index}.json")), rival.to_string()).unwrap();
    }
    Publish { readme: Some("README.md"), ..Publish::of(folder) }.run()
}

#[test]
fn publishes_how_much_longer_rivals_take() {
    let (folder, path) = recorded();
    let record = read(&path);
    let readme = folder.path().join("README.md");
    fs::write(&readme, README).unwrap();
    let rivals = [rival(&record, "Slow", 40.0), rival(&record, "Near", 5.0)];
    publish_rivals(folder.path(), &rivals).unwrap();
    let once = fs::read_to_string(&readme).unwrap();
    let says = "On one core, N = 15 takes 3 s.\nThe fastest other CPU program measured, [Near](https://example.org/rival), takes 15 s \
                on the same core and `queens` 3 s: 5.0× as fast (one run of each).\n";
    assert!(once.contains(says), "{once}");
    let row = once.lines().find(|line| line.starts_with("| 14 | 365,596 | ")).unwrap();
    assert!(row.ends_with(" | 10 s against 2 s: 5.0× |"), "{once}");
    // Our time comes from the record; the factor compares the runs in turn.
    assert!(
        !once.contains("| 12 | 14,200 | 4 s |") && once.contains(" | 20 s against 4 s: 5.0× |"),
        "{once}"
    );
    assert!(!once.contains("Slow") && !once.contains("old"), "{once}");
    let results = files(&folder.path().join("results"));
    let page = &results[&folder.path().join("results/index.html")];
    assert!(
        page.contains(
            "<a href=\"rivals/0.json\">1 min 20 s</a></td><td style=\"text-align: right\" data-value=\"2.0\">2 s</td>"
        ),
        "{page}"
    );
    assert!(results[&folder.path().join("results/time.svg")].contains(">Slow</text>"));
    assert!(!folder.path().join("results/lead.svg").exists(), "two programs are shown in a table");
    let says = |folder: &str| {
        let text = fs::read_to_string(readme.with_file_name(folder).join("README.md")).unwrap();
        text.matches("The chart shows ").count() + 10 * text.matches("The charts show ").count()
    };
    assert_eq!(says("results"), 2, "there is one chart");
    // Twice is like once.
    publish_readme(folder.path());
    assert_eq!(fs::read_to_string(&readme).unwrap(), once);
    Publish { rivals: None, output: "alone", ..Publish::of(folder.path()) }.run().unwrap();
    for (path, text) in files(&folder.path().join("alone")) {
        for name in ["Near", "Slow", "Other programs"] {
            assert!(!text.contains(name), "{}: {name}", path.display());
        }
    }
    let third = [rival(&record, "Third", 7.0)];
    fs::write(folder.path().join("results/rivals/2.json"), third[0].to_string()).unwrap();
    publish(folder.path());
    assert_eq!(says("results"), 20, "there are two charts");
    let charts = ["lead.svg", "time.svg"]
        .map(|name| fs::read_to_string(folder.path().join("results").join(name)).unwrap());
    for name in ["Near", "Third", "Slow"] {
        let colours = charts.each_ref().map(|chart| {
            let line = chart.split("<g class=\"").find(|line| line.contains(&format!(">{name}</text>")));
            line.and_then(|line| line.split('"').next()).map(str::to_owned)
        });
        assert!(colours[0].is_some() && colours[0] == colours[1], "{name}: {colours:?}");
    }
}

#[test]
fn compares_the_latest_record_of_each_rival() {
    let (folder, path) = recorded();
    let record = read(&path);
    fs::write(folder.path().join("README.md"), README).unwrap();
    let latest = rival(&record, "Near", 6.0);
    let mut older = rival(&record, "Near", 5.0);
    older["started"] = json!("2025-12-31T00:00:00Z");
    let mut elsewhere = rival(&record, "Near", 2.0);
    elsewhere["host"]["cpu"] = json!("another processor");
    let mut together = rival(&record, "Near", 3.0);
    together["threads"] = json!(2);
    // A board that the latest record leaves out is taken from the one before.
    older["boards"][2]["n"] = json!(16);
    older["boards"][2]["solutions"] = json!("14772512");
    publish_rivals(folder.path(), &[latest, older, elsewhere, together]).unwrap();
    let text = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(
        text.contains("| 14 | 365,596 | ")
            && text.contains(" | 12 s against 2 s: 6.0× |")
            && text.contains(" | 15 s against 3 s: 5.0× |"),
        "{text}"
    );
    let page = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    assert!(
        page.contains("| 14 | Near | [12 s](rivals/0.json) | 2 s | 6.0× | 3 |")
            && page.contains("| 16 | Near | [15 s](rivals/1.json) | 3 s | 5.0× | 1 |")
            && page.contains("| 14 | Near, 2 threads | [6 s](rivals/3.json) | 2 s | 3.0× | 3 |"),
        "{page}"
    );
}

#[test]
fn keeps_foreign_measurements_out_of_the_readme() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    let mut theirs = rival(&record, "Near", 5.0);
    theirs["host"]["cpu"] = json!("Elsewhere");
    record["result"]["host"]["cpu"] = json!("Stranger(R) 9000");
    fs::write(&path, record.to_string()).unwrap();
    fs::write(folder.path().join("README.md"), README).unwrap();
    publish_rivals(folder.path(), &[theirs]).unwrap();
    let page = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    assert!(page.contains("### Measured on Elsewhere, ") && page.contains("[10 s](rivals/0.json)"), "{page}");
    let text = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(text.contains("Measured on: Stranger 9000, ") && !text.contains("Near"), "{text}");
}

#[test]
fn lists_the_programs_of_all_machines_in_one_table() {
    let (folder, path) = recorded();
    let record = read(&path);
    let rivals = ["Here", "Elsewhere"].map(|cpu| {
        let mut theirs = rival(&record, "Near", 5.0);
        theirs["host"]["cpu"] = json!(cpu);
        theirs
    });
    fs::write(folder.path().join("README.md"), README).unwrap();
    publish_rivals(folder.path(), &rivals).unwrap();
    let page = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    let programs: Vec<_> = page.split("\n### The programs\n").collect();
    assert_eq!(programs.len(), 2, "{page}");
    for cpu in ["Here", "Elsewhere"] {
        let row = format!("\n| [Near](https://example.org/rival) | {cpu}, ");
        assert!(programs[1].contains(&row) && page.contains(&format!("### Measured on {cpu}, ")), "{page}");
    }
}

#[test]
fn names_a_broken_field_of_a_rival() {
    let (folder, path) = recorded();
    let sound = rival(&read(&path), "Near", 5.0);
    let mut newer = sound.clone();
    newer["format"] = json!(2);
    let says = "0.json was made by a newer version of queens: this one does not know format 2";
    let refused = publish_rivals(folder.path(), &[newer]).err().unwrap();
    assert!(matches!(refused, RecordError::Newer { .. }) && refused.to_string().contains(says), "{refused}");
    for (pointer, value, field) in [
        ("/format", json!("1"), "format: "),
        ("/program", json!(""), "program: empty"),
        ("/command", json!(""), "command: empty"),
        ("/queens/commit", json!(""), "queens: a field is empty"),
        ("/threads", json!(0), "threads: none"),
        ("/started", json!("today"), "started: not a time"),
        ("/boards", json!([]), "boards: none"),
        ("/boards/2/solutions", json!("2279185"), "boards.solutions: not the known number"),
        ("/boards/0/seconds", json!([]), "boards.seconds: none, or not times from 1 us"),
        ("/boards/1/seconds/1", json!(0.0), "boards.seconds: none, or not times from 1 us"),
        ("/boards/1/seconds/1", json!(1e-30), "boards.seconds: none, or not times from 1 us"),
        ("/boards/1/seconds/1", json!(1e308), "boards.seconds: none, or not times from 1 us"),
        ("/boards/1/queens_seconds/0", json!(-1.0), "boards.queens_seconds: none, or not times"),
        ("/boards/0/n", json!(40), "boards[0].n: "),
        ("/host/cpu", json!(7), "host.cpu: "),
    ] {
        let mut changed = sound.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let refused = publish_rivals(folder.path(), &[changed]).err().unwrap();
        let message = refused.to_string();
        let is_wrong = matches!(refused, RecordError::Wrong { .. });
        assert!(is_wrong && message.contains("0.json") && message.contains(field), "{pointer}: {message}");
    }
}
