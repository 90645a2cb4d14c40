//! Plans, shards and merges from the command line, and everything that can be wrong with them.

mod bad_input;
mod merging;
mod plans;
mod scale;
mod schedulers;
mod working;

use std::fs;
use std::path::{Path, PathBuf};

use queens::cluster::{PlanFile, ShardedPlan, Sites};
use tempfile::TempDir;

use crate::support::{self, Entry, Finished, change_ledger, copy_directory, known, run};

fn queens<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Finished {
    run(Path::new("."), &arguments.into_iter().collect::<Vec<_>>())
}

/// A plan in a directory of its own, with places for shards beside it.
struct Workplace {
    directory: TempDir,
    plan: String,
}

impl Workplace {
    /// A plan for a board of `n` rows in `shards` shards.
    fn new(n: usize, shards: u64) -> Self {
        Self::with_depth(n, shards, None)
    }

    /// The same with all shards counted in `d`.
    fn counted(n: usize, shards: u64) -> Self {
        let place = Self::new(n, shards);
        place.work("d", &format!("0-{}", shards - 1)).printed();
        place
    }

    fn with_depth(n: usize, shards: u64, depth: Option<usize>) -> Self {
        Self::in_directory(tempfile::tempdir().unwrap(), n, shards, depth)
    }

    fn in_directory(directory: TempDir, n: usize, shards: u64, depth: Option<usize>) -> Self {
        let plan = directory.path().join("plan.json").to_str().unwrap().to_owned();
        let n = n.to_string();
        let shards = shards.to_string();
        let mut arguments = vec!["plan", &n, "--shards", &shards, "-o", &plan];
        let depth = depth.map(|depth| depth.to_string());
        if let Some(depth) = &depth {
            arguments.extend(["--method", "cross", "--depth", depth]);
        }
        queens(arguments).printed();
        Self { directory, plan }
    }

    /// A place beside the plan.
    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The run directory of a shard.
    fn shard(&self, site: &str, number: u64) -> PathBuf {
        Sites::shard_directory(&self.path(site), number)
    }

    fn ledger(&self, site: &str, number: u64) -> PathBuf {
        self.shard(site, number).join("ledger.jsonl")
    }

    fn work(&self, site: &str, shards: &str) -> Finished {
        self.work_with(site, shards, &[])
    }

    fn work_with(&self, site: &str, shards: &str, more: &[&str]) -> Finished {
        let site = self.path(site);
        let arguments =
            ["work", &self.plan, "--shards", shards, "--dir", site.to_str().unwrap(), "--threads", "1"];
        queens(arguments.iter().chain(more).copied())
    }

    /// Runs `missing` or `merge`.
    fn over(&self, command: &str, sites: &[&str], more: &[&str]) -> Finished {
        let sites: Vec<String> =
            sites.iter().map(|site| self.path(site).to_str().unwrap().to_owned()).collect();
        let mut arguments = vec![command, &self.plan];
        for site in &sites {
            arguments.extend(["--dir", site]);
        }
        queens(arguments.into_iter().chain(more.iter().copied()))
    }

    fn missing(&self, sites: &[&str]) -> Finished {
        self.over("missing", sites, &["--format", "slurm"])
    }

    fn merge(&self, sites: &[&str]) -> Finished {
        self.over("merge", sites, &[])
    }

    fn read_plan(&self) -> PlanFile {
        PlanFile::read(Path::new(&self.plan)).unwrap()
    }
}

/// Changes the entries of a ledger, with right checksums, and removes the result made from it.
fn rewrite(ledger: &Path, change: impl FnOnce(&mut Vec<Entry>)) {
    change_ledger(ledger.parent().unwrap(), change);
    let result = ledger.with_file_name("result.json");
    if result.exists() {
        fs::remove_file(result).unwrap();
    }
}
