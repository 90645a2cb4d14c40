//! Files that development builds saved are left as they were, and refused with a message that names
//! their format.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::tempdir;

use crate::support::{forge, run, sealed, snapshot};

/// Formats of run directories and of plans that were never released.
const FORMATS: [u32; 3] = [1, 2, 3];

/// The fields that the manifests and plans of the first builds had in common.
fn first_format() -> serde_json::Value {
    json!({ "format": 1, "program_version": "0.1.0", "n": 14, "split": "rows", "depth": 4, "units": 67,
        "plan_hash": "14baf3ffd8e081a51d3fad6fae391321", "started": "2026-11-21T17:43:51Z" })
}

/// Asserts that each of the commands is refused because of the format of `path`.
#[track_caller]
fn are_refused(folder: &Path, commands: &[&str], path: &str, format: u32) {
    let before = snapshot(folder);
    for words in commands {
        let says = format!("{path} has format {format}: only development builds of queens read it");
        run(folder, words).fails(1, &[&says]);
        assert_eq!(snapshot(folder), before, "{words}");
    }
}

#[test]
fn leaves_runs_and_plans_of_development_builds_alone() {
    for format in FORMATS {
        let folder = tempdir().unwrap();
        for name in ["old", "d"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        for file in ["old/manifest.json", "plan"] {
            fs::write(folder.path().join(file), sealed(&first_format())).unwrap();
            forge(&folder.path().join(file), |saved| saved["format"] = format.into());
        }
        fs::write(folder.path().join("old/ledger.jsonl"), "{\"unit\":0,\"ms\":1}\n").unwrap();
        let of_run = ["count 14 --run old", "status old", "verify old"];
        are_refused(folder.path(), &of_run, "old", format);
        let of_plan = [
            "work plan --shards 0 --dir d",
            "status d --plan plan --missing",
            "merge plan --dir d",
            "status d --plan plan",
        ];
        are_refused(folder.path(), &of_plan, "plan", format);
    }
}
