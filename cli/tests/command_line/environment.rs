//! Environment variables: what each does, and that an invalid value is an error.

use serde_json::json;
use tempfile::{TempDir, tempdir};

use crate::support::{Finished, entries, has, queens, run};

/// Runs the program with a variable set.
fn run_with(variable: &str, value: &str, folder: &TempDir, words: &str) -> Finished {
    Finished::by(queens(folder, words).env(variable, value))
}

#[test]
fn every_command_rejects_an_invalid_value() {
    let folder = tempdir().unwrap();
    for value in ["avx9", "AVX2"] {
        for asked in ["--version", "help count"] {
            run_with("QUEENS_CPU", value, &folder, asked).printed();
        }
        for words in ["count 8 --run run", "list 4"] {
            let refused = run_with("QUEENS_CPU", value, &folder, words);
            refused.fails(2, &["QUEENS_CPU", &format!("'{value}'"), "set it to one of scalar"]);
            assert_eq!(refused.stderr().lines().count(), 1, "{}", refused.stderr());
        }
    }
    assert_eq!(entries(&folder), 0);
    for method in ["colours", "cross"] {
        let count = format!("count 8 --method {method} --json");
        let hidden = run_with("QUEENS_CPU", "scalar", &folder, &count).json();
        assert_eq!(hidden["kernel"], "portable", "{method}");
    }
}

#[test]
fn empty_cpu_counts_as_unset() {
    let folder = tempdir().unwrap();
    let unset = run(&folder, "count 8 --json").json();
    let empty = run_with("QUEENS_CPU", "", &folder, "count 8 --json").json();
    has(&empty, json!({ "kernel": unset["kernel"] }));
}

#[test]
fn option_overrides_the_thread_variable() {
    let folder = tempdir().unwrap();
    for (value, words, threads) in [("3", "count 8 --json", 3), ("3", "count 8 --json --threads 2", 2)] {
        assert_eq!(run_with("QUEENS_THREADS", value, &folder, words).json()["threads"], threads);
    }
    for value in ["", "0", "8193", "many"] {
        run_with("QUEENS_THREADS", value, &folder, "count 8")
            .fails(2, &["give a whole number from 1 to 8,192, with --threads or in QUEENS_THREADS"]);
    }
}
