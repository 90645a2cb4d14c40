//! The merge: combines all shards of a plan into one run, if they cover the plan and agree.
//!
//! Every directory must belong to the plan and be intact; every unit must be in at least one of
//! them; a unit in several must have the same solutions in all. The tally has a bit for every unit
//! and rejects a second count, and its number of units must match what the survey calls missing: no
//! mistake in the survey could count a unit twice or leave one out.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::{ClusterError, Conflict, Place, ShardList, ShardedPlan, Sites, Survey};
use crate::plan::{Entry, Shard, Tally, UnitSet};
use crate::run::storage::DiskStorage;
use crate::run::{
    Action, Counted, Host, LEDGER, Ledger, MachineShare, Manifest, NEVER, Options, Program, RunDirectory,
    Saved, SavedRun, Shards, Total,
};

/// The units compared one by one at a time, unless a single shard has more.
const UNITS_HELD: u64 = 1 << 20;

/// The combined shards of a plan.
#[derive(Debug)]
#[non_exhaustive]
pub struct Merged {
    program: Program,
    /// What was merged.
    pub sharded: ShardedPlan,
    /// The sums over all units that were found.
    pub tally: Tally,
    /// What the directories hold. The merge is complete if no shard is missing there.
    pub survey: Survey,
}

impl Merged {
    /// Adds up the shards of a plan that are in `sites`. The merge is complete if
    /// [`Merged::is_complete`] says so.
    ///
    /// # Errors
    /// If the directory of a shard is damaged or of another plan, or if two of them contradict each
    /// other.
    pub fn of(sharded: &ShardedPlan, sites: &Sites) -> Result<Self, ClusterError> {
        let units = sharded.identity.units;
        let mut tally = Tally::new(units);
        let mut added = Ok(());
        let mut survey = Survey::of(sharded, sites, &mut |entry| {
            if added.is_ok() {
                added = tally.add(entry);
            }
        });
        if !survey.problems.is_empty() {
            return Err(survey.problems.swap_remove(0));
        }
        added?;
        if let Some(&(shard, unit)) = survey.conflicting.first() {
            return Err(conflict(&sites.copies(shard), unit, survey.conflicting.len() as u64 - 1)?);
        }
        check_cover(units, &tally, &survey.missing)?;
        Ok(Self { program: Program::default(), sharded: sharded.clone(), tally, survey })
    }

    /// The program that merges, which the files of a saved merge name. Without it they name none.
    #[must_use]
    pub fn by(mut self, program: Program) -> Self {
        self.program = program;
        self
    }

    /// Whether every unit of the plan was found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.survey.missing.is_empty()
    }

    /// The total of a complete merge.
    #[must_use]
    pub fn total(&self) -> Total {
        let Survey { machines, kernels, .. } = &self.survey;
        let machine = |(host, &shards): (&Host, &u64)| MachineShare { host: host.clone(), shards };
        let shards = Shards {
            shards: self.sharded.shards,
            machines: machines.iter().map(machine).collect(),
            kernels: kernels.clone(),
            cpu_units: None,
        };
        let kernel = kernels.keys().map(String::as_str).collect::<Vec<_>>().join("+");
        Total::of(self.program, &self.manifest(), &self.tally, kernel, Counted::Shards(shards))
    }

    /// Saves the complete merge of the shards in `sites` in the run directory at `path`, as if one
    /// machine had counted them all, and returns what was found there. A finished run that is there
    /// must have the same total, and is not changed; an unfinished one goes on; with `fresh` either
    /// is moved aside.
    ///
    /// # Errors
    /// [`ClusterError::MergedRun`] if the run directory cannot be used; [`ClusterError::OtherResult`] if
    /// it has another total; a conflict if it has another count of a unit.
    pub fn save(&self, sites: &Sites, path: &Path, fresh: bool) -> Result<Saved, ClusterError> {
        let options = Options { fresh, repair: false };
        let (mut directory, saved) =
            RunDirectory::open(path, &self.manifest(), options).map_err(ClusterError::MergedRun)?;
        let total = self.total();
        match &saved.total {
            None => {
                self.append_missing(sites, &mut directory, saved.tally.finished())?;
                directory.finish(&total).map_err(ClusterError::MergedRun)?;
            }
            Some(found) if found.solutions() == total.solutions() => {}
            Some(found) => {
                let found = found.solutions();
                let merged = total.solutions();
                return Err(ClusterError::OtherResult { path: path.to_owned(), found, merged });
            }
        }
        Ok(saved)
    }

    /// Appends all units that `directory` lacks: all but `saved`, after checking that these agree.
    fn append_missing(
        &self,
        sites: &Sites,
        directory: &mut RunDirectory,
        saved: &UnitSet,
    ) -> Result<(), ClusterError> {
        if !saved.is_empty() {
            self.compare(sites, directory, saved)?;
        }
        let mut written = Ok(());
        let survey = Survey::of(&self.sharded, sites, &mut |entry| {
            if written.is_ok() && !saved.contains(entry.unit) {
                written = directory.append(entry);
            }
        });
        written.map_err(ClusterError::MergedRun)?;
        survey.problems.into_iter().next().map_or(Ok(()), Err)
    }

    /// Checks that the shards do not contradict `directory`, where an earlier merge or count may have
    /// been interrupted and has `saved` these units.
    ///
    /// As in the survey, memory holds the units of one shard, or of a few small ones, and none where
    /// all agree.
    fn compare(&self, sites: &Sites, directory: &RunDirectory, saved: &UnitSet) -> Result<(), ClusterError> {
        let differing = self.differing(sites, directory.path(), saved)?;
        let at_once = (UNITS_HELD / self.sharded.identity.units.div_ceil(self.sharded.shards)).max(1);
        for shards in differing.chunks(at_once as usize) {
            let mut there = HashMap::new();
            SavedRun::at(directory.path()).inspect(|entry| {
                if shards.binary_search(&(entry.unit % self.sharded.shards)).is_ok() {
                    there.insert(entry.unit, entry.solutions);
                }
            })?;
            let mut contradicted = Vec::new();
            let _ = Survey::of(&self.sharded, sites, &mut |entry| {
                if there.get(&entry.unit).is_some_and(|found| *found != entry.solutions) {
                    contradicted.push(entry.unit);
                }
            });
            if let Some(&unit) = contradicted.first() {
                let mut copies = sites.copies(unit % self.sharded.shards);
                copies.push(directory.path().to_owned());
                return Err(conflict(&copies, unit, contradicted.len() as u64 - 1)?);
            }
        }
        Ok(())
    }

    /// The shards of which a unit in `saved` differs between `sites` and the run directory `run`,
    /// ascending, found with a number per shard: the sum over its units here less that there.
    pub(super) fn differing(
        &self,
        sites: &Sites,
        run: &Path,
        saved: &UnitSet,
    ) -> Result<Vec<u64>, ClusterError> {
        let mut sums = vec![0_u64; self.sharded.shards as usize];
        let shard_of = |entry: &Entry| (entry.unit % self.sharded.shards) as usize;
        SavedRun::at(run).inspect(|entry| {
            let sum = &mut sums[shard_of(entry)];
            *sum = sum.wrapping_add(digest(entry));
        })?;
        let _ = Survey::of(&self.sharded, sites, &mut |entry| {
            if saved.contains(entry.unit) {
                let sum = &mut sums[shard_of(entry)];
                *sum = sum.wrapping_sub(digest(entry));
            }
        });
        Ok((0..self.sharded.shards).filter(|&shard| sums[shard as usize] != 0).collect())
    }

    /// The manifest of a run of the whole plan, begun now.
    fn manifest(&self) -> Manifest {
        Manifest::of(self.program.version, self.sharded.identity.clone(), Shard::WHOLE)
    }
}

/// Checks that shards are missing exactly if the tally lacks units of the plan.
fn check_cover(units: u64, tally: &Tally, missing: &ShardList) -> Result<(), ClusterError> {
    let added = tally.finished().len();
    if missing.is_empty() == (added == units) { Ok(()) } else { Err(ClusterError::Cover { added, units }) }
}

/// The contradiction of `copies` about `unit`, one of several.
fn conflict(copies: &[PathBuf], unit: u64, others: u64) -> Result<ClusterError, ClusterError> {
    let mut places = Vec::new();
    for copy in copies {
        places.extend(place_in(copy, unit)?);
    }
    let second = places.iter().find(|place| place.solutions != places[0].solutions).cloned();
    match second {
        Some(second) => {
            let conflict = Conflict { unit, first: places.swap_remove(0), second };
            Ok(ClusterError::Conflict { conflict: Box::new(conflict), others })
        }
        // They agree now.
        None => Ok(ClusterError::Changed { unit }),
    }
}

/// The first line of `unit` in the ledger of the run directory `copy`, unless that is incomplete.
fn place_in(copy: &Path, unit: u64) -> Result<Option<Place>, ClusterError> {
    let path = copy.join(LEDGER);
    let Some(manifest) = SavedRun::at(copy).manifest().ok().filter(|_| path.exists()) else {
        return Ok(None);
    };
    let ledger = Ledger { storage: &DiskStorage, path: &path, manifest: &manifest, stop: &NEVER };
    let found = ledger.first_line_of(unit).map_err(ClusterError::io(Action::Read, &path))?;
    Ok(found.map(|(line, solutions)| Place { file: path, line, solutions }))
}

/// A number that differs for entries with another unit or other solutions. Their sum does not depend
/// on their order.
fn digest(entry: &Entry) -> u64 {
    let mut hasher = DefaultHasher::new();
    (entry.unit, entry.solutions).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::tests::entry_with;

    #[test]
    fn contradiction_that_is_gone_is_no_fault_of_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let plan = crate::Plan::standard(crate::board::BoardSize::new(8).unwrap(), crate::Method::Cross);
        let copies = ["a", "b"].map(|name| folder.path().join(name));
        for copy in &copies {
            crate::Count::of_shard(&plan, crate::Shard::WHOLE)
                .saved_in(copy)
                .prepare()
                .and_then(|ready| ready.run(&mut crate::Silent))
                .unwrap();
        }
        let error = conflict(&copies, 3, 0).unwrap();
        assert!(matches!(error, ClusterError::Changed { unit: 3 }), "{error}");
    }

    #[test]
    fn rejects_a_total_that_misses_units() {
        for units in [2, 5_000] {
            let mut tally = Tally::new(units);
            let none = ShardList::default();
            let some = "1".parse().unwrap();
            let is_refused = |tally: &Tally, missing: &ShardList| check_cover(units, tally, missing).is_err();
            for unit in 0..units {
                assert!(is_refused(&tally, &none) && !is_refused(&tally, &some), "{unit} of {units} units");
                tally.add(&entry_with(unit, 8)).unwrap();
            }
            assert!(!is_refused(&tally, &none) && is_refused(&tally, &some));
        }
    }
}
