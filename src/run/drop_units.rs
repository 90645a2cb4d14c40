//! Removes units that were found wrong from a saved run, so that they are counted again.
//!
//! It is the only change of a ledger besides appending. First, the lines of all other units are copied, so
//! that a full disk changes nothing. Then the result is removed: without it, the ledger may lack units. Last,
//! the copy replaces the ledger atomically. Whenever the process ends, the ledger has all of its lines, or
//! all but the removed ones.

use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::error::{Action, RunError};
use super::ledger::Ledger;
use super::names::{self, RunFile};
use super::saved_run::SavedRun;
use super::storage::{HeldLock, remove_if_present};

/// A saved run in which no process can count while this value lives.
pub struct LockedRun<'a> {
    run: SavedRun<'a>,
    _lock: HeldLock,
}

impl<'a> SavedRun<'a> {
    /// Takes the lock of the run, so that no process counts there.
    ///
    /// # Errors
    /// [`RunError::Locked`] if a process counts there, or if the file system refuses.
    pub fn lock(self) -> Result<LockedRun<'a>, RunError> {
        // Taking the lock creates its file: not in a directory that has no run.
        self.manifest()?;
        Ok(LockedRun { run: self, _lock: self.hold()? })
    }
}

impl LockedRun<'_> {
    /// Removes the lines of `units` from the ledger of the run, and its result, so that the next count of the
    /// run counts these units again. Returns the number of removed lines. Every other line is left unchanged,
    /// and the ledger keeps its permissions, and its owner and group where the system allows that.
    ///
    /// # Errors
    /// If the manifest is damaged, or if the file system refuses. The ledger then has all of its lines.
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

    /// Removes, like [`LockedRun::drop_units`], every unit that has lines with different solutions. Returns
    /// these units, lowest first.
    ///
    /// # Errors
    /// As there; [`RunError::Stopped`] if the run is read until a flag that was set.
    pub fn drop_contradicted(&self) -> Result<Vec<u64>, RunError> {
        let units = Ledger { run: self.run, manifest: &self.run.manifest()? }.contradicted()?;
        self.drop_units(&units)?;
        Ok(units)
    }

    /// Copies the `ledger` without the lines of `units` to a new file at `to`, durably. Returns the number of
    /// lines that were not copied. The file is closed then, because some systems do not rename a file that is
    /// open.
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
