//! Describes conflicts between directories that contain the same shard.

use std::path::PathBuf;

use super::{ClusterError, ShardDirectories, Survey};
use crate::run::{Ledger, SavedRun};
use crate::text::grouped;

impl Survey {
    /// Returns the number of units whose solutions differ between directories.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.conflicting.len() as u64
    }

    /// Returns a [`ClusterError::Conflict`] that describes the first conflict, if there is one. This reads
    /// the ledgers in `sites` again, and returns another error if a ledger cannot be read or has changed
    /// since the survey.
    #[must_use]
    pub fn conflict(&self, sites: &ShardDirectories) -> Option<ClusterError> {
        let &(shard, unit) = self.conflicting.first()?;
        let conflict = |found| ClusterError::Conflict { unit, found, others: self.conflicts() - 1 };
        Some(contradiction(&sites.copies(shard), unit).map_or_else(|error| error, conflict))
    }
}

/// Describes how the directories `copies` disagree about `unit`. Skips incomplete directories.
///
/// # Errors
/// Fails if a ledger cannot be read. Returns [`ClusterError::Changed`] if the directories agree now.
fn contradiction(copies: &[PathBuf], unit: u64) -> Result<String, ClusterError> {
    let mut first = None;
    for copy in copies {
        let path = SavedRun::at(copy).ledger();
        let run = SavedRun::at(copy);
        let Some(manifest) = &run.manifest().ok().filter(|_| path.exists()) else { continue };
        let Some((line, solutions)) = (Ledger { run, manifest }).first_line_of(unit)? else { continue };
        let place = format!("{} line {line}", path.display());
        match &first {
            None => first = Some((solutions, place)),
            Some((first, first_place)) if *first != solutions => {
                let [first, other] = [*first, solutions].map(grouped);
                return Ok(format!(
                    "unit {unit} has {first} solutions in {first_place}, but {other} in {place}"
                ));
            }
            _ => {}
        }
    }
    Err(ClusterError::Changed { unit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vanished_contradiction_is_not_reported_as_a_bug() {
        let folder = tempfile::tempdir().unwrap();
        let plan = crate::Plan::standard(crate::board::BoardSize::new(8).unwrap(), crate::Method::Cross);
        let copies = ["a", "b"].map(|name| folder.path().join(name));
        for copy in &copies {
            crate::Count::of_shard(&plan, crate::Shard::WHOLE)
                .saved_in(copy)
                .prepare()
                .and_then(|prepared| prepared.run(&mut ()))
                .unwrap();
        }
        let error = contradiction(&copies, 3).unwrap_err();
        assert!(matches!(error, ClusterError::Changed { unit: 3 }), "{error}");
    }
}
