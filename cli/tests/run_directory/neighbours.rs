//! Several processes on one run directory: one counts, the others name it and leave.

use std::fs;
use std::path::Path;
use std::process::Child;

use tempfile::tempdir;

use crate::support::{Finished, run, signal, start, units_in, wait_until};

const LONG: [&str; 6] = ["count", "20", "--kernel", "scalar", "--threads", "1"];

/// The exit codes of the racers, in order.
fn codes(racers: impl IntoIterator<Item = Child>) -> Vec<i32> {
    let mut codes: Vec<i32> = racers.into_iter().map(|racer| Finished::of(racer).code()).collect();
    codes.sort_unstable();
    codes
}

#[test]
fn suspended_process_keeps_the_lock_until_killed() {
    let folder = tempdir().unwrap();
    let count = [&LONG[..], &["--run", "run"]].concat();
    let lock = folder.path().join("run/lock");
    for suspended in [false, true] {
        let mut holder = start(folder.path(), &count);
        let named = format!("process {} on", holder.id());
        wait_until("its lock", || fs::read_to_string(&lock).is_ok_and(|text| text.contains(&named)));
        if suspended {
            signal(&holder, "STOP");
        }
        let holds = format!("is in use by process {}", holder.id());
        for more in [&[][..], &["--repair"], &["--fresh"], &["--method", "rows"]] {
            run(folder.path(), &[&count[..], more].concat()).fails(5, &[&holds]);
        }
        assert!(run(folder.path(), &["status", "run"]).stdout().contains(&named));
        holder.kill().unwrap();
        holder.wait().unwrap();
    }
    // The file that it leaves behind means nothing.
    assert!(lock.exists());
    let before = units_in(&folder.path().join("run"));
    let after = start(folder.path(), &count);
    wait_until("a unit", || units_in(&folder.path().join("run")) > before);
    signal(&after, "TERM");
    Finished::of(after).fails(3, &["resume with"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a run was moved aside");
}

#[test]
fn only_one_of_several_processes_counts() {
    let racers = |folder: &Path, count: &[&str]| [(); 4].map(|()| start(folder, count));
    for _ in 0..3 {
        let folder = tempdir().unwrap();
        let count = ["count", "15", "--kernel", "portable", "--threads", "1", "--run", "run"];
        let codes = codes(racers(folder.path(), &count));
        assert!(codes[0] == 0 && codes.iter().all(|code| [0, 5].contains(code)), "{codes:?}");
        run(folder.path(), &["count", "15", "--run", "run"]).prints_total(15);
    }
    // Without --run the directory is made when the count has turned out to be long.
    let folder = tempdir().unwrap();
    let mut racers = racers(folder.path(), &LONG);
    wait_until("a single process", || {
        let running = racers.iter_mut().map(|racer| racer.try_wait().unwrap().is_none());
        running.filter(|running| *running).count() == 1
    });
    let left = racers.iter_mut().position(|racer| racer.try_wait().unwrap().is_none()).unwrap();
    signal(&racers[left], "TERM");
    assert_eq!(codes(racers), [3, 5, 5, 5]);
}
