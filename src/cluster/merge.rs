//! The merge: combines all shards of a plan into one run, if they cover the plan and agree.
//!
//! Every directory must belong to the plan and be intact; every unit must be in at least one of
//! them; a unit in several must have the same solutions in all. The tally has a bit for every unit
//! and rejects a second count, and its number of units must match what the survey calls missing: no
//! mistake in the survey could count a unit twice or leave one out.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::{ClusterError, Conflict, Deal, Place, ShardList, Sites, Survey};
use crate::plan::entry::MAX_LINE;
use crate::plan::{Entry, Tally};
use crate::run::storage::{DiskStorage, Storage};
use crate::run::{self, Action, Host, LEDGER, Machine, Shards, Total};

/// The combined shards of a plan.
#[derive(Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The sums over all units that were found.
    pub tally: Tally,
    /// What the directories hold. The merge is complete if no shard is missing there.
    pub survey: Survey,
}

impl Merged {
    /// Whether every unit of the plan was found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.survey.missing.is_empty()
    }
}

impl Deal {
    /// Adds up the shards found in `sites`. The merge is complete if [`Merged::is_complete`] says
    /// so.
    ///
    /// # Errors
    /// If the directory of a shard is damaged or of another plan, or if two of them contradict each
    /// other.
    pub fn merge(&self, sites: &Sites) -> Result<Merged, ClusterError> {
        let mut tally = Tally::new(self.units);
        let mut added = Ok(());
        let mut survey = self.survey(sites, &mut |entry| {
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
        check_cover(self.units, &tally, &survey.missing)?;
        Ok(Merged { tally, survey })
    }

    /// The total of a complete merge.
    #[must_use]
    pub fn total_of(&self, merged: &Merged) -> Total {
        let Survey { machines, kernels, .. } = &merged.survey;
        let machine = |(host, &shards): (&Host, &u64)| Machine { host: host.clone(), shards };
        let shards = Shards {
            shards: self.shards,
            machines: machines.iter().map(machine).collect(),
            kernels: kernels.clone(),
            cpu_units: None,
        };
        Total::of_merge(&self.manifest(), &merged.tally, shards)
    }
}

/// Checks that shards are missing exactly if the tally lacks units of the plan.
fn check_cover(units: u64, tally: &Tally, missing: &ShardList) -> Result<(), ClusterError> {
    let added = tally.finished().len();
    if missing.is_empty() == (added == units) { Ok(()) } else { Err(ClusterError::Cover { added, units }) }
}

/// The contradiction of `copies` about `unit`, one of several.
pub(super) fn conflict(copies: &[PathBuf], unit: u64, others: u64) -> Result<ClusterError, ClusterError> {
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
    let ledger = copy.join(LEDGER);
    let Some(manifest) = run::read_manifest(copy).ok().filter(|_| ledger.exists()) else { return Ok(None) };
    let form = manifest.form();
    let failed = |cause| ClusterError::io(Action::Read, &ledger, cause);
    let mut input = BufReader::new(DiskStorage.read(&ledger).map_err(failed)?);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        // Only a torn last line is longer: what is read of it is no entry.
        let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes);
        if read.map_err(failed)? == 0 {
            break;
        }
        let entry = Entry::parse(bytes.strip_suffix(b"\n").unwrap_or(&bytes), form);
        if let Ok(entry) = entry
            && entry.unit == unit
        {
            return Ok(Some(Place { file: ledger, line, solutions: entry.solutions }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let solutions = 8;
                let nodes = 1;
                let wall_ms = 1;
                let cpu_ms = 1;
                let kernel = "scalar".into();
                tally.add(&Entry { unit, solutions, nodes, wall_ms, cpu_ms, kernel }).unwrap();
            }
            assert!(!is_refused(&tally, &none) && is_refused(&tally, &some));
        }
    }
}
