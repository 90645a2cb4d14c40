//! Appends units to an open run directory, syncs them, and writes the result at the end.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::names::RunFile;
use super::saved_run::SavedRun;
use super::storage::{HeldLock, OutputFile, Storage, replace_durably};
use super::{Action, Entry, Manifest, NEVER_STOP, RunError, Total, lock, result, sealed};

/// A run directory opened for counting. It is locked until this value is dropped, unless the run was
/// already finished.
pub(crate) struct RunDirectory {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    manifest: Manifest,
    /// The number of units in the ledger.
    units: u64,
    ledger: LedgerState,
    _locks: Vec<HeldLock>,
}

/// Whether units can be appended to the ledger.
pub(super) enum LedgerState {
    /// Units can be appended. `length` is the ledger's length in bytes.
    Counting {
        output: Box<dyn OutputFile>,
        length: u64,
    },
    /// A write or a sync failed. We don't know how the ledger ends, or what the system still buffers.
    Failed,
    Finished,
}

impl RunDirectory {
    pub(super) fn new(
        storage: Arc<dyn Storage>,
        path: PathBuf,
        manifest: Manifest,
        units: u64,
        ledger: LedgerState,
        locks: Vec<HeldLock>,
    ) -> Self {
        Self { storage, path, manifest, units, ledger, _locks: locks }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the manifest that the run's first session wrote.
    #[cfg(test)]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Appends a finished unit to the ledger. Once this returns, the unit survives the end of this process.
    /// After the next [`RunDirectory::sync`], it also survives a power cut.
    ///
    /// Duplicate units are not detected here, because that would take a second set of units, which would be
    /// large. The caller's tally rejects them.
    ///
    /// # Errors
    /// Fails if `entry` cannot belong to this run, or if the storage fails. After the storage has failed, no
    /// more units can be appended.
    pub fn append(&mut self, entry: &Entry) -> Result<(), RunError> {
        let LedgerState::Counting { output, length } = &mut self.ledger else {
            return Err(self.not_counting());
        };
        if !self.manifest.can_have(entry) {
            return Err(self.refuse(format!("this run has no such unit: {entry:?}")));
        }
        let line = entry.to_line(self.manifest.checksum_seed());
        if let Err(cause) = output.write_all(line.as_bytes()) {
            self.ledger = LedgerState::Failed;
            return Err(self.storage_error(Action::AppendTo, RunFile::Ledger, cause));
        }
        *length += line.len() as u64;
        self.units += 1;
        Ok(())
    }

    /// Makes all appended units durable. Also checks that the ledger was neither replaced nor shortened, so
    /// that the next session will find all units in it. If the manifest was removed, it is written again.
    ///
    /// Where locks don't work, another process may be appending, too. Therefore, [`RunDirectory::finish`]
    /// reads every line again.
    ///
    /// # Errors
    /// Fails if the storage fails, or if the ledger was truncated, replaced, moved or removed. After that, no
    /// more units can be appended, because a second sync could succeed even though the system has dropped the
    /// unwritten data.
    pub fn sync(&mut self) -> Result<(), RunError> {
        let LedgerState::Counting { output, length } = &mut self.ledger else {
            return Err(self.not_counting());
        };
        let (path, length) = (self.path.join(RunFile::Ledger), *length);
        let ledger =
            output.sync().and_then(|()| Ok((output.is_in_place(&path)?, self.storage.length(&path)?)));
        let error = match ledger {
            Ok((true, Some(actual))) if actual >= length => return self.restore_manifest(),
            // Some file systems change the inode number of an open file. If the length is right and the lock
            // file still names this process, it is the same file.
            Ok((false, Some(actual))) if actual == length && self.is_holder() => {
                return self.restore_manifest();
            }
            Ok(_) => RunError::Changed { path, saved: self.units },
            Err(cause) => self.storage_error(Action::Sync, RunFile::Ledger, cause),
        };
        self.ledger = LedgerState::Failed;
        Err(error)
    }

    /// Returns whether the lock file names this process.
    fn is_holder(&self) -> bool {
        self.run().holder() == lock::this_process()
    }

    /// Writes the manifest again if it was removed.
    fn restore_manifest(&self) -> Result<(), RunError> {
        let path = self.path.join(RunFile::Manifest);
        match self
            .storage
            .kind(&path)
            .map_err(|cause| self.storage_error(Action::Read, RunFile::Manifest, cause))?
        {
            Some(_) => Ok(()),
            None => self.manifest.write(&*self.storage, &self.path),
        }
    }

    fn run(&self) -> SavedRun<'_> {
        SavedRun { storage: &*self.storage, path: &self.path, stop: &NEVER_STOP }
    }

    /// Ends the run by writing `total` to `result.json`. Before that, syncs the ledger, reads it back, and
    /// compares it with `total` and with any existing result.
    ///
    /// # Errors
    /// Fails if units are missing, if `total` or an existing result contradicts the ledger, or if the storage
    /// fails. The ledger stays unchanged.
    pub fn finish(&mut self, total: &Total) -> Result<(), RunError> {
        self.sync()?;
        // If there already is a result, the ledger has lost some of its units, and we have counted them
        // again. The ledger must still agree with that result.
        let run = self.run();
        let tally = run.agreeing(run.read(self.manifest.clone(), None, &mut |_| ())?.0)?.tally;
        let bytes = sealed::seal(total).map_err(|reason| self.refuse(format!("no result: {reason}")))?;
        let reason = match result::parse(&bytes, &self.manifest, &tally) {
            Ok(Some(_)) => None,
            Ok(None) => Some("the ledger lacks units".to_owned()),
            Err(unusable) => Some(unusable.reason()),
        };
        if let Some(reason) = reason {
            return Err(self.refuse(format!("cannot write this result: {reason}")));
        }
        replace_durably(&*self.storage, &self.path.join(RunFile::Result), &bytes)
            .map_err(|cause| self.storage_error(Action::Write, RunFile::Result, cause))?;
        self.ledger = LedgerState::Finished;
        Ok(())
    }

    fn storage_error(&self, action: Action, file: RunFile, cause: io::Error) -> RunError {
        RunError::Io { action, path: self.path.join(file), cause, saved: Some(self.units) }
    }

    fn refuse(&self, reason: String) -> RunError {
        RunError::Refused { path: self.path.clone(), reason }
    }

    fn not_counting(&self) -> RunError {
        self.refuse(match self.ledger {
            LedgerState::Finished => "the run is finished and accepts no more units".to_owned(),
            _ => "an earlier write failed: open the directory again".to_owned(),
        })
    }
}
