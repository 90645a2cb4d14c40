//! A run directory that is open for counting: units are appended and synced, and a result ends the run.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ledger_contents::LedgerContents;
use super::names::RunFile;
use super::run_files::RunFiles;
use super::saved_units::SavedUnits;
use super::storage::{HeldLock, OutputFile, Storage};
use super::{Action, Entry, Manifest, NEVER_STOP, RunError, Total, holder, replace_file, result, sealed};

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
    /// session looks for it, and has the length that this process gave it.
    ///
    /// # Errors
    /// If the storage fails, or if the ledger was changed or its directory moved or removed
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
            // Some file systems renumber an open file. A ledger of the same length, next to the lock of this
            // process, is the same file.
            Ok((is_in_place, found)) if found == Some(length) && (is_in_place || self.is_holder()) => {
                return Ok(());
            }
            Ok(_) => RunError::Changed { path, saved: self.units },
            Err(cause) => self.storage_error(Action::Sync, RunFile::Ledger, cause),
        };
        self.ledger = LedgerState::Failed;
        Err(error)
    }

    /// Returns whether the lock file names this process.
    fn is_holder(&self) -> bool {
        self.files().holder() == holder::this_process()
    }

    fn files(&self) -> RunFiles<'_> {
        RunFiles { storage: &*self.storage, path: &self.path, stop: &NEVER_STOP }
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
        let SavedUnits { contents: LedgerContents { tally, .. }, .. } =
            SavedUnits::read(self.files(), &self.manifest, &mut |_| ())?;
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
        replace_file::replace_durably(&*self.storage, &self.path.join(RunFile::Result), &bytes)
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
