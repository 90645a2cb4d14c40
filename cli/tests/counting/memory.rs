//! The memory that a count needs, and that `queens estimate` itself needs.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Child;

use tempfile::tempdir;

use crate::support::{Finished, run, shell, signal, start, units_in, wait_until};

/// Runs the program with an address space of at most this many kilobytes.
fn limited(kilobytes: u32, words: &str) -> Finished {
    shell(".", &format!("ulimit -v {kilobytes}; exec $queens {words}"))
}

#[test]
fn estimate_of_search_takes_little_memory() {
    let estimate = "estimate 22 --method cross --threads 2 --error 50%";
    limited(200_000, estimate).shows(&["22  cross ", "  2."]).printed();
}

/// The threads start, but not all of them get room for their lists.
#[test]
fn refused_memory_is_an_error() {
    let count = "count 24 --method colours --threads 3 --no-checkpoint --quiet";
    limited(50_000, count).fails(1, &["the system refused ", " MB of memory to a counting thread"]);
}

/// Before its first unit, a thread gets the memory that it needs, or an error names the amount. No limit ends
/// the program by a signal.
#[test]
fn no_limit_aborts_a_command() {
    let folder = tempdir().unwrap();
    let few = (20_000..40_000).step_by(4_000);
    let many = (60_000..420_000).step_by(30_000);
    // Each thread reserves 64 MB of addresses for its allocations.
    let limits: Vec<u32> = few.chain(many).chain([8_000_000, 9_000_000]).collect();
    // The dives of an estimate take most of the time of this test.
    let some: Vec<u32> =
        limits.iter().copied().filter(|kilobytes| !(60_001..360_000).contains(kilobytes)).collect();
    for (words, limits) in [
        ("count 12 -t 2", &limits),
        ("count 12 -t 8", &limits),
        ("count 13 -t 64 --method cross", &limits),
        ("count 16 -t 4 --method colours", &limits),
        ("count 12 -t 3 --run run --fresh", &limits),
        ("estimate 14 -t 2 --time 0.1", &some),
        ("estimate 14 -t 8 --method cross --time 0.1", &some),
    ] {
        let mut ended = [0, 0];
        for kilobytes in limits {
            let finished =
                shell(&folder, &format!("ulimit -v {kilobytes}; exec $queens {words} --progress none"));
            let stderr = finished.stderr();
            // Code 127: the loader itself had no room for a library.
            let code = finished.code_or_signal();
            assert!(matches!(code, Some(0 | 1 | 127)), "{words}, {kilobytes} kB: {code:?}, {stderr}");
            assert!(
                !stderr.contains("panicked") && !stderr.contains("memory allocation"),
                "{words}: {stderr}"
            );
            ended[usize::from(code == Some(0))] += 1;
        }
        assert!(ended.iter().all(|&times| times > 1), "{words}: {ended:?} failed and succeeded");
    }
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
