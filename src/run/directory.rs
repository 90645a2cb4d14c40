//! A run directory that is open for counting: it is opened or created, units are appended and
//! synced, and a result ends it.
//!
//! The order of the steps of opening makes every interruption harmless. A new run makes the
//! directory, takes the lock, and writes an empty ledger, then the manifest. So a directory without
//! a manifest has no finished units, and one with a manifest always has a ledger.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::check::{SavedUnits, manifest_if_begun};
use super::file::{LEDGER, LOCK, RESULT};
use super::opening::{Opened, Opening};
use super::storage::{DiskStorage, OutputFile, Storage};
use super::{
    Action, Entry, Inspection, Manifest, NEVER_STOP, RunError, Total, lock, replace_file, result, sealed,
};

/// A run directory open for counting, locked until this value is dropped unless the run is finished.
pub(crate) struct RunDirectory {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    manifest: Manifest,
    /// The number of units in the ledger.
    units: u64,
    /// Bytes of the ledger.
    length: u64,
    state: LedgerState,
    _locks: Vec<Box<dyn Send>>,
}

/// The ledger of an open directory, by what may be done with it.
enum LedgerState {
    Counting(Box<dyn OutputFile>),
    /// A write failed: neither the end of the ledger nor the data that the system still buffers is
    /// certain.
    Failed,
    Finished,
}

impl RunDirectory {
    /// Opens the run directory at `path` for the run of `manifest`, and creates it if necessary. If `fresh`,
    /// moves a run that is there aside first.
    ///
    /// If [`Inspection::total`] is `Some`, the run is finished and nothing can be appended.
    ///
    /// # Errors
    /// Any [`RunError`]. Saved data has not been touched, unless a run was moved aside.
    pub fn open(path: &Path, manifest: &Manifest, fresh: bool) -> Result<(Self, Inspection), RunError> {
        open(Arc::new(DiskStorage), path, fresh, &NEVER_STOP, |_| Ok(manifest.clone()))
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
        let LedgerState::Counting(output) = &mut self.state else { return Err(self.not_counting()) };
        if !self.manifest.can_have(entry) {
            return Err(self.refuse(format!("this run has no such unit: {entry:?}")));
        }
        let line = entry.to_line(self.manifest.checksum_seed());
        if let Err(cause) = output.write_all(line.as_bytes()) {
            self.state = LedgerState::Failed;
            return Err(self.storage_error(Action::AppendTo, LEDGER, cause));
        }
        self.length += line.len() as u64;
        self.units += 1;
        Ok(())
    }

    /// Makes everything appended so far durable, and checks that the ledger is still where the next
    /// session looks for it, and as long as this process made it.
    ///
    /// # Errors
    /// If the storage fails, or if the ledger was changed or its directory moved or removed
    /// meanwhile. The directory then accepts no more units: after a failed sync the system may have
    /// dropped what it could not write, and a second sync would succeed.
    pub fn sync(&mut self) -> Result<(), RunError> {
        let LedgerState::Counting(output) = &mut self.state else { return Err(self.not_counting()) };
        let path = self.path.join(LEDGER);
        let found =
            output.sync().and_then(|()| Ok((output.is_in_place(&path)?, self.storage.length(&path)?)));
        let error = match found {
            // Some file systems give a file another number while it is open. A ledger that is as long, beside
            // this process' lock, is the same.
            Ok((is_in_place, length)) if length == Some(self.length) && (is_in_place || self.is_holder()) => {
                return Ok(());
            }
            Ok(_) => RunError::Changed { path, saved: self.units },
            Err(cause) => self.storage_error(Action::Sync, LEDGER, cause),
        };
        self.state = LedgerState::Failed;
        Err(error)
    }

    /// Returns whether the lock file names this process.
    fn is_holder(&self) -> bool {
        lock::is_named(&*self.storage, &self.path.join(LOCK), &lock::this_process())
    }

    /// Ends the run: makes the ledger durable, then writes `total` as `result.json`. The total is
    /// compared with the ledger, which is read again from the storage, and with a result that is there.
    ///
    /// # Errors
    /// If units are missing, if the total differs from the ledger's, or if the storage fails. The
    /// ledger stays untouched.
    pub fn finish(&mut self, total: &Total) -> Result<(), RunError> {
        self.sync()?;
        let Self { storage, path, manifest, .. } = self;
        // The ledger of a result that is there lacked units when it was opened, and has them now.
        let SavedUnits { contents, .. } =
            SavedUnits::read(&**storage, path, manifest, &NEVER_STOP, &mut |_| ())?;
        let bytes = sealed::seal(total).map_err(|reason| self.refuse(format!("no result: {reason}")))?;
        let found = result::parse(&bytes, &self.manifest, &contents.tally);
        let reason = match found {
            Ok(Some(_)) => None,
            Ok(None) => Some("the ledger lacks units".to_owned()),
            Err(unusable) => Some(unusable.reason()),
        };
        if let Some(reason) = reason {
            return Err(self.refuse(format!("this result must not be written: {reason}")));
        }
        replace_file::replace_durably(&*self.storage, &self.path.join(RESULT), &bytes)
            .map_err(|cause| self.storage_error(Action::Write, RESULT, cause))?;
        self.state = LedgerState::Finished;
        Ok(())
    }

    fn storage_error(&self, action: Action, file: &str, cause: io::Error) -> RunError {
        RunError::Io { action, path: self.path.join(file), cause, saved: Some(self.units) }
    }

    fn refuse(&self, reason: String) -> RunError {
        RunError::Refused { path: self.path.clone(), reason }
    }

    fn not_counting(&self) -> RunError {
        self.refuse(match self.state {
            LedgerState::Finished => "the run is finished and accepts no more units".to_owned(),
            _ => "an earlier write failed: open the directory again".to_owned(),
        })
    }
}

/// Opens the run directory at `path` for a run that may depend on what it holds: `wanted` gets the manifest
/// found there, or `None`, before anything is made or changed. Ends with [`RunError::Stopped`] soon after
/// `stop` is set.
///
/// # Errors
/// As `RunDirectory::open`, and if `wanted` fails.
pub(crate) fn open<E: From<RunError>>(
    storage: Arc<dyn Storage>,
    path: &Path,
    fresh: bool,
    stop: &AtomicBool,
    wanted: impl FnOnce(Option<&Manifest>) -> Result<Manifest, E>,
) -> Result<(RunDirectory, Inspection), E> {
    // A trailing separator is dropped, so that names can be appended.
    let path: PathBuf = path.components().collect();
    let opening = Opening { storage: &*storage, path: &path, stop };
    let found = match manifest_if_begun(&*storage, &path) {
        // A run that is moved aside need not be one that this version can resume.
        Err(error) if fresh && error.is_of_a_run() => None,
        found => found?.filter(|_| !fresh),
    };
    // This comes before anything is made: a directory that is refused stays as it is, and a count
    // that cannot begin leaves nothing behind.
    let wanted = wanted(found.as_ref())?;
    let opened = match opening.finished(found, &wanted)? {
        Some((manifest, units)) => Opened { manifest, units, locks: Vec::new(), moved: None },
        None => opening.take(wanted, fresh)?,
    };
    let Opened { manifest, units, locks, moved } = opened;
    let (state, length) = match units.total {
        Some(_) => (LedgerState::Finished, units.contents.length),
        None => {
            let (output, length) = opening.ledger(&units.contents)?;
            (LedgerState::Counting(output), length)
        }
    };
    let (mut inspection, _) = units.into_inspection(&path, manifest.clone(), None);
    inspection.notices.splice(..0, moved);
    let units = inspection.sums().units;
    Ok((RunDirectory { storage, path, manifest, units, length, state, _locks: locks }, inspection))
}
