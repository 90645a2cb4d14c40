//! Merges: the total of a plan on the published page.

use serde_json::json;

use crate::support::{Results, changed, contains, merge_record, record};

/// A record of N = 12 and a merge of N = 15.
fn merged() -> Results {
    let results = Results::of(&[record(12, "cross", 1)]);
    results.put("records/merged.jsonl", &[merge_record()]);
    results
}

/// The first row of N = 15 in the README and in the document that are published.
fn rows(results: &Results) -> [String; 2] {
    [results.readme(), results.text("README.md")]
        .map(|text| text.lines().find(|line| line.starts_with("| 15 |")).unwrap().to_owned())
}

#[test]
fn publishes_no_time_that_some_units_took() {
    let results = merged();
    let short = changed(&merge_record(), "/result/merged/cpu_units", json!(439));
    results.put("records/merged.jsonl", &[changed(&short, "/result/cpu_s", json!(7200.0))]);
    contains(&rows(&results)[1], &["[not known](", ", in 5 shards |"]);
}

#[test]
fn publishes_a_merge_alone() {
    let results = merged();
    results.remove("records/counts.jsonl");
    let [readme, row] = rows(&results);
    contains(&row, &[" | 2,279,184 | 285,053 |"]);
    assert_eq!(readme, "| 15 | 2,279,184 | cross, 5 shards |");
    let document = results.published();
    for missing in ["chart", "Chart", "time.svg", "Times", "in the least time"] {
        assert!(!document.contains(missing), "{missing}: {document}");
    }
}

#[test]
fn prefers_one_machine_then_the_latest_merge() {
    let results = merged();
    let later = changed(&merge_record(), "/ledger_sha256", json!("1".repeat(64)));
    results.put("records/merged.jsonl", &[merge_record(), later]);
    contains(&rows(&results)[1], &["](records/merged.jsonl#L2)"]);
    // A merge by another method confirms the total.
    let other = changed(&merge_record(), "/result/method", json!("halves"));
    results.put("records/merged.jsonl", &[other, merge_record()]);
    contains(&rows(&results)[1], &["](records/merged.jsonl#L2)", "| cross, halves |"]);
    results.put("records/a.jsonl", &[record(15, "halves", 1)]);
    let [in_readme, row] = rows(&results);
    contains(&row, &["| cross, halves |", "one thread"]);
    assert!(!row.contains("shards") && !in_readme.contains("shards"), "{row} {in_readme}");
}
