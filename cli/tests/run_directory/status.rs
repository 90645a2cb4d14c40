//! `queens status`: the progress of a run, and the command that resumes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{self, Finished, change_ledger, known, queens, run};

mod shards;

/// Counts with `arguments`, then removes half of the units and notes a second and ten nodes for
/// each other.
fn half(folder: &TempDir, arguments: &[&str], directory: &str) -> u64 {
    assert_eq!(run(folder.path(), arguments).code(), 0);
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

fn status(folder: &TempDir, arguments: &[&str]) -> Value {
    run(folder.path(), &[&["status", "--json"], arguments].concat()).json()
}

/// Holds the lock of the run in `directory`, as a counting process does.
fn hold(folder: &TempDir, directory: &str) -> support::Held {
    support::hold(&folder.path().join(directory))
}

/// Runs the command that a status prints.
fn paste(folder: &TempDir, status: &Value) -> Finished {
    let command = status["resume_command"].as_str().unwrap_or_else(|| panic!("no command in {status}"));
    Finished(support::command("sh").args(["-c", command]).current_dir(folder.path()).output().unwrap())
}

/// Every file below a folder, with its contents and the time it was written.
fn files(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let written = fs::metadata(&path).unwrap().modified().unwrap();
            found.insert(path.clone(), (fs::read(path).unwrap(), written));
        }
    }
    found
}

#[test]
fn stopped_run_shows_the_resume_command() {
    for options in [&["--method", "rows", "--depth", "5"][..], &["--method", "cross"], &[]] {
        let folder = tempdir().unwrap();
        let left = half(&folder, &[&["count", "13", "--run", "a run's"], options].concat(), "a run's");
        let before = files(folder.path());
        let shown = status(&folder, &["a run's", "--threads", "3"]);
        assert_eq!(shown["units"].as_u64().unwrap() - shown["units_done"].as_u64().unwrap(), left);
        assert_eq!(
            (&shown["remaining_cpu_s"], &shown["remaining_wall_s"], &shown["machine_was_busy"]),
            (&json!(left as f64), &json!(2.0 * left as f64 / 3.0), &json!(true))
        );
        assert_eq!((&shown["finished"], &shown["running"]), (&json!(false), &Value::Null));
        let text = run(folder.path(), &["status", "a run's", "--threads", "3"]).stdout();
        for says in [
            "  CPU time   ",
            "; the machine was busy, or had too few cores\n",
            "solutions/s per thread\n",
            " with 3 threads, ends about ",
            " if resumed now\n",
            "ago, at 2",
            "not running; resume with\n    ",
        ] {
            assert!(text.contains(says), "'{says}' is not in {text}");
        }
        assert_eq!(files(folder.path()), before, "status only looks");
        let finished = paste(&folder, &shown);
        finished.prints_total(13);
        assert!(finished.stderr().contains("resuming with"), "{}", finished.stderr());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "another run was begun");
        let shown = status(&folder, &["a run's"]);
        assert_eq!((&shown["resume_command"], &shown["remaining_wall_s"]), (&Value::Null, &json!(0.0)));
    }
}

#[test]
fn leaves_a_held_run_to_its_process() {
    let folder = tempdir().unwrap();
    half(&folder, &["count", "13", "--run", "run"], "run");
    let _held = hold(&folder, "run");
    let shown = status(&folder, &["run"]);
    assert!(shown["running"].as_str().unwrap().contains(&std::process::id().to_string()), "{shown}");
    assert_eq!(shown["resume_command"], Value::Null);
    assert!(run(folder.path(), &["status", "run"]).stdout().contains("  state      running: process "));
    // Anybody may have written that text.
    fs::write(folder.path().join("run/lock"), "\u{202e}nwod\u{1b}[2J\nstate finished\n").unwrap();
    let says = "running: \\u{202e}nwod\\u{1b}[2J\\nstate finished\n";
    assert!(run(folder.path(), &["status", "run"]).stdout().ends_with(says));
    run(folder.path(), &["count", "13", "--run", "run"])
        .fails(5, &[says.trim_end().trim_start_matches("running: ")]);
}

#[test]
fn shows_when_the_ledger_was_last_written() {
    let folder = tempdir().unwrap();
    half(&folder, &["count", "13", "--run", "run"], "run");
    let ledger = fs::File::options().append(true).open(folder.path().join("run/ledger.jsonl")).unwrap();
    let written = |time: SystemTime| {
        ledger.set_modified(time).unwrap();
        let text = run(folder.path(), &["status", "run"]).stdout();
        let line = text.lines().find_map(|line| line.strip_prefix("  written    ")).map(str::to_owned);
        (line, status(&folder, &["run"])["last_written"].clone())
    };
    let hour = Duration::from_secs(3600);
    let (now, to_come) = (SystemTime::now(), SystemTime::now() + hour);
    let in_utc = |time: SystemTime| format!("{:.0}", jiff::Timestamp::try_from(time).unwrap());
    let (line, field) = written(now);
    assert!(line.unwrap().ends_with(&format!(" ago, at {}", in_utc(now))) && field == in_utc(now));
    let (line, field) = written(to_come);
    let says = format!("at {}, in the future by the clock of this machine", in_utc(to_come));
    assert!(line == Some(says) && field == in_utc(to_come));
    // Before the run began.
    assert_eq!(written(now - 24 * hour), (None, Value::Null));
    // A copy with dates of its own, made long after the run.
    written(now);
    let manifest = fs::File::options().append(true).open(folder.path().join("run/manifest.json")).unwrap();
    manifest.set_modified(SystemTime::now() + Duration::from_secs(3600)).unwrap();
    assert_eq!(status(&folder, &["run"])["last_written"], Value::Null);
}

#[test]
fn defaults_to_the_only_run_here() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["status"])
        .fails(0, &["no run here: `queens count N` starts one", "queens status DIR"]);
    fs::write(folder.path().join("queens-14.run"), "").unwrap();
    run(folder.path(), &["count", "13", "--run", "queens-13.run"]).prints_total(13);
    assert_eq!(status(&folder, &[])["directory"], "queens-13.run");
}

#[test]
fn finds_runs_of_any_name() {
    let folder = tempdir().unwrap();
    let place = folder.path().join("place");
    fs::create_dir(&place).unwrap();
    run(&place, &["status", "."]).fails(0, &["there is no run here: `queens count N` starts one"]);
    run(folder.path(), &["status", "place"]).fails(1, &["place is not a run directory"]);
    for name in ["mine", "queens-8.run", "queens-10.run", "queens-10.run.cross"] {
        run(&place, &["count", "8", "--run", name]).prints_total(8);
    }
    // One is damaged, one is moved aside, and one is no run.
    fs::remove_file(place.join("queens-10.run/manifest.json")).unwrap();
    run(&place, &["count", "8", "--run", "mine", "--fresh"]).prints_total(8);
    fs::create_dir(place.join("site")).unwrap();
    fs::write(place.join("site/manifest.json"), "{}").unwrap();
    let names = |at: &Path, arguments: &[&str]| -> Vec<String> {
        let shown = run(at, arguments).ends(1, &["queens-10.run"]).stdout();
        shown.lines().map(|line| line.split(": N = 8").next().unwrap().to_owned()).collect()
    };
    let expected = ["queens-8.run", "queens-10.run.cross", "mine"];
    assert_eq!(names(&place, &["status"]), expected);
    assert_eq!(names(&place, &["status", "."]), expected);
    assert_eq!(names(folder.path(), &["status", "place"]), expected.map(|name| format!("place/{name}")));
    assert_eq!(names(folder.path(), &["status", "--run-dir", "place"]).len(), 3);
    // In a run directory, the run.
    assert!(run(&place.join("mine"), &["status"]).printed().starts_with(".: N = 8, "));
}

#[test]
fn shows_a_line_per_run_despite_a_damaged_one() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["count", "9", "--run", "queens-9.run"]).prints_total(9);
    half(&folder, &["count", "13", "--run", "queens-13.run", "--method", "cross"], "queens-13.run");
    let shown = run(folder.path(), &["status", "--threads", "1"]);
    let [nine, thirteen] = shown.stdout().lines().map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(nine, "queens-9.run: N = 9, cross, 100.0%, finished");
    assert!(
        thirteen.starts_with("queens-13.run: N = 13, cross, ") && thirteen.contains("%, stopped, time left ")
    );
    let _held = hold(&folder, "queens-13.run");
    let text = run(folder.path(), &["status"]).stdout();
    assert!(text.contains("%, running, time left ") && !text.contains("if resumed"), "{text}");
    fs::write(folder.path().join("queens-9.run/ledger.jsonl"), "damaged\n").unwrap();
    let shown = run(folder.path(), &["status", "--json"]);
    shown
        .ends(4, &["queens-9.run/ledger.jsonl", "resume with `", " count 9 --repair` to move the bad lines"]);
    assert_eq!(shown.json()["directory"], "queens-13.run");
}

#[test]
fn defaults_to_the_only_run_of_a_folder() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("runs")).unwrap();
    let looking = ["status", "--run-dir", "runs"];
    run(folder.path(), &looking).fails(0, &["no run in runs"]);
    run(folder.path(), &["count", "13", "--run", "runs/queens-13.run"]).prints_total(13);
    run(folder.path(), &["count", "12", "--run", "queens-12.run"]).prints_total(12);
    assert_eq!(status(&folder, &["--run-dir", "runs"])["directory"], "runs/queens-13.run");
    // The directory takes precedence over the variable.
    let mut named = queens(folder.path(), &["status", "queens-12.run", "--json"]);
    let named = Finished(named.env("QUEENS_RUN_DIR", "runs").output().unwrap()).json();
    assert_eq!(named["directory"], "queens-12.run");
    half(&folder, &["count", "13", "--run", "queens-13.run"], "queens-13.run");
    let mut stopped = queens(folder.path(), &["status", "queens-13.run", "--json"]);
    let stopped = Finished(stopped.env("QUEENS_RUN_DIR", "runs").output().unwrap()).json();
    let resume = stopped["resume_command"].as_str().unwrap();
    assert!(resume.ends_with("count 13 --run queens-13.run"), "{resume}");
}
