//! Merges a plan's shards into one run, if they cover the plan and agree.
//!
//! Every directory must be intact and belong to the plan. Every unit must be in at least one directory. If a
//! unit is in several directories, they must agree on its solutions.
//!
//! The tally has a bit for every unit and rejects duplicates. Its sums must equal the survey's, and it must
//! contain the whole plan if and only if the survey reports no missing shard. So a bug in the survey cannot
//! make the merge count a unit twice or omit one.
//!
//! The survey reads every ledger, but keeps only sums and one bit per unit. To save the merge, we read the
//! ledgers again and copy them line by line. The run directory then compares the copy with the total. After
//! an interrupted merge, the next merge copies the missing units.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::{ClusterError, ShardDirectories, ShardedPlan, Survey};
use crate::plan::{Entry, Shard, Sums, Tally, UnitSet};
use crate::run::{
    Inspection, Ledger, Manifest, MergeSources, NEVER_STOP, Notice, Program, RunDirectory, RunError,
    SavedRun, Total,
};

/// A plan's merged shards.
#[derive(Debug)]
#[non_exhaustive]
pub struct MergedShards {
    program: Program,
    sharded: ShardedPlan,
    pub(super) tally: Tally,
    /// The shard directories' contents. The merge is complete if no shard is missing.
    pub survey: Survey,
}

impl MergedShards {
    /// Adds up a plan's shards in `sites`. To find out whether shards are missing, call
    /// [`MergedShards::is_complete`].
    ///
    /// # Errors
    /// Fails if a shard directory is damaged or belongs to a different plan, or if two directories contradict
    /// each other.
    pub fn of(sharded: &ShardedPlan, sites: &ShardDirectories) -> Result<Self, ClusterError> {
        Self::of_survey(sharded, sites, Survey::of(sharded, sites, &NEVER_STOP)?)
    }

    /// Adds up a plan's shards, using an existing `survey` of `sites`.
    ///
    /// # Errors
    /// Returns the survey's first problem. If there is none, returns the first conflict. See
    /// [`MergedShards::of`].
    pub fn of_survey(
        sharded: &ShardedPlan,
        sites: &ShardDirectories,
        mut survey: Survey,
    ) -> Result<Self, ClusterError> {
        if !survey.problems.is_empty() {
            return Err(survey.problems.swap_remove(0));
        }
        if let Some(conflict) = survey.conflict(sites) {
            return Err(conflict);
        }
        let tally = std::mem::take(&mut survey.tally);
        check_cover(sharded.identity.units, &tally, &survey)?;
        Ok(Self { program: Program::default(), sharded: sharded.clone(), tally, survey })
    }

    /// Sets the program to record in a saved merge's files. By default, no program is recorded.
    #[must_use]
    pub fn merged_by(mut self, program: Program) -> Self {
        self.program = program;
        self
    }

    /// Returns whether every unit in the plan was found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.survey.missing.is_empty()
    }

    /// Returns a complete merge's total.
    #[must_use]
    pub fn total(&self) -> Total {
        let Survey { machines, kernels, .. } = &self.survey;
        let shards = MergeSources {
            shards: self.sharded.shards,
            machines: machines.clone(),
            kernels: kernels.clone(),
            cpu_units: None,
        };
        let kernel = kernels.keys().map(String::as_str).collect::<Vec<_>>().join("+");
        Total { merged: Some(shards), ..Total::of(self.program, &self.manifest(), &self.tally, kernel) }
    }

    /// Saves the complete merge in the run directory at `path`, as if one machine had counted all shards.
    /// Returns the directory's previous contents.
    ///
    /// With `fresh`, an existing run is moved aside first. Otherwise, an interrupted merge is continued, a
    /// finished run with the same total stays unchanged, and any other run is an error.
    ///
    /// # Errors
    /// Returns [`ClusterError::Run`] if the run directory cannot be used, and also, with
    /// [`RunError::Stopped`](crate::run::RunError::Stopped), soon after `stop` is set. Returns
    /// [`ClusterError::Unfinished`] if the directory contains other units, and [`ClusterError::OtherResult`]
    /// if it contains a different total.
    pub fn save(&self, path: &Path, fresh: bool, stop: &AtomicBool) -> Result<Inspection, ClusterError> {
        let opened = RunDirectory::open(path, &self.manifest(), fresh, stop);
        let (mut directory, saved) = opened.map_err(ClusterError::Run)?;
        let total = self.total();
        match &saved.total {
            None => {
                self.check_copied(&saved, path, stop)?;
                let copied = self.copy_into(&mut directory, &saved, stop);
                // Sync the copied units even after a stop.
                let synced = directory.sync().map_err(ClusterError::Run);
                let ended = copied.and(synced);
                let ended = ended.and_then(|()| directory.finish(&total).map_err(ClusterError::Run));
                ended.map_err(|error| match (error, saved.notices.first()) {
                    (ClusterError::Run(error), Some(Notice::MovedAside { to, .. })) => {
                        ClusterError::Run(RunError::NotStarted {
                            error: Box::new(error),
                            moved_to: to.clone(),
                        })
                    }
                    (error, _) => error,
                })?;
            }
            Some(existing) if existing.solutions == total.solutions => {}
            Some(existing) => {
                let (found, merged) = (existing.solutions, total.solutions);
                return Err(ClusterError::OtherResult { path: path.to_owned(), found, merged });
            }
        }
        Ok(saved)
    }

    /// Checks that the units `saved` at `path` were copied from the shards, by comparing their sums.
    fn check_copied(&self, saved: &Inspection, path: &Path, stop: &AtomicBool) -> Result<(), ClusterError> {
        let units = saved.sums().units;
        if units == 0 {
            return Ok(());
        }
        let mut sums = Sums::default();
        self.each_unit(stop, |entry| {
            if saved.tally.finished().contains(entry.unit) {
                sums += Sums::from(entry);
            }
            Ok(())
        })?;
        if sums == saved.sums() {
            Ok(())
        } else {
            Err(ClusterError::Unfinished { path: path.to_owned(), units })
        }
    }

    /// Appends every unit's first entry to `directory`, unless the unit is already `saved` there.
    fn copy_into(
        &self,
        directory: &mut RunDirectory,
        saved: &Inspection,
        stop: &AtomicBool,
    ) -> Result<(), ClusterError> {
        self.each_unit(stop, |entry| {
            if saved.tally.finished().contains(entry.unit) {
                return Ok(());
            }
            directory.append(entry).map_err(ClusterError::Run)
        })
    }

    /// Passes every unit's first entry to `visit`.
    fn each_unit(
        &self,
        stop: &AtomicBool,
        mut visit: impl FnMut(&Entry) -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        let mut visited = UnitSet::new(self.sharded.identity.units);
        for shard in &self.survey.directories {
            let run = SavedRun::at(shard).until(stop);
            let ledger = Ledger { run, manifest: &run.manifest()? };
            ledger.for_each_entry(|entry| if visited.insert(entry.unit) { visit(entry) } else { Ok(()) })?;
        }
        Ok(())
    }

    /// Returns a manifest for a run that covers the whole plan and starts now.
    fn manifest(&self) -> Manifest {
        Manifest::of(self.program.version, self.sharded.identity.clone(), Shard::WHOLE)
    }
}

/// Checks that the tally contains every surveyed unit once. Also checks that it contains the whole plan if
/// and only if no shard is missing.
fn check_cover(units: u64, tally: &Tally, survey: &Survey) -> Result<(), ClusterError> {
    let added = tally.finished().len();
    if tally.sums() == survey.sums && survey.missing.is_empty() == (added == units) {
        return Ok(());
    }
    Err(ClusterError::InconsistentTotal { added, units })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::tests::entry_with;

    #[test]
    fn rejects_a_total_that_misses_units() {
        for units in [2, 5_000] {
            let mut tally = Tally::new(units);
            let mut whole = Survey::default();
            let mut lacking = Survey::default();
            lacking.missing.push(1, 1);
            for unit in 0..units {
                assert!(check_cover(units, &tally, &whole).is_err(), "{unit} of {units} units");
                check_cover(units, &tally, &lacking).unwrap();
                let entry = entry_with(unit, 8);
                whole.sums += Sums::from(&entry);
                lacking.sums = whole.sums;
                assert!(check_cover(units, &tally, &lacking).is_err(), "a unit was found but not added");
                assert!(tally.add(&entry));
            }
            check_cover(units, &tally, &whole).unwrap();
            assert!(check_cover(units, &tally, &lacking).is_err());
            whole.sums += Sums::from(&entry_with(0, 8));
            assert!(check_cover(units, &tally, &whole).is_err(), "a unit was found twice");
        }
    }
}
