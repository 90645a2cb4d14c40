//! The memory that a count needs, and that `queens estimate` itself needs.
#![cfg(target_os = "linux")]

use std::fs;

use tempfile::tempdir;

use crate::support::{Finished, shell, signal, start, units_in, wait_until};

/// Runs the program with an address space of 200 MB.
fn limited(words: &str) -> Finished {
    shell(".", &format!("ulimit -v 200000; exec $queens {words}"))
}

#[test]
fn estimate_of_search_takes_little_memory() {
    let estimate = "estimate 22 --method cross --threads 2 --error 50%";
    limited(estimate).shows(&["solutions  2."]).printed();
}

#[test]
fn limit_on_memory_is_an_error_with_the_figure() {
    let by_halves = "--method halves --threads 1";
    limited(&format!("count 28 --quiet {by_halves}"))
        .fails(1, &["counting needs ", " MB of memory, more than this process may use; use fewer"]);
    let parts = ["  wall time  not known: counting needs ", "  solutions  2.", "  memory     "];
    limited(&format!("estimate 28 {by_halves}")).shows(&parts).printed();
    let found = limited(&format!("estimate 28 --json {by_halves}")).json();
    assert!(["cpu_s", "wall_s", "stop_loses_s"].iter().all(|field| found[field].is_null()), "{found}");
    assert!(found["solutions"].as_f64() > Some(1e18) && found["units"].as_f64() > Some(1e7), "{found}");
}

#[test]
fn count_by_search_takes_little_memory() {
    let directory = tempdir().unwrap();
    let child = start(&directory, "count 20 --method cross --run run --threads 2 --kernel scalar");
    wait_until("a finished unit", || units_in(&directory.path().join("run")) > 0);
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    signal(&child, "TERM");
    Finished::of(child).fails(3, &["resume with"]);
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!((1..65_536).contains(&kilobytes), "{kilobytes} kB at N = 20");
}
