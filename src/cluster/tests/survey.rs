//! Tests what a survey finds in shard directories, especially if two of them contain the same shard.

use super::*;
use crate::board::ErrorKind;
use crate::methods::units::MAX_UNITS;
use crate::run::{Host, Program, Total};

/// A plan may claim millions of units while its shards contain only a few.
#[test]
fn comparing_copies_takes_memory_only_for_their_units() {
    let sites = Sites::new(MAX_UNITS, 1);
    for site in 0..2 {
        let units = [1, 2, MAX_UNITS - 1].map(|unit| (unit, solutions(unit)));
        count(&sites.plan, &sites.shard(site, 0), Shard { number: 0, of: 1 }, units.into_iter());
    }
    let taken = allocation_counter::measure(|| {
        let survey = sites.survey(2);
        assert_eq!((survey.sums.units, survey.repeated, survey.conflicts()), (3, 3, 0));
    });
    assert!(taken.bytes_max < MAX_UNITS, "{taken:?}");
}

#[test]
fn compares_each_of_more_than_65_536_units() {
    const UNITS: u64 = (1 << 16) + 5_000;
    let sites = Sites::new(UNITS, 1);
    (0..2).for_each(|site| sites.work(site, 0));
    let agreeing = sites.survey(2);
    assert_eq!((agreeing.sums.units, agreeing.repeated, agreeing.conflicts()), (UNITS, UNITS, 0));
    sites.work_wrongly(1, 0, UNITS - 1, 0);
    assert_eq!(sites.survey(2).conflicting, [(0, UNITS - 1)]);
}

/// If a symbolic link makes one directory appear twice, its units are read only once. Two files with the same
/// inode number are still compared, because some file systems give different files the same number.
#[cfg(unix)]
#[test]
fn directory_that_is_given_twice_confirms_no_shard() {
    let sites = Sites::new(2_000, 1_000);
    for number in [0, 9, 500] {
        (0..2).for_each(|site| sites.work(site, number));
        let [first, second] = [0, 1].map(|site| sites.shard(site, number));
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
    let survey = sites.survey(2);
    assert_eq!((survey.sums.units, survey.repeated), (6, 4));
}

#[test]
fn counts_the_contradictions_of_two_sites_and_names_the_first() {
    let sites = Sites::of_many_shards(|number| BORDER_SHARDS.contains(&number));
    assert!(sites.survey(2).conflict(&sites.scan(2)).is_none());
    // In each shard, a different bit in a different unit is wrong. In the last shard, the first unit is
    // wrong, too.
    let mut wrong = Vec::new();
    for (place, number) in BORDER_SHARDS.into_iter().enumerate() {
        let unit = number + MANY_SHARDS * (units_in(number) - 1).min(place as u64 * 19);
        wrong.push((number, unit));
        let bit = [0, 31, 32, 53, 63, 64, 79][place];
        let is_wrong = |one: u64| one == unit || (number == MANY_SHARDS - 1 && one == number);
        let solutions = |one| solutions(one) ^ u128::from(is_wrong(one)) << bit;
        work(&sites.plan, &sites.paths[1], number, solutions);
    }
    for (corrected, &(number, unit)) in wrong.iter().enumerate() {
        if [0, 5, 6].contains(&corrected) {
            let survey = sites.survey(2);
            let others = (BORDER_SHARDS.len() - corrected) as u64;
            assert_eq!(survey.conflicts(), others + 1);
            for error in [sites.merge(2).map(drop).unwrap_err(), survey.conflict(&sites.scan(2)).unwrap()] {
                let ClusterError::Conflict { unit: named, others: more, ref found } = error else {
                    panic!("{error}");
                };
                // Of the last shard's two wrong units, the lower one is named.
                let unit = if number == MANY_SHARDS - 1 { number } else { unit };
                assert_eq!((named, more, error.kind()), (unit, others, ErrorKind::Corrupt), "{found}");
                let line = (unit - number) / MANY_SHARDS + 1;
                for site in 0..2 {
                    let ledger = sites.shard(site, number).join(RunFile::Ledger);
                    assert!(found.contains(&format!("{} line {line}", ledger.display())), "{found}");
                }
                assert!(found.contains(&format!("unit {unit} has ")), "{found}");
            }
        }
        sites.work(1, number);
    }
    assert_eq!(sites.survey(2).conflicts(), 0);
}

#[test]
fn tells_the_states_and_machines_of_shards_apart() {
    let sites = Sites::new(200, 20);
    (0..20).for_each(|number| sites.work(0, number));
    let open = |number| {
        let shard = Shard { number, of: 20 };
        let manifest = Manifest::of("", sites.plan.identity.clone(), shard);
        let opened = RunDirectory::open(&sites.shard(0, number), &manifest, false, &NEVER_STOP).unwrap();
        (manifest, opened)
    };
    for number in [0, 5, 19] {
        let (manifest, (mut directory, saved)) = open(number);
        let total = Total::of(Program::default(), &manifest, &saved.tally, "scalar".to_owned());
        let host = Some(Host { os: format!("system {}", number % 2), ..Host::this() });
        let (threads, wall_s, resumed) = (Some(1), Some(0.5), Some(0));
        directory.finish(&Total { threads, wall_s, resumed, host, ..total }).unwrap();
    }
    // Of the remaining shards, only shard 4 has all its units. That shard has no result, as if its process
    // had died.
    let is_unfinished = |number: &u64| ![0, 4, 5, 19].contains(number);
    (0..20).filter(is_unfinished).for_each(|number| sites.work_without(0, number, number));
    let running = [3, 18].map(open);
    let survey = sites.survey(1);
    let shards = |state| survey.shards(state).to_string();
    assert_eq!(shards(ShardState::Finished), "0,4-5,19");
    assert_eq!(shards(ShardState::Running), "3,18");
    assert_eq!(shards(ShardState::Stopped), "1-2,6-17");
    assert_eq!((survey.missing.len(), survey.sums.units), (16, 184));
    assert_eq!(survey.machines.values().copied().collect::<Vec<_>>(), [1, 2], "of even and of odd shards");
    drop(running);
    assert!(sites.survey(1).shards(ShardState::Running).is_empty());
}
