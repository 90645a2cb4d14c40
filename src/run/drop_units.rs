//! Drops wrong units from a saved run, so that they are counted again.
//!
//! This is the only code that removes lines from a ledger. First, the lines of all other units are copied, so
//! that a full disk changes nothing. Then the result is removed, because only the ledger of a finished run
//! must contain all units. Finally, the copy replaces the ledger atomically. Whenever the process ends, the
//! ledger contains either all its lines or all but the dropped ones.

use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::error::{Action, RunError};
use super::ledger::Ledger;
use super::names::{self, RunFile};
use super::saved_run::SavedRun;
use super::storage::{HeldLock, remove_if_present};

/// A saved run, locked against counting while this value lives.
pub struct LockedRun<'a> {
    run: SavedRun<'a>,
    _lock: HeldLock,
}

impl<'a> SavedRun<'a> {
    /// Locks the run, so that no process can count it.
    ///
    /// # Errors
    /// [`RunError::Locked`] if a process is counting the run, or if the file system refuses.
    pub fn lock(self) -> Result<LockedRun<'a>, RunError> {
        // Locking creates the lock file, which must not be left in a directory that is not a run.
        self.manifest()?;
        Ok(LockedRun { run: self, _lock: self.hold()? })
    }
}

impl LockedRun<'_> {
    /// Removes the result and `units`' ledger lines, so that the next count recounts these units. Returns the
    /// number of removed lines. All other lines stay unchanged. The ledger keeps its permissions and, where
    /// the system allows, its owner and group.
    ///
    /// # Errors
    /// If the manifest is damaged, or if the file system refuses. The ledger then still contains all its
    /// lines, unless only the last sync failed.
    pub fn drop_units(&self, units: &[u64]) -> Result<u64, RunError> {
        let SavedRun { storage, path, .. } = self.run;
        let [ledger, result] = [RunFile::Ledger, RunFile::Result].map(|file| path.join(file));
        let temporary = names::temporary(&ledger);
        let failed = RunError::io(Action::Write, &ledger);
        remove_if_present(storage, &temporary).map_err(failed)?;
        let copied = self.copy_without(units, &ledger, &temporary);
        if copied.is_err() {
            // Free the space, in case the disk is full.
            let _ = storage.remove(&temporary);
        }
        let dropped = copied?;
        remove_if_present(storage, &result).map_err(RunError::io(Action::Write, &result))?;
        storage.sync_directory(path).map_err(failed)?;
        storage.rename(&temporary, &ledger).map_err(failed)?;
        storage.sync_directory(path).map_err(failed)?;
        Ok(dropped)
    }

    /// Like [`LockedRun::drop_units`], for every unit whose lines disagree about its solutions. Returns these
    /// units in ascending order.
    ///
    /// # Errors
    /// As [`LockedRun::drop_units`]; also [`RunError::Stopped`] if the run's stop flag is set.
    pub fn drop_contradicted(&self) -> Result<Vec<u64>, RunError> {
        let units = Ledger { run: self.run, manifest: &self.run.manifest()? }.contradicted()?;
        self.drop_units(&units)?;
        Ok(units)
    }

    /// Copies `ledger`, except the lines of `units`, durably to a new file at `to`. Returns the number of
    /// omitted lines. Closes the file, because some systems cannot rename an open one.
    fn copy_without(&self, units: &[u64], ledger: &Path, to: &Path) -> Result<u64, RunError> {
        let failed = RunError::io(Action::Write, ledger);
        let units: HashSet<u64> = units.iter().copied().collect();
        let mut output = self.run.storage.create(to).map_err(failed)?;
        self.run.storage.copy_owner(ledger, to).map_err(failed)?;
        let mut buffered = BufWriter::new(&mut *output);
        let manifest = &self.run.manifest()?;
        let dropped = Ledger { run: self.run, manifest }.copy_without(&units, &mut buffered)?;
        buffered.flush().map_err(failed)?;
        drop(buffered);
        output.sync().map_err(failed)?;
        Ok(dropped)
    }
}
