//! What the records say, and the same bytes every time.

use std::fs;

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Publish, README, files, publish, published, read, record, recorded, rival, write};

#[test]
fn publishing_twice_gives_the_same_bytes() {
    let (folder, _) = recorded();
    let more: Vec<_> =
        [13, 14].into_iter().flat_map(|n| [1, 2].map(|threads| record(n, "cross", threads))).collect();
    write(folder.path(), "test-cpu-2-cores-linux.jsonl", &[&[record(12, "cross", 1)], &more[..]].concat());
    fs::write(folder.path().join("results/ladder.json"), ladder("Stranger 9000").to_string()).unwrap();
    let estimate = |n: usize, solutions: f64| {
        json!({"n": n, "method": "cross", "kernel": "scalar", "threads": 1,
        "solutions": solutions, "solutions_standard_error": 0.0, "wall_s": 0.01, "wall_standard_error_s": 0.0, "units": 10,
        "memory_bytes": 1, "host": {"cpu": "Test CPU", "os": "linux"}, "started": "2026-01-02T03:04:05Z"})
    };
    let estimates = format!("{}\n{}\n", estimate(13, 73712.0), estimate(14, 365596.0));
    fs::write(folder.path().join("results/estimate.json"), estimates).unwrap();
    publish(folder.path());
    let once = files(&folder.path().join("results"));
    publish(folder.path());
    assert_eq!(files(&folder.path().join("results")), once);
    let names: Vec<_> = once.keys().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["README.md", "estimate.json", "index.html", "ladder.json", "time.svg"]);
    let (document, page) = published(folder.path());
    for part in ["## Estimates", "Each rung adds one idea. Measured with one thread on "] {
        assert!(document.contains(part), "{part}: {document}");
    }
    // The estimates of a machine are a table, with the time beside N.
    let estimates = document.split("\n## Estimates\n").nth(1).unwrap().split("\n## ").next().unwrap();
    assert_eq!(estimates.matches("\n### ").count(), 1, "{estimates}");
    let heading = estimates.lines().find(|line| line.starts_with("### ")).unwrap();
    assert!(heading.ends_with(", one thread"), "{heading}");
    let row = estimates.lines().find(|line| line.starts_with("| 13 | ")).unwrap();
    let cells: Vec<_> = row.split(" | ").collect();
    assert!(cells[1].ends_with('s') && cells[4] == "73,712", "{row}");
    // The page is the document: every cell, the chart in its place, and a link for every heading.
    assert!(
        page.contains("<h2 id=\"estimates\">Estimates</h2>") && page.contains("<a href=\"#estimates\">"),
        "{page}"
    );
    assert!(
        page.contains("<td style=\"text-align: right\" data-value=\"73712\">73,712</td>")
            && page.contains("<img src=\"time.svg\" "),
        "{page}"
    );
    for (n, line) in [("12", 1), ("13", 2), ("14", 4)] {
        let link = format!("| {n} | ");
        let row = document.lines().find(|row| row.starts_with(&link)).unwrap();
        let places = [line, line + 1].map(|line| format!(".jsonl#L{line})"));
        assert!(places.iter().any(|place| row.contains(place)), "a time leads to its record: {row}");
    }
    let svg = &once[&folder.path().join("results/time.svg")];
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
}

/// A ladder of one rung.
fn ladder(cpu: &str) -> Value {
    let rung = json!({"rung": 1, "name": "boards", "idea": "try them all", "n": 4, "outcome": "measured", "correct": true,
        "wall_s": 0.001, "solutions_per_s": 2000.0, "times_rung_below": null});
    json!({"host": {"cpu": cpu, "os": "linux"}, "rungs": [rung]})
}

#[test]
fn publishes_only_rungs_that_ran() {
    let (folder, _) = recorded();
    let mut ladder = ladder("Stranger 9000");
    let refused = json!({"rung": 99, "name": "by hand", "idea": "patience", "n": 20, "outcome": "refused"});
    ladder["rungs"].as_array_mut().unwrap().push(refused);
    fs::write(folder.path().join("results/ladder.json"), ladder.to_string()).unwrap();
    publish(folder.path());
    let (_, page) = published(folder.path());
    assert!(
        page.contains("Measured with one thread on Stranger 9000.</p>") && !page.contains("by hand"),
        "{page}"
    );
}

#[test]
fn names_the_methods_of_each_board() {
    let folder = TempDir::new().unwrap();
    let mut checked = record(14, "cross", 1);
    checked["result"]["double_check"] = record(14, "halves", 1)["result"].clone();
    let records = [record(12, "cross", 1), record(12, "rows", 1), record(13, "halves", 1), checked];
    write(folder.path(), "a.jsonl", &records);
    publish(folder.path());
    let (document, _) = published(folder.path());
    for row in [
        "| 14,200 | 1,787 | cross, rows |",
        "| 73,712 | 9,233 | halves |",
        "| 365,596 | 45,752 | cross, halves |",
    ] {
        assert!(document.contains(row), "{row}: {document}");
    }
}

#[test]
fn marks_counts_of_several_sessions() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["result"]["resumed"] = json!(1);
    (record["result"]["thread_wall_s"], record["result"]["cpu_s"]) = (json!(3.0), json!(3.0));
    fs::write(&path, record.to_string()).unwrap();
    publish(folder.path());
    let (document, _) = published(folder.path());
    assert!(document.contains("| [3 s†](records/"), "{document}");
}

#[test]
fn links_work_from_wherever_the_page_is() {
    let (folder, path) = recorded();
    let record = read(&path);
    let rivals = folder.path().join("results/rivals");
    fs::create_dir(&rivals).unwrap();
    fs::write(rivals.join("Near.json"), rival(&record, "Near", 5.0).to_string()).unwrap();
    fs::create_dir(folder.path().join("my docs")).unwrap();
    fs::write(folder.path().join("my docs/INTRODUCTION.md"), README).unwrap();
    for output in ["results", "a/b/c", "my docs", "../elsewhere", "results/records"] {
        let work = folder.path().join("results");
        let (records, readme) = ("records/../records", Some("../my docs/INTRODUCTION.md"));
        Publish { output, records, rivals: Some("rivals"), readme, ..Publish::of(&work) }.run().unwrap();
        let out = work.join(output);
        let [document, page] =
            ["README.md", "index.html"].map(|name| fs::read_to_string(out.join(name)).unwrap());
        let mut followed = Vec::new();
        for event in Parser::new_ext(&document, Options::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else {
                continue;
            };
            if !dest_url.starts_with("https://") {
                let file = dest_url.split('#').next().unwrap().replace("%20", " ");
                assert!(out.join(&file).exists(), "{output}: {dest_url}");
                followed.push(out.join(file).canonicalize().unwrap());
                assert!(
                    dest_url == "index.html".into() || page.contains(&format!("=\"{dest_url}\"")),
                    "{output}: {dest_url}"
                );
            }
        }
        for expected in [&path, &rivals.join("Near.json"), &folder.path().join("my docs/INTRODUCTION.md")] {
            assert!(followed.contains(&expected.canonicalize().unwrap()), "{output}: {followed:?}");
        }
        assert!(!page.contains("\"index.html\""), "the page does not point to itself");
    }
}

#[test]
fn explains_only_the_marks_in_use() {
    let (folder, path) = recorded();
    let publish = |record: &Value| {
        fs::write(&path, record.to_string()).unwrap();
        publish(folder.path());
        published(folder.path())
    };
    let mut record = read(&path);
    record["result"]["host"]["cpu"] = json!("Stranger 9000");
    let (document, page) = publish(&record);
    for text in
        ["# queens: results", "all solutions of the N-queens problem", "the fastest machine: Stranger 9000, "]
    {
        assert!(document.contains(text), "{text}: {document}");
    }
    assert!(page.contains("<h1>queens: results</h1>"), "{page}");
    // Each table with its heading; names do not break.
    assert!(page.contains("<section>\n<h3>Stranger 9000, "), "{page}");
    assert_eq!(page.matches("<section>").count(), page.matches("</table>\n</div></section>").count());
    assert!(page.contains("<td style=\"text-align: left\">Stranger 9000</td>"), "{page}");
    assert!(document.contains("The chart shows ") && !document.contains("charts"), "{document}");
    let explained = |document: &str| ["§", "†", "‡"].map(|mark| document.contains(&format!("\n* {mark} ")));
    assert_eq!(explained(&document), [false; 3]);
    record["result"]["resumed"] = json!(1);
    (record["result"]["thread_wall_s"], record["result"]["cpu_s"]) = (json!(3.0), json!(3.0));
    assert_eq!(explained(&publish(&record).0), [false, true, false]);
    (record["result"]["resumed"], record["result"]["cpu_s"]) = (json!(0), json!(1.0));
    assert_eq!(explained(&publish(&record).0), [false, false, true]);
}
