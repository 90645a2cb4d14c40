//! Records that anybody may have written: their text is shown as text.

use std::fs;

use pulldown_cmark::{Event, Options, Parser};
use serde_json::json;

use crate::support::{README, files, publish_readme, published, read, recorded};

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
    let publish = || publish_readme(folder.path());
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
