//! The blocks that are written into a README, and a check that this project's own are up to date.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Results, changed, contains, estimate, files, rival, timed};

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
    let [document, _] = results.published();
    let machines = document.split("## How the numbers were made").nth(1).unwrap();
    let row = |name: &str| machines.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
    assert!(row("Alpha").contains("| 2 |") && row("Beta 2").contains("| 1 |"), "{machines}");
}

#[test]
fn marks_estimates_with_about_and_their_error() {
    let results = Results::of(&[timed(20, 2, "Test CPU", [400.0, 800.0])]);
    let undated = changed(&estimate(24, "Some CPU", [72000.0, 7200.0]), "/started", Value::Null);
    // A slower method after it, which nobody would choose.
    let slower = changed(&estimate(24, "Some CPU", [144000.0, 14400.0]), "/method", json!("rows"));
    results.put("estimate.json", &[undated, slower]);
    let text = results.readme();
    let figures = [
        "| N | solutions | method | one core | 2 cores | 64 such cores |",
        "| 20 | 39,029,188,884 | cross | about 13 min 20 s | 6 min 40 s | about 12.5 s |",
        "A time with ± is an estimate from a sample of units, made on Some CPU; the percentage is the standard",
        "| 24 | 227,514,171,973,736 | halves | 40 h ± 10% | 20 h ± 10% | 38 min ± 10% |",
        "N = 24 would take 20 h ± 10% on 2 cores of Some CPU, and 38 min ± 10% on 64 such cores: an estimate.",
    ];
    contains(&text, &figures);
    assert_eq!(text.matches("| N |").count(), 1, "one table: {text}");
    assert_eq!(text.matches("| 24 |").count(), 1, "no board twice: {text}");
}

#[test]
fn a_busy_time_beats_slower_and_computed_ones() {
    // The largest was counted only while the machine was busy; of N = 13 one core's time was.
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
        "On one core, N = 12 takes 1 min 40 s.",
        "| 12 | 14,200 | cross | 1 min 40 s | about 50 s |  |",
        "| 13 | 73,712 | cross | 5 min‡ | 3 min 20 s |  |",
        "| 14 | 365,596 | cross | about 30 min‡ | 15 min‡ | about 28.1 s‡ |",
        "\n\n* ‡ The machine was busy. An idle machine takes no longer than this.\n",
        "| 24 | 227,514,171,973,736 | halves | up to 2.0 days | up to 24 h | up to 45 min |",
        "such cores: an estimate, made on a busy machine, of the most that an idle one would take.",
        "\n* \"Up to\": estimated on a busy machine. An idle machine takes no longer than this.\n",
    ];
    contains(&text, &figures);
    assert_eq!(text.matches("* ‡").count(), 1, "no mark is explained where it is not used: {text}");
    // A measured time beside an estimate is of a free machine, or is marked and may be longer.
    let measured = changed(&changed(&busy, "/n", json!(14)), "/wall_s", json!(100.0));
    results.put("estimate.json", std::slice::from_ref(&measured));
    let text = results.readme();
    assert!(!text.contains("up to"), "{text}");
    let [document, _] = results.published();
    let row = document.lines().find(|line| line.contains(" | up to ")).unwrap();
    contains(row, &[" | up to 4.0 h | 15 min‡ |"]);
    contains(&document, &["\"Up to\" marks an estimate made on a busy machine"]);
    // A time measured in turn with another program is that of an idle machine.
    results.put("records/counts.jsonl", &[here(12, 1, [100.0, 100.0]), here(15, 1, [700.0, 100.0])]);
    let rows = ["On one core, N = 12 takes 1 min 40 s.\n", "| 15 | 2,279,184 | cross | 11 min 40 s‡ | "];
    contains(&results.readme(), &rows);
    results.put("estimate.json", &[changed(&measured, "/machine_was_busy", json!(false))]);
    assert!(!results.published()[0].contains("\"up to\""), "only a bound is explained");
    results.put("rivals/near.json", &[rival("Near", 5.0)]);
    contains(&results.readme(), &["| 15 | 2,279,184 | cross | 3 s | "]);
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
    for path in ["../README.md", "README.md", "index.html", "time.svg"] {
        let [new, old] = [out.text(path), committed(path)];
        let differs = new.lines().zip(old.lines()).find(|(new, old)| new != old);
        assert!(new == old, "{path}: `queens publish --readme README.md` makes it anew; {differs:?}");
    }
}
