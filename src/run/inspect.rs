//! Inspects a run directory without changing it, even while another process counts there.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::directory::Saved;
use super::error::{Action, RunError};
use super::file::{LEDGER, LOCK, MANIFEST, RESULT};
use super::storage::{DiskStorage, Kind, Storage};
use super::{Entry, Manifest, check, ownership, result, sealed};

/// The contents of a run directory.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Inspection {
    /// What is counted there.
    pub manifest: Manifest,
    /// The sum and the set of the units that are finished, and notices about the ledger.
    pub saved: Saved,
    /// The process that counts there now, as it describes itself.
    pub holder: Option<String>,
}

/// [`SavedRun::inspect_until`](super::SavedRun::inspect_until) on any storage.
///
/// # Errors
/// As there; [`RunError::Stopped`] when `stop` was set.
pub(super) fn inspect_on(
    storage: &dyn Storage,
    path: &Path,
    stop: &AtomicBool,
    mut visit: impl FnMut(&Entry),
) -> Result<Inspection, RunError> {
    inspect_as(manifest_on(storage, path)?, storage, path, stop, &mut visit)
}

/// [`inspect_on`] where the manifest was read before.
///
/// # Errors
/// As [`inspect_on`].
pub(crate) fn inspect_as(
    manifest: Manifest,
    storage: &dyn Storage,
    path: &Path,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(&Entry),
) -> Result<Inspection, RunError> {
    // Read the result before the ledger: otherwise a run that ends in between seems to lack units.
    let result_file = path.join(RESULT);
    let found = check::read_result(storage, &result_file)?;
    let contents = check::read_ledger(storage, path, &manifest, stop, visit)?;
    let total = match found.map(|bytes| result::parse(&bytes, &manifest, &contents.tally)) {
        Some(Err(error)) => return Err(check::corrupt_result(result_file, error)),
        Some(Ok(total)) => Some(total),
        None => None,
    };
    // A file system without locks must not hide the rest.
    let lock_file = path.join(LOCK);
    let locked = storage.is_locked(&lock_file).unwrap_or(false);
    let holder = locked.then(|| check::holder(storage, &lock_file));
    let torn = contents.torn > 0 && total.is_none() && holder.is_none();
    let ledger = path.join(LEDGER);
    let mut notices = Vec::from_iter(check::repeated_notice(&ledger, &contents));
    notices.extend(torn.then(|| check::torn_notice(&ledger, &contents)));
    Ok(Inspection { manifest, saved: Saved { tally: contents.tally, notices, total }, holder })
}

/// Reads what the run directory at `path` counts; `None` if there is no run yet, by the rule by which
/// a count would begin one there.
///
/// # Errors
/// As [`SavedRun::manifest`](super::SavedRun::manifest), and if there is something else, or finished units without a manifest.
pub(crate) fn manifest_if_begun(path: &Path) -> Result<Option<Manifest>, RunError> {
    let storage = &DiskStorage;
    let found = || match manifest_on(storage, path) {
        Err(RunError::NotThere { .. } | RunError::NotARun { .. }) => Ok(None),
        other => other.map(Some),
    };
    if let Some(manifest) = found()? {
        return Ok(Some(manifest));
    }
    let empty = match ownership::names(storage, path) {
        Err(RunError::Io { cause, .. }) if cause.kind() == ErrorKind::NotFound => return Ok(None),
        names => names.and_then(|_| check::has_no_units(storage, path)),
    };
    // Another process may have begun the run since.
    match (empty, found()?) {
        (Err(error), None) => Err(error),
        (_, manifest) => Ok(manifest),
    }
}

pub(super) fn manifest_on(storage: &dyn Storage, path: &Path) -> Result<Manifest, RunError> {
    match storage.kind(path).map_err(|cause| RunError::io(Action::Read, path, cause))? {
        None => return Err(RunError::NotThere { path: path.to_owned() }),
        Some(Kind::Other) => return Err(RunError::NotADirectory { path: path.to_owned() }),
        Some(_) => {}
    }
    let file = path.join(MANIFEST);
    let bytes = sealed::read(storage, &file).map_err(|cause| match cause.kind() {
        ErrorKind::NotFound => RunError::NotARun { path: path.to_owned() },
        _ => RunError::io(Action::Read, &file, cause),
    })?;
    Manifest::parse(path, &bytes)
}
