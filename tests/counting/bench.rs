//! `queens bench`: every kernel of every method, within its time limit.

use std::time::{Duration, Instant};

use crate::support::run;
use queens::methods::Method;
use serde_json::Value;
use tempfile::tempdir;

fn bench(n: &str) -> Value {
    run(tempdir().unwrap().path(), &["bench", n, "--time", "0.1", "--json"]).json()
}

/// Split and kernel of every row.
fn rows(report: &Value) -> Vec<(String, String)> {
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    report["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (text(row, "method"), text(row, "kernel")))
        .collect()
}

#[test]
fn every_kernel_of_every_method_has_a_row_with_its_speed() {
    let report = bench("12");
    let of = |method: Method| {
        method.available().into_iter().map(move |kernel| (method.to_string(), kernel.to_string()))
    };
    assert_eq!(rows(&report), of(Method::Halves).chain(of(Method::Cross)).collect::<Vec<_>>());
    for row in report["kernels"].as_array().unwrap() {
        let signature = row["signature"].as_u64().unwrap();
        assert!(row["solutions_per_s"].as_f64().unwrap() > 1e2 && signature > 10_000, "{row}");
    }
    let text = run(tempdir().unwrap().path(), &["bench", "12", "--time", "0.1"]).stdout();
    for row in report["kernels"].as_array().unwrap() {
        let (method, signature) = (row["method"].as_str().unwrap(), &row["signature"]);
        let lines: Vec<_> =
            text.lines().filter(|line| line.starts_with(&format!("{method:<8}{signature} "))).collect();
        assert_eq!(lines.len(), 1, "each signature of a method once: {text}");
        assert!(lines[0].contains(row["kernel"].as_str().unwrap()), "{text}");
    }
    assert!(text.contains("decided pair of half boards"), "{text}");
}

#[test]
fn kernels_that_place_the_same_queens_have_the_same_signature() {
    let report = bench("12");
    let signatures = |method: &str| {
        let of_split = report["kernels"].as_array().unwrap().iter().filter(|row| row["method"] == method);
        of_split
            .filter(|row| row["kernel"] != "scalar")
            .map(|row| row["signature"].clone())
            .collect::<Vec<_>>()
    };
    for method in ["halves", "cross"] {
        let signatures = signatures(method);
        assert!(signatures.iter().all(|signature| *signature == signatures[0]), "{method}: {signatures:?}");
    }
}

#[test]
fn a_unit_that_takes_minutes_is_given_up_when_the_time_is_over() {
    let began = Instant::now();
    let report = bench("27");
    let each = began.elapsed() / rows(&report).len() as u32;
    assert!(each < Duration::from_secs(10), "{each:?} per kernel");
    // The plain recursion on a set of 27 columns takes hours.
    let slow = report["kernels"].as_array().unwrap().iter();
    let slow = slow.filter(|row| row["method"] == "halves" && row["kernel"] == "scalar");
    assert!(
        slow.clone().count() == 1 && slow.clone().all(|row| row["solutions_per_s"].is_null()),
        "{report}"
    );
}
