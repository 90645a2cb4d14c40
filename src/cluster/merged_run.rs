//! Writes a complete merge into a run directory of its own.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use super::merge::conflict;
use super::{ClusterError, Deal, Merged, Sites, shard_directory};
use crate::plan::{Entry, Shard, UnitSet};
use crate::run::{self, Manifest, Options, RunDirectory, Saved, atomic};

impl Sites {
    /// Checks that `run`, the directory for the merged run, is neither one of the merged
    /// directories nor inside one.
    ///
    /// # Errors
    /// If it is.
    pub fn check_output(&self, run: &Path) -> Result<(), ClusterError> {
        let Ok(place) = fs::canonicalize(run).or_else(|_| fs::canonicalize(atomic::parent(run))) else {
            return Ok(());
        };
        for &(number, site) in &self.found {
            let input = shard_directory(&self.directories[site], number);
            if fs::canonicalize(&input).is_ok_and(|input| place.starts_with(input)) {
                return Err(ClusterError::OutputIsInput { path: run.to_owned(), input });
            }
        }
        Ok(())
    }
}

impl Deal {
    /// Saves a complete merge of the shards in `sites` in the run directory at `path`, as if one
    /// machine had counted them all, and returns what was found there. A finished run that is there
    /// must have the same total, and is not changed; an unfinished one goes on; with `fresh` either
    /// is moved aside.
    ///
    /// # Errors
    /// [`ClusterError::Output`] if the run directory cannot be used; [`ClusterError::OtherResult`] if it has
    /// another total; a conflict if it has another count of a unit.
    pub fn save(
        &self,
        merged: &Merged,
        sites: &Sites,
        path: &Path,
        fresh: bool,
    ) -> Result<Saved, ClusterError> {
        let options = Options { fresh, repair: false };
        let (mut directory, saved) =
            RunDirectory::open(path, &self.manifest(), options).map_err(ClusterError::Output)?;
        let total = self.total_of(merged);
        match &saved.total {
            None => {
                self.append_missing(sites, &mut directory, saved.tally.finished())?;
                directory.finish(&total).map_err(ClusterError::Output)?;
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
        let survey = self.survey(sites, &mut |entry| {
            if written.is_ok() && !saved.contains(entry.unit) {
                written = directory.append(entry);
            }
        });
        written.map_err(ClusterError::Output)?;
        survey.problems.into_iter().next().map_or(Ok(()), Err)
    }

    /// Checks that the shards do not contradict `directory`, where an earlier merge or count may have
    /// been interrupted and has `saved` these units.
    ///
    /// As in the survey, memory holds the units of one shard, or of a few small ones, and none where
    /// all agree.
    fn compare(&self, sites: &Sites, directory: &RunDirectory, saved: &UnitSet) -> Result<(), ClusterError> {
        let differing = self.differing(sites, directory.path(), saved)?;
        let at_once = (UNITS_HELD / self.identity.units.div_ceil(self.shards)).max(1);
        for shards in differing.chunks(at_once as usize) {
            let mut there = HashMap::new();
            run::inspect(directory.path(), |entry| {
                if shards.binary_search(&(entry.unit % self.shards)).is_ok() {
                    there.insert(entry.unit, entry.solutions);
                }
            })?;
            let mut contradicted = Vec::new();
            let _ = self.survey(sites, &mut |entry| {
                if there.get(&entry.unit).is_some_and(|found| *found != entry.solutions) {
                    contradicted.push(entry.unit);
                }
            });
            if let Some(&unit) = contradicted.first() {
                let mut copies = sites.copies(unit % self.shards);
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
        let mut sums = vec![0_u64; self.shards as usize];
        let shard_of = |entry: &Entry| (entry.unit % self.shards) as usize;
        run::inspect(run, |entry| {
            let sum = &mut sums[shard_of(entry)];
            *sum = sum.wrapping_add(digest(entry));
        })?;
        let _ = self.survey(sites, &mut |entry| {
            if saved.contains(entry.unit) {
                let sum = &mut sums[shard_of(entry)];
                *sum = sum.wrapping_sub(digest(entry));
            }
        });
        Ok((0..self.shards).filter(|&shard| sums[shard as usize] != 0).collect())
    }

    /// The manifest of a run of the whole plan, begun now.
    pub(super) fn manifest(&self) -> Manifest {
        Manifest::of(self.identity.clone(), Shard::WHOLE)
    }
}

/// The units compared one by one at a time, unless a single shard has more.
const UNITS_HELD: u64 = 1 << 20;

/// A number that differs for entries with another unit or other solutions. Their sum does not depend
/// on their order.
fn digest(entry: &Entry) -> u64 {
    let mut hasher = DefaultHasher::new();
    (entry.unit, entry.solutions).hash(&mut hasher);
    hasher.finish()
}
