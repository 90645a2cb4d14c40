//! How much memory `queens estimate` itself needs.
#![cfg(target_os = "linux")]

use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};
use tempfile::tempdir;

use crate::support::run;

#[test]
fn an_estimate_of_the_search_takes_little_memory_itself() {
    // The system reports the peak of a process's largest child only; here other tests have
    // children.
    let program = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "memory::the_peak_of_an_estimate_is_low"];
    let alone = Command::new(program).args(arguments).output().unwrap();
    let printed = String::from_utf8_lossy(&alone.stdout);
    assert!(alone.status.success() && printed.contains("1 passed"), "{printed}");
}

#[test]
#[ignore = "started alone by the test above"]
fn the_peak_of_an_estimate_is_low() {
    let directory = tempdir().unwrap();
    let arguments = ["estimate", "22", "--method", "cross", "--threads", "2", "--error", "50%"];
    assert!(run(directory.path(), &arguments).stdout().contains("solutions  2."));
    let kilobytes = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    assert!((1..200_000).contains(&kilobytes), "{kilobytes} KB");
}
