//! Files that mean harm to a terminal, and limits that end other programs without a word.

use std::process::Command;

use crate::support::{Finished, forge, run};
use tempfile::tempdir;

/// What clears a screen.
const CLEAR: &str = "\u{1b}[2J";

#[test]
fn what_a_forged_file_says_reaches_no_terminal_as_an_escape_sequence() {
    let folder = tempdir().unwrap();
    let count = ["count", "8", "--run", "run"];
    run(folder.path(), &count).prints("92\n");
    let manifest = folder.path().join("run/manifest.json");
    forge(&manifest, |manifest| {
        manifest["started"] = CLEAR.into();
        manifest["program_version"] = CLEAR.into();
    });
    let status = run(folder.path(), &["status", "run"]);
    assert!(status.code() == 0 && status.stdout().contains("by queens \\u{1b}[2J"), "{}", status.stdout());
    for field in ["split", "colour", "plan_hash"] {
        forge(&manifest, |manifest| manifest[field] = CLEAR.into());
        for arguments in [&count[..], &["status", "run"], &["verify", "run"]] {
            let refused = run(folder.path(), arguments);
            assert!(refused.code() != 0 && !refused.stderr().is_empty(), "{field}");
            assert!(!refused.stderr().contains('\u{1b}'), "{}", refused.stderr());
        }
    }
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_that_says_so_and_what_was_saved_goes_on() {
    let folder = tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_queens");
    let limited = format!("ulimit -f 4; exec '{program}' count 14 --run run --threads 1");
    let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output();
    Finished(output.unwrap()).fails(
        1,
        &["run/ledger.jsonl", "File too large", "raise the limit on the size of files", "units are saved"],
    );
    let resumed = run(folder.path(), &["count", "14", "--run", "run", "--json"]).json();
    assert_eq!(resumed["solutions"], "365596");
    assert!(resumed["resumed"].as_u64().unwrap() > 5, "{resumed}");
}
