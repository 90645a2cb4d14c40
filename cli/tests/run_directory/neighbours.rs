//! Several processes on one run directory: one counts, the others name it and leave.

use std::fs;
use std::process::Child;

use tempfile::tempdir;

use crate::support::{Finished, entries, interrupted, queens, run, signal, start, wait_until};

const LONG: &str = "count 20 --kernel scalar --threads 1";

/// The exit codes of the racers, in order.
fn codes(racers: impl IntoIterator<Item = Child>) -> Vec<i32> {
    let mut codes: Vec<i32> = racers.into_iter().map(|racer| Finished::of(racer).code()).collect();
    codes.sort_unstable();
    codes
}

#[test]
fn suspended_process_keeps_the_lock_until_killed() {
    let folder = tempdir().unwrap();
    let count = format!("{LONG} --run run");
    let lock = folder.path().join("run/lock");
    for suspended in [false, true] {
        let mut holder = start(&folder, &count);
        let named = format!("process {} on", holder.id());
        wait_until("its lock", || fs::read_to_string(&lock).is_ok_and(|text| text.contains(&named)));
        if suspended {
            signal(&holder, "STOP");
        }
        let holds = format!("is in use by process {}", holder.id());
        for more in ["", " --fresh"] {
            run(&folder, &format!("{count}{more}")).fails(5, &[&holds]);
        }
        run(&folder, "status run").shows(&[&named]);
        holder.kill().unwrap();
        holder.wait().unwrap();
    }
    // The file that it leaves behind means nothing.
    assert!(lock.exists());
    interrupted(&mut queens(&folder, &count), &folder.path().join("run")).fails(3, &["to resume"]);
    assert_eq!(entries(&folder), 1, "a run was moved aside");
}

#[test]
fn only_one_of_several_processes_counts() {
    for _ in 0..20 {
        let folder = tempdir().unwrap();
        let count = "count 14 --kernel portable --threads 1 --run run";
        let codes = codes([(); 4].map(|()| start(&folder, count)));
        assert!(codes[0] == 0 && codes.iter().all(|code| [0, 5].contains(code)), "{codes:?}");
        run(&folder, "count 14 --run run").prints_total(14);
    }
    // Without --run the directory is made when the count has turned out to be long.
    let folder = tempdir().unwrap();
    let mut racers = [(); 4].map(|()| start(&folder, LONG));
    wait_until("a single process", || {
        let running = racers.iter_mut().map(|racer| racer.try_wait().unwrap().is_none());
        running.filter(|running| *running).count() == 1
    });
    let left = racers.iter_mut().position(|racer| racer.try_wait().unwrap().is_none()).unwrap();
    signal(&racers[left], "TERM");
    assert_eq!(codes(racers), [3, 5, 5, 5]);
}
