//! What development builds saved is refused and left as it was, in a sentence that names its
//! format.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::{TempDir, tempdir};

use crate::support::{forge, run};

/// A manifest as the first build wrote it, and a line of its ledger.
const MANIFEST: &str = r#"{
  "format": 1,
  "n": 14,
  "split": "rows",
  "depth": 4,
  "units": 67,
  "plan_hash": "14baf3ffd8e081a51d3fad6fae391321",
  "program_version": "0.1.0",
  "started": "2026-11-21T17:43:51Z",
  "crc": "ce8069d8"
}
"#;
const LEDGER: &str = "{\"unit\":0,\"solutions\":\"2084\",\"nodes\":\"114068\",\"ms\":1,\"kernel\":\"scalar\",\"crc\":\"10a687d6\"}\n";

/// A plan as the first build wrote it.
const PLAN: &str = r#"{
  "format": 1,
  "program_version": "0.1.0",
  "n": 15,
  "split": "cross",
  "depth": 4,
  "units": 444,
  "plan_hash": "c9146a4f9ed5127613b11c871435c8ca",
  "shards": 5,
  "deal": "unit % shards",
  "expected": {
    "smallest": 0.1982303174743035,
    "mean": 0.19999999999999976,
    "largest": 0.2005237158158118
  },
  "crc": "7cb416b9"
}
"#;

/// Formats of run directories and of plans that were never released.
const FORMATS: [u32; 3] = [1, 2, 3];

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                BTreeMap::from([(path.clone(), fs::read(path).unwrap())])
            }
        })
        .collect()
}

#[track_caller]
fn is_refused(folder: &TempDir, arguments: &[&str], path: &str, format: u32) {
    let before = files(folder.path());
    let says = format!("{path} has format {format}: only development builds of queens read it");
    run(folder.path(), arguments).fails(1, &[&says]);
    assert_eq!(files(folder.path()), before, "{arguments:?}");
}

#[test]
fn leaves_a_run_of_a_development_build_alone() {
    for format in FORMATS {
        let folder = tempdir().unwrap();
        let path = folder.path().join("old");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("manifest.json"), MANIFEST).unwrap();
        fs::write(path.join("ledger.jsonl"), LEDGER).unwrap();
        if format > 1 {
            forge(&path.join("manifest.json"), |manifest| manifest["format"] = format.into());
        }
        for arguments in [
            &["count", "14", "--run", "old"][..],
            &["count", "14", "--run", "old", "--method", "rows", "--repair"],
            &["status", "old"],
            &["verify", "old"],
        ] {
            is_refused(&folder, arguments, "old", format);
        }
    }
}

#[test]
fn leaves_a_plan_of_a_development_build_alone() {
    for format in FORMATS {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("plan"), PLAN).unwrap();
        if format > 1 {
            forge(&folder.path().join("plan"), |plan| plan["format"] = format.into());
        }
        fs::create_dir(folder.path().join("d")).unwrap();
        for arguments in [
            &["work", "plan", "--shards", "0", "--dir", "d"][..],
            &["missing", "plan", "--dir", "d"],
            &["merge", "plan", "--dir", "d"],
            &["status", "d", "--plan", "plan"],
        ] {
            is_refused(&folder, arguments, "plan", format);
        }
    }
}

#[test]
fn rejects_a_shard_of_a_development_build() {
    for format in FORMATS {
        let folder = tempdir().unwrap();
        run(folder.path(), &["plan", "12", "--shards", "2", "-o", "plan"]);
        run(folder.path(), &["work", "plan", "--shards", "0-1", "--dir", "d"]);
        let shard = folder.path().join("d/shard-00001");
        forge(&shard.join("manifest.json"), |manifest| manifest["format"] = format.into());
        is_refused(&folder, &["merge", "plan", "--dir", "d"], "shard-00001", format);
        is_refused(&folder, &["work", "plan", "--shards", "1", "--dir", "d"], "shard-00001", format);
    }
}
