//! Tests a stdout that fails, or that nobody reads.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::{TempDir, tempdir};

use crate::support::ends::{closed_pipe, closed_terminal, full_disk, full_pipe};
use crate::support::{Finished, is_built, queens, run, signal, wait_until};

/// Creates a folder that contains a run, a plan and its counted shards.
pub fn prepared() -> TempDir {
    let folder = tempdir().unwrap();
    run(&folder, "count 10 --run run --record records").printed();
    run(&folder, "plan 10 --shards 2 -o plan").printed();
    run(&folder, "work plan --shards 0-1 --dir shards").printed();
    folder
}

/// Commands that print results, documents, help and errors. They all print through the same function.
const CALLS: &[&str] = &[
    "count 8",
    "count 8 --json",
    "count 6..7",
    "status shards",
    "verify run --json",
    "estimate 10 --threads 1",
    "plan 10 --shards 2 -o plan",
    "work plan --shards 0-1 --dir shards --json",
    "merge plan --dir shards",
    "list 5",
    "board -o -",
    "completions bash",
    "--help",
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
    // The total is still printed on stderr.
    for (words, total) in [
        ("count 8 --quiet", "N = 8 has 92 solutions"),
        ("count 8 --json --no-checkpoint", "N = 8 has 92 solutions"),
        ("merge plan --dir shards", "N = 10 has 724 solutions"),
    ] {
        Finished::by(&mut with(&folder, words, full_disk())).says(&[total]);
    }
}

#[test]
fn closed_pipe_is_not_an_error() {
    let folder = prepared();
    for words in calls() {
        let ended = Finished::by(&mut with(&folder, words, closed_pipe()));
        let code = if words.contains("nine") { 2 } else { 0 };
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
        // A command that does not catch the signal dies from it.
        let code = child.wait().unwrap().code();
        assert!(matches!(code, None | Some(3)), "{words}: {code:?}");
    }
    assert!(stopped.elapsed() < Duration::from_secs(60), "{:?}", stopped.elapsed());
}
