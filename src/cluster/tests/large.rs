//! Plans with too many units to count in a test; their ledgers are forged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::*;
use crate::board::BoardSize;
use crate::methods::Method;
use crate::methods::units::MAX_UNITS;
use crate::plan::{Entry, PlanIdentity, Shard};
use crate::run::tests::entry_with;
use crate::run::{Manifest, NEVER_STOP, RunDirectory, RunError, RunFile, SavedRun};

pub(super) fn sharded(units: u64, shards: u64) -> ShardedPlan {
    let n = BoardSize::new(32).unwrap();
    let plan_hash = "c0ffee00".repeat(4);
    let identity = PlanIdentity { n, method: Method::Cross.into(), depth: 4, units, plan_hash };
    ShardedPlan::of("1.0.0".to_owned(), identity, shards)
}

/// The solutions of a unit: at least 2^80, so that a narrower type would hide an error of one.
pub(super) fn solutions(unit: u64) -> u128 {
    (1 << 80) + u128::from(unit % 11)
}

/// Makes a run directory at `path` with these units of `shard`.
pub(super) fn count(
    sharded: &ShardedPlan,
    path: &Path,
    shard: Shard,
    units: impl Iterator<Item = (u64, u128)>,
) {
    let manifest = Manifest::of(&sharded.program_version, sharded.identity.clone(), shard);
    RunDirectory::open(path, &manifest, false, &NEVER_STOP).unwrap();
    let line = |(unit, solutions)| entry_with(unit, solutions).to_line(manifest.checksum_seed());
    let ledger: String = units.map(line).collect();
    fs::write(path.join(RunFile::Ledger), ledger).unwrap();
}

/// Counts all units of shard `number` in `site`, with the solutions that `change` returns.
pub(super) fn work(sharded: &ShardedPlan, site: &Path, number: u64, change: impl Fn(u64) -> u128) {
    let shard = Shard { number, of: sharded.shards };
    let units = (number..sharded.identity.units).step_by(sharded.shards as usize);
    ShardDirectories::create_directory(site).unwrap();
    count(
        sharded,
        &ShardDirectories::shard_directory(site, number),
        shard,
        units.map(|unit| (unit, change(unit))),
    );
}

/// A plan may claim millions of units of which its shards have few: comparing copies takes no memory for the
/// others. Sets of units take a bit for each.
#[test]
fn copies_take_memory_for_their_units_only() {
    let folder = tempfile::tempdir().unwrap();
    let sharded = sharded(MAX_UNITS, 1);
    let sites = ["a", "b"].map(|name| folder.path().join(name));
    for site in &sites {
        ShardDirectories::create_directory(site).unwrap();
        let units = [1, 2, MAX_UNITS - 1].map(|unit| (unit, solutions(unit)));
        let path = ShardDirectories::shard_directory(site, 0);
        count(&sharded, &path, Shard { number: 0, of: 1 }, units.into_iter());
    }
    let taken = allocation_counter::measure(|| {
        let survey =
            Survey::of(&sharded, &ShardDirectories::scan(&sharded, &sites).unwrap(), &NEVER_STOP).unwrap();
        assert_eq!((survey.sums.units, survey.repeated, survey.conflicts()), (3, 3, 0));
    });
    assert!(taken.bytes_max < MAX_UNITS, "{taken:?}");
}

#[test]
fn saves_the_first_copy_of_every_unit_in_a_directory_without_units() {
    let folder = tempfile::tempdir().unwrap();
    let sharded = sharded(20_000, 2);
    let sites = ["a", "b"].map(|name| folder.path().join(name));
    let run = folder.path().join("run");
    work(&sharded, &sites[0], 0, solutions);
    work(&sharded, &sites[0], 1, solutions);
    work(&sharded, &sites[1], 1, solutions);
    let merge = || MergedShards::of(&sharded, &ShardDirectories::scan(&sharded, &sites).unwrap()).unwrap();
    let merged = merge();
    // Another process began to count the plan there, and differs in a unit.
    count(
        &sharded,
        &run,
        Shard::WHOLE,
        (0..10_000).map(|unit| (unit, solutions(unit) + u128::from(unit == 9))),
    );
    let ledger = || fs::read(run.join(RunFile::Ledger)).unwrap();
    let started = ledger();
    let error = merged.save(&run, false, &NEVER_STOP).unwrap_err();
    assert!(matches!(error, ClusterError::Unfinished { units: 10_000, .. }), "{error}");
    assert!(ledger() == started, "a refused run is not changed");
    // Or has the same solutions by other work.
    let manifest = Manifest::of("", sharded.identity.clone(), Shard::WHOLE);
    let other = folder.path().join("other");
    let (mut directory, _) = RunDirectory::open(&other, &manifest, false, &NEVER_STOP).unwrap();
    directory.append(&Entry { nodes: 2, ..entry_with(0, solutions(0)) }).unwrap();
    drop(directory);
    let error = merged.save(&other, false, &NEVER_STOP).unwrap_err();
    assert!(matches!(error, ClusterError::Unfinished { units: 1, .. }), "{error}");
    merged.save(&run, true, &NEVER_STOP).unwrap();
    let whole = fs::read_to_string(run.join(RunFile::Ledger)).unwrap();
    // A merge that was stopped in the middle of a line.
    fs::remove_file(run.join("result.json")).unwrap();
    fs::write(run.join(RunFile::Ledger), &whole[..whole.len() / 2 + 9]).unwrap();
    let stopped = merged.save(&run, false, &AtomicBool::new(true)).unwrap_err();
    assert!(matches!(stopped, ClusterError::Run(RunError::Stopped { .. })), "{stopped}");
    let found = merged.save(&run, false, &NEVER_STOP).unwrap();
    assert!(found.total.is_none() && (9_000..11_000).contains(&found.sums().units));
    assert_eq!(
        fs::read_to_string(run.join(RunFile::Ledger)).unwrap().lines().count(),
        20_001,
        "the torn line stays"
    );
    let saved = SavedRun::at(&run).inspect().unwrap();
    let total = merged.tally.sums().solutions;
    assert_eq!(saved.total.map(|total| total.solutions), Some(total));
    assert!(saved.notices.is_empty(), "no unit appears twice: {:?}", saved.notices);
    // A finished run is compared with the merge by its total alone.
    assert!(merged.save(&run, false, &NEVER_STOP).unwrap().total.is_some());
    for (wrong, bit) in [(0, 0), (9_998, 53), (19_998, 64)] {
        work(&sharded, &sites[0], 0, |unit| solutions(unit) ^ u128::from(unit == wrong) << bit);
        let merged = merge();
        let error = merged.save(&run, false, &NEVER_STOP).unwrap_err();
        let ClusterError::OtherResult { found, merged: sum, .. } = error else { panic!("{error}") };
        assert_eq!((found, sum), (total, merged.tally.sums().solutions));
    }
    // A shard that changes after it was added up.
    work(&sharded, &sites[0], 0, solutions);
    let merged = merge();
    work(&sharded, &sites[0], 0, |unit| solutions(unit) ^ u128::from(unit == 4));
    let error = merged.save(&run, true, &NEVER_STOP).unwrap_err();
    let ClusterError::Run(RunError::NotStarted { moved_to, .. }) = error else { panic!("{error}") };
    assert_eq!(SavedRun::at(&moved_to).inspect().unwrap().total.map(|total| total.solutions), Some(total));
    assert!(SavedRun::at(&run).inspect().unwrap().total.is_none());
}

#[test]
fn merge_needs_every_unit_and_compares_each_of_its_copies() {
    const UNITS: u64 = 20_000;
    let folder = tempfile::tempdir().unwrap();
    let sharded = sharded(UNITS, 2);
    let sites = ["a", "b"].map(|name| folder.path().join(name));
    let merge =
        |sites: &[PathBuf]| MergedShards::of(&sharded, &ShardDirectories::scan(&sharded, sites).unwrap());
    for number in 0..2 {
        sites.iter().for_each(|site| work(&sharded, site, number, solutions));
    }
    let merged = merge(&sites).unwrap();
    assert_eq!(
        (merged.survey.repeated, merged.tally.sums().solutions),
        (UNITS, (0..UNITS).map(solutions).sum())
    );
    for (wrong, bit) in [(0, 64), (9_999, 53), (UNITS - 1, 0)] {
        let number = wrong % 2;
        let site = &sites[number as usize];
        work(&sharded, site, number, |unit| solutions(unit) ^ u128::from(unit == wrong) << bit);
        let error = merge(&sites).unwrap_err();
        let ClusterError::Conflict { unit, found, others: 0 } = &error else { panic!("{error}") };
        let line = format!("ledger.jsonl line {}", wrong / 2 + 1);
        assert_eq!((*unit, found.matches(&line).count()), (wrong, 2), "{found}");
        assert!(found.ends_with(&line) && found.contains(&format!("{line}, but ")), "{found}");
        // One unit is missing in this copy, and in a merge of this site alone.
        let others = (number..UNITS).step_by(2).filter(|&unit| unit != wrong);
        let others = others.map(|unit| (unit, solutions(unit)));
        count(&sharded, &ShardDirectories::shard_directory(site, number), Shard { number, of: 2 }, others);
        let one = merge(std::slice::from_ref(site)).unwrap();
        assert_eq!(
            (one.survey.missing.to_string(), one.tally.finished().len()),
            (number.to_string(), UNITS - 1)
        );
        assert!(!one.is_complete() && merge(&sites).unwrap().is_complete());
        work(&sharded, site, number, solutions);
    }
}

/// A shard of more than 2^16 units.
#[test]
fn copies_of_a_long_shard_are_compared_unit_by_unit() {
    const UNITS: u64 = (1 << 16) + 5_000;
    let folder = tempfile::tempdir().unwrap();
    let sharded = sharded(UNITS, 1);
    let sites = ["a", "b"].map(|name| folder.path().join(name));
    let survey =
        || Survey::of(&sharded, &ShardDirectories::scan(&sharded, &sites).unwrap(), &NEVER_STOP).unwrap();
    sites.iter().for_each(|site| work(&sharded, site, 0, solutions));
    let agreeing = survey();
    assert_eq!((agreeing.sums.units, agreeing.repeated, agreeing.conflicts()), (UNITS, UNITS, 0));
    work(&sharded, &sites[1], 0, |unit| solutions(unit) + u128::from(unit == UNITS - 1));
    assert_eq!(survey().conflicting, [(0, UNITS - 1)]);
}

/// A link makes one directory appear twice. Files with the same number are still compared, because a file
/// system may give different files the same number.
#[cfg(unix)]
#[test]
fn directory_that_is_given_twice_confirms_no_shard() {
    let folder = tempfile::tempdir().unwrap();
    let sharded = sharded(2_000, 1_000);
    let sites = ["a", "b"].map(|name| folder.path().join(name));
    for number in [0, 9, 500] {
        sites.iter().for_each(|site| work(&sharded, site, number, solutions));
        let [first, second] = sites.each_ref().map(|site| ShardDirectories::shard_directory(site, number));
        match number {
            0 => {
                fs::remove_dir_all(&second).unwrap();
                std::os::unix::fs::symlink(first, second).unwrap();
            }
            9 => {
                fs::remove_file(second.join(RunFile::Ledger)).unwrap();
                fs::hard_link(first.join(RunFile::Ledger), second.join(RunFile::Ledger)).unwrap();
            }
            _ => {}
        }
    }
    let survey =
        Survey::of(&sharded, &ShardDirectories::scan(&sharded, &sites).unwrap(), &NEVER_STOP).unwrap();
    assert_eq!((survey.sums.units, survey.repeated), (6, 4));
}
