//! Tests totals outside the tables of times. These are merges, and counts that took several sessions.

use serde_json::json;

use crate::support::{Results, changed, contains, merge_record, record, timed};

#[test]
fn publishes_merges_with_their_versions() {
    let results = Results::of(&[record(15, "cross", 1)]);
    let other = changed(&merge_record(), "/result/version", json!("2.0.0"));
    let short = changed(&other, "/result/merged/cpu_units", json!(439));
    results.put("records/merged.jsonl", &[merge_record(), short]);
    let document = results.published();
    // All three totals of this board are published. Two come from merges, and one from a whole count.
    let start = "| 15 | 2,279,184 | 285,053 | cross | portable+scalar | [5 shards](records/merged.jsonl#L";
    contains(
        &document,
        &[
            &format!("{start}1) | 2 s | 1.0.0 | Alpha (4 shards), Beta 2 (1 shard) |"),
            // The board's CPU time is unknown, because the CPU time of some units is unknown.
            &format!("{start}2) | not known | 2.0.0 |"),
            "| 15 | 2,279,184 | cross | scalar | [2 ms](",
        ],
    );
}

#[test]
fn publishes_a_merge_alone() {
    let results = Results::of(&[]);
    results.remove("records/counts.jsonl");
    results.put("records/merged.jsonl", &[merge_record()]);
    contains(&results.readme(), &["No board was counted in one session"]);
    let document = results.published();
    contains(&document, &["N = 15: 2,279,184 solutions", "## Other totals"]);
    for missing in ["time.svg", "## Times"] {
        assert!(!document.contains(missing), "{missing}: {document}");
    }
}

/// The threads, kernel and wall time of a resumed run describe only its last session.
#[test]
fn publishes_only_the_cpu_time_of_a_resumed_run() {
    let resumed = changed(&timed(13, 2, "Fast CPU", 0.1), "/result/resumed", json!(1));
    let resumed = changed(&resumed, "/result/cpu_s", json!(13.9));
    let results = Results::of(&[timed(12, 1, "Test CPU", 1.0), resumed]);
    contains(&results.readme(), &["On one core of a Test CPU, `queens` 2.0 counts N = 12 in 1 s (measured)"]);
    let row = "| 13 | 73,712 | 9,233 | cross | scalar | [several sessions](records/counts.jsonl#L2) | 13.9 s | 2.0.0 | Fast CPU, 2 cores |";
    contains(&results.text("README.md"), &[row]);
    assert!(!results.text("README.md").contains("### Fast CPU"));
    // A count of the same board in one session has a time, and replaces the resumed run.
    results.put("records/other.jsonl", &[timed(13, 1, "Test CPU", 20.0)]);
    let document = results.published();
    contains(&document, &["| 13 | 73,712 | cross | scalar | [20 s](records/other.jsonl#L1) |"]);
    assert!(!document.contains("several sessions"), "{document}");
}
