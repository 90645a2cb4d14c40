//! Tests several processes in one run directory. Only one process counts. The rest report this and exit.

use std::fs;

use tempfile::tempdir;

use crate::support::{entries, interrupted, queens, run, signal, start, wait_until};

const LONG_COUNT: &str = "count 20 --kernel scalar --threads 1";

#[test]
fn suspended_process_keeps_the_lock_until_killed() {
    let folder = tempdir().unwrap();
    let count = format!("{LONG_COUNT} --run run");
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
    // A lock file left behind by a killed process has no effect.
    assert!(lock.exists());
    interrupted(&mut queens(&folder, &count), &folder.path().join("run")).fails(3, &["to resume"]);
    assert_eq!(entries(&folder), 1, "a run was moved aside");
}
