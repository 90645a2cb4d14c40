//! What `queens estimate` takes itself. Alone in its program: the system tells the peak of the hungriest child only.
#![cfg(target_os = "linux")]

mod support;

use nix::sys::resource::{UsageWho, getrusage};
use support::run;
use tempfile::tempdir;

#[test]
fn an_estimate_of_the_search_takes_little_memory_itself() {
    let directory = tempdir().unwrap();
    let arguments = ["estimate", "22", "--split", "cross", "--threads", "2", "--time", "0.1"];
    assert!(run(directory.path(), &arguments).stdout().contains("2.69"));
    let kilobytes = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    assert!((1..200_000).contains(&kilobytes), "{kilobytes} KB");
}
