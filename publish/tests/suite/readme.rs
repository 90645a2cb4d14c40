//! The blocks that are written into a README, and a check that this project's own are up to date.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::{Results, changed, contains, estimate, files, timed};

#[test]
fn describes_the_fastest_machine_of_the_largest_board() {
    // Gamma is the fastest, but has no larger board; the last record is that of a slower machine.
    let results = Results::of(&[
        timed(13, 1, "Alpha", [3.0, 3.0]),
        timed(13, 1, "Beta 2", [2.0, 2.0]),
        timed(12, 1, "Gamma", [0.1, 0.1]),
        timed(13, 1, "Alpha", [4.0, 4.0]),
    ]);
    let text = results.readme();
    assert!(text.contains("Measured on: Beta 2, ") && !text.contains("Alpha"), "{text}");
    let document = results.published();
    let machines = document.split("## How the numbers were made").nth(1).unwrap();
    let row = |name: &str| machines.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
    assert!(row("Alpha").contains("| 2 |") && row("Beta 2").contains("| 1 |"), "{machines}");
}

/// The chart goes on with the estimates of the machine whose times it shows, and of no other.
#[test]
fn draws_estimates_dashed() {
    let results = Results::of(&[timed(20, 2, "Test CPU", [400.0, 800.0])]);
    for (cpu, is_drawn) in [("Test CPU", true), ("Some CPU", false)] {
        results.put("estimate.json", &[estimate(24, cpu, [72000.0, 7200.0])]);
        results.published();
        let chart = results.text("time.svg");
        assert!(chart.contains(">Test CPU, "), "{chart}");
        assert_eq!(chart.contains("<g class=\"c1 dashed\">"), is_drawn, "{chart}");
        assert_eq!(chart.contains(">queens, 2 threads, estimated<"), is_drawn, "{chart}");
    }
}

#[test]
fn marks_times_of_a_busy_machine() {
    let here = |n, threads, times| timed(n, threads, "Test CPU", times);
    let results = Results::of(&[
        here(12, 1, [100.0, 100.0]),
        here(13, 1, [300.0, 100.0]),
        here(13, 2, [200.0, 200.0]),
        here(14, 2, [900.0, 500.0]),
    ]);
    let large = estimate(24, "Test CPU", [72000.0, 7200.0]);
    let busy = changed(&large, "/machine_was_busy", json!(true));
    results.put("estimate.json", std::slice::from_ref(&busy));
    let text = results.readme();
    let figures = [
        "N = 14 takes 15 min‡ on 2 cores, measured.",
        "| 12 | 14,200 | cross | 1 min 40 s |  |  |",
        "| 13 | 73,712 | cross | 5 min‡ | 3 min 20 s |  |",
        "| 14 | 365,596 | cross |  | 15 min‡ |  |",
        "\n\n* ‡ The machine was busy. An idle machine takes no longer than this.\n",
        "| 24 | 227,514,171,973,736 | halves | up to 2.0 days | up to 24 h | up to 45 min |",
        "such cores: an estimate, made on a busy machine, of the most that an idle one takes.",
        "\n* \"Up to\": estimated on a busy machine. An idle machine takes no longer than this.\n",
    ];
    contains(&text, &figures);
    let document = results.text("README.md");
    contains(
        &document,
        &["\"Up to\" marks an estimate made on a busy machine", " | up to 24 h |  | up to 45 min |"],
    );
    results.put("estimate.json", &[large]);
    assert!(!results.published().contains("\"Up to\""), "only a bound is explained");
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
