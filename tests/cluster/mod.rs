//! Plans, shards and merges from the command line, and everything that can be wrong with them.

mod bad_input;
mod merging;
mod plans;
mod scale;
mod schedulers;
mod working;

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{self, Entry, change_ledger, copy_directory, known};
use assert_cmd::Command;
use queens::cluster::{PlanFile, shard_directory};
use tempfile::TempDir;

/// The output and exit code of one call of the program.
struct Call {
    stdout: String,
    stderr: String,
    code: i32,
}

fn queens<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Call {
    let mut command = Command::cargo_bin("queens").unwrap();
    let output = command.args(arguments).timeout(std::time::Duration::from_secs(300)).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().expect("the program must end by itself");
    Call { stdout: text(output.stdout), stderr: text(output.stderr), code }
}

impl Call {
    /// Asserts the exit code, and that the messages contain all of `words`.
    #[track_caller]
    fn fails(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "'{word}' is not in: {}", self.stderr);
        }
    }

    /// The stdout of a call that succeeds, without the line end.
    #[track_caller]
    fn prints(&self) -> &str {
        assert_eq!(self.code, 0, "{}", self.stderr);
        self.stdout.trim_end()
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_str(self.prints()).unwrap()
    }
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

    fn with_depth(n: usize, shards: u64, depth: Option<usize>) -> Self {
        Self::in_directory(tempfile::tempdir().unwrap(), n, shards, depth)
    }

    fn in_directory(directory: TempDir, n: usize, shards: u64, depth: Option<usize>) -> Self {
        let plan = directory.path().join("plan.json").to_str().unwrap().to_owned();
        let (n, shards) = (n.to_string(), shards.to_string());
        let mut arguments = vec!["plan", &n, "--shards", &shards, "-o", &plan];
        let depth = depth.map(|depth| depth.to_string());
        if let Some(depth) = &depth {
            arguments.extend(["--method", "cross", "--depth", depth]);
        }
        queens(arguments).prints();
        Self { directory, plan }
    }

    /// A place beside the plan.
    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The run directory of a shard.
    fn shard(&self, site: &str, number: u64) -> PathBuf {
        shard_directory(&self.path(site), number)
    }

    fn ledger(&self, site: &str, number: u64) -> PathBuf {
        self.shard(site, number).join("ledger.jsonl")
    }

    fn work(&self, site: &str, shards: &str) -> Call {
        self.work_with(site, shards, &[])
    }

    fn work_with(&self, site: &str, shards: &str, more: &[&str]) -> Call {
        let site = self.path(site);
        let arguments =
            ["work", &self.plan, "--shards", shards, "--dir", site.to_str().unwrap(), "--threads", "1"];
        queens(arguments.iter().chain(more).copied())
    }

    /// Calls `missing` or `merge`.
    fn over(&self, command: &str, sites: &[&str], more: &[&str]) -> Call {
        let sites: Vec<String> =
            sites.iter().map(|site| self.path(site).to_str().unwrap().to_owned()).collect();
        let mut arguments = vec![command, &self.plan];
        for site in &sites {
            arguments.extend(["--dir", site]);
        }
        queens(arguments.into_iter().chain(more.iter().copied()))
    }

    fn missing(&self, sites: &[&str]) -> Call {
        self.over("missing", sites, &["--format", "slurm"])
    }

    fn merge(&self, sites: &[&str]) -> Call {
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
