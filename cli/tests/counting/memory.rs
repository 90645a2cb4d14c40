//! Tests the memory that a count takes, and that `queens estimate` itself takes.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Child;

use tempfile::tempdir;

use crate::support::{Finished, run, shell, signal, start, units_in, wait_until};

#[test]
fn estimate_of_search_takes_little_memory() {
    let estimate = "estimate 20 --method cross --threads 2 --error 50%";
    shell(".", &format!("ulimit -v 200000; exec $queens {estimate}")).shows(&["20  cross ", " 3."]).printed();
}

/// Returns a process's peak resident memory so far.
fn peak_bytes(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    1024 * peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
}

#[test]
fn count_by_search_takes_little_memory() {
    let directory = tempdir().unwrap();
    let child = start(&directory, "count 20 --method cross --run run --threads 2 --kernel scalar");
    wait_until("a finished unit", || units_in(&directory.path().join("run")) > 0);
    let bytes = peak_bytes(&child);
    signal(&child, "TERM");
    Finished::of(child).fails(3, &["to resume"]);
    assert!((1..65 << 20).contains(&bytes), "{bytes} bytes at N = 20");
}

/// A count reaches half of the estimate within seconds.
#[test]
fn count_takes_between_half_and_all_of_the_estimated_memory() {
    /// How much more memory a debug build takes than the release build.
    const DEBUG_BUILD_BYTES: u64 = 10_000_000;
    const SOON_TAKEN_BYTES: u64 = 42_000_000;
    let folder = tempdir().unwrap();
    let count = "24 --method colours --threads 1";
    let estimate = run(&folder, &format!("estimate {count} --time 0.1 --json")).json();
    let estimated = estimate["memory_bytes"].as_u64().unwrap();
    assert!((SOON_TAKEN_BYTES..2 * SOON_TAKEN_BYTES).contains(&estimated), "{estimated} bytes estimated");
    let child = start(&folder, &format!("count {count} --no-checkpoint --quiet"));
    wait_until("the memory of a large unit", || peak_bytes(&child) > SOON_TAKEN_BYTES);
    let taken = peak_bytes(&child);
    signal(&child, "TERM");
    Finished::of(child).ends(3, &[]);
    assert!(taken < estimated + DEBUG_BUILD_BYTES, "{taken} bytes taken, {estimated} estimated");
}
