//! Inspects a run directory without changing it, even while another process counts there.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::directory::Saved;
use super::error::{Action, RunError};
use super::file::{LEDGER, LOCK, MANIFEST, RESULT};
use super::ledger::Ledger;
use super::storage::{DiskStorage, Kind, Source, Storage};
use super::{Entry, Manifest, check, ownership, result};

/// The contents of a run directory.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Inspection {
    /// The manifest: what is counted there.
    pub manifest: Manifest,
    /// The sum and the set of the units that are finished, and notices about the ledger.
    pub saved: Saved,
    /// The process that counts there now, as it describes itself.
    pub holder: Option<String>,
}

/// [`SavedRun::inspect`](super::SavedRun::inspect) on any storage until `stop` is set, where the manifest
/// was read before.
///
/// # Errors
/// As there; [`RunError::Stopped`] when `stop` was set.
pub(crate) fn inspect(
    manifest: Manifest,
    storage: &dyn Storage,
    path: &Path,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(&Entry),
) -> Result<Inspection, RunError> {
    inspect_open(manifest, storage, path, stop, visit).map(|(inspection, _)| inspection)
}

/// [`SavedRun::sample`](super::SavedRun::sample) on any storage, where the manifest was read before.
///
/// # Errors
/// As there.
pub(super) fn sample(
    manifest: Manifest,
    storage: &dyn Storage,
    path: &Path,
    stop: &AtomicBool,
    choose: impl FnOnce(&Inspection) -> Vec<u64>,
) -> Result<(Inspection, Vec<Entry>), RunError> {
    let (inspection, mut source) = inspect_open(manifest, storage, path, stop, &mut |_| ())?;
    let units = choose(&inspection);
    let ledger = &path.join(LEDGER);
    let ledger = Ledger { storage, path: ledger, manifest: &inspection.manifest, stop };
    let entries = ledger.entries_of(&mut *source, &units).map_err(|cause| match cause.kind() {
        ErrorKind::UnexpectedEof => RunError::ChangedWhileRead { path: ledger.path.to_owned() },
        _ => ledger.failed(Action::Read, cause),
    })?;
    Ok((inspection, entries))
}

fn inspect_open(
    manifest: Manifest,
    storage: &dyn Storage,
    path: &Path,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(&Entry),
) -> Result<(Inspection, Box<dyn Source>), RunError> {
    // Read the result before the ledger: otherwise a run that ends in between seems to lack units.
    let result_file = path.join(RESULT);
    let found = check::read_sealed(storage, &result_file)?;
    let ledger = &path.join(LEDGER);
    let (contents, source) =
        check::read_ledger(Ledger { storage, path: ledger, manifest: &manifest, stop }, visit)?;
    let total = found.map(|bytes| result::parse(&bytes, &manifest, &contents.tally)).transpose();
    let total = total.map_err(|error| check::corrupt_result(result_file, error))?;
    // A file system without locks must not hide the rest.
    let lock_file = path.join(LOCK);
    let locked = storage.is_locked(&lock_file).unwrap_or(false);
    let holder = locked.then(|| check::holder(storage, &lock_file));
    let torn = contents.torn > 0 && total.is_none() && holder.is_none();
    let mut notices = Vec::from_iter(check::repeated_notice(ledger, &contents));
    notices.extend(torn.then(|| check::torn_notice(ledger, &contents)));
    let saved = Saved { tally: contents.tally, notices, total };
    Ok((Inspection { manifest, saved, holder }, source))
}

/// Reads what the run directory at `path` counts; `None` if there is no run yet, that is, if a
/// count would begin one there.
///
/// # Errors
/// As [`SavedRun::manifest`](super::SavedRun::manifest), and if there is something else, or finished
/// units without a manifest.
pub(crate) fn manifest_if_begun(path: &Path) -> Result<Option<Manifest>, RunError> {
    let storage = &DiskStorage;
    let found = || match manifest_on(storage, path) {
        Err(RunError::NotFound { .. } | RunError::NotARun { .. }) => Ok(None),
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
    match storage.kind(path).map_err(RunError::io(Action::Read, path))? {
        None => return Err(RunError::NotFound { path: path.to_owned() }),
        Some(Kind::Other) => return Err(RunError::NotADirectory { path: path.to_owned() }),
        Some(_) => {}
    }
    match check::read_sealed(storage, &path.join(MANIFEST))? {
        Some(bytes) => Manifest::parse(path, &bytes),
        None => Err(RunError::NotARun { path: path.to_owned() }),
    }
}
