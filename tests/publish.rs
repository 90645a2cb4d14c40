//! `queens count --record` and `queens publish`: what is kept, what is refused, and the same bytes every time.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::run;
use tempfile::TempDir;

fn succeeds(folder: &Path, arguments: &[&str]) {
    let finished = run(folder, arguments);
    assert_eq!(finished.code(), 0, "{arguments:?}: {}", finished.stderr());
}

/// A folder with a record of N = 6 in `results/records`.
fn recorded() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &["count", "6", "--threads", "1", "--kernel", "scalar", "--record"]);
    let record = files(&folder.path().join("results/records")).into_keys().next().unwrap();
    (folder, record)
}

/// Paths and contents of the files in a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let paths =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The exit code and the message of `queens publish` after a record was changed.
fn publish_with(record: &Path, folder: &Path, changed: &Value) -> (i32, String) {
    fs::write(record, changed.to_string()).unwrap();
    let finished = run(folder, &["publish"]);
    (finished.code(), finished.stderr())
}

#[test]
fn a_record_says_how_the_count_was_made() {
    let (_folder, path) = recorded();
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("N06-scalar-1t-2") && name.ends_with("Z.json"), "{name}");
    let record = read(&path);
    assert_eq!(record["result"]["solutions"], json!("4"));
    assert_eq!(record["command"], json!("queens count 6 --threads 1 --kernel scalar --record"));
    assert_eq!(record["result"]["checks"][0]["name"], json!("oeis"));
    assert!(record["compiler"].as_str().unwrap().starts_with("rustc "), "{record}");
    assert!(record["peak_memory_bytes"].as_u64().unwrap() > 1 << 18, "{record}");
    assert_eq!(record["ledger_sha256"], Value::Null);
}

#[test]
fn a_record_of_a_kept_run_names_its_ledger() {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &["count", "8", "--run", "eight", "--record", "here"]);
    let (_, text) = files(&folder.path().join("here")).into_iter().next().unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    let hash = queens::run::ledger_sha256(&folder.path().join("eight")).unwrap();
    assert_eq!(record["ledger_sha256"], json!(hash));
    // Once more: the run is finished, and how long it took is not known to this process.
    let again = run(folder.path(), &["count", "8", "--run", "eight", "--record", "here"]);
    again.fails(1, &["no record is written", "--fresh"]);
    assert_eq!(files(&folder.path().join("here")).len(), 1);
}

#[test]
fn every_count_adds_a_record_and_changes_none() {
    let (folder, first) = recorded();
    let before = fs::read_to_string(&first).unwrap();
    succeeds(folder.path(), &["count", "6", "--threads", "1", "--kernel", "scalar", "--record"]);
    let after = files(first.parent().unwrap());
    assert_eq!(after.len(), 2);
    assert_eq!(after[&first], before);
}

#[test]
fn publishing_twice_gives_the_same_bytes() {
    let (folder, _) = recorded();
    // Boards of some milliseconds: the chart leaves shorter times out.
    for n in ["12", "13", "14"] {
        for threads in ["1", "2"] {
            succeeds(folder.path(), &["count", n, "--threads", threads, "--kernel", "scalar", "--record"]);
        }
    }
    let ladder = run(folder.path(), &["ladder", "4", "--json"]).stdout();
    fs::write(folder.path().join("results/ladder.json"), ladder).unwrap();
    let estimates =
        run(folder.path(), &["estimate", "9..10", "--threads", "1", "--time", "0.1", "--json"]).stdout();
    fs::write(folder.path().join("results/estimate.json"), estimates).unwrap();
    succeeds(folder.path(), &["publish"]);
    let once = files(&folder.path().join("results"));
    succeeds(folder.path(), &["publish"]);
    assert_eq!(files(&folder.path().join("results")), once);
    let names: Vec<_> = once.keys().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    let expected =
        ["README.md", "estimate.json", "index.html", "ladder.json", "ladder.svg", "records.csv", "time.svg"];
    assert_eq!(names, expected);
    let csv = &once[&folder.path().join("results/records.csv")];
    assert_eq!(csv.lines().count(), 1 + 7, "{csv}");
    let page = &once[&folder.path().join("results/index.html")];
    assert!(
        page.contains("Larger boards") && page.contains("<td class=\"number\" data-key=\"724\">724</td>"),
        "{page}"
    );
    assert_eq!(page.matches("href=\"records/N").count(), 7);
    for svg in once.iter().filter(|(path, _)| path.extension().is_some_and(|extension| extension == "svg")) {
        assert!(svg.1.starts_with("<svg ") && svg.1.ends_with("</svg>\n"), "{:?}", svg.0);
    }
}

#[test]
fn a_missing_field_is_named_with_its_file() {
    let (folder, path) = recorded();
    let record = read(&path);
    let name = path.file_name().unwrap().to_str().unwrap();
    let outer = record.as_object().unwrap().keys().map(|key| (None, key));
    let inner = record["result"].as_object().unwrap().keys().map(|key| (Some("result"), key));
    for (around, key) in outer.chain(inner).filter(|(_, key)| *key != "ledger_sha256") {
        let mut changed = record.clone();
        let place = match around {
            Some(around) => &mut changed[around],
            None => &mut changed,
        };
        place.as_object_mut().unwrap().remove(key);
        let (code, message) = publish_with(&path, folder.path(), &changed);
        assert_eq!(code, 4, "{message}");
        // These may be missing from a result, the checks from an older one and the threads from that of a merge; not from a record.
        let reason = match (around, key.as_str()) {
            (Some(_), "checks") => "result.checks: none was made".to_owned(),
            (Some(_), "threads") => "result.threads: none".to_owned(),
            (_, key) => format!("missing field `{key}`"),
        };
        assert!(message.contains(name) && message.contains(&reason), "{message}");
    }
}

#[test]
fn a_broken_field_is_named_with_its_file() {
    let (folder, path) = recorded();
    let record = read(&path);
    let name = path.file_name().unwrap().to_str().unwrap();
    for (pointer, value, field) in [
        ("/format", json!(2), "format"),
        ("/cores", json!(0), "cores"),
        ("/cores", json!("two"), "cores"),
        ("/compiler", json!(""), "compiler"),
        ("/started", json!("yesterday"), "started"),
        ("/wall_s", json!(-1.0), "wall_s"),
        ("/wall_s", json!(null), "wall_s"),
        ("/cpu_s", json!("0.1"), "cpu_s"),
        ("/peak_memory_bytes", json!(0), "peak_memory_bytes"),
        ("/ledger_sha256", json!("abc"), "ledger_sha256"),
        ("/result/checks", json!([]), "result.checks"),
        ("/result/checks/0", json!("guess"), "result.checks[0]"),
        ("/result/checks/0/passed", json!(false), "result.checks"),
        ("/result/program", json!("kings"), "result.program"),
        ("/result/n", json!(33), "result.n"),
        ("/result/solutions", json!("5"), "result.solutions"),
        ("/result/solutions", json!("four"), "result.solutions"),
        ("/result/solutions", json!(4), "result.solutions"),
        ("/result/check", json!("none"), "result.check"),
        ("/result/nodes", json!("-1"), "result.nodes"),
        ("/result/kernel", json!("quantum"), "result.kernel"),
        ("/result/threads", json!(0), "result.threads"),
        ("/result/threads", json!(3), "the file's name"),
        ("/result/units", json!(0), "result.units"),
        ("/result/elapsed_s", json!(0.0), "result.elapsed_s"),
        ("/result/host/cpu", json!(""), "result.host.cpu"),
        ("/result/commit", json!(""), "result.commit"),
    ] {
        let mut changed = record.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let (code, message) = publish_with(&path, folder.path(), &changed);
        assert_eq!(code, 4, "{pointer}: {message}");
        assert!(message.contains(name) && message.contains(&format!("{field}: ")), "{pointer}: {message}");
    }
    for around in ["", "/result", "/result/host", "/result/checks/0"] {
        let mut changed = record.clone();
        changed.pointer_mut(around).unwrap()["mood"] = json!("good");
        let (code, message) = publish_with(&path, folder.path(), &changed);
        assert!(code == 4 && message.contains("unknown field `mood`") && message.contains(name), "{message}");
    }
    publish_with(&path, folder.path(), &record);
    fs::write(&path, format!("{record} more")).unwrap();
    run(folder.path(), &["publish"]).fails(4, &[name, "the end"]);
}

#[test]
fn nothing_to_publish_is_an_error_that_says_what_to_do() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &["publish"]).fails(1, &["queens count N --record results/records"]);
}

/// A record of a program that takes `factor` times as long as `queens`, on the machine of `record`.
fn rival(record: &Value, program: &str, factor: f64) -> Value {
    json!({
        "format": 1,
        "program": program,
        "version": "1.0",
        "source": "https://example.org/rival",
        "method": "row by row",
        "compiler": "cc -O2",
        "command": "./rival {n}",
        "threads": 1,
        "host": record["result"]["host"],
        "cores": record["cores"],
        "started": "2026-01-02T03:04:05Z",
        "queens": { "version": "0.1.0", "commit": "abc", "command": "queens count {n}" },
        "boards": [
            // The medians are 2 s and 3 s; means and extremes differ from them.
            { "n": 14, "solutions": "365596", "seconds": [factor, factor * 2.0, factor * 9.0], "queens_seconds": [9.0, 2.0, 1.0] },
            { "n": 15, "solutions": "2279184", "seconds": [factor * 3.0], "queens_seconds": [3.0] },
        ],
    })
}

/// Publishes with these records of other programs, and returns the exit code and the message.
fn publish_rivals(folder: &Path, rivals: &[Value]) -> (i32, String) {
    let place = folder.join("results/rivals");
    fs::create_dir_all(&place).unwrap();
    for (index, rival) in rivals.iter().enumerate() {
        fs::write(place.join(format!("{index}.json")), rival.to_string()).unwrap();
    }
    let finished = run(folder, &["publish", "--readme", "README.md"]);
    (finished.code(), finished.stderr())
}

const README: &str = "# Title\n<!-- summary:begin -->\nold\n<!-- summary:end -->\n<!-- table:begin -->\n<!-- table:end -->\nend\n";

#[test]
fn programs_measured_beside_are_published_with_how_many_times_as_long_they_take() {
    let (folder, path) = recorded();
    let record = read(&path);
    let readme = folder.path().join("README.md");
    fs::write(&readme, README).unwrap();
    let rivals = [rival(&record, "Slow", 40.0), rival(&record, "Near", 5.0)];
    assert_eq!(publish_rivals(folder.path(), &rivals).0, 0);
    let once = fs::read_to_string(&readme).unwrap();
    assert!(once.contains("N = 14: 5.0 times as fast as the next CPU program"), "{once}");
    assert!(
        once.contains("| 14 | 365,596 | 2 s | 10 s | 5.0× | [Near](https://example.org/rival) |"),
        "{once}"
    );
    assert!(!once.contains("Slow") && !once.contains("old"), "{once}");
    let results = files(&folder.path().join("results"));
    let page = &results[&folder.path().join("results/index.html")];
    assert!(
        page.contains("<a href=\"rivals/0.json\">2026-01-02</a>") && page.contains("NQueensFAF"),
        "{page}"
    );
    assert!(results[&folder.path().join("results/lead.svg")].contains(">Slow</text>"));
    // Twice is like once.
    succeeds(folder.path(), &["publish", "--readme", "README.md"]);
    assert_eq!(fs::read_to_string(&readme).unwrap(), once);
    succeeds(folder.path(), &["publish", "--without-others", "--output", "alone"]);
    for (path, text) in files(&folder.path().join("alone")) {
        for name in ["Near", "Slow", "NQueensFAF", "by us"] {
            assert!(!text.contains(name), "{}: {name}", path.display());
        }
    }
    assert!(!folder.path().join("alone/lead.svg").exists());
}

#[test]
fn only_the_latest_record_of_a_program_on_this_machine_is_compared() {
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
    assert_eq!(publish_rivals(folder.path(), &[latest, older, elsewhere, together]).0, 0);
    let text = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(text.contains("N = 14: 6.0 times as fast"), "{text}");
}

#[test]
fn a_broken_record_of_another_program_is_named_with_its_field() {
    let (folder, path) = recorded();
    let sound = rival(&read(&path), "Near", 5.0);
    for (pointer, value, field) in [
        ("/format", json!(2), "format: only format 1"),
        ("/program", json!(""), "program: empty"),
        ("/command", json!(""), "command: empty"),
        ("/queens/commit", json!(""), "queens: a field is empty"),
        ("/threads", json!(0), "threads: none"),
        ("/started", json!("today"), "started: not a time"),
        ("/boards", json!([]), "boards: none"),
        ("/boards/1/solutions", json!("2279185"), "boards.solutions: not the known number"),
        ("/boards/0/seconds", json!([]), "boards.seconds: not times"),
        ("/boards/0/seconds/1", json!(0.0), "boards.seconds: not times"),
        ("/boards/1/queens_seconds/0", json!(-1.0), "boards.queens_seconds: not times"),
        ("/boards/0/n", json!(40), "boards[0].n: "),
        ("/host/cpu", json!(7), "host.cpu: "),
    ] {
        let mut changed = sound.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let (code, message) = publish_rivals(folder.path(), &[changed]);
        assert!(
            code == 4 && message.contains("0.json") && message.contains(field),
            "{pointer}: {code}: {message}"
        );
    }
}

#[test]
fn several_splits_of_a_board_are_told_apart_and_the_fastest_leads() {
    let folder = TempDir::new().unwrap();
    for n in ["9", "10", "11", "12", "13"] {
        for split in ["cross", "rows", "halves"] {
            succeeds(folder.path(), &["count", n, "--threads", "1", "--split", split, "--record"]);
        }
    }
    // The rows are always slower, the halves up to the last board, whatever this machine does meanwhile.
    for (path, _) in files(&folder.path().join("results/records")) {
        let mut record = read(&path);
        record["wall_s"] =
            match (record["result"]["split"].as_str().unwrap(), record["result"]["n"].as_u64().unwrap()) {
                ("rows", _) => json!(0.5),
                ("halves", 13) => json!(0.125),
                ("halves", _) => json!(0.75),
                _ => json!(0.25),
            };
        fs::write(path, record.to_string()).unwrap();
    }
    succeeds(folder.path(), &["publish"]);
    let results = files(&folder.path().join("results"));
    let text = |name: &str| &results[&folder.path().join("results").join(name)];
    assert!(text("README.md").contains("| cross, halves, rows | 250 ms | cross "), "{}", text("README.md"));
    let chart = text("time.svg");
    assert!(
        chart.contains(">queens, one thread</text>") && chart.contains(">queens, rows split</text>"),
        "{chart}"
    );
    assert!(!chart.contains("cross split") && !chart.contains("halves split"), "{chart}");
    assert!(text("README.md").contains("| cross, halves, rows | 125 ms | halves "), "{}", text("README.md"));
}

#[test]
fn scaling_is_drawn_from_four_numbers_of_threads_on_and_by_medians() {
    let folder = TempDir::new().unwrap();
    let records = folder.path().join("results/records");
    for threads in ["1", "2", "3"] {
        succeeds(folder.path(), &["count", "8", "--threads", threads, "--kernel", "scalar", "--record"]);
    }
    succeeds(folder.path(), &["publish"]);
    assert!(!folder.path().join("results/threads.svg").exists());
    for threads in ["1", "1", "4", "4", "4"] {
        succeeds(folder.path(), &["count", "8", "--threads", threads, "--kernel", "scalar", "--record"]);
    }
    let (mut one, mut four) = ([1.0, 0.6, 3.0].into_iter(), [0.2, 0.9, 0.25].into_iter());
    for (path, _) in files(&records) {
        let mut record = read(&path);
        record["wall_s"] = match record["result"]["threads"].as_u64().unwrap() {
            1 => json!(one.next().unwrap()),
            4 => json!(four.next().unwrap()),
            threads => json!(1.0 / threads as f64),
        };
        fs::write(path, record.to_string()).unwrap();
    }
    succeeds(folder.path(), &["publish"]);
    let chart = fs::read_to_string(folder.path().join("results/threads.svg")).unwrap();
    // Four times as fast by the median, where four threads and four times as fast meet.
    let line = |class: &str| {
        let begin = format!("<path class=\"{class}\" d=\"");
        chart.lines().find(|line| line.starts_with(&begin)).unwrap().rsplit('L').next().unwrap().to_owned()
    };
    assert_eq!(line("main"), line("guide"), "{chart}");
}

#[test]
fn a_readme_without_a_place_for_the_figures_is_left_alone() {
    let (folder, _) = recorded();
    let readme = folder.path().join("README.md");
    fs::write(&readme, "# Title\n").unwrap();
    let finished = run(folder.path(), &["publish", "--readme", "README.md"]);
    assert!(finished.code() == 0 && finished.stderr().contains("left as it is"), "{}", finished.stderr());
    assert_eq!(fs::read_to_string(&readme).unwrap(), "# Title\n");
    // Nothing was measured beside it: the times are our own.
    fs::write(&readme, README).unwrap();
    succeeds(folder.path(), &["publish", "--readme", "README.md"]);
    let text = fs::read_to_string(&readme).unwrap();
    assert!(text.contains("| N | solutions | one thread |") && text.contains("| 6 | 4 | "), "{text}");
    assert!(text.starts_with("# Title\n") && text.ends_with("<!-- table:end -->\nend\n"), "{text}");
}

#[test]
fn the_figures_of_this_readme_are_those_of_the_records() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = repository.join("results");
    if !results.join("records").is_dir() {
        return;
    }
    let out = TempDir::new().unwrap();
    let readme = out.path().join("README.md");
    fs::copy(repository.join("README.md"), &readme).unwrap();
    let [records, rivals] = ["records", "rivals"].map(|name| results.join(name).display().to_string());
    let arguments =
        ["publish", "--records", &records, "--rivals", &rivals, "--output", "out", "--readme", "README.md"];
    succeeds(out.path(), &arguments);
    let [published, committed] =
        [&readme, &repository.join("README.md")].map(|path| fs::read_to_string(path).unwrap());
    for block in ["summary", "table"] {
        assert!(
            committed.contains(&format!("<!-- {block}:begin -->")),
            "README.md has no place for the {block}"
        );
    }
    assert_eq!(published, committed, "README.md: `queens publish --readme README.md` makes it anew");
}

#[test]
fn what_is_no_ladder_and_no_estimate_is_named() {
    let (folder, _) = recorded();
    for (name, text) in [("ladder.json", "{}"), ("estimate.json", "{\"n\":24}"), ("estimate.json", "[]")] {
        let path = folder.path().join("results").join(name);
        fs::write(&path, text).unwrap();
        run(folder.path(), &["publish"]).fails(1, &[name, "make it again or remove it"]);
        fs::remove_file(&path).unwrap();
    }
}
