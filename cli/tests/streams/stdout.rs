//! Every command that prints, with a stdout that takes nothing.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::{TempDir, tempdir};

use crate::support::ends::{closed_pipe, closed_terminal, full_disk, full_pipe};
use crate::support::{Finished, is_built, queens, run, signal, wait_until};

/// A folder with a run, a plan and its counted shards.
pub fn prepared() -> TempDir {
    let folder = tempdir().unwrap();
    run(&folder, "count 10 --run run").printed();
    run(&folder, "count 8 --run queens-8.run").printed();
    run(&folder, "count 9 --run queens-9.run").printed();
    run(&folder, "count 10 --run kept --record records").printed();
    run(&folder, "plan 10 --shards 2 -o plan").printed();
    run(&folder, "work plan --shards 0-1 --dir shards").printed();
    folder
}

/// Calls of every command that prints a result.
const CALLS: &[&str] = &[
    "count 8",
    "count 8 --json",
    "count 10 --run run",
    "count 6..7",
    "count 6..7 --json",
    "status run",
    "status .",
    "status shards",
    "status shards --json",
    "verify run",
    "estimate 10 --threads 1",
    "estimate 10 --threads 1 --json",
    "plan 10 --shards 2 -o plan",
    "work plan --shards 0-1 --dir shards",
    "work plan --shards 0-1 --dir shards --json",
    "merge plan --dir shards",
    "merge plan --dir shards --json",
    "list 5",
    "list 5 --json",
    "find 8 --seed 1",
    "find 2 --seed 1 --json",
    "ladder 4",
    "ladder 4 --json",
    "board -o -",
    "man",
    "completions bash",
    "--help",
    "--version",
    "count nine --json",
];

fn calls() -> impl Iterator<Item = &'static str> {
    CALLS.iter().copied().filter(|words| is_built(words))
}

fn with(folder: &TempDir, words: &str, stdout: Stdio) -> Command {
    let mut command = queens(folder, words);
    command.stdout(stdout);
    command
}

#[test]
fn full_disk_and_closed_terminal_are_reported_once_and_decide_the_exit_code() {
    let folder = prepared();
    for (stdout, why) in
        [(full_disk as fn() -> Stdio, "No space left on device"), (closed_terminal, "Input/output error")]
    {
        for words in calls() {
            let ended = Finished::by(&mut with(&folder, words, stdout()));
            let says = format!("error: cannot write to stdout: {why}");
            assert_eq!(ended.stderr().matches(&says).count(), 1, "{words}: {}", ended.stderr());
            assert_eq!(ended.code(), 1, "{words}: {}", ended.stderr());
        }
    }
}

#[test]
fn closed_pipe_is_not_an_error() {
    let folder = prepared();
    for words in calls() {
        let ended = Finished::by(&mut with(&folder, words, closed_pipe()));
        let code = Finished::by(&mut queens(&folder, words)).code();
        assert_eq!(ended.code(), code, "{words}: {}", ended.stderr());
        assert!(!ended.stderr().contains("stdout"), "{words}: {}", ended.stderr());
    }
}

#[test]
fn unread_pipe_is_waited_for_until_a_stop() {
    let folder = prepared();
    let mut waiting: Vec<_> = calls()
        .map(|words| (words, with(&folder, words, full_pipe()).stderr(Stdio::null()).spawn().unwrap()))
        .collect();
    std::thread::sleep(Duration::from_secs(1));
    for (words, child) in &mut waiting {
        assert_eq!(child.try_wait().unwrap(), None, "{words} ended without a reader");
        signal(child, "TERM");
    }
    let stopped = Instant::now();
    for (words, child) in &mut waiting {
        wait_until(words, || child.try_wait().unwrap().is_some());
        // A command without an orderly stop dies from the signal.
        let code = child.wait().unwrap().code();
        assert!(matches!(code, None | Some(3)), "{words}: {code:?}");
    }
    assert!(stopped.elapsed() < Duration::from_secs(60), "{:?}", stopped.elapsed());
}

#[test]
fn total_goes_to_stderr_if_stdout_fails() {
    let folder = prepared();
    for words in ["count 8 --quiet", "count 8 --json --no-checkpoint", "merge plan --dir shards"] {
        let ended = Finished::by(&mut with(&folder, words, full_disk()));
        let total =
            if words.starts_with("merge") { "N = 10 has 724 solutions" } else { "N = 8 has 92 solutions" };
        ended.says(&[total]);
    }
}
