//! An open run directory: appends units, syncs them, and ends the run with a result.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::names::RunFile;
use super::saved_run::SavedRun;
use super::storage::{HeldLock, OutputFile, Storage, replace_durably};
use super::{Action, Entry, Manifest, NEVER_STOP, RunError, Total, lock, result, sealed};

/// An open run directory. It stays locked until dropped, unless the run is finished.
pub(crate) struct RunDirectory {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    manifest: Manifest,
    /// Units in the ledger.
    units: u64,
    ledger: LedgerState,
    _locks: Vec<HeldLock>,
}

/// What may still be written to the ledger.
pub(super) enum LedgerState {
    /// Accepts units. `length` is the ledger's length in bytes.
    Counting {
        output: Box<dyn OutputFile>,
        length: u64,
    },
    /// A write failed, so the end of the ledger is uncertain, and so is whatever the system still buffers.
    Failed,
    Finished,
}

impl RunDirectory {
    /// Opens `manifest`'s run directory at `path`. `ledger` contains `units` units.
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

    /// Returns the manifest, with the version and the start time of the run's first session.
    #[cfg(test)]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Appends a finished unit to the ledger. Once this returns, the unit survives the
    /// end of this process; after the next [`RunDirectory::sync`], it also survives a power cut.
    ///
    /// # Errors
    /// If this run has no such unit, or if the storage fails, after which the directory accepts no more
    /// units. Duplicates are not detected here, because a second set of units would be large: the caller's
    /// tally rejects them.
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

    /// Makes all appended units durable. Also checks that the next session will find this ledger, with
    /// nothing lost, and restores a removed manifest. Where locks do not work, another process may be
    /// appending too, so every line is read again at the end of the run.
    ///
    /// # Errors
    /// If the storage fails, or if the ledger was truncated, replaced, moved or removed. The directory then
    /// accepts no more units: after a failed sync, the system may have dropped the unwritten data, yet a
    /// second sync would succeed.
    pub fn sync(&mut self) -> Result<(), RunError> {
        let LedgerState::Counting { output, length } = &mut self.ledger else {
            return Err(self.not_counting());
        };
        let (path, length) = (self.path.join(RunFile::Ledger), *length);
        let ledger =
            output.sync().and_then(|()| Ok((output.is_in_place(&path)?, self.storage.length(&path)?)));
        let error = match ledger {
            Ok((true, Some(actual))) if actual >= length => return self.restore_manifest(),
            // Some file systems renumber open files. A ledger of the same length, next to this process's
            // lock, is the same file.
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

    /// Rewrites a removed manifest.
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

    /// Ends the run: syncs the ledger, then writes `total` as `result.json`. First, `total` is compared with
    /// the ledger, read back from the storage, and with any existing result.
    ///
    /// # Errors
    /// If units are missing, if `total` differs from the ledger's sums, or if the storage fails. The ledger
    /// stays unchanged.
    pub fn finish(&mut self, total: &Total) -> Result<(), RunError> {
        self.sync()?;
        // If a result already exists, some of its units were lost later and have now been counted again. So
        // the ledger must agree with the result.
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
