//! Tests surveys and merges of large plans. Counting them would take too long, so their ledgers are forged.

mod merge;
mod survey;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::board::BoardSize;
use crate::methods::Method;
use crate::plan::{PlanIdentity, Shard};
use crate::run::tests::entry_with;
use crate::run::{Manifest, NEVER_STOP, RunDirectory, RunFile, SavedRun};

fn sharded(units: u64, shards: u64) -> ShardedPlan {
    let n = BoardSize::new(32).unwrap();
    let plan_hash = "c0ffee00".repeat(4);
    let identity = PlanIdentity { n, method: Method::Cross.into(), depth: 4, units, plan_hash };
    ShardedPlan::of("1.0.0".to_owned(), identity, shards)
}

/// Returns made-up solutions for a unit. They are at least 2^80, so an error of 1 would be lost in a narrower
/// type.
fn solutions(unit: u64) -> u128 {
    (1 << 80) + u128::from(unit % 11)
}

/// Creates a run directory for `shard` at `path`. `units` are its finished units and their solutions.
fn count(sharded: &ShardedPlan, path: &Path, shard: Shard, units: impl Iterator<Item = (u64, u128)>) {
    let manifest = Manifest::of(&sharded.program_version, sharded.identity.clone(), shard);
    RunDirectory::open(path, &manifest, false, &NEVER_STOP).unwrap();
    let line = |(unit, solutions)| entry_with(unit, solutions).to_line(manifest.checksum_seed());
    let ledger: String = units.map(line).collect();
    fs::write(path.join(RunFile::Ledger), ledger).unwrap();
}

/// Finishes shard `number` at `site`. `solutions` returns each unit's solutions.
fn work(sharded: &ShardedPlan, site: &Path, number: u64, solutions: impl Fn(u64) -> u128) {
    work_some(sharded, site, number, |unit| Some(solutions(unit)));
}

/// Like [`work`], but leaves out every unit for which `solutions` returns `None`.
fn work_some(sharded: &ShardedPlan, site: &Path, number: u64, solutions: impl Fn(u64) -> Option<u128>) {
    let units = (number..sharded.identity.units).step_by(sharded.shards as usize);
    let units = units.filter_map(|unit| Some((unit, solutions(unit)?)));
    ShardDirectories::create_directory(site).unwrap();
    let path = ShardDirectories::shard_directory(site, number);
    count(sharded, &path, Shard { number, of: sharded.shards }, units);
}

/// A plan, and two sites that count its shards. The sites are on an in-memory file system if there is one.
struct Sites {
    plan: ShardedPlan,
    paths: [PathBuf; 2],
    folder: TempDir,
}

impl Sites {
    /// Creates two sites that have no shards yet.
    fn new(units: u64, shards: u64) -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        paths.iter().for_each(|path| ShardDirectories::create_directory(path).unwrap());
        Self { plan: sharded(units, shards), paths, folder }
    }

    /// Creates a plan with as many shards as a real plan. The first site has counted all shards, and the
    /// second only those that `is_repeated` selects.
    fn of_many_shards(is_repeated: impl Fn(u64) -> bool) -> Self {
        let sites = Self::new(MANY_UNITS, MANY_SHARDS);
        (0..MANY_SHARDS).for_each(|number| sites.work(0, number));
        (0..MANY_SHARDS).filter(|&number| is_repeated(number)).for_each(|number| sites.work(1, number));
        sites
    }

    fn shard(&self, site: usize, number: u64) -> PathBuf {
        ShardDirectories::shard_directory(&self.paths[site], number)
    }

    fn scan(&self, sites: usize) -> ShardDirectories {
        ShardDirectories::scan(&self.plan, &self.paths[..sites]).unwrap()
    }

    fn survey(&self, sites: usize) -> Survey {
        Survey::of(&self.plan, &self.scan(sites), &NEVER_STOP).unwrap()
    }

    fn merge(&self, sites: usize) -> Result<MergedShards, ClusterError> {
        MergedShards::of(&self.plan, &self.scan(sites))
    }

    /// Counts a whole shard correctly.
    fn work(&self, site: usize, number: u64) {
        work(&self.plan, &self.paths[site], number, solutions);
    }

    /// Counts a whole shard, but flips this bit in the solutions of unit `wrong`.
    fn work_wrongly(&self, site: usize, number: u64, wrong: u64, bit: usize) {
        let solutions = |unit| solutions(unit) ^ u128::from(unit == wrong) << bit;
        work(&self.plan, &self.paths[site], number, solutions);
    }

    /// Counts a whole shard except for unit `lost`.
    fn work_without(&self, site: usize, number: u64, lost: u64) {
        work_some(&self.plan, &self.paths[site], number, |unit| (unit != lost).then(|| solutions(unit)));
    }
}

/// A prime above 2^16, so that shards differ in length and unit numbers exceed 16 bits.
const MANY_UNITS: u64 = (1 << 16) + 493;
const MANY_SHARDS: u64 = 1_010;

/// Shards that would reveal an error in the numbering.
const BORDER_SHARDS: [u64; 7] = [0, 1, 255, 256, 999, 1_000, MANY_SHARDS - 1];

fn units_in(number: u64) -> u64 {
    Shard { number, of: MANY_SHARDS }.len(MANY_UNITS)
}
