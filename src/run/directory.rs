//! A run directory that is open for counting: units are appended and synced, and a result ends the run.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::names::RunFile;
use super::saved_run::SavedRun;
use super::storage::{HeldLock, OutputFile, Storage, replace_durably};
use super::{Action, Entry, Manifest, NEVER_STOP, RunError, Total, lock, result, sealed};

/// A run directory open for counting, locked until this value is dropped unless the run is finished.
pub(crate) struct RunDirectory {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    manifest: Manifest,
    /// The number of units in the ledger.
    units: u64,
    ledger: LedgerState,
    _locks: Vec<HeldLock>,
}

/// The ledger of an open directory, by what may be done with it.
pub(super) enum LedgerState {
    /// Units may be appended. The ledger has this length in bytes.
    Counting {
        output: Box<dyn OutputFile>,
        length: u64,
    },
    /// A write failed: neither the end of the ledger nor the data that the system still buffers is
    /// certain.
    Failed,
    Finished,
}

impl RunDirectory {
    /// The directory of the run of `manifest` at `path`, whose `ledger` has this number of units.
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

    /// The manifest: what is counted here, with the version and the start of the run that began it.
    #[cfg(test)]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Appends a finished unit to the ledger. It survives the end of this process from now on, and
    /// a power cut after the next `RunDirectory::sync`.
    ///
    /// # Errors
    /// If the unit is not of this run, or if the storage fails; after such a failure the directory accepts no
    /// more units. Duplicates are not checked here, because a second set of units would be large; the
    /// caller's tally rejects them.
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

    /// Makes everything appended so far durable, and checks that the ledger is still where the next
    /// session looks for it, and has lost nothing. Another process may append to it where locks do not work:
    /// the end of the run reads every line again. A manifest that was removed meanwhile is written again.
    ///
    /// # Errors
    /// If the storage fails, or if the ledger was cut or replaced or its directory moved or removed
    /// meanwhile. The directory then accepts no more units: after a failed sync, the system may have
    /// dropped the data that it could not write, and a second sync would succeed.
    pub fn sync(&mut self) -> Result<(), RunError> {
        let LedgerState::Counting { output, length } = &mut self.ledger else {
            return Err(self.not_counting());
        };
        let (path, length) = (self.path.join(RunFile::Ledger), *length);
        let found =
            output.sync().and_then(|()| Ok((output.is_in_place(&path)?, self.storage.length(&path)?)));
        let error = match found {
            Ok((true, Some(found))) if found >= length => return self.restore_manifest(),
            // Some file systems renumber an open file. A ledger of the same length, next to the lock of this
            // process, is the same file.
            Ok((false, Some(found))) if found == length && self.is_holder() => {
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

    /// Ends the run: makes the ledger durable, then writes `total` as `result.json`. The total is
    /// compared with the ledger, which is read again from the storage, and with an existing result.
    ///
    /// # Errors
    /// If units are missing, if the total differs from the ledger's, or if the storage fails. The
    /// ledger stays untouched.
    pub fn finish(&mut self, total: &Total) -> Result<(), RunError> {
        self.sync()?;
        // If there is a result, its ledger lacked units when the directory was opened, and has them now.
        let run = self.run();
        let tally = run.agreeing(run.read(self.manifest.clone(), None, &mut |_| ())?.0)?.tally;
        let bytes = sealed::seal(total).map_err(|reason| self.refuse(format!("no result: {reason}")))?;
        let found = result::parse(&bytes, &self.manifest, &tally);
        let reason = match found {
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
