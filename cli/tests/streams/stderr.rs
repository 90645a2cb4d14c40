//! Stderr that takes nothing, or takes it later.

use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use tempfile::tempdir;

use super::stdout::prepared;
use crate::support::ends::{PIPE_BYTES, closed_pipe, closed_terminal, full_disk, full_pipe, paused_pipe};
use crate::support::{Finished, queens, run, signal, wait_until};

/// Calls that write to stderr, and their exit codes.
const CALLS: &[(&str, i32)] = &[
    ("count 8 --threads 1", 0),
    ("count 8 --threads 1 --json", 0),
    ("status nowhere", 1),
    ("status nowhere --json", 1),
    ("count nine", 2),
    ("count 8 --run records", 1),
    ("merge plan --dir nowhere", 1),
    ("publish --records records -o out --rivals none", 1),
    ("work plan --shards 5 --dir shards", 2),
];

#[test]
fn stderr_failure_does_not_change_the_result() {
    let folder = prepared();
    for (words, code) in CALLS {
        for stderr in [full_disk as fn() -> Stdio, closed_pipe, closed_terminal] {
            let ended = Finished::by(queens(&folder, words).stderr(stderr()));
            assert_eq!(ended.code(), *code, "{words}");
            let is_printed = words.contains("--json") || *code == 0;
            assert_eq!(!ended.stdout().is_empty(), is_printed, "{words}: {}", ended.stdout());
        }
    }
}

/// The result is printed before the program waits for the reader of stderr.
#[test]
fn unread_stderr_is_waited_for_at_the_end_until_a_stop() {
    let folder = prepared();
    for (words, code) in CALLS {
        let mut child = queens(&folder, words).stderr(full_pipe()).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let is_printed = words.contains("--json") || *code == 0;
        if is_printed {
            assert_eq!(stdout.read(&mut [0]).unwrap(), 1, "{words}");
        }
        std::thread::sleep(Duration::from_millis(700));
        assert_eq!(child.try_wait().unwrap(), None, "{words} ended without a reader");
        signal(&child, "TERM");
        wait_until("an end", || child.try_wait().unwrap().is_some());
        // A command without an orderly stop dies from the signal.
        let ended = child.wait().unwrap().code();
        assert!(ended.is_none_or(|ended| ended == *code), "{words}: {ended:?}");
    }
}

#[test]
fn message_reaches_a_reader_that_pauses() {
    let folder = prepared();
    for words in ["status nowhere", "count 10 --run records", "count nine", "merge plan --dir nowhere"] {
        let (mut reader, stderr) = paused_pipe();
        let mut child = queens(&folder, words).stderr(stderr).spawn().unwrap();
        // Longer than a stopped program would wait.
        std::thread::sleep(Duration::from_millis(1_200));
        let mut text = Vec::new();
        reader.read_to_end(&mut text).unwrap();
        let text = String::from_utf8_lossy(&text[PIPE_BYTES..]).into_owned();
        assert_eq!(text, run(&folder, words).stderr(), "{words}");
        assert!(text.starts_with("error: "), "{words}: {text}");
        child.wait().unwrap();
    }
}

#[test]
fn every_error_reaches_a_reader_that_pauses() {
    const RUNS: usize = 1_500;
    let folder = tempdir().unwrap();
    for number in 0..RUNS {
        let run = folder.path().join(format!("queens-12.run.{number}"));
        fs::create_dir(&run).unwrap();
        fs::write(run.join("manifest.json"), "{\n  \"format\": 4,\n  \"n\": ").unwrap();
    }
    for progress in ["auto", "json"] {
        let (mut reader, writer) = std::io::pipe().unwrap();
        let mut child =
            queens(&folder, &format!("status --progress {progress}")).stderr(writer).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(2));
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text.matches("is corrupt").count(), RUNS, "--progress {progress}");
        assert_eq!(child.wait().unwrap().code(), Some(4));
    }
}
