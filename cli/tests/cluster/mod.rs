//! Tests `queens plan`, `work` and `merge`, and everything that can go wrong with them.

mod bad_input;
mod merging;
mod scale;
mod schedulers;
mod working;

use std::fs;
use std::path::{Path, PathBuf};

use queens::cluster::{ShardDirectories, ShardedPlan};
use serde_json::json;
use tempfile::{TempDir, tempdir};

use crate::support::{self, Entry, Finished, change_ledger, entries, has, known, run};

/// A temporary folder that contains `plan.json` and shard directories.
struct Workplace(TempDir);

impl Workplace {
    /// Creates a folder and plans `shards` shards for a board with `n` rows.
    fn new(n: usize, shards: u64) -> Self {
        Self::of(tempdir().unwrap(), &format!("{n} --shards {shards}"))
    }

    /// Runs `queens plan` with these arguments in `folder`.
    fn of(folder: TempDir, words: &str) -> Self {
        run(&folder, &format!("plan {words} -o plan.json")).printed();
        Self(folder)
    }

    /// Like [`Workplace::new`], with all shards counted in `d`.
    fn counted(n: usize, shards: u64) -> Self {
        let place = Self::new(n, shards);
        place.work("d", &format!("0-{}", shards - 1)).printed();
        place
    }

    fn run(&self, words: &str) -> Finished {
        run(&self.0, words)
    }

    /// Returns the path of a file next to the plan.
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns a shard's run directory.
    fn shard(&self, site: &str, number: u64) -> PathBuf {
        ShardDirectories::shard_directory(&self.path(site), number)
    }

    /// Counts shards in the directory `site`. `shards` may also contain options, and so may `sites` below.
    fn work(&self, site: &str, shards: &str) -> Finished {
        self.run(&format!("work plan.json --dir {site} --threads 1 --shards {shards}"))
    }

    fn missing(&self, sites: &str) -> Finished {
        self.run(&format!("status {} --plan plan.json --missing", sites.replace(" --dir", "")))
    }

    fn merge(&self, sites: &str) -> Finished {
        self.run(&format!("merge plan.json --dir {sites}"))
    }

    fn read_plan(&self) -> ShardedPlan {
        ShardedPlan::read(&self.path("plan.json")).unwrap()
    }
}

/// Changes a run's ledger entries and keeps their checksums valid. Deletes the result, which was computed
/// from the old entries.
fn rewrite(run: &Path, change: impl FnOnce(&mut Vec<Entry>)) {
    change_ledger(run, change);
    let result = run.join("result.json");
    if result.exists() {
        fs::remove_file(result).unwrap();
    }
}
