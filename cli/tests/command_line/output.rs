//! Reliable output: one test for each way in which other long-running counting programs misled
//! their users. `tests/run_directory/` has the tests of run directories.

use std::fs;
use std::path::Path;

use queens::Method;
use tempfile::tempdir;

use crate::support::{
    Finished, command, forged_run, known, queens, read_stderr, run, signal, start, wait_until,
};

/// A count of some seconds that is kept in `run`, with progress as lines.
const KEPT: [&str; 10] =
    ["count", "16", "--kernel", "scalar", "--threads", "1", "--run", "run", "--progress", "plain"];

/// Starts `arguments` and stops them after the first finished unit in `directory`.
fn interrupted(folder: &Path, arguments: &[&str], directory: &str) -> Finished {
    let child = start(folder, arguments);
    let ledger = folder.join(directory).join("ledger.jsonl");
    wait_until("a finished unit", || fs::read_to_string(&ledger).is_ok_and(|text| text.contains('\n')));
    signal(&child, "TERM");
    Finished::of(child)
}

/// Progress without line ends broke its reader.
#[test]
fn prints_each_progress_line_on_its_own() {
    let folder = tempdir().unwrap();
    for progress in ["plain", "json", "auto"] {
        let arguments = ["count", "20", "--kernel", "scalar", "--threads", "1", "--run", progress];
        let mut child =
            start(folder.path(), &[&arguments[..], &["--progress", progress, "--interval", "0.1"]].concat());
        wait_until("a manifest", || folder.path().join(progress).join("manifest.json").exists());
        signal(&child, "USR1");
        let shows = |line: &&str| line.contains("% done, ") || line.starts_with('{');
        let shown =
            read_stderr(&mut child, |text| text.ends_with('\n') && text.lines().filter(shows).count() >= 3);
        signal(&child, "INT");
        let text = shown + &Finished::of(child).stderr();
        assert!(text.ends_with('\n') && !text.contains('\r') && !text.contains('\u{1b}'), "{text:?}");
        assert!(text.lines().all(|line| !line.is_empty()), "{text:?}");
    }
}

/// Notices and progress were mixed into the JSON on stdout.
#[test]
fn stdout_is_a_single_json_object() {
    let folder = tempdir().unwrap();
    let kept = folder.path().join("run");
    let json = [&KEPT[..], &["--json", "--interval", "0.1"]].concat();
    let stopped = interrupted(folder.path(), &json, "run");
    let object = stopped.ends(3, &["resume with"]).json();
    let units = &object["stopped"]["units_done"];
    let part = &object["stopped"]["solutions_so_far"];
    assert!(units.as_u64() > Some(0) && part.is_string() && object["exit_code"] == 3, "{object}");
    let command = object["stopped"]["resume_command"].as_str().unwrap();
    assert!(command.contains("--run run") && object.get("solutions").is_none(), "{object}");

    // A torn line and a repeated one: two notices besides that of the resumed run.
    let text = fs::read_to_string(kept.join("ledger.jsonl")).unwrap();
    let first = text.lines().next().unwrap();
    fs::write(kept.join("ledger.jsonl"), format!("{text}{first}\n{{\"unit\":")).unwrap();
    let child = start(folder.path(), &json);
    let holder = format!("process {} on", child.id());
    wait_until("its lock", || fs::read_to_string(kept.join("lock")).is_ok_and(|text| text.contains(&holder)));
    signal(&child, "USR1");
    let resumed = Finished::of(child);
    for says in ["is incomplete", "with repeated units", "resuming with", "% done"] {
        assert!(resumed.stderr().contains(says), "{}", resumed.stderr());
    }
    let result = resumed.json();
    assert_eq!((&result["solutions"], resumed.stdout().lines().count()), (&known(16).into(), 1));

    let damaged = fs::read_to_string(kept.join("ledger.jsonl")).unwrap().replacen("unit", "Unit", 1);
    fs::write(kept.join("ledger.jsonl"), damaged).unwrap();
    let refused = run(folder.path(), &json).ends(4, &["line 1", "--repair"]).json();
    assert!(refused["error"]["remedy"].as_str().unwrap().contains("--repair"), "{refused}");
    assert_eq!((&refused["error"]["kind"], &refused["exit_code"]), (&"wrong".into(), &4.into()));
    let repaired = run(folder.path(), &[&json[..], &["--repair"]].concat());
    assert!(repaired.stderr().contains("in line 1"), "{}", repaired.stderr());
    assert_eq!(repaired.json()["solutions"], known(16));
    assert_eq!(run(folder.path(), &json).json(), repaired.json(), "repeated");
}

/// A total as a JSON number lost its low digits, and one that overflowed 32 bits was published.
#[test]
fn large_totals_keep_every_digit() {
    for (number, total) in
        [(1u128 << 32) + 1, (1 << 53) + 1, (1 << 64) + 1, (1 << 95) + 7].into_iter().enumerate()
    {
        let folder = tempdir().unwrap();
        // No total is known for this board, and all units are finished.
        const OTHERS: u128 = 15;
        let of_unit = |unit| if unit == 0 { total - OTHERS } else { 1 };
        forged_run(folder.path(), "run", (32, Method::Rows, 1), of_unit);
        let count = ["count", "32", "--method", "rows", "--depth", "1", "--run", "run"];
        let status = run(folder.path(), &["status", "run", "--json"]).json();
        assert_eq!(status["solutions_so_far"], total.to_string());
        if number == 0 {
            // Far from the estimate for this board: the program says so and names the number.
            run(folder.path(), &count).fails(
                4,
                &[&format!("{} solutions cannot be right for N = 32", queens_format::grouped(total))],
            );
        }
        let result = run(folder.path(), &[&count[..], &["--json"]].concat());
        assert!(result.stdout().contains(&format!("\"solutions\":\"{total}\"")), "{}", result.stdout());
        let checks = result.json()["checks"].clone();
        assert!(checks.as_array().unwrap().iter().all(|check| check["name"] != "oeis"), "{checks}");
    }
}

/// The command offered for resuming started over.
#[test]
fn printed_resume_command_works_in_a_shell() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("a run's $HOME")).unwrap();
    let mut arguments = KEPT;
    arguments[7] = "a run's $HOME";
    let stopped = interrupted(folder.path(), &[&arguments[..], &["--fresh"]].concat(), arguments[7]);
    let stderr = stopped.fails(3, &["resume with"]).stderr();
    let resume = stderr.lines().last().unwrap().trim();
    let saved =
        fs::read_to_string(folder.path().join(arguments[7]).join("ledger.jsonl")).unwrap().lines().count();
    let output = command("sh").args(["-c", &format!("{resume} --json")]).current_dir(folder.path()).output();
    let result = Finished(output.unwrap()).json();
    assert_eq!((&result["solutions"], &result["resumed"]), (&known(16).into(), &saved.into()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was moved aside");
}

/// The program died of an unread output.
#[cfg(target_os = "linux")]
#[test]
fn full_stderr_does_not_fail() {
    let folder = tempdir().unwrap();
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let long = ["count", "20", "--kernel", "scalar", "--threads", "1", "--run", "long"];
    let child = queens(folder.path(), &long).stderr(full()).spawn().unwrap();
    wait_until("a manifest", || folder.path().join("long/manifest.json").exists());
    signal(&child, "TERM");
    assert_eq!(Finished::of(child).code(), 3);
    let wrong = queens(folder.path(), &["status", "nowhere"]).stderr(full()).output();
    assert_eq!(Finished(wrong.unwrap()).code(), 1);
}

/// The program died of a file name.
#[cfg(target_os = "linux")]
#[test]
fn accepts_directory_names_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempdir().unwrap();
    let name = OsStr::from_bytes(b"caf\xe9");
    let mut command =
        queens(folder.path(), &["count", "20", "--kernel", "scalar", "--threads", "1", "--run"]);
    let child = command.arg(name).stderr(std::process::Stdio::piped()).spawn().unwrap();
    wait_until("a manifest", || folder.path().join(name).join("manifest.json").exists());
    signal(&child, "TERM");
    Finished::of(child).fails(3, &[r"--run $'caf\351'"]);
}

#[test]
fn uncreatable_directory_has_a_remedy() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["count", "8", "--run", "no/such"])
        .fails(1, &["cannot create no/such", "create its parent directory first"]);
    run(folder.path(), &["count", "8", "--run", &"x".repeat(300)])
        .fails(1, &["File name too long", "name a directory with a shorter path with --run DIR"]);
    run(folder.path(), &["count", "8", "--run", "d", "--fresh", "--repair"])
        .fails(2, &["cannot be used with"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
