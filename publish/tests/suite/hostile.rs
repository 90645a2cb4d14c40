//! Tests that text in untrusted records is shown, never interpreted.

use pulldown_cmark::{Event, Options, Parser};
use queens_format::is_printable;
use serde_json::{Value, json};

use crate::support::{Results, changed, comparison, estimate, files, merge_record, record};

/// Strings that an untrusted record might contain. The first is harmless.
const HOSTILE_TEXTS: [&str; 20] = [
    "word",
    "<img src=x onerror=alert(1)>",
    "</style><script>alert(1)</script>",
    "<svg onload=alert(1)>",
    // Long strings are cut off. This one has markup just before the cut.
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
    // Invisible characters.
    "a\u{e0041}\u{e007f}\u{ad}\u{61c}\u{180e}\u{2060}\u{fff9}\u{3164}",
    "\"onmouseover=\"alert(1)",
];

/// Returns a Markdown document's structure, without its text.
fn structure(document: &str) -> Vec<String> {
    let shown = Parser::new_ext(document, Options::all()).map(|event| match event {
        Event::Text(_) => "text".to_owned(),
        event => format!("{event:?}"),
    });
    let mut parts: Vec<_> = shown.collect();
    parts.dedup();
    parts
}

/// Returns all tags' contents, without `<` and `>`.
fn tags(markup: &str) -> Vec<String> {
    markup.split('<').skip(1).map(|tag| tag.split('>').next().unwrap().to_owned()).collect()
}

/// Sets these fields of `object` to `text`.
fn hostile(object: Value, fields: &[&str], text: &str) -> Value {
    fields.iter().fold(object, |object, field| changed(&object, field, json!(text)))
}

/// Writes a file of each kind, with `text` in every field that may contain any text.
fn write(results: &Results, text: &str) {
    let of_total = ["/result/commit", "/result/kernel"];
    let of_count = ["/result/host/cpu", "/result/host/os", "/compiler", "/command"];
    let count = hostile(record(12, "cross", 1), &of_total, text);
    results.put("records/counts.jsonl", &[hostile(count, &of_count, text)]);
    let of_merge = ["/result/merged/machines/0/host/cpu", "/result/merged/machines/0/host/os"];
    let merge = hostile(merge_record(), &of_total, text);
    results.put("records/merged.jsonl", &[hostile(merge, &of_merge, text)]);
    for (index, source) in [text, "javascript:alert(1)", "https://example.org/)<b>"].iter().enumerate() {
        let of_comparison = ["/version", "/method", "/compiler", "/command", "/host/cpu", "/host/os"];
        let of_queens = ["/queens/commit", "/queens/command"];
        let compared = hostile(comparison(&format!("{text}{index}"), 9.0), &of_comparison, text);
        let compared = hostile(hostile(compared, &of_queens, text), &["/source"], source);
        results.put(&format!("rivals/{index}.json"), &[compared]);
    }
    let estimate = estimate(24, text, [72000.0, 7200.0]);
    results.put("estimate.json", &[hostile(estimate, &["/kernel", "/host/os", "/commit"], text)]);
}

#[test]
fn escapes_a_hostile_record_everywhere() {
    let results = Results::of(&[]);
    let mut harmless = None;
    for text in HOSTILE_TEXTS {
        write(&results, text);
        let readme = results.readme();
        let once = files(&results.path("."));
        assert_eq!(results.readme(), readme, "{text:?}: README grows");
        assert_eq!(files(&results.path(".")), once, "{text:?}");

        let document = results.text("README.md");
        let drawings: Vec<_> = (once.iter())
            .filter(|(path, _)| path.extension().is_some_and(|extension| extension == "svg"))
            .flat_map(|(_, drawing)| tags(drawing))
            .map(|tag| tag.split([' ', '\n']).next().unwrap().to_owned())
            .collect();
        let all = [structure(&readme), structure(&document), drawings];
        for (found, harmless) in all.iter().zip(harmless.get_or_insert_with(|| all.clone())) {
            assert_eq!(found, harmless, "{text:?}");
        }
        for lines in [&readme, &document] {
            assert!(lines.chars().all(|c| c == '\n' || is_printable(c)), "{text:?}: {lines}");
        }
    }
    // The last string is shown to readers unchanged.
    let document = results.text("README.md");
    assert!(document.contains("### &#34;onmouseover=&#34;alert(1), "), "{document}");
}
