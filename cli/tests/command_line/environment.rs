//! Tests environment variables. Invalid values are errors.

use serde_json::json;
use tempfile::{TempDir, tempdir};

use crate::support::{Finished, has, queens, run};

/// Runs the program with `variable` set.
fn run_with(variable: &str, value: &str, folder: &TempDir, words: &str) -> Finished {
    Finished::by(queens(folder, words).env(variable, value))
}

#[test]
fn empty_variable_counts_as_unset() {
    let folder = tempdir().unwrap();
    let unset = run(&folder, "count 8 --json").json();
    for variable in ["QUEENS_CPU", "QUEENS_THREADS"] {
        let empty = run_with(variable, "", &folder, "count 8 --json").json();
        has(&empty, json!({ "kernel": unset["kernel"], "threads": unset["threads"] }));
    }
}

#[test]
fn option_overrides_the_thread_variable() {
    let folder = tempdir().unwrap();
    for (value, words, threads) in [("3", "count 8 --json", 3), ("3", "count 8 --json --threads 2", 2)] {
        assert_eq!(run_with("QUEENS_THREADS", value, &folder, words).json()["threads"], threads);
    }
    for value in ["0", "8193", "many"] {
        run_with("QUEENS_THREADS", value, &folder, "count 8").fails(
            2,
            &[&format!("variable QUEENS_THREADS is '{value}'; use a whole number from 1 to 8,192")],
        );
    }
    for words in ["count 8 -t0", "count 8 --cores 0", "count --jobs=0 8"] {
        run_with("QUEENS_THREADS", "2", &folder, words).fails(2, &["invalid value '0' for --threads"]);
    }
}
