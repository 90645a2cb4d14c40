//! Drops wrong units from a saved run, so that they are counted again.
//!
//! No other code removes lines from a ledger. First, all other units' lines are copied. If the disk is too
//! full for the copy, nothing has changed yet. Then the result is removed, because a finished run needs a
//! complete ledger. Finally, the copy atomically replaces the ledger. No matter when the process dies, the
//! ledger contains either all its lines or all but the dropped ones.

use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::error::{Action, RunError};
use super::ledger::Ledger;
use super::names::{self, RunFile};
use super::saved_run::SavedRun;
use super::storage::{HeldLock, remove_if_present};

/// A saved run that no process can count until this value is dropped.
pub struct LockedRun<'a> {
    run: SavedRun<'a>,
    _lock: HeldLock,
}

impl<'a> SavedRun<'a> {
    /// Locks the run, so that no process can count it.
    ///
    /// # Errors
    /// Returns [`RunError::Locked`] if a process is counting the run. Also fails if the manifest cannot be
    /// read, or if locking fails.
    pub fn lock(self) -> Result<LockedRun<'a>, RunError> {
        // Locking creates the lock file. Make sure that no lock file is left behind in a directory that is
        // not a run.
        self.manifest()?;
        Ok(LockedRun { run: self, _lock: self.hold()? })
    }
}

impl LockedRun<'_> {
    /// Removes the result and all ledger lines of `units`, so that the next session counts these units again.
    /// Returns the number of removed lines. All other lines stay unchanged. The ledger keeps its permissions
    /// and, where the system allows, its owner and group.
    ///
    /// # Errors
    /// Fails if the manifest is damaged, or if the file system reports an error. The ledger then still
    /// contains all its lines, unless only the last sync failed.
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

    /// Drops every unit whose ledger lines have different solutions. Returns these units in ascending order.
    ///
    /// # Errors
    /// Fails like [`LockedRun::drop_units`]. Also returns [`RunError::Stopped`] if the run's stop flag is
    /// set.
    pub fn drop_contradicted(&self) -> Result<Vec<u64>, RunError> {
        let units = Ledger { run: self.run, manifest: &self.run.manifest()? }.contradicted()?;
        self.drop_units(&units)?;
        Ok(units)
    }

    /// Durably copies `ledger` to a new file at `to`, without the lines of `units`. Returns the number of
    /// omitted lines. The new file is closed, because some systems cannot rename an open file.
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
