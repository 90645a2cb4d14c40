//! The memory that a count needs, and that `queens estimate` itself needs.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Child;

use tempfile::tempdir;

use crate::support::{Finished, run, shell, signal, start, units_in, wait_until};

#[test]
fn estimate_of_search_takes_little_memory() {
    let estimate = "estimate 22 --method cross --threads 2 --error 50%";
    shell(".", &format!("ulimit -v 200000; exec $queens {estimate}"))
        .shows(&["22  cross ", "  2."])
        .printed();
}

/// The most bytes that a process has had resident so far.
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

/// A count takes more than half of the memory that the estimate says after a few seconds, and never more than
/// all of it.
#[test]
fn estimated_memory_of_large_boards_is_enough_and_less_than_twice_what_a_count_takes() {
    /// What a debug build takes more than the released program.
    const DEBUG_BUILD_BYTES: u64 = 10_000_000;
    let directory = tempdir().unwrap();
    for (n, soon_taken) in [(22, 22_000_000), (24, 42_000_000), (26, 66_000_000)] {
        let options = "--method colours --threads 1";
        let estimate = run(&directory, &format!("estimate {n} {options} --time 0.1 --json")).json();
        let estimated = estimate["memory_bytes"].as_u64().unwrap();
        assert!((soon_taken..2 * soon_taken).contains(&estimated), "N = {n}: {estimated} bytes estimated");
        let child = start(&directory, &format!("count {n} {options} --no-checkpoint --quiet"));
        wait_until("the memory of a large unit", || peak_bytes(&child) > soon_taken);
        let taken = peak_bytes(&child);
        signal(&child, "TERM");
        Finished::of(child).ends(3, &[]);
        assert!(taken < estimated + DEBUG_BUILD_BYTES, "N = {n}: {taken} bytes taken, {estimated} estimated");
    }
}
