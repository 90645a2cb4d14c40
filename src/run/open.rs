//! Opens a run directory: turns whatever is at a path into a directory ready for counting, or fails
//! with a clear error.
//!
//! The order of the steps makes every interruption harmless. A new run makes the directory, takes
//! the lock, and writes an empty ledger, then the manifest. So a directory without a manifest has
//! no finished units, and one with a manifest always has a ledger.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::directory::{LedgerState, RunDirectory, Saved};
use super::file::LOCK;
use super::ledger::Contents;
use super::opening::{Found, Opening, Options};
use super::storage::{DiskStorage, Storage};
use super::{Error, Manifest};

impl RunDirectory {
    /// Opens the run directory at `path` for the run of `manifest`, and creates it if necessary.
    ///
    /// If [`Saved::result`] is `Some`, the run is finished and nothing can be appended.
    ///
    /// # Errors
    /// Any [`Error`]. Without `fresh` or `repair`, saved data has not been touched.
    #[cfg(any(feature = "cli", test))]
    pub fn open(path: &Path, manifest: &Manifest, options: Options) -> Result<(Self, Saved), Error> {
        Self::open_for(path, options, &AtomicBool::new(false), |_| Ok(manifest.clone()))
    }

    /// Opens the run directory at `path` for a run that may depend on what it holds: `wanted` gets
    /// the manifest found there, or `None`, before anything is made or changed. Ends with
    /// [`Error::Stopped`] soon after `stop` is set.
    ///
    /// # Errors
    /// As `RunDirectory::open`, and if `wanted` fails.
    pub fn open_for<E: From<Error>>(
        path: &Path,
        options: Options,
        stop: &AtomicBool,
        wanted: impl FnOnce(Option<&Manifest>) -> Result<Manifest, E>,
    ) -> Result<(Self, Saved), E> {
        open(Arc::new(DiskStorage), path, options, stop, wanted)
    }
}

/// [`RunDirectory::open_for`] on any storage.
pub(super) fn open<E: From<Error>>(
    storage: Arc<dyn Storage>,
    path: &Path,
    options: Options,
    stop: &AtomicBool,
    wanted: impl FnOnce(Option<&Manifest>) -> Result<Manifest, E>,
) -> Result<(RunDirectory, Saved), E> {
    // Without a trailing separator, so that names can be appended.
    let path: PathBuf = path.components().collect();
    let mut opening = Opening { storage: &*storage, path: &path, options, stop, notices: Vec::new() };
    let names = opening.names()?;
    let found = if options.fresh { Found::Nothing } else { opening.found()? };
    let wanted = wanted(found.manifest())?;
    // Before anything is made: what is refused stays as it is, and a count that cannot begin leaves
    // nothing behind.
    if !options.fresh {
        opening.refuse(found, &wanted)?;
    }
    if names.is_none() {
        opening.create_directory()?;
        opening.names()?;
    }
    let mut locks = vec![opening.lock()?];
    if options.fresh && names.is_some_and(|names| names.iter().any(|name| name != LOCK)) {
        locks.push(opening.begin_anew()?);
    }
    let manifest = opening.manifest(wanted)?;
    let contents = opening.contents(&manifest)?;
    let result = opening.result(&manifest, &contents)?;
    let state = match result {
        Some(_) => LedgerState::Finished,
        None => opening.state(&contents)?,
    };
    let Contents { tally, length, .. } = contents;
    let (units, notices) = (tally.finished().len(), opening.notices);
    let directory = RunDirectory { storage, path, manifest, units, length, state, _locks: locks };
    Ok((directory, Saved { tally, notices, result }))
}
