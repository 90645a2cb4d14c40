//! Tests merging shards and saving the merged run.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::plan::{Entry, UnitSet};
use crate::run::RunError;

#[test]
fn adds_up_and_saves_every_unit_of_many_shards_once() {
    let repeated = [7, 407, 807];
    let sites = Sites::of_many_shards(|number| repeated.contains(&number));
    let merged = sites.merge(2).unwrap();
    let total: u128 = (0..MANY_UNITS).map(solutions).sum();
    assert!(merged.is_complete() && merged.survey.problems.is_empty());
    assert_eq!((merged.total().solutions, merged.total().units), (total, MANY_UNITS));
    assert_eq!(merged.survey.repeated, repeated.map(units_in).iter().sum::<u64>());
    assert_eq!(merged.survey.kernels.values().copied().collect::<Vec<_>>(), [MANY_SHARDS]);
    // A shard is finished if it has all its units, even without a result.
    assert_eq!(merged.survey.shards(ShardState::Finished).to_string(), format!("0-{}", MANY_SHARDS - 1));

    let run = sites.folder.path().join("run");
    merged.save(&run, false, &NEVER_STOP).unwrap();
    let saved = SavedRun::at(&run).inspect().unwrap();
    assert_eq!(saved.total.map(|total| total.solutions), Some(total));
    assert!(saved.notices.is_empty(), "no unit appears twice: {:?}", saved.notices);
    let mut copied = UnitSet::new(MANY_UNITS);
    let manifest = &saved.manifest;
    let read = crate::run::Ledger { run: SavedRun::at(&run), manifest }.for_each_entry(|entry| {
        assert_eq!(entry.solutions, solutions(entry.unit));
        assert!(copied.insert(entry.unit));
        Ok::<(), ClusterError>(())
    });
    read.unwrap();
    assert_eq!(copied.len(), MANY_UNITS);

    // A merge that finds different solutions for a unit contradicts the saved run.
    let last = MANY_SHARDS - 1;
    for (number, unit) in [(last, last), (7, MANY_UNITS - 1 - (MANY_UNITS - 8) % MANY_SHARDS)] {
        sites.work_wrongly(0, number, unit, 64);
        let error = sites.merge(1).unwrap().save(&run, false, &NEVER_STOP).unwrap_err();
        assert!(matches!(error, ClusterError::OtherResult { .. }), "unit {unit}: {error}");
        sites.work(0, number);
    }
    assert!(sites.merge(1).unwrap().save(&run, false, &NEVER_STOP).unwrap().total.is_some());
}

#[test]
fn lists_missing_units_and_shards_until_a_second_site_has_them() {
    let sites = Sites::of_many_shards(|_| false);
    // Each of these shards lacks one unit: the first, the last or one in the middle.
    for (place, number) in BORDER_SHARDS.into_iter().enumerate() {
        let units = units_in(number);
        sites.work_without(0, number, number + MANY_SHARDS * [0, units - 1, units / 2][place % 3]);
    }
    let removed = [2, 300, 301, 1_008];
    removed.iter().for_each(|&number| fs::remove_dir_all(sites.shard(0, number)).unwrap());
    let merged = sites.merge(1).unwrap();
    let missing: ShardList = BORDER_SHARDS.into_iter().chain(removed).collect();
    assert_eq!(merged.survey.missing, missing);
    assert_eq!(merged.survey.shards(ShardState::NotBegun), removed.into_iter().collect());
    assert!(!merged.is_complete());
    let units: u64 = removed.map(units_in).iter().sum();
    assert_eq!(merged.survey.sums.units, MANY_UNITS - BORDER_SHARDS.len() as u64 - units);

    missing.iter().for_each(|number| sites.work(1, number));
    let merged = sites.merge(2).unwrap();
    assert!(merged.is_complete());
    assert_eq!(merged.total().solutions, (0..MANY_UNITS).map(solutions).sum());

    // The merged run must not overwrite any shard, from the first to the last.
    let scan = sites.scan(2);
    for (site, number) in [(0, 0), (0, MANY_SHARDS - 1), (1, 300), (1, 1_008)] {
        let shard = sites.shard(site, number);
        for run in [shard.clone(), shard.join("run")] {
            let error = scan.check_output(&run).unwrap_err();
            let is_named = matches!(&error, ClusterError::OutputIsInput { input, .. } if *input == shard);
            assert!(is_named, "{error}");
        }
    }
    scan.check_output(&sites.paths[0].join("run")).unwrap();
    assert_eq!(scan.list().len(), MANY_SHARDS);
}

#[test]
fn saves_only_into_a_run_that_holds_copied_units() {
    let sites = Sites::new(20_000, 2);
    let run = sites.folder.path().join("run");
    sites.work(0, 0);
    sites.work(0, 1);
    sites.work(1, 1);
    let merged = sites.merge(2).unwrap();
    // Another process has begun to count the plan there, but found different solutions for one unit.
    let begun = (0..10_000).map(|unit| (unit, solutions(unit) + u128::from(unit == 9)));
    count(&sites.plan, &run, Shard::WHOLE, begun);
    let ledger = || fs::read_to_string(run.join(RunFile::Ledger)).unwrap();
    let started = ledger();
    let error = merged.save(&run, false, &NEVER_STOP).unwrap_err();
    assert!(matches!(error, ClusterError::Unfinished { units: 10_000, .. }), "{error}");
    assert!(ledger() == started, "a refused run is not changed");
    // Another process found the same solutions, but a different number of nodes.
    let manifest = Manifest::of("", sites.plan.identity.clone(), Shard::WHOLE);
    let other = sites.folder.path().join("other");
    let (mut directory, _) = RunDirectory::open(&other, &manifest, false, &NEVER_STOP).unwrap();
    directory.append(&Entry { nodes: 2, ..entry_with(0, solutions(0)) }).unwrap();
    drop(directory);
    let error = merged.save(&other, false, &NEVER_STOP).unwrap_err();
    assert!(matches!(error, ClusterError::Unfinished { units: 1, .. }), "{error}");

    merged.save(&run, true, &NEVER_STOP).unwrap();
    let whole = ledger();
    // Pretend that the merge was stopped in the middle of a line.
    fs::remove_file(run.join("result.json")).unwrap();
    fs::write(run.join(RunFile::Ledger), &whole[..whole.len() / 2 + 9]).unwrap();
    let stopped = merged.save(&run, false, &AtomicBool::new(true)).unwrap_err();
    assert!(matches!(stopped, ClusterError::Run(RunError::Stopped { .. })), "{stopped}");
    let found = merged.save(&run, false, &NEVER_STOP).unwrap();
    assert!(found.total.is_none() && (9_000..11_000).contains(&found.sums().units));
    assert_eq!(ledger().lines().count(), 20_001, "the torn line stays");
    let saved = SavedRun::at(&run).inspect().unwrap();
    let total = merged.tally.sums().solutions;
    assert_eq!(saved.total.map(|total| total.solutions), Some(total));
    assert!(saved.notices.is_empty(), "no unit appears twice: {:?}", saved.notices);
    // Once a run is finished, only its total is compared with the merge.
    assert!(merged.save(&run, false, &NEVER_STOP).unwrap().total.is_some());
    for (wrong, bit) in [(0, 0), (9_998, 53), (19_998, 64)] {
        sites.work_wrongly(0, 0, wrong, bit);
        let merged = sites.merge(2).unwrap();
        let error = merged.save(&run, false, &NEVER_STOP).unwrap_err();
        let ClusterError::OtherResult { found, merged: sum, .. } = error else { panic!("{error}") };
        assert_eq!((found, sum), (total, merged.tally.sums().solutions));
    }
}

#[test]
fn notices_a_shard_that_changes_while_it_is_merged_and_keeps_the_old_run() {
    let sites = Sites::new(2_000, 2);
    let run = sites.folder.path().join("run");
    (0..2).for_each(|number| sites.work(0, number));
    let merged = sites.merge(1).unwrap();
    merged.save(&run, false, &NEVER_STOP).unwrap();
    sites.work_wrongly(0, 0, 4, 0);
    let error = merged.save(&run, true, &NEVER_STOP).unwrap_err();
    let ClusterError::Run(RunError::NotStarted { moved_to, .. }) = error else { panic!("{error}") };
    let total = SavedRun::at(&moved_to).inspect().unwrap().total.map(|total| total.solutions);
    assert_eq!(total, Some(merged.tally.sums().solutions));
    assert!(SavedRun::at(&run).inspect().unwrap().total.is_none());
}
