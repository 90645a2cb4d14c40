//! `queens ladder` and `queens board`: the table, its JSON, and the page.

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;

/// Ways to count, from brute force to the kernels.
const RUNGS: usize = 12;

#[test]
fn every_rung_counts_the_same_board() {
    let output =
        cargo_bin_cmd!("queens").args(["ladder", "6", "--json"]).assert().success().get_output().clone();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rungs = report["rungs"].as_array().unwrap();
    assert_eq!(rungs.len(), RUNGS);
    for (index, rung) in rungs.iter().enumerate() {
        assert_eq!((&rung["rung"], &rung["n"]), (&Value::from(index + 1), &Value::from(6)));
        assert_eq!((&rung["solutions"], &rung["correct"]), (&Value::from("4"), &Value::from(true)));
        assert_eq!(rung["times_rung_below"].is_null(), index == 0);
    }
}

#[test]
fn a_board_too_large_for_every_rung_is_refused_row_by_row_with_an_estimate() {
    let output = cargo_bin_cmd!("queens").args(["ladder", "32"]).assert().success().get_output().clone();
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(table.lines().count(), RUNGS + 1);
    let refusals: Vec<_> = table.lines().filter(|row| row.contains("not run: limited to N = ")).collect();
    assert!(refusals.len() >= RUNGS / 2, "{table}");
    assert!(refusals[0].contains("would take about") && refusals[0].ends_with("years"), "{}", refusals[0]);
}

#[test]
fn the_page_goes_to_stdout_or_to_a_file() {
    let page = cargo_bin_cmd!("queens").arg("board").assert().success().get_output().stdout.clone();
    assert!(page.starts_with(b"<!doctype html>"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.html");
    cargo_bin_cmd!("queens").args(["board", "-o"]).arg(&path).assert().success().stdout("");
    assert_eq!(std::fs::read(&path).unwrap(), page);
    let missing = folder.path().join("missing/board.html");
    let assert = cargo_bin_cmd!("queens").args(["board", "-o"]).arg(&missing).assert().code(1);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("cannot write") && message.contains("missing"), "{message}");
}
