//! Tests a stderr that fails, or is read late or never.

use std::fs;
use std::io::Read;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::{TempDir, tempdir};

use super::stdout::prepared;
use crate::support::ends::{PIPE_BYTES, closed_pipe, closed_terminal, full_disk, full_pipe, paused_pipe};
use crate::support::{Finished, queens, run, signal, wait_until};

/// Commands that write to stderr, their exit codes, and whether they also write to stdout.
const CALLS: &[(&str, i32, bool)] = &[
    ("count 8 --threads 1", 0, true),
    ("status nowhere", 1, false),
    ("status nowhere --json", 1, true),
    ("count nine", 2, false),
    ("merge plan --dir nowhere", 1, false),
];

#[test]
fn stderr_failure_does_not_change_the_result() {
    let folder = prepared();
    for &(words, code, is_printed) in CALLS {
        for stderr in [full_disk as fn() -> Stdio, closed_pipe, closed_terminal] {
            let ended = Finished::by(queens(&folder, words).stderr(stderr()));
            assert_eq!((ended.code(), !ended.stdout().is_empty()), (code, is_printed), "{words}");
        }
    }
}

/// The result is printed before the program waits for stderr to be read.
#[test]
fn unread_stderr_is_waited_for_at_the_end_until_a_stop() {
    let folder = prepared();
    let start =
        |&(words, ..): &(&str, i32, bool)| queens(&folder, words).stderr(full_pipe()).spawn().unwrap();
    let mut children: Vec<Child> = CALLS.iter().map(start).collect();
    for (child, &(words, _, is_printed)) in children.iter_mut().zip(CALLS) {
        if is_printed {
            assert_eq!(child.stdout.as_mut().unwrap().read(&mut [0]).unwrap(), 1, "{words}");
        }
    }
    sleep(Duration::from_millis(700));
    for (child, &(words, code, _)) in children.iter_mut().zip(CALLS) {
        assert_eq!(child.try_wait().unwrap(), None, "{words} ended without a reader");
        signal(child, "TERM");
        wait_until("an end", || child.try_wait().unwrap().is_some());
        // A command that does not catch the signal dies from it.
        let ended = child.wait().unwrap().code();
        assert!(ended.is_none_or(|ended| ended == code), "{words}: {ended:?}");
    }
}

/// Creates a folder with so many damaged runs that their errors overfill a pipe. Returns the folder and the
/// number of runs.
fn with_many_damaged_runs() -> (TempDir, usize) {
    const RUNS: usize = 900;
    let folder = tempdir().unwrap();
    for number in 0..RUNS {
        let run = folder.path().join(format!("queens-12.run.{number}"));
        fs::create_dir(&run).unwrap();
        fs::write(run.join("manifest.json"), "{\n  \"format\": 4,\n  \"n\": ").unwrap();
    }
    (folder, RUNS)
}

#[test]
fn every_error_reaches_a_reader_that_pauses() {
    let folder = prepared();
    let (damaged, runs) = with_many_damaged_runs();
    let words = ["status nowhere", "count 10 --run records", "count nine"];
    let paused = words.map(|words| {
        let (reader, stderr) = paused_pipe();
        (words, reader, queens(&folder, words).stderr(stderr).spawn().unwrap())
    });
    let many = ["auto", "json"].map(|progress| {
        let (reader, stderr) = std::io::pipe().unwrap();
        let status = format!("status --progress {progress}");
        (reader, queens(&damaged, &status).stderr(stderr).spawn().unwrap())
    });
    // After a stop request, the program would give up earlier than this.
    sleep(Duration::from_millis(1_200));
    for (words, mut reader, mut child) in paused {
        let mut text = Vec::new();
        reader.read_to_end(&mut text).unwrap();
        let text = String::from_utf8_lossy(&text[PIPE_BYTES..]).into_owned();
        assert_eq!(text, run(&folder, words).stderr(), "{words}");
        assert!(text.starts_with("error: "), "{words}: {text}");
        child.wait().unwrap();
    }
    for (mut reader, mut child) in many {
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert!(text.len() > PIPE_BYTES);
        assert_eq!(text.matches("is damaged").count(), runs);
        assert_eq!(child.wait().unwrap().code(), Some(4));
    }
}
