//! How much memory a count needs, and `queens estimate` itself.
#![cfg(target_os = "linux")]

use std::fs;

use nix::sys::resource::{UsageWho, getrusage};
use tempfile::tempdir;

use crate::support::{Finished, PROGRAM, command, run, signal, start, units_in, wait_until};

#[test]
fn estimate_of_search_takes_little_memory() {
    // The system reports the peak of a process's largest child only; here other tests have
    // children.
    let program = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "counting::memory::estimate_has_a_low_memory_peak"];
    let alone = command(program).args(arguments).output().unwrap();
    let printed = String::from_utf8_lossy(&alone.stdout);
    assert!(alone.status.success() && printed.contains("1 passed"), "{printed}");
}

#[test]
#[ignore = "started alone by the test above"]
fn estimate_has_a_low_memory_peak() {
    let directory = tempdir().unwrap();
    let arguments = ["estimate", "22", "--method", "cross", "--threads", "2", "--error", "50%"];
    assert!(run(directory.path(), &arguments).stdout().contains("solutions  2."));
    let kilobytes = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    assert!((1..200_000).contains(&kilobytes), "{kilobytes} KB");
}

#[test]
fn limit_on_memory_is_an_error_with_the_figure() {
    let directory = tempdir().unwrap();
    let limited = |arguments: &str| {
        let line = format!("ulimit -v 200000; exec {PROGRAM} {arguments} --method halves --threads 1");
        Finished(command("sh").args(["-c", &line]).current_dir(directory.path()).output().unwrap())
    };
    limited("count 28 --quiet")
        .fails(1, &["counting needs ", " MB of memory, more than this process may use; use fewer"]);
    let text = limited("estimate 28").printed();
    for says in ["  wall time  not known: counting needs ", "  solutions  2.", "  memory     "] {
        assert!(text.contains(says), "'{says}' is not in {text}");
    }
    let found = limited("estimate 28 --json").json();
    assert!(["cpu_s", "wall_s", "stop_loses_s"].iter().all(|field| found[field].is_null()), "{found}");
    assert!(found["solutions"].as_f64() > Some(1e18) && found["units"].as_f64() > Some(1e7), "{found}");
}

#[test]
fn count_by_search_takes_little_memory() {
    let directory = tempdir().unwrap();
    let count = ["count", "20", "--method", "cross", "--run", "run", "--threads", "2", "--kernel", "scalar"];
    let child = start(directory.path(), &count);
    wait_until("a finished unit", || units_in(&directory.path().join("run")) > 0);
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    signal(&child, "TERM");
    Finished::of(child).fails(3, &["resume with"]);
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!((1..65_536).contains(&kilobytes), "{kilobytes} kB at N = 20");
}
