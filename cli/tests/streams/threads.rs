//! Tests a system on which threads cannot start, as when a user or a batch job has too many processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use queens::Method;
use tempfile::{TempDir, tempdir};

use crate::support::{Finished, command, forged_run, known, queens, run};

/// The preloaded library that limits the number of threads.
static LIBRARY: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempdir().unwrap();
    let library = folder.path().join("threads.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/threads.c");
    let mut compiler = command("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).arg("-ldl");
    Finished::by(&mut compiler).printed();
    (folder, library)
});

/// Runs the program, which may start at most `allowed` threads.
fn with_threads(allowed: usize, words: &str) -> Finished {
    Finished::by(&mut limited(tempdir().unwrap().path(), allowed, words))
}

/// Prepares the program to run in `folder` and start at most `allowed` threads.
fn limited(folder: &Path, allowed: usize, words: &str) -> Command {
    let mut queens = queens(folder, words);
    queens.env("LD_PRELOAD", &LIBRARY.1).env("THREADS_ALLOWED", allowed.to_string());
    queens
}

/// The limits to test. A count on two threads starts six threads in all.
const THREAD_LIMITS: std::ops::RangeInclusive<usize> = 0..=6;

#[test]
fn error_is_reported_and_a_total_is_printed_whatever_thread_cannot_start() {
    let mut codes = Vec::new();
    for allowed in THREAD_LIMITS {
        for more in ["", " --json", " --progress json", " --quiet"] {
            let ended = with_threads(allowed, &format!("count 10 --threads 2{more}"));
            let (code, said) = (ended.code(), ended.stderr());
            let what =
                format!("{allowed} threads{more}: code {code}, stderr: {said}, stdout: {}", ended.stdout());
            match code {
                0 => assert!(ended.stdout().contains(&known(10)), "{what}"),
                1 => assert!(said.contains("Resource temporarily unavailable"), "{what}"),
                _ => panic!("{what}"),
            }
            assert!(code == 0 || !said.contains("matches A000170"), "{what}");
            assert!(more != " --json" || ended.json().is_object(), "{what}");
            codes.push(code);
        }
    }
    assert!(codes[0] == 1 && codes[codes.len() - 1] == 0, "{codes:?}");
    assert!(codes.is_sorted_by(|fewer, more| fewer >= more), "more threads never hurt: {codes:?}");
}

#[test]
fn threads_that_count_are_counted_in_the_advice() {
    // Stderr, signals and stops use one thread each. This leaves only one thread for counting.
    with_threads(4, "count 10 --threads 2").fails(
        1,
        &["cannot start 2 threads: ", "Resource temporarily unavailable", "; use fewer with --threads\n"],
    );
}

/// N = 28 has no known total, so the count is compared with an estimate, which takes seconds on one thread.
#[test]
fn total_is_checked_even_if_the_check_gets_no_thread() {
    let folder = tempdir().unwrap();
    let total: u128 = 2_567_000_000_000_000_000;
    let solutions = |unit| if unit == 0 { total } else { 0 };
    forged_run(folder.path(), "run", (28, Method::Cross, 1), solutions);
    let count = "count 28 --method cross --depth 1 --run run --threads 2 --json";
    let names = |counted: &Finished| {
        let checks = counted.json()["checks"].as_array().unwrap().clone();
        checks.iter().map(|check| check["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // All units are already saved, and no thread is left for the estimate.
    let checked = Finished::by(&mut limited(folder.path(), 4, count));
    assert_eq!((checked.code(), names(&checked)), (0, vec!["burnside".into(), "estimate".into()]));
    assert_eq!(checked.json()["solutions"], total.to_string());
}

#[test]
fn worst_problem_of_several_shards_decides_the_exit_code() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 10 --shards 2 -o plan").printed();
    run(&folder, "work plan --shards 0 --dir d").printed();
    fs::write(folder.path().join("d/shard-00000/ledger.jsonl"), "damaged\n").unwrap();
    let work = "work plan --shards 0-1 --dir d --threads 2";
    Finished::by(&mut limited(folder.path(), 3, work)).ends(4, &["no usable line", "cannot start 2 threads"]);
}

#[test]
fn no_thread_is_started_for_a_write() {
    for allowed in [0, 1] {
        with_threads(allowed, "completions bash").printed();
        with_threads(allowed, "--help").shows(&["Usage: queens"]).printed();
        with_threads(allowed, "status nowhere").fails(1, &["error: nowhere does not exist; "]);
        with_threads(allowed, "count nine").fails(2, &["error: invalid value 'nine'"]);
    }
}

#[test]
fn memory_that_threads_take_is_said_before_they_start() {
    let count = "count 28 --threads 8192 --no-checkpoint";
    let said = with_threads(3, count).says(&["cannot start 8,192 threads"]).stderr();
    let first = said.lines().next().unwrap();
    assert!(first.starts_with("8,192 threads take up to 2,990 GB of memory, but only "), "{said}");
    assert!(first.contains(" are available: --threads ") && first.ends_with(" would fit"), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
    // A count that fits gets no such message.
    let fits = with_threads(3, "count 12 --threads 8 --no-checkpoint").stderr();
    assert!(!fits.contains("memory"), "{fits}");
}
