//! Any bytes as a manifest: an answer or an error.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("manifest.json"), bytes).unwrap();
    fs::write(directory.path().join("ledger.jsonl"), "").unwrap();
    if let Ok(found) = queens::run::inspect(directory.path(), |_| ()) {
        assert!((1..=found.manifest.units).contains(&found.manifest.unit_count()));
    }
});
