//! Tests the links in published documents, and this repository's own documents.

use std::fs;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::support::{Publish, README, Results, comparison, contains, files, record};

#[test]
fn links_work_from_wherever_the_document_is() {
    let results = Results::of(&[record(12, "cross", 1)]);
    results.put("rivals/Near.json", &[comparison("Near", 5.0)]);
    results.put_text("../my docs/INTRODUCTION.md", README);
    for output in [".", "a/b/c", "../my docs", "../elsewhere", "records"] {
        let (records, readme) = ("records/../records", Some("../my docs/INTRODUCTION.md"));
        Publish { output, records, readme, ..Publish::of(&results) }.run().unwrap();
        let out = results.path(output);
        let document = results.text(&format!("{output}/README.md"));
        let mut followed = Vec::new();
        for event in Parser::new_ext(&document, Options::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else {
                continue;
            };
            if !dest_url.starts_with("https://") {
                let file = dest_url.split('#').next().unwrap().replace("%20", " ");
                assert!(out.join(&file).exists(), "{output}: {dest_url}");
                followed.push(out.join(file).canonicalize().unwrap());
            }
        }
        for expected in ["records/counts.jsonl", "rivals/Near.json"] {
            let expected = results.path(expected).canonicalize().unwrap();
            assert!(followed.contains(&expected), "{output}: {followed:?}");
        }
    }
}

#[test]
fn figures_match_the_records() {
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let results = repository.join("results");
    if !results.join("records").is_dir() {
        return;
    }
    let out = Results::of(&[]);
    for folder in ["", "records/", "rivals/"] {
        for (path, text) in files(&results.join(folder)) {
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.contains(".json") {
                out.put_text(&format!("{folder}{name}"), text);
            }
        }
    }
    let committed = |path| fs::read_to_string(results.join(path)).unwrap();
    contains(&committed("../README.md"), &["\n<!-- summary:begin -->\n", "\n<!-- table:begin -->\n"]);
    out.put_text("../README.md", committed("../README.md"));
    out.readme();
    for path in ["../README.md", "README.md", "time.svg"] {
        let [new, old] = [out.text(path), committed(path)];
        let differs = new.lines().zip(old.lines()).find(|(new, old)| new != old);
        assert!(new == old, "{path}: `queens publish --readme README.md` makes it anew; {differs:?}");
    }
}
