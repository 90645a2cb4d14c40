//! Writes a complete merge into a run directory of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::merge::conflict;
use super::{ClusterError, Deal, Merged, Sites, shard_directory};
use crate::plan::{Shard, UnitSet};
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
            self.compare(sites, directory)?;
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
    /// been interrupted.
    fn compare(&self, sites: &Sites, directory: &RunDirectory) -> Result<(), ClusterError> {
        let mut there = BTreeMap::new();
        run::inspect(directory.path(), |entry| {
            there.insert(entry.unit, entry.solutions);
        })?;
        let mut contradicted = Vec::new();
        let _ = self.survey(sites, &mut |entry| {
            if there.get(&entry.unit).is_some_and(|found| *found != entry.solutions) {
                contradicted.push(entry.unit);
            }
        });
        let Some(&unit) = contradicted.first() else { return Ok(()) };
        let mut copies = sites.copies(unit % self.shards);
        copies.push(directory.path().to_owned());
        Err(conflict(&copies, unit, contradicted.len() as u64 - 1)?)
    }

    /// The manifest of a run of the whole plan, begun now.
    pub(super) fn manifest(&self) -> Manifest {
        Manifest::of(self.identity.clone(), Shard::WHOLE)
    }
}
