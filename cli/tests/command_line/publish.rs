//! `queens publish`: what the records say, and the same bytes every time.

use std::fs;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::records::{README, files, read, recorded, rival, succeeds};
use crate::support::run;

/// The document and the page that were published.
pub fn published(folder: &Path) -> (String, String) {
    let read = |name: &str| fs::read_to_string(folder.join("results").join(name)).unwrap();
    (read("README.md"), read("index.html"))
}

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

#[test]
fn publishes_only_rungs_that_ran() {
    let (folder, _) = recorded();
    let mut ladder = run(folder.path(), &["ladder", "4", "--json"]).json();
    ladder["host"]["cpu"] = json!("Stranger 9000");
    let refused = json!({"rung": 99, "name": "by hand", "idea": "patience", "n": 20, "outcome": "refused"});
    ladder["rungs"].as_array_mut().unwrap().push(refused);
    fs::write(folder.path().join("results/ladder.json"), ladder.to_string()).unwrap();
    succeeds(folder.path(), &["publish"]);
    let (_, page) = published(folder.path());
    assert!(
        page.contains("Measured with one thread on Stranger 9000.</p>") && !page.contains("by hand"),
        "{page}"
    );
}

#[test]
fn names_the_methods_of_each_board() {
    let folder = TempDir::new().unwrap();
    for arguments in
        ["12 --method cross", "12 --method rows", "13 --method halves", "14 --method cross --double-check"]
    {
        let arguments = format!("count {arguments} --threads 1 --record");
        succeeds(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    }
    succeeds(folder.path(), &["publish"]);
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
    succeeds(folder.path(), &["publish"]);
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
        let arguments = [
            "publish",
            "-o",
            output,
            "--records",
            "records/../records",
            "--rivals",
            "rivals",
            "--readme",
            "../my docs/INTRODUCTION.md",
        ];
        succeeds(&work, &arguments);
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
        succeeds(folder.path(), &["publish"]);
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

/// What somebody else's record may say; the first says nothing bad.
const HOSTILE: [&str; 19] = [
    "word",
    "<img src=x onerror=alert(1)>",
    "</style><script>alert(1)</script>",
    "<svg onload=alert(1)>",
    // Near the end of what is shown of a long text.
    "a processor with more words in its name than any that was ever sold, and with 24 cores of two kinds <b onclick=a(1)>",
    "{body} {navigation} {style} {mark} {sections}",
    "<!-- summary:end -->",
    "x\n<!-- table:end -->\n# Title",
    "<!--",
    "x\n## Counts\n<table></table><h2>Counts</h2>",
    "[a](javascript:alert(1))",
    "![a](https://example.org/seen.png)",
    "<javascript:alert(1)>",
    "a | b || c \\| d",
    "\\",
    "`code` ``` ~~a~~ **b** _c_ $d$",
    "&lt;script&gt; &#60;b&#62;",
    "\u{202e}left\u{200b} \u{1b}[31m\u{7}",
    "\"onmouseover=\"alert(1)",
];

/// What Markdown is made of, without the words in it.
fn structure(document: &str) -> Vec<String> {
    let shown = Parser::new_ext(document, Options::all()).map(|event| match event {
        Event::Text(_) => "text".to_owned(),
        event => format!("{event:?}"),
    });
    let mut parts: Vec<_> = shown.collect();
    parts.dedup();
    parts
}

/// What stands between `<` and `>`.
fn tags(markup: &str) -> Vec<String> {
    markup.split('<').skip(1).map(|tag| tag.split('>').next().unwrap().to_owned()).collect()
}

#[test]
fn escapes_a_hostile_record_everywhere() {
    let (folder, path) = recorded();
    let record = read(&path);
    fs::write(folder.path().join("README.md"), README).unwrap();
    let publish = || succeeds(folder.path(), &["publish", "--readme", "README.md"]);
    let mut harmless = None;
    for text in HOSTILE {
        let host = json!({"cpu": text, "os": text});
        let mut theirs = record.clone();
        theirs["result"]["host"] = host.clone();
        for field in ["version", "commit"] {
            theirs["result"][field] = json!(text);
        }
        (theirs["compiler"], theirs["command"]) = (json!(text), json!(text));
        fs::write(&path, theirs.to_string()).unwrap();
        let merge = json!({
            "format": 4, "plan_hash": "0".repeat(32), "ledger_sha256": "0".repeat(64),
            "result": {
                "format": 4, "program": "queens", "version": text, "commit": text, "n": 13, "solutions": "73712",
                "method": "cross", "depth": 4, "kernel": "scalar", "units": 9, "nodes": "1", "cpu_s": 1.0,
                "checks": record["result"]["checks"],
                "merged": {"shards": 2, "machines": [{"host": host, "shards": 1}], "kernels": {"scalar": 2}},
            },
        });
        fs::write(path.with_file_name("merged.jsonl"), merge.to_string()).unwrap();
        let rivals = folder.path().join("results/rivals");
        fs::create_dir_all(&rivals).unwrap();
        for (index, source) in [text, "javascript:alert(1)", "https://example.org/)<b>"].iter().enumerate() {
            let rival = json!({
                "format": 1, "program": format!("{text}{index}"), "version": text, "source": source, "method": text,
                "compiler": text, "command": text, "threads": 1, "host": host, "cores": record["cores"],
                "started": "2026-01-02T03:04:05Z", "queens": {"version": text, "commit": text, "command": text},
                "boards": [{"n": 12, "solutions": "14200", "seconds": [9.0], "queens_seconds": [1.0]}],
            });
            fs::write(rivals.join(format!("{index}.json")), rival.to_string()).unwrap();
        }
        let estimate = json!({"n": 24, "method": text, "kernel": text, "threads": 2, "solutions": 2e14, "solutions_standard_error": 1e12,
            "wall_s": 72000.0, "wall_standard_error_s": 7200.0, "units": 10, "memory_bytes": 1, "host": host});
        fs::write(folder.path().join("results/estimate.json"), estimate.to_string()).unwrap();
        let ladder = json!({"host": host, "rungs": [{"rung": 1, "name": text, "idea": text, "n": 8, "outcome": "measured",
            "wall_s": 1.0, "solutions_per_s": 1.0, "correct": true, "times_rung_below": null}]});
        fs::write(folder.path().join("results/ladder.json"), ladder.to_string()).unwrap();
        publish();
        let once = files(&folder.path().join("results"));
        let readme = fs::read_to_string(folder.path().join("README.md")).unwrap();
        publish();
        assert_eq!(
            fs::read_to_string(folder.path().join("README.md")).unwrap(),
            readme,
            "{text:?}: README grows"
        );
        assert_eq!(files(&folder.path().join("results")), once, "{text:?}");

        let (document, page) = published(folder.path());
        let drawings: Vec<_> = (once.iter())
            .filter(|(path, _)| path.extension().is_some_and(|extension| extension == "svg"))
            .flat_map(|(_, drawing)| tags(drawing))
            .map(|tag| tag.split([' ', '\n']).next().unwrap().to_owned())
            .collect();
        let all = [structure(&readme), structure(&document), tags(&page), drawings];
        for (found, harmless) in all.iter().zip(harmless.get_or_insert_with(|| all.clone())) {
            assert_eq!(found, harmless, "{text:?}");
        }
        for lines in [&readme, &document, &page] {
            assert!(!lines.contains(['\u{202e}', '\u{1b}', '\u{7}']), "{text:?}: {lines}");
        }
    }
    // The last is read as it was written.
    let (_, page) = published(folder.path());
    assert!(page.contains("<h3>\"onmouseover=\"alert(1), "), "{page}");
}
