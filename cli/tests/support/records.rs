//! Helpers for tests of records and publishing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use super::{read_json, run};

/// Creates a folder with a record of N = 12 in `results/records`, as if counted on an idle machine. Returns
/// the folder and the record file's path.
pub fn recorded() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    run(&folder, "count 12 --threads 1 --kernel scalar --record").printed();
    let path = files(&folder.path().join("results/records")).into_keys().next().unwrap();
    let mut record = read_json(&path);
    let wall_s = record["result"]["wall_s"].clone();
    (record["result"]["thread_wall_s"], record["result"]["cpu_s"]) = (wall_s.clone(), wall_s);
    fs::write(&path, format!("{record}\n")).unwrap();
    (folder, path)
}

/// Returns the files in a folder, with their contents.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let paths =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Returns all records in a folder, file by file.
pub fn records(folder: &Path) -> Vec<Value> {
    let lines =
        files(folder).into_values().flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.map(|line| serde_json::from_str(&line).unwrap()).collect()
}

/// A README with markers for both blocks.
pub const README: &str = "# Title\n<!-- summary:begin -->\nold\n<!-- summary:end -->\n<!-- table:begin -->\n<!-- table:end -->\nend\n";
