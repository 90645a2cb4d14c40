//! Writes a complete merge into a run directory of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::merge::conflict;
use super::{Error, PlanFile, Sites, shard_directory};
use crate::plan::UnitSet;
use crate::run::{self, RunDirectory, atomic};

impl Sites {
    /// Checks that `run`, the directory for the merged run, is neither one of the merged
    /// directories nor inside one.
    ///
    /// # Errors
    /// If it is.
    pub(crate) fn check_output(&self, run: &Path) -> Result<(), Error> {
        let Ok(place) = fs::canonicalize(run).or_else(|_| fs::canonicalize(atomic::parent(run))) else {
            return Ok(());
        };
        for &(number, site) in &self.found {
            let input = shard_directory(&self.directories[site], number);
            if fs::canonicalize(&input).is_ok_and(|input| place.starts_with(input)) {
                return Err(Error::OutputIsInput { path: run.to_owned(), input });
            }
        }
        Ok(())
    }
}

/// Appends the units of a complete merge that `directory` lacks: all but `saved`, after checking
/// that these agree.
///
/// # Errors
/// As [`PlanFile::merge`]; also if the directory has another count of a unit, or rejects one.
pub fn write(
    plan: &PlanFile,
    sites: &Sites,
    directory: &mut RunDirectory,
    saved: &UnitSet,
) -> Result<(), Error> {
    if !saved.is_empty() {
        compare(plan, sites, directory)?;
    }
    let mut written = Ok(());
    let survey = plan.for_survey().survey(sites, &mut |entry| {
        if written.is_ok() && !saved.contains(entry.unit) {
            written = directory.append(entry);
        }
    })?;
    written?;
    survey.problems.into_iter().next().map_or(Ok(()), Err)
}

/// Checks that the shards do not contradict `directory`, where an earlier merge or count may have
/// been interrupted.
fn compare(plan: &PlanFile, sites: &Sites, directory: &RunDirectory) -> Result<(), Error> {
    let (mut there, mut contradicted) = (BTreeMap::new(), Vec::new());
    run::inspect(directory.path(), |entry| {
        there.insert(entry.unit, entry.solutions);
    })?;
    plan.for_survey().survey(sites, &mut |entry| {
        if there.get(&entry.unit).is_some_and(|found| *found != entry.solutions) {
            contradicted.push(entry.unit);
        }
    })?;
    let Some(&unit) = contradicted.first() else { return Ok(()) };
    let mut copies = sites.copies(unit % plan.shards)?;
    copies.push(directory.path().to_owned());
    Err(conflict(&copies, unit, contradicted.len() as u64 - 1)?)
}
