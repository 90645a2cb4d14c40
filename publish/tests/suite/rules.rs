//! Tests that files are rejected if a field is missing or invalid, or if a figure is impossible.

use serde_json::{Value, json};

use crate::support::{
    Results, changed, comparison, estimate, merge_record, planned, record, solutions, timed, with,
};

/// The number of units is checked only for plans of this version.
const THIS_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Asserts that `file` is rejected if it contains `value` at `pointer`. The message must name the file, its
/// line and the field.
#[track_caller]
fn names(results: &Results, file: &str, sound: &Value, (pointer, value, field): (&str, Value, &str)) {
    results.put(file, &[changed(sound, pointer, value)]);
    let name = file.rsplit('/').next().unwrap();
    let line = if name.ends_with(".jsonl") { ":1" } else { "" };
    results.refuses(true, &[&format!("{name}{line}: {field}")]);
    results.remove(file);
}

#[test]
fn names_a_broken_field_with_its_file() {
    let count = changed(&record(12, "cross", 1), "/result/version", json!(THIS_VERSION));
    let merge = merge_record();
    let results = Results::of(std::slice::from_ref(&count));
    for broken in [
        ("/format", json!(-4), "format: "),
        ("/ledger_sha256", json!("0".repeat(63) + "g"), "ledger_sha256: "),
        ("/result/checks", json!([]), "result.checks: "),
        ("/result/checks/0/passed", json!(false), "result.checks: "),
        // The message does not name the field if the result cannot be parsed.
        ("/result/n", json!(33), "result: the board size"),
        ("/result/n", json!(4_000_000_000_u64), "result: the board size"),
        ("/result/solutions", json!("5"), "result.solutions: "),
        ("/result/solutions", json!("four"), "result: \"four\" is not"),
        ("/result/solutions", json!(4), "result: "),
        ("/result/fundamental", json!("4"), "result.fundamental: "),
        ("/result/nodes", json!("-1"), "result: \"-1\" is not"),
        ("/result/method", json!("quantum"), "result.method: "),
        ("/result/version", json!("new"), "result.version: "),
        ("/result/units", json!(0), "result.units: "),
        ("/result/nodes", json!("0"), "result.nodes: must be"),
        ("/result/cpu_s", json!(-1.0), "result.cpu_s: "),
        ("/result/cpu_s", json!(1e308), "result.cpu_s: "),
        ("/result/cpu_s", json!(1e-30), "result.cpu_s: "),
        ("/result/thread_wall_s", json!(-1.0), "result.thread_wall_s: "),
        ("/result/shard", json!({ "number": 0, "of": 2 }), "result.shard: "),
    ] {
        names(&results, "records/other.jsonl", &count, broken.clone());
        names(&results, "records/merged.jsonl", &merge, broken);
    }
    for broken in [
        ("/format", json!("5"), "format: not a whole number"),
        ("/format", json!(5.0), "format: not a whole number"),
        ("/result/units", json!(1), "result.units: not the number of units"),
        ("/cores", json!("two"), "cores: "),
        ("/cores", json!(0), "cores: "),
        ("/started", json!("yesterday"), "started: "),
        ("/result/checks/0", json!("guess"), "result.checks[0]: "),
        ("/result/threads", json!(0), "result.threads: "),
        ("/result/threads", json!(8193), "result.threads: "),
        ("/result/threads", Value::Null, "result.threads: "),
        ("/result/resumed", Value::Null, "result.resumed: "),
        ("/result/host", Value::Null, "result.host: "),
        ("/result/wall_s", Value::Null, "result.wall_s: "),
        ("/result/wall_s", json!(0.0), "result.wall_s: "),
        ("/result/wall_s", json!(1e308), "result.wall_s: "),
        // A merge is not a count on a single machine.
        ("/result/merged", merge["result"]["merged"].clone(), "result.merged: "),
    ] {
        names(&results, "records/other.jsonl", &count, broken);
    }
    for broken in [
        ("/plan_hash", json!("abc"), "plan_hash: "),
        ("/result/merged", Value::Null, "result.merged: "),
        ("/result/cpu_s", Value::Null, "result.cpu_s: "),
        ("/result/merged/shards", json!(0), "result.merged.shards: "),
        ("/result/merged/shards", json!(445), "result.merged.shards: "),
        ("/result/merged/kernels/scalar", json!(6), "result.merged: "),
    ] {
        names(&results, "records/merged.jsonl", &merge, broken);
    }
    for (file, text, says) in [
        ("records/other.jsonl", format!("{} more", planned(&count)).into_bytes(), "not JSON"),
        ("records/other.jsonl", b"{}".to_vec(), ": format: missing"),
        ("records/cut-off.jsonl", b"{".to_vec(), ":1: not JSON: EOF"),
        ("records/list.jsonl", b"[]".to_vec(), ":1: not a JSON object"),
        ("records/other.jsonl", [count.to_string().as_bytes(), b"\n{\xff}\n"].concat(), ":2 is not UTF-8"),
        ("estimate.json", b"{\"n\":24}".to_vec(), ": format: missing"),
    ] {
        results.put_text(file, text);
        results.refuses(true, &[file.rsplit('/').next().unwrap(), says]);
        results.remove(file);
    }
}

#[test]
fn names_a_broken_field_of_a_comparison_or_an_estimate() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let times = "not a time from 1 us";
    for broken in [
        ("/format", json!("1"), "format: "),
        ("/threads", json!(0), "threads: not 1 to the number of cores"),
        ("/threads", json!(3), "threads: not 1 to the number of cores"),
        ("/cores", json!(0), "cores: "),
        ("/started", json!("today"), "started: not a time"),
        ("/queens/version", json!("newest"), "queens.version: not a version"),
        ("/boards", json!([]), "boards: empty"),
        ("/boards/0", comparison("Near", 5.0)["boards"][1].clone(), "boards.n: a board twice"),
        ("/boards/2/solutions", json!("2279185"), "boards.solutions: not the known number"),
        ("/boards/0/seconds", json!([]), "boards.queens_seconds: not the number of runs"),
        ("/boards/0/queens_seconds", json!([1.0, 1.0]), "boards.queens_seconds: not the number of runs"),
        ("/boards/1/seconds/1", json!(0.0), &format!("boards.seconds: {times}")),
        ("/boards/1/seconds/1", json!(1e308), &format!("boards.seconds: {times}")),
        ("/boards/1/queens_seconds/0", json!(-1.0), &format!("boards.queens_seconds: {times}")),
        ("/boards/0/n", json!(40), "boards[0].n: "),
        ("/host/cpu", json!(7), "host.cpu: "),
    ] {
        names(&results, "rivals/near.json", &comparison("Near", 5.0), broken);
    }
    let sound = changed(&estimate(24, "Test CPU", [100.0, 7.0]), "/version", json!(THIS_VERSION));
    for broken in [
        // A table with a row for each board up to this one would take all memory.
        ("/n", json!(4_000_000_000_u64), "n: the board size"),
        ("/format", json!("six"), "format: not a whole number"),
        ("/format", json!(5.0), "format: not a whole number"),
        ("/format", json!(-5), "format: not a whole number"),
        ("/units", json!(5), "units: not the number of units"),
        ("/solutions", json!(-5.0), "solutions: not within a factor of two"),
        ("/solutions", json!(1e40), "solutions: not within a factor of two"),
        ("/n", json!(26), "solutions: not within a factor of two"),
        ("/method", json!("quantum"), "method: "),
        ("/version", json!("new"), "version: "),
        ("/threads", json!(0), "threads: not 1 to 8,192"),
        ("/cores", json!(0), "cores: "),
        ("/started", json!("today"), "started: not a time"),
        ("/wall_s", json!(-1.0), &format!("wall_s: {times}")),
        ("/wall_s", json!(1e300), &format!("wall_s: {times}")),
        ("/wall_s", json!(50.0), "wall_s: not the CPU time shared by the threads"),
        ("/wall_standard_error_s", json!(-1.0), "wall_standard_error_s: "),
        ("/wall_standard_error_s", json!(1e300), "wall_standard_error_s: "),
    ] {
        names(&results, "estimate.json", &sound, broken);
    }
    // An estimate has no time if too few units were finished.
    let unknown = ["/wall_s", "/wall_standard_error_s", "/cpu_s", "/cpu_standard_error_s"];
    results.put("estimate.json", &[with(&sound, &unknown.map(|field| (field, Value::Null)))]);
    results.publish();
}

/// Each architecture has its own kernels.
#[test]
fn rejects_a_kernel_of_another_processor() {
    for (os, kernel, is_wrong) in [
        ("linux x86_64", "neon", true),
        ("linux x86_64", "avx512", false),
        ("macos aarch64", "avx2", true),
        ("macos aarch64", "neon", false),
    ] {
        let of = |object: Value, start: &str| {
            let [os_field, kernel_field] = ["host/os", "kernel"].map(|field| format!("{start}/{field}"));
            with(&object, &[(&os_field, json!(os)), (&kernel_field, json!(kernel))])
        };
        let estimated = of(estimate(24, "Test CPU", [90.0, 1.0]), "");
        for (file, object) in
            [("records/other.jsonl", of(record(12, "cross", 1), "/result")), ("estimate.json", estimated)]
        {
            let results = Results::of(&[record(12, "cross", 1)]);
            results.put(file, &[object]);
            if is_wrong {
                results.refuses(true, &["kernel: not one of this processor's"]);
            } else {
                results.publish();
            }
        }
    }
}

/// An estimate this fast is for another board, or made up.
#[test]
fn rejects_a_board_counted_faster_than_any_core_counts() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let of = |wall_s: f64| changed(&estimate(24, "Test CPU", [wall_s, 0.0]), "/solutions", json!(2.2e14));
    results.put("estimate.json", &[of(27.0)]);
    results.refuses(true, &["cpu_s: less than any core takes for this board"]);
    results.put("estimate.json", &[of(28.0)]);
    results.publish();
}

/// A record's own checks are not trusted.
#[test]
fn rejects_impossible_records() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let sound = changed(&timed(12, 4, "Test CPU", 2.0), "/result/cpu_s", json!(4.0));
    let large = |solutions: &str| vec![("/result/n", json!(28)), ("/result/solutions", json!(solutions))];
    let far = " against an estimate of ";
    for (changes, says) in [
        (large("5"), "must be divisible by 8"),
        (large("2570000000000000001"), "must be divisible by 8"),
        (large("8"), "fewer than the solutions up to rotation and reflection"),
        (large("8000000000"), far),
        (large("2300000000000000000"), far),
        (large("100000000000000000000000000000000000000"), far),
        // In 2 s, four threads on two cores use at most 4 s of CPU time and 8 s of wall time.
        (vec![("/result/cpu_s", json!(4.6))], "result.cpu_s: more than the threads and cores"),
        (vec![("/result/thread_wall_s", json!(9.0))], "result.thread_wall_s: more than the threads"),
    ] {
        results.put("records/other.jsonl", &[with(&sound, &changes)]);
        results.refuses(true, &["other.jsonl:1: result.", says]);
        results.remove("records/other.jsonl");
        if changes.len() == 2 {
            results.put("records/merged.jsonl", &[with(&merge_record(), &changes)]);
            results.refuses(true, &["merged.jsonl:1: result.solutions: ", says]);
            results.remove("records/merged.jsonl");
        }
    }
    for depth in [0, 3, 9, u32::MAX] {
        let version = ("/result/version", json!(THIS_VERSION));
        let changes = [version, ("/result/depth", json!(depth)), ("/result/units", json!(12))];
        results.put("records/other.jsonl", &[with(&record(12, "cross", 1), &changes)]);
        results.refuses(true, &["result.units: not the number of units of this board, method and depth"]);
    }
    // This total is divisible by 8 and close to the estimate.
    let likely = large("2570000000000000000");
    results.put("records/other.jsonl", &[with(&sound, &likely), sound.clone()]);
    results.publish();
    // Add a different total for the same board, first from a count and then from a merge.
    let other = large("2570000000000000008");
    results.put("records/another.jsonl", &[with(&sound, &other)]);
    results.refuses(false, &["another.jsonl#L1 and other.jsonl#L1 have different totals for N = 28: "]);
    results.remove("records/another.jsonl");
    results.put("records/merged.jsonl", &[with(&merge_record(), &other)]);
    results.refuses(false, &["other.jsonl#L1 and merged.jsonl#L1 have different totals for N = 28: "]);
}

/// The totals exceed 2^53, where neighbouring integers can be equal as floating-point numbers.
#[test]
fn rejects_a_known_total_that_is_off_by_one() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let large = record(26, "cross", 1);
    let checked = changed(&large, "/result/double_check", record(26, "rows", 1)["result"].clone());
    let merge = changed(&merge_record(), "/result/n", json!(26));
    let compared = changed(&comparison("Near", 5.0), "/boards/0/n", json!(26));
    for (file, sound, total, says) in [
        ("records/large.jsonl", large, "/result/solutions", "the known number"),
        ("records/checked.jsonl", checked, "/result/double_check/solutions", "a different total"),
        ("records/merged.jsonl", merge, "/result/solutions", "the known number"),
        ("rivals/near.json", compared, "/boards/0/solutions", "the known number"),
    ] {
        let right: u128 = solutions(26).parse().unwrap();
        let of = |solutions: u128| changed(&sound, total, json!(solutions.to_string()));
        for wrong in [right - 1, right + 1] {
            results.put(file, &[of(wrong)]);
            results.refuses(true, &[file.rsplit('/').next().unwrap(), says]);
        }
        results.put(file, &[of(right)]);
        results.publish();
        results.remove(file);
    }
}
