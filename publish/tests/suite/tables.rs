//! Tests the tables of times. A table covers one computer and one release.

use serde_json::{Value, json};

use crate::support::{Results, changed, contains, estimate, record, timed, with};

/// Returns a copy of the record with this method and kernel.
fn by(record: &Value, method: &str, kernel: &str) -> Value {
    with(record, &[("/result/method", json!(method)), ("/result/kernel", json!(kernel))])
}

fn version(record: &Value, version: &str) -> Value {
    changed(record, "/result/version", json!(version))
}

/// Returns the document's section below `heading`.
fn section<'a>(document: &'a str, heading: &str) -> &'a str {
    let start = document.split_once(&format!("# {heading}\n")).unwrap_or_else(|| panic!("{document}")).1;
    start.split("\n#").next().unwrap()
}

#[test]
fn a_row_has_the_times_of_one_method_and_kernel() {
    let here = |threads, wall_s| timed(13, threads, "Test CPU", wall_s);
    let counts = [
        by(&here(1, 9.0), "colours", "avx512"),
        by(&here(2, 5.0), "colours", "avx512"),
        by(&here(1, 12.0), "colours", "avx2"),
        by(&here(1, 4.0), "cross", "avx2"),
        by(&here(2, 7.0), "cross", "avx512"),
    ];
    let results = Results::of(&counts);
    contains(
        &results.readme(),
        &[
            "| N | solutions | method | kernel | one core | 2 cores | one core, AVX2 |\n",
            "| 13 | 73,712 | colours | avx512 | 9 s | 5 s | 12 s |\n",
            "On 2 cores of a Test CPU, `queens` 2.0 counts N = 13 in 5 s (measured).\n",
        ],
    );
    let row = "| 13 | 73,712 | colours | avx512 | [9 s](records/counts.jsonl#L1) | [5 s](records/counts.jsonl#L2) | [12 s](records/counts.jsonl#L3) |";
    contains(section(&results.text("README.md"), "Test CPU, 2 cores"), &[row]);
}

#[test]
fn a_table_has_the_newest_release_that_counted_there() {
    let old = version(&timed(14, 2, "Test CPU", 1.0), "1.1.0");
    let counts = [
        old.clone(),
        version(&timed(13, 2, "Test CPU", 0.1), "1.1.0"),
        version(&timed(13, 2, "Test CPU", 5.0), "2.0.0"),
        version(&timed(13, 2, "Test CPU", 4.0), "2.0.1"),
        version(&timed(12, 2, "Old CPU", 1.0), "1.1.0"),
    ];
    let results = Results::of(&counts);
    contains(&results.readme(), &["| 13 | 73,712 | cross | scalar | 4 s |\n", "`queens` 2.0 on Test CPU"]);
    let document = results.text("README.md");
    let here = section(&document, "Test CPU, 2 cores");
    contains(here, &["| 13 | 73,712 | cross | scalar | [4 s](", "`queens` 2.0 on linux: 2 records"]);
    assert!(!here.contains("\n| 14 |") && !here.contains("100 ms"), "{here}");
    // The old total is still listed, with its version and CPU time.
    contains(
        section(&document, "Other totals"),
        &["| 14 | 365,596 | 45,752 | cross | scalar | [2 threads]", "| 2 s | 1.1.0 |"],
    );
    contains(section(&document, "Old CPU, 2 cores"), &["`queens` 1.1 on linux: 1 record of 2026-01-02"]);
    // An estimate made by an older release is not shown.
    let estimates = ["1.1.0", "2.0.1"]
        .map(|version| changed(&estimate(16, "Test CPU", [60.0, 6.0]), "/version", json!(version)));
    for (estimate, is_shown) in estimates.iter().zip([false, true]) {
        results.put("estimate.json", std::slice::from_ref(estimate));
        assert_eq!(
            results.readme().contains("| 16 | 14,772,512 | colours | scalar | 60 s ± 10% |"),
            is_shown
        );
    }
}

/// Each column is for one specific number of cores, so a time with more threads than cores fits in none.
#[test]
fn omits_times_with_more_threads_than_cores() {
    let many = with(&timed(14, 64, "Test CPU", 0.5), &[("/result/cpu_s", json!(1.0))]);
    let results = Results::of(&[timed(14, 2, "Test CPU", 2.0), many.clone(), timed(14, 1, "Test CPU", 3.0)]);
    let readme = results.readme();
    contains(
        &readme,
        &[
            "| N | solutions | method | kernel | one core | 2 cores |\n",
            "| 3 s | 2 s |\n",
            "On 2 cores of a Test CPU, `queens` 2.0 counts N = 14 in 2 s (measured)",
        ],
    );
    assert!(!readme.contains("64") && !results.text("README.md").contains("64"), "{readme}");
    // A board's only count is listed as a total, even if it has no time in a table.
    let alone = Results::of(&[many]);
    contains(&alone.readme(), &["No board was counted in one session on one core or on all cores"]);
    let document = alone.text("README.md");
    contains(
        section(&document, "Other totals"),
        &["| [64 threads](records/counts.jsonl#L1) | 1 s | 2.0.0 |"],
    );
    assert!(!document.contains("## Times") && !document.contains("| 2 cores |"), "{document}");
    assert!(!alone.path("time.svg").exists());
}

#[test]
fn empty_columns_are_omitted() {
    let all = Results::of(&[timed(12, 2, "Test CPU", 1.0)]).readme();
    contains(
        &all,
        &["| N | solutions | method | kernel | 2 cores |\n", "| 12 | 14,200 | cross | scalar | 1 s |\n"],
    );
    let one = Results::of(&[timed(12, 1, "Test CPU", 1.0)]);
    contains(&one.readme(), &["| N | solutions | method | kernel | one core |\n"]);
    assert!(!one.text("README.md").contains("2 cores |"));
}

#[test]
fn takes_the_shortest_time_and_marks_a_busy_machine() {
    let quick = changed(&timed(12, 1, "Test CPU", 9.0), "/result/cpu_s", json!(1.0));
    for (times, expected) in [
        (&[][..], "9 s‡"),
        (&[[2.0, 1.79]], "2 s‡"),
        (&[[2.0, 1.7], [3.0, 2.71]], "2 s‡"),
        (&[[2.0, 1.7], [1.5, 1.36]], "1.5 s"),
        // Even a short count is marked if the machine was busy.
        (&[[0.2, 0.1]], "200 ms‡"),
    ] {
        let times = times.iter().map(|[wall_s, cpu_s]| {
            changed(&timed(12, 1, "Test CPU", *wall_s), "/result/cpu_s", json!(cpu_s))
        });
        let results = Results::of(&[quick.clone()].into_iter().chain(times).collect::<Vec<_>>());
        let text = results.readme();
        contains(
            &text,
            &[
                &format!("| 12 | 14,200 | cross | scalar | {expected} |"),
                &format!("On one core of a Test CPU, `queens` 2.0 counts N = 12 in {expected} (measured)"),
            ],
        );
        let is_busy = expected.ends_with('‡');
        for text in [text, results.text("README.md")] {
            assert_eq!(text.contains("\n* ‡ The "), is_busy, "{text}");
        }
        assert_eq!(results.text("time.svg").contains("class=\"busy\""), is_busy);
    }
    // The main thread had to wait before it could start the counting thread.
    let waited = with(
        &timed(16, 1, "Test CPU", 0.224),
        &[("/result/cpu_s", json!(0.055)), ("/result/thread_wall_s", json!(0.055))],
    );
    contains(&Results::of(&[waited]).readme(), &["| 224 ms‡ |"]);
}

#[test]
fn an_estimate_is_in_the_column_of_its_cores() {
    let results = Results::of(&[timed(20, 2, "Test CPU", 400.0)]);
    let both = estimate(24, "Test CPU", [72000.0, 7200.0]);
    // Up to version 1.1, estimates did not contain the number of cores.
    let old = changed(&both, "/cores", Value::Null);
    let one =
        with(&both, &[("/threads", json!(1)), ("/cpu_s", json!(144_000.0)), ("/wall_s", json!(144_000.0))]);
    let more = with(&both, &[("/threads", json!(4)), ("/wall_s", json!(36_000.0))]);
    for (estimates, row) in [
        (vec![both.clone()], "| 24 | 227,514,171,973,736 | colours | scalar | 20 h ± 10% |\n"),
        (vec![old], "| 24 | 227,514,171,973,736 | colours | scalar | 20 h ± 10% |\n"),
        (
            vec![both.clone(), one],
            "| 24 | 227,514,171,973,736 | colours | scalar | 40 h ± 5% | 20 h ± 10% |\n",
        ),
        (vec![more.clone()], "| 20 | 39,029,188,884 | cross | scalar | 6 min 40 s |\n\n<!-- table:end -->"),
    ] {
        results.put("estimate.json", &estimates);
        let readme = results.readme();
        contains(&readme, &[row]);
        assert!(!readme.contains("10 h"), "{readme}");
    }
    results.put("estimate.json", std::slice::from_ref(&both));
    contains(&results.readme(), &[" and N = 24 in 20 h ± 10% (estimated).\n"]);
    let chart = results.text("time.svg");
    contains(&chart, &[">queens, 2 cores, estimated<", "<g class=\"c1 dashed\">", ">1 min<", ">10 h<"]);
    // An estimate for another machine goes into that machine's table.
    results.put("estimate.json", &[changed(&both, "/host/cpu", json!("Some CPU"))]);
    assert!(!results.readme().contains("| 24 |"));
    contains(section(&results.text("README.md"), "Some CPU, 2 cores"), &["| 24 |", "20 h ± 10%"]);
    // If the machine was busy, the estimate is an upper bound.
    results.put("estimate.json", &[changed(&both, "/machine_was_busy", json!(true))]);
    contains(
        &results.readme(),
        &["| up to 24 h |", "\n* \"Up to\" marks an estimate made on a busy machine"],
    );
    // N = 28 has no known total, so none is shown.
    results.put("estimate.json", &[with(&both, &[("/n", json!(28)), ("/solutions", json!(2.6e18))])]);
    contains(&results.readme(), &["| 28 |  | colours | scalar | 20 h ± 10% |"]);
}

/// Estimates do not include the start of a count, which takes most of the time on a small board.
#[test]
fn estimates_under_a_second_are_omitted() {
    let results = Results::of(&[timed(12, 2, "Test CPU", 0.004)]);
    let of = |n, wall_s| {
        changed(&estimate(n, "Test CPU", [wall_s, 0.1 * wall_s]), "/machine_was_busy", json!(true))
    };
    results.put("estimate.json", &[of(13, 0.0009), of(14, 0.99), of(15, 1.0)]);
    let readme = results.readme();
    contains(&readme, &["| 12 |", "| 15 |"]);
    assert!(!readme.contains("| 13 |") && !readme.contains("| 14 |"), "{readme}");
}

/// Repeating a saved count with `--double-check` or `--fundamental` adds a second record.
#[test]
fn one_ledger_has_one_record() {
    let of = |ledger: char, wall_s| {
        let ledger = json!(String::from(ledger).repeat(64));
        changed(&timed(13, 1, "Test CPU", wall_s), "/ledger_sha256", ledger)
    };
    let again = of('a', 3.0)["result"].clone();
    let counts = [
        of('a', 3.0),
        changed(&of('a', 3.0), "/result/double_check", again),
        of('a', 3.0),
        of('b', 4.0),
        timed(13, 1, "Test CPU", 5.0),
        timed(13, 1, "Test CPU", 5.0),
    ];
    let results = Results::of(&counts);
    results.put("records/copied.jsonl", &counts[..1]);
    assert_eq!(results.publish().counts.len(), 4, "two ledgers, and two counts without one");
    contains(&results.text("README.md"), &["[3 s](records/counts.jsonl#L2)", "4 records of"]);
}

/// The chart and the README show the computer that counted the largest board in the shortest time.
#[test]
fn three_machines_have_three_tables() {
    let results = Results::of(&[
        timed(13, 1, "Alpha", 3.0),
        timed(13, 1, "Beta 2", 2.0),
        timed(12, 1, "Gamma", 0.1),
        timed(13, 1, "Alpha", 4.0),
        record(11, "cross", 1),
    ]);
    let readme = results.readme();
    assert!(readme.contains(" on Beta 2, 2 cores:") && !readme.contains("Alpha"), "{readme}");
    let document = results.text("README.md");
    let headings: Vec<_> = document.lines().filter(|line| line.starts_with("### ")).collect();
    assert_eq!(headings, ["### Beta 2, 2 cores", "### Alpha, 2 cores", "### Gamma, 2 cores"]);
    contains(
        section(&document, "Alpha, 2 cores"),
        &["| 13 | 73,712 | cross | scalar | [3 s](", "2 records of 2026-01-02"],
    );
    contains(&results.text("time.svg"), &[">Beta 2, 2 cores<"]);
}
