//! What the tests of records and of their publication share.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::run;

/// Runs the program, which must succeed.
pub fn succeeds(folder: &Path, arguments: &[&str]) {
    let finished = run(folder, arguments);
    assert_eq!(finished.code(), 0, "{arguments:?}: {}", finished.stderr());
}

/// A folder with a record of N = 6 in `results/records`.
pub fn recorded() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &["count", "6", "--threads", "1", "--kernel", "scalar", "--record"]);
    let record = files(&folder.path().join("results/records")).into_keys().next().unwrap();
    (folder, record)
}

/// Paths and contents of the files in a folder.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let paths =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

pub fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A record of a program that takes `factor` times as long as `queens`, on the machine of `record`.
pub fn rival(record: &Value, program: &str, factor: f64) -> Value {
    json!({
        "format": 1,
        "program": program,
        "version": "1.0",
        "source": "https://example.org/rival",
        "method": "row by row",
        "compiler": "cc -O2",
        "command": "./rival {n}",
        "threads": 1,
        "host": record["result"]["host"],
        "cores": record["cores"],
        "started": "2026-01-02T03:04:05Z",
        "queens": { "version": "0.1.0", "commit": "abc", "command": "queens count {n}" },
        "boards": [
            // The medians are 2 s and 3 s; means and extremes differ from them.
            { "n": 14, "solutions": "365596", "seconds": [factor, factor * 2.0, factor * 9.0], "queens_seconds": [9.0, 2.0, 1.0] },
            { "n": 15, "solutions": "2279184", "seconds": [factor * 3.0], "queens_seconds": [3.0] },
        ],
    })
}

/// Publishes with these records of other programs, and returns the exit code and the message.
pub fn publish_rivals(folder: &Path, rivals: &[Value]) -> (i32, String) {
    let place = folder.join("results/rivals");
    fs::create_dir_all(&place).unwrap();
    for (index, rival) in rivals.iter().enumerate() {
        fs::write(place.join(format!("{index}.json")), rival.to_string()).unwrap();
    }
    let finished = run(folder, &["publish", "--readme", "README.md"]);
    (finished.code(), finished.stderr())
}
