//! Tests `queens status`, which shows a run's progress and the command that resumes it.

use std::fs;

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{Finished, change_ledger, entries, forge, has, hold, known, run, shell, snapshot};

mod shards;

/// Counts a board, then drops half of the units. Sets the CPU time of the remaining units to one second,
/// their wall time to two seconds, and their nodes to ten. Returns the number of dropped units.
fn half(folder: &TempDir, words: &str, directory: &str) -> u64 {
    run(folder, words).printed();
    let path = folder.path().join(directory);
    let mut left = 0;
    change_ledger(&path, |entries| {
        let whole = entries.len();
        entries.truncate(whole / 2);
        left = (whole - entries.len()) as u64;
        entries.iter_mut().for_each(|entry| (entry.wall_ms, entry.cpu_ms, entry.nodes) = (2000, 1000, 10));
    });
    fs::remove_file(path.join("result.json")).unwrap();
    left
}

fn status(folder: &TempDir, words: &str) -> Value {
    run(folder, &format!("status --json {words}")).json()
}

/// Runs the resume command that `status` shows.
fn paste(folder: &TempDir, status: &Value) -> Finished {
    let command = status["resume_command"].as_str().unwrap_or_else(|| panic!("no command in {status}"));
    shell(folder, &command.replacen("queens ", "$queens ", 1))
}

#[test]
fn stopped_run_shows_the_resume_command() {
    for options in ["--method rows --depth 5", "--method cross", "--threads 1"] {
        let folder = tempdir().unwrap();
        let left = half(&folder, &format!("count 13 --run run's {options}"), "run's");
        let before = snapshot(folder.path());
        let shown = status(&folder, "run's --threads 3");
        assert_eq!(shown["units"].as_u64().unwrap() - shown["units_done"].as_u64().unwrap(), left);
        let [cpu, wall] = [left as f64, left as f64 / 3.0];
        has(&shown, json!({ "remaining_cpu_s": cpu, "remaining_wall_s": wall, "machine_was_busy": true }));
        has(&shown, json!({ "finished": false, "running": null }));
        run(&folder, "status run's --threads 3").shows(&[
            "  CPU time   ",
            "; the machine was busy, or had too few cores\n",
            "solutions/s per thread\n",
            " of CPU time)\n",
            "stopped; `queens count 13 --run ",
        ]);
        assert_eq!(snapshot(folder.path()), before, "status only looks");
        paste(&folder, &shown).prints_total(13).says(&["resuming with"]);
        assert_eq!(entries(&folder), 1, "a second run was started");
        has(&status(&folder, "run's"), json!({ "resume_command": null, "remaining_wall_s": 0.0 }));
    }
}

#[test]
fn time_left_is_by_kernels_of_this_machine() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 13 --shards 2 --method cross -o plan").printed();
    half(&folder, "count 13 --method cross --run run", "run");
    half(&folder, "work plan --shards 0 --dir d", "d/shard-00000");
    for (place, directory) in [("run", "run"), ("d", "d/shard-00000")] {
        let mut before = Value::Null;
        for other_kernel in [0, 1, usize::MAX] {
            let path = folder.path().join(directory);
            change_ledger(&path, |entries| {
                for entry in entries.iter_mut().take(other_kernel) {
                    (entry.kernel, entry.cpu_ms) = ("later".into(), 100_000);
                }
            });
            let left = &status(&folder, &format!("{place} --threads 2"))["remaining_cpu_s"];
            match other_kernel {
                0 => before = left.clone(),
                1 => assert_eq!(*left, before, "{place}"),
                _ => assert_eq!(*left, Value::Null, "{place}"),
            }
        }
        assert!(before.as_f64().unwrap() > 1.0, "{before}");
    }
}

#[test]
fn leaves_a_held_run_to_its_process() {
    let folder = tempdir().unwrap();
    half(&folder, "count 13 --run run", "run");
    let _held = hold(&folder.path().join("run"));
    let shown = status(&folder, "run");
    assert!(shown["running"].as_str().unwrap().contains(&std::process::id().to_string()), "{shown}");
    assert_eq!(shown["resume_command"], Value::Null);
    run(&folder, "status run").shows(&["  state      running: process "]);
    // The text in the lock file is untrusted.
    fs::write(folder.path().join("run/lock"), "\u{202e}nwod\u{1b}[2J\nstate finished\n").unwrap();
    let says = "\\u{202e}nwod\\u{1b}[2J";
    run(&folder, "status run").shows(&[&format!("running: {says}\n")]);
    run(&folder, "count 13 --run run").fails(5, &[says]);
}

#[test]
fn shows_a_line_per_run_despite_a_damaged_one() {
    let folder = tempdir().unwrap();
    run(&folder, "count 9 --run queens-9.run").prints_total(9);
    half(&folder, "count 13 --run queens-13.run --method cross", "queens-13.run");
    // A regular file is not a run, whatever its name.
    fs::write(folder.path().join("queens-14.run"), "").unwrap();
    let shown = run(&folder, "status --threads 1").printed();
    let (nine, thirteen) = shown.split_once('\n').unwrap();
    assert_eq!(nine, "queens-9.run: N = 9, cross, 100.0%, finished");
    assert!(thirteen.starts_with("queens-13.run: N = 13, cross, "), "{thirteen}");
    assert!(thirteen.contains("%, stopped, time left "), "{thirteen}");
    let _held = hold(&folder.path().join("queens-13.run"));
    run(&folder, "status").shows(&["%, running, time left "]);
    fs::write(folder.path().join("queens-9.run/manifest.json"), "damaged\n").unwrap();
    let shown = run(&folder, "status --json");
    shown.ends(4, &["queens-9.run/manifest.json is damaged"]);
    assert_eq!(shown.json()["directory"], "queens-13.run");
}

#[test]
fn status_and_count_judge_alike_whether_the_machine_was_busy() {
    let folder = tempdir().unwrap();
    run(&folder, "count 12 --method cross --threads 1 --run run").printed();
    // Pretend that the thread waited for a core before its first unit. Only the wall time of the whole count
    // shows this.
    forge(&folder.path().join("run/result.json"), |result| result["wall_s"] = json!(9.0));
    let busy = json!({ "machine_was_busy": true });
    has(&status(&folder, "run"), busy.clone());
    has(&run(&folder, "count 12 --run run --json").json(), busy);
}
