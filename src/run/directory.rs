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

use super::file::{LEDGER, LOCK, RESULT};
use super::ledger::{Contents, Ledger};
use super::opening::{Found, LedgerState, Opening, Options};
use super::storage::{DiskStorage, Location, Storage};
use super::{Action, Entry, Manifest, NEVER, RunError, RunNotice, Total, atomic, check, result, sealed};
use crate::plan::tally::Tally;

/// The data that a run directory holds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Saved {
    /// The finished units and the sums over their ledger entries, each unit once.
    pub tally: Tally,
    /// Notices about the state of the directory.
    pub notices: Vec<RunNotice>,
    /// The total when the run is finished: `result.json`, checked against the ledger.
    pub total: Option<Total>,
}

/// A run directory open for counting, locked until this value is dropped.
pub(crate) struct RunDirectory {
    pub(super) storage: Arc<dyn Storage>,
    pub(super) path: PathBuf,
    pub(super) manifest: Manifest,
    /// The number of units in the ledger.
    pub(super) units: u64,
    /// Bytes of the ledger up to its last line end.
    pub(super) length: u64,
    pub(super) state: LedgerState,
    pub(super) _locks: Vec<Box<dyn Send>>,
}

impl RunDirectory {
    /// Opens the run directory at `path` for the run of `manifest`, and creates it if necessary.
    ///
    /// If [`Saved::total`] is `Some`, the run is finished and nothing can be appended.
    ///
    /// # Errors
    /// Any [`RunError`]. Without `fresh` or `repair`, saved data has not been touched.
    pub fn open(path: &Path, manifest: &Manifest, options: Options) -> Result<(Self, Saved), RunError> {
        Self::open_for(path, options, &NEVER, |_| Ok(manifest.clone()))
    }

    /// Opens the run directory at `path` for a run that may depend on what it holds: `wanted` gets
    /// the manifest found there, or `None`, before anything is made or changed. Ends with
    /// [`RunError::Stopped`] soon after `stop` is set.
    ///
    /// # Errors
    /// As `RunDirectory::open`, and if `wanted` fails.
    pub fn open_for<E: From<RunError>>(
        path: &Path,
        options: Options,
        stop: &AtomicBool,
        wanted: impl FnOnce(Option<&Manifest>) -> Result<Manifest, E>,
    ) -> Result<(Self, Saved), E> {
        open(Arc::new(DiskStorage), path, options, stop, wanted)
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
    /// If the unit is not of this run, if the entry has no valid form, or if the storage fails;
    /// after such a failure the directory accepts no more units. Duplicates are not checked here,
    /// because a second set of units would be large; the caller's [`Tally`] rejects them.
    pub fn append(&mut self, entry: &Entry) -> Result<(), RunError> {
        let LedgerState::Counting(output) = &mut self.state else { return Err(self.not_counting()) };
        let seed = self.manifest.checksum_seed();
        let line = entry.to_line(seed);
        let read = Entry::parse(line.trim_end_matches('\n').as_bytes(), seed);
        let readable = read.is_ok_and(|read| read.to_line(seed) == line);
        if !readable || !self.manifest.can_have(entry.solutions) {
            return Err(self.refuse(format!("this entry cannot be written into the ledger: {entry:?}")));
        }
        if !self.manifest.has_unit(entry.unit) {
            return Err(self.refuse(format!("unit {} is not a unit of this run", entry.unit)));
        }
        if let Err(cause) = output.write_all(line.as_bytes()) {
            // If this fails too, the next open finds a torn line and drops it.
            let _ = output.truncate(self.length);
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
        let ledger = self.path.join(LEDGER);
        let found = output.sync().and_then(|()| Ok((output.location(&ledger)?, output.length()?)));
        if let Ok((Location::InPlace, length)) = found
            && length == self.length
        {
            return Ok(());
        }
        self.state = LedgerState::Failed;
        let saved = self.units;
        Err(match found {
            Err(cause) => self.storage_error(Action::Sync, LEDGER, cause),
            Ok((Location::InPlace, length)) => {
                RunError::Changed { path: ledger, length, written: self.length, saved }
            }
            Ok((Location::Moved, _)) => RunError::Moved { path: self.path.clone(), saved },
            Ok((Location::Removed, _)) => match self.storage.kind(&self.path) {
                Ok(None) => RunError::Removed { path: self.path.clone() },
                _ => RunError::Removed { path: ledger },
            },
        })
    }

    /// Ends the run: makes the ledger durable, then writes `total` as `result.json`. The total is
    /// compared with the ledger, which is read again from the storage.
    ///
    /// # Errors
    /// If units are missing, if the total differs from the ledger's, or if the storage fails. The
    /// ledger stays untouched.
    pub fn finish(&mut self, total: &Total) -> Result<(), RunError> {
        self.sync()?;
        let Self { storage, manifest, .. } = self;
        let path = &self.path.join(LEDGER);
        let (contents, _) =
            check::read_ledger(Ledger { storage: &**storage, path, manifest, stop: &NEVER }, &mut |_| ())?;
        let bytes = sealed::seal(total).map_err(|reason| self.refuse(format!("no result: {reason}")))?;
        result::parse(&bytes, &self.manifest, &contents.tally)
            .map_err(|error| self.refuse(format!("this result must not be written: {error}")))?;
        atomic::replace_on(&*self.storage, &self.path.join(RESULT), &bytes)
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

/// [`RunDirectory::open_for`] on any storage.
pub(super) fn open<E: From<RunError>>(
    storage: Arc<dyn Storage>,
    path: &Path,
    options: Options,
    stop: &AtomicBool,
    wanted: impl FnOnce(Option<&Manifest>) -> Result<Manifest, E>,
) -> Result<(RunDirectory, Saved), E> {
    // A trailing separator is dropped, so that names can be appended.
    let path: PathBuf = path.components().collect();
    let mut opening = Opening { storage: &*storage, path: &path, options, stop, notices: Vec::new() };
    let names = opening.names()?;
    let found = if options.fresh { Found::Nothing } else { opening.found()? };
    let wanted = wanted(found.manifest())?;
    // This comes before anything is made: a directory that is refused stays as it is, and a count
    // that cannot begin leaves nothing behind.
    if !options.fresh {
        opening.refuse(found, &wanted)?;
    }
    if names.is_none() {
        opening.create_directory()?;
        opening.names()?;
    }
    let lock = opening.lock()?;
    let locks = if options.fresh && names.is_some_and(|names| names.iter().any(|name| name != LOCK)) {
        opening.begin_anew(lock)?
    } else {
        vec![lock]
    };
    let manifest = opening.manifest(wanted)?;
    let contents = opening.contents(&manifest)?;
    let total = opening.total(&manifest, &contents)?;
    let state = match total {
        Some(_) => LedgerState::Finished,
        None => opening.state(&contents)?,
    };
    let Contents { tally, length, .. } = contents;
    let units = tally.finished().len();
    let notices = opening.notices;
    let directory = RunDirectory { storage, path, manifest, units, length, state, _locks: locks };
    Ok((directory, Saved { tally, notices, total }))
}
