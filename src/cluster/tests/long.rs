//! The rules of shards and merges at the length of real plans: 1,200 shards of more than 2^20 units, from two
//! sites. Their ledgers are made by hand.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::large::{count, sharded, solutions, work};
use super::*;
use crate::board::ErrorKind;
use crate::plan::{Shard, UnitSet};
use crate::run::{Host, Manifest, NEVER_STOP, RunDirectory, RunFile, SavedRun};

/// Units of the plan: the smallest prime above 2^20, so that shards differ in length.
const UNITS: u64 = (1 << 20) + 7;

/// Units of the plan of tests in which only the number of shards matters: a prime above 2^17.
const SMALL_PLAN_UNITS: u64 = (1 << 17) + 29;
const SHARDS: u64 = 1_200;

/// Shards at which a mistake about numbers of shards would show.
const BORDER_SHARDS: [u64; 7] = [0, 1, 255, 256, 999, 1_000, SHARDS - 1];

/// Two sites with all shards of the plan, in memory if there is a file system for that.
struct Sites {
    plan: ShardedPlan,
    paths: [PathBuf; 2],
    folder: TempDir,
}

impl Sites {
    /// All shards of a plan of `units` units in the first site, and those of the second that `are_there`.
    fn new(units: u64, are_there: impl Fn(u64) -> bool) -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let plan = sharded(units, SHARDS);
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        paths.iter().for_each(|path| ShardDirectories::create_directory(path).unwrap());
        (0..SHARDS).for_each(|number| work(&plan, &paths[0], number, solutions));
        (0..SHARDS)
            .filter(|&number| are_there(number))
            .for_each(|number| work(&plan, &paths[1], number, solutions));
        Self { plan, paths, folder }
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

    /// Makes the units of shard `number` in `site` again, with the solutions that `change` returns. A
    /// unit for which it returns `None` is missing.
    fn change(&self, site: usize, number: u64, change: impl Fn(u64) -> Option<u128>) {
        let units = (number..self.plan.identity.units).step_by(SHARDS as usize);
        let units = units.filter_map(|unit| Some((unit, change(unit)?)));
        count(&self.plan, &self.shard(site, number), Shard { number, of: SHARDS }, units);
    }
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().copied().collect::<ShardList>().to_string()
}

#[test]
fn merge_of_1200_shards_has_every_unit_once_and_is_saved() {
    let sites = Sites::new(UNITS, |number| number % 400 == 7);
    let merged = sites.merge(2).unwrap();
    let total: u128 = (0..UNITS).map(solutions).sum();
    assert!(merged.is_complete() && merged.survey.problems.is_empty());
    assert_eq!((merged.total().solutions, merged.total().units), (total, UNITS));
    let again: u64 = [7, 407, 807].map(|number| Shard { number, of: SHARDS }.len(UNITS)).iter().sum();
    assert_eq!(merged.survey.repeated, again);
    assert_eq!(merged.survey.kernels.values().copied().collect::<Vec<_>>(), [SHARDS]);
    // They have all units, but no result.
    assert_eq!(merged.survey.shards(ShardState::Finished).to_string(), format!("0-{}", SHARDS - 1));

    let run = sites.folder.path().join("run");
    merged.save(&run, false, &NEVER_STOP).unwrap();
    let saved = SavedRun::at(&run).inspect().unwrap();
    assert_eq!(saved.total.map(|total| total.solutions), Some(total));
    assert!(saved.notices.is_empty(), "no unit appears twice: {:?}", saved.notices);
    let mut copied = UnitSet::new(UNITS);
    let manifest = &saved.manifest;
    let read = crate::run::Ledger { run: SavedRun::at(&run), manifest }.for_each_entry(|entry| {
        assert_eq!(entry.solutions, solutions(entry.unit));
        assert!(copied.insert(entry.unit));
        Ok::<(), ClusterError>(())
    });
    read.unwrap();
    assert_eq!(copied.len(), UNITS);

    // A unit of the saved run that is wrong: neither the run nor another merge hides it.
    for (number, unit) in [(1_199, 1_199), (7, UNITS - 1 - (UNITS - 8) % SHARDS)] {
        sites.change(0, number, |one| Some(solutions(one) ^ u128::from(one == unit) << 64));
        let error = sites.merge(1).unwrap().save(&run, false, &NEVER_STOP).unwrap_err();
        assert!(matches!(error, ClusterError::OtherResult { .. }), "unit {unit}: {error}");
        sites.change(0, number, |one| Some(solutions(one)));
    }
    assert!(sites.merge(1).unwrap().save(&run, false, &NEVER_STOP).unwrap().total.is_some());
}

#[test]
fn missing_units_and_shards_are_listed() {
    let sites = Sites::new(SMALL_PLAN_UNITS, |_| false);
    // Each lacks one unit: the first, the last or one in the middle.
    for (place, number) in BORDER_SHARDS.into_iter().enumerate() {
        let units = Shard { number, of: SHARDS }.len(SMALL_PLAN_UNITS);
        let lost = number + SHARDS * [0, units - 1, units / 2][place % 3];
        sites.change(0, number, |unit| (unit != lost).then(|| solutions(unit)));
    }
    let removed = [2, 300, 301, 1_198];
    removed.iter().for_each(|&number| fs::remove_dir_all(sites.shard(0, number)).unwrap());
    let merged = sites.merge(1).unwrap();
    let mut missing = [&BORDER_SHARDS[..], &removed].concat();
    missing.sort_unstable();
    assert_eq!(merged.survey.missing.to_string(), list(&missing));
    assert_eq!(merged.survey.shards(ShardState::NotBegun).to_string(), list(&removed));
    assert!(!merged.is_complete());
    let units: u64 = removed.map(|number| Shard { number, of: SHARDS }.len(SMALL_PLAN_UNITS)).iter().sum();
    assert_eq!(merged.survey.sums.units, SMALL_PLAN_UNITS - BORDER_SHARDS.len() as u64 - units);
    // A second site that has them completes the plan.
    missing.iter().for_each(|&number| work(&sites.plan, &sites.paths[1], number, solutions));
    let merged = sites.merge(2).unwrap();
    assert!(merged.is_complete());
    assert_eq!(merged.total().solutions, (0..SMALL_PLAN_UNITS).map(solutions).sum());
    // The merged run is none of the shards, however far down the list.
    let scan = sites.scan(2);
    for (site, number) in [(0, 0), (0, SHARDS - 1), (1, 300), (1, 1_198)] {
        let shard = sites.shard(site, number);
        for run in [shard.clone(), shard.join("run")] {
            let error = scan.check_output(&run).unwrap_err();
            assert!(
                matches!(&error, ClusterError::OutputIsInput { input, .. } if *input == shard),
                "{error}"
            );
        }
    }
    scan.check_output(&sites.paths[0].join("run")).unwrap();
    assert_eq!(scan.list().len(), SHARDS);
}

#[test]
fn contradictions_of_two_sites_are_counted_and_the_first_is_named() {
    let sites = Sites::new(SMALL_PLAN_UNITS, |number| BORDER_SHARDS.contains(&number));
    assert!(sites.survey(2).conflict(&sites.scan(2)).is_none());
    // One unit of each, at another place, and in the last shard two.
    let mut wrong = Vec::new();
    for (place, number) in BORDER_SHARDS.into_iter().enumerate() {
        let units = Shard { number, of: SHARDS }.len(SMALL_PLAN_UNITS);
        let unit = number + SHARDS * (units - 1).min(place as u64 * 19);
        wrong.push((place, number, unit));
        let bit = [0, 31, 32, 53, 63, 64, 79][place];
        let is_wrong = |one: u64| one == unit || (number == SHARDS - 1 && one == number);
        sites.change(1, number, |one| Some(solutions(one) ^ u128::from(is_wrong(one)) << bit));
    }
    for (left, &(place, number, unit)) in wrong.iter().enumerate() {
        if [1, 2, 3, 4].contains(&left) {
            sites.change(1, number, |one| Some(solutions(one)));
            continue;
        }
        let survey = sites.survey(2);
        let others = (BORDER_SHARDS.len() - left) as u64;
        assert_eq!(survey.conflicts(), others + 1);
        for error in [sites.merge(2).map(drop).unwrap_err(), survey.conflict(&sites.scan(2)).unwrap()] {
            let ClusterError::Conflict { unit: named, others: more, ref found } = error else {
                panic!("{error}");
            };
            // The two in the last shard: the lower one is named.
            let unit = if number == SHARDS - 1 { number } else { unit };
            assert_eq!((named, more, error.kind()), (unit, others, ErrorKind::Corrupt), "{found}");
            let line = (unit - number) / SHARDS + 1;
            for site in 0..2 {
                let place =
                    format!("{} line {line}", sites.shard(site, number).join(RunFile::Ledger).display());
                assert!(found.contains(&place), "{found}");
            }
            assert!(found.contains(&format!("unit {unit} has ")), "place {place}: {found}");
        }
        sites.change(1, number, |one| Some(solutions(one)));
    }
    assert_eq!(sites.survey(2).conflicts(), 0);
}

#[test]
fn damaged_foreign_and_incomplete_shards_are_named_each() {
    let sites = Sites::new(SMALL_PLAN_UNITS, |number| number < 3);
    let damaged = |number| sites.shard(0, number).join("manifest.json");
    fs::write(damaged(256), "damaged\n").unwrap();
    // A directory of a different shard, and one of no shard of the plan.
    fs::rename(sites.shard(0, 999), sites.shard(0, SHARDS)).unwrap();
    let other = Manifest::of("", sites.plan.identity.clone(), Shard { number: 5, of: SHARDS });
    fs::remove_dir_all(sites.shard(0, 1_000)).unwrap();
    drop(RunDirectory::open(&sites.shard(0, 1_000), &other, false, &NEVER_STOP).unwrap());
    // Incomplete in one site and whole in the other: skipped with a notice.
    fs::remove_file(sites.shard(0, 1).join(RunFile::Ledger)).unwrap();
    // A torn line and damaged ones cost their units alone, a repeated one nothing.
    let ledger = sites.shard(0, SHARDS - 1).join(RunFile::Ledger);
    let text = fs::read_to_string(&ledger).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let last = lines.len() - 1;
    let changed = [&lines[..5], &["torn\n"], &lines[6..last], &lines[..1], &[&lines[last][..40]]].concat();
    fs::write(&ledger, changed.concat()).unwrap();

    let survey = sites.survey(2);
    let problems: Vec<String> = survey.problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 3, "{problems:?}");
    for says in [
        "shard-00256/manifest.json is corrupt",
        "shard-01200 does not belong to this plan: the plan has only 1,200 shards, numbered from 0",
        "shard-01000 does not belong to this plan: it counts shard 5 of 1200, not shard 1000 of 1200",
    ] {
        assert!(problems.iter().any(|problem| problem.replace('\\', "/").contains(says)), "{problems:?}");
    }
    assert_eq!(survey.missing.to_string(), list(&[256, 999, 1_000, SHARDS - 1]));
    assert_eq!(survey.shards(ShardState::Unusable).to_string(), list(&[256, 1_000]));
    let lost: u64 =
        [256, 999, 1_000].map(|number| Shard { number, of: SHARDS }.len(SMALL_PLAN_UNITS)).iter().sum();
    assert_eq!(survey.sums.units, SMALL_PLAN_UNITS - lost - 2);
    let notices: Vec<String> = survey.notices.iter().map(ToString::to_string).collect();
    assert_eq!(notices.len(), 3, "{notices:?}");
    for says in ["skipped, because other", "ignored 1 line of ", "skipped 2 lines of "] {
        assert!(notices.iter().any(|notice| notice.contains(says)), "{notices:?}");
    }
    assert!(sites.merge(2).is_err());
}

#[test]
fn states_and_machines_of_all_shards_are_told_apart() {
    let sites = Sites::new(SMALL_PLAN_UNITS, |_| false);
    let total = |number: u64| {
        let shard = Shard { number, of: SHARDS };
        let manifest = Manifest::of("", sites.plan.identity.clone(), shard);
        let (mut directory, saved) =
            RunDirectory::open(&sites.shard(0, number), &manifest, false, &NEVER_STOP).unwrap();
        let program = crate::run::Program::default();
        let total = crate::run::Total::of(program, &manifest, &saved.tally, "scalar".to_owned());
        let host = Some(Host { os: format!("system {}", number % 2), ..Host::this() });
        let (threads, wall_s, resumed) = (Some(1), Some(0.5), Some(0));
        directory.finish(&crate::run::Total { threads, wall_s, resumed, host, ..total }).unwrap();
    };
    BORDER_SHARDS.into_iter().for_each(total);
    // All others lack a unit, except one that was ended before its result was written.
    let lacks_a_unit = |number: &u64| *number != 4 && !BORDER_SHARDS.contains(number);
    for number in (0..SHARDS).filter(lacks_a_unit) {
        sites.change(0, number, |unit| (unit >= SHARDS).then(|| solutions(unit)));
    }
    let running: Vec<_> = [3, 700, 1_197]
        .into_iter()
        .map(|number| {
            let manifest = Manifest::of("", sites.plan.identity.clone(), Shard { number, of: SHARDS });
            RunDirectory::open(&sites.shard(0, number), &manifest, false, &NEVER_STOP).unwrap()
        })
        .collect();
    let survey = sites.survey(1);
    let finished: ShardList = BORDER_SHARDS.into_iter().chain([4]).collect();
    assert_eq!(survey.shards(ShardState::Finished), finished);
    assert_eq!(survey.shards(ShardState::Running).to_string(), "3,700,1197");
    let unfinished = SHARDS - finished.len();
    assert_eq!(survey.shards(ShardState::Stopped).len(), unfinished - 3);
    assert_eq!((survey.missing.len(), survey.sums.units), (unfinished, SMALL_PLAN_UNITS - unfinished));
    let of_machine: Vec<u64> = survey.machines.values().copied().collect();
    assert_eq!(of_machine, [3, 4], "of even and of odd shards");
    drop(running);
    assert!(sites.survey(1).shards(ShardState::Running).is_empty());
}

#[test]
fn lists_of_shards_of_the_largest_plan() {
    const MAX_SHARDS: u64 = 1_000_000;
    let odd: ShardList = (0..MAX_SHARDS).filter(|number| number % 2 == 1).collect();
    assert_eq!((odd.len(), odd.last()), (MAX_SHARDS / 2, Some(MAX_SHARDS - 1)));
    let text = odd.to_string();
    let read: ShardList = text.parse().unwrap();
    assert!(read == odd && read.iter().eq((0..MAX_SHARDS).filter(|number| number % 2 == 1)));
    let all: ShardList = format!("{text},0-999999").parse().unwrap();
    assert_eq!(all.to_string(), "0-999999");
    let directory = |number| ShardDirectories::shard_directory(Path::new("d"), number);
    for number in [0, 9, 10, 99_999, 100_000, MAX_SHARDS - 1] {
        assert_eq!(ShardDirectories::shard_number(&directory(number)), Some(number));
    }
}
