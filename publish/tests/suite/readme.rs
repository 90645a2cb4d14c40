//! The blocks that are written into a README, and a check that this project's own are up to date.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

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

#[test]
fn marks_estimates_with_their_error() {
    let results = Results::of(&[timed(20, 2, "Test CPU", [400.0, 800.0])]);
    let undated = changed(&estimate(24, "Some CPU", [72000.0, 7200.0]), "/started", Value::Null);
    // A slower method after it, which nobody would choose.
    let slower = changed(&estimate(24, "Some CPU", [144000.0, 14400.0]), "/method", json!("rows"));
    results.put("estimate.json", &[undated, slower]);
    let text = results.readme();
    let figures = [
        "N = 20 takes 6 min 40 s on 2 cores, measured.",
        "| N | solutions | method | one core | 2 cores | 64 such cores |",
        "| 20 | 39,029,188,884 | cross |  | 6 min 40 s |  |",
        "A time with ± is an estimate from a sample of units, made on Some CPU; the percentage is the standard",
        "| 24 | 227,514,171,973,736 | halves | 40 h ± 10% | 20 h ± 10% | 38 min ± 10% |",
        "N = 24 takes 20 h ± 10% on 2 cores of Some CPU, and 38 min ± 10% on 64 such cores: an estimate.",
    ];
    contains(&text, &figures);
    assert_eq!(text.matches("| N |").count(), 1, "one table: {text}");
    assert_eq!(text.matches("| 24 |").count(), 1, "no board twice: {text}");
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
fn shows_avx2_beside_a_faster_kernel() {
    let here = |n, time, kernel: &str, method: &str| {
        let record = changed(&timed(n, 1, "Test CPU", [time, time]), "/result/kernel", json!(kernel));
        changed(&record, "/result/method", json!(method))
    };
    let counts = [
        here(13, 2.0, "avx512", "cross"),
        here(13, 3.0, "avx2", "cross"),
        here(14, 60.0, "avx512", "cross"),
        // The fastest, by a method that this version lacks.
        here(14, 1.0, "avx512", "halves"),
    ];
    let results = Results::of(&counts);
    // Those of a faster machine belong to no time in the table.
    let estimates = [
        estimate(24, "Test CPU", [72000.0, 7200.0]),
        changed(&estimate(24, "Test CPU", [36000.0, 3600.0]), "/kernel", json!("avx512")),
        estimate(24, "Some CPU", [3600.0, 360.0]),
    ];
    results.put("estimate.json", &estimates);
    let figures = [
        "| N | solutions | method | one core | one core, AVX2 | 64 such cores |",
        "| 13 | 73,712 | cross | 2 s | 3 s |",
        "| 14 | 365,596 | cross | 1 min |  |",
        "| 24 | 227,514,171,973,736 | halves | 20 h ± 10% | 40 h ± 10% | 19 min ± 10% |",
    ];
    contains(&results.readme(), &figures);
    results.put("records/counts.jsonl", &counts[1..2]);
    results.put("estimate.json", &estimates[..1]);
    assert!(!results.readme().contains("AVX2"), "a column that repeats another");
}

/// A time stands beside an estimate only if the same method and kernel took it.
#[test]
fn compares_an_estimate_with_the_same_kernel() {
    let results = Results::of(&[timed(13, 2, "Test CPU", [3.0, 6.0])]);
    let like = changed(&estimate(13, "Test CPU", [4.0, 0.4]), "/method", json!("cross"));
    for (kernel, measured) in [("scalar", "3 s"), ("avx2", "")] {
        results.put("estimate.json", &[changed(&like, "/kernel", json!(kernel))]);
        let document = results.published();
        let row = document.lines().find(|line| line.contains("± 10%")).unwrap();
        assert_eq!(row.split(" | ").nth(2), Some(measured), "{row}");
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
