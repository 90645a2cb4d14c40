//! The published documents: they say what the records say, in the same bytes every time.

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::json;

use crate::support::{Publish, README, Results, changed, contains, ladder, record, rival, timed};

#[test]
fn publishes_only_rungs_that_ran() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let mut ladder = ladder("Stranger 9000");
    let refused = json!({"rung": 99, "name": "by hand", "idea": "patience", "n": 20, "outcome": "refused"});
    ladder["rungs"].as_array_mut().unwrap().push(refused);
    results.put("ladder.json", &[ladder]);
    let document = results.published();
    contains(&document, &["Measured with one thread on Stranger 9000.\n"]);
    assert!(!document.contains("by hand"), "{document}");
}

#[test]
fn names_the_methods_of_each_board() {
    let again = record(14, "halves", 1)["result"].clone();
    let checked = changed(&record(14, "cross", 1), "/result/double_check", again);
    let counts = [record(12, "cross", 1), record(12, "rows", 1), record(13, "halves", 1), checked];
    let rows = [
        "| 14,200 | 1,787 | cross, rows |",
        "| 73,712 | 9,233 | halves |",
        "| 365,596 | 45,752 | cross, halves |",
    ];
    contains(&Results::of(&counts).published(), &rows);
}

#[test]
fn links_work_from_wherever_the_document_is() {
    let results = Results::of(&[record(12, "cross", 1)]);
    results.put("rivals/Near.json", &[rival("Near", 5.0)]);
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
fn explains_only_the_marks_in_use() {
    let idle = timed(12, 1, "Stranger 9000", [0.002, 0.002]);
    let document = Results::of(std::slice::from_ref(&idle)).published();
    contains(
        &document,
        &[
            "# queens: results",
            "all solutions of the N-queens problem",
            "the fastest machine: Stranger 9000, ",
            "The chart shows ",
        ],
    );
    assert!(!document.contains("charts"), "{document}");
    let resumed = timed(12, 1, "Stranger 9000", [3.0, 3.0]);
    let resumed = changed(&resumed, "/result/resumed", json!(1));
    let busy = timed(12, 1, "Stranger 9000", [3.0, 1.0]);
    for (count, time, expected) in [
        (idle, "[2 ms](records/", [false; 3]),
        (resumed, "[3 s†](records/", [false, true, false]),
        (busy, "[3 s‡](records/", [false, false, true]),
    ] {
        let document = Results::of(&[count]).published();
        contains(&document, &[time]);
        assert_eq!(["§", "†", "‡"].map(|mark| document.contains(&format!("\n* {mark} "))), expected);
    }
}

/// The threads and the kernel of a resumed run are those of its last session, and so is its wall time.
#[test]
fn publishes_only_the_cpu_time_of_a_resumed_run() {
    let resumed = changed(&timed(13, 64, "Fast CPU", [0.1, 13.9]), "/result/resumed", json!(1));
    let results = Results::of(&[timed(12, 1, "Test CPU", [1.0, 1.0]), resumed.clone()]);
    let readme = results.readme();
    contains(&readme, &["N = 12 takes 1 s on one core, measured.\n", "| 13 | 73,712 | cross |  |\n"]);
    contains(
        &results.text("README.md"),
        &[
            "| 13 | [13.9 s†](records/counts.jsonl#L2) | 73,712 | 9,233 | cross | cross, in several sessions | Fast CPU |",
        ],
    );
    // It is no machine's time.
    assert!(!results.text("README.md").contains("### Fast CPU"), "{readme}");
    // Counted in one session, too, the board has a time.
    results.put("records/other.jsonl", &[timed(13, 1, "Test CPU", [20.0, 20.0])]);
    let document = results.published();
    contains(&document, &["| 13 | [20 s](records/other.jsonl#L1) |"]);
    assert!(!document.contains('†'), "{document}");
}

#[test]
fn keeps_times_of_gpus_apart_from_those_of_processors() {
    // As versions before 2.0 wrote them.
    let device = json!({"name": "Abacus", "kind": "discrete", "backend": "vulkan", "driver": "1"});
    let on_cpu = timed(13, 1, "Test CPU", [3.0, 3.0]);
    let on_gpu = changed(&timed(13, 1, "Test CPU", [1.0, 1.0]), "/result/device", device);
    let on_gpu = changed(&on_gpu, "/result/kernel", json!("gpu"));
    let results = Results::of(&[on_cpu, on_gpu]);
    let readme = results.readme();
    contains(&readme, &["N = 13 takes 3 s on one core, measured.\n"]);
    let document = results.published();
    // The GPU has the best time of the board, and none among those of the processor.
    contains(&document, &["cross gpu, one thread | Test CPU |"]);
    let machine = document.split("\n### Test CPU").nth(1).unwrap().split("\n## ").next().unwrap();
    contains(machine, &["| N | cross scalar |", "| 13 | [3 s]("]);
    assert!(!machine.contains("gpu"), "{machine}");
    assert_eq!(results.text("time.svg").matches("gpu").count(), 0);
}
