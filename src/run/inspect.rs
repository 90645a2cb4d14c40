//! Inspects a run directory without changing it, even while another process counts there.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::check::Units;
use super::directory::Saved;
use super::error::{Action, RunError};
use super::file::{LEDGER, LOCK, MANIFEST};
use super::ledger::Ledger;
use super::storage::{Kind, Source, Storage};
use super::{Entry, Manifest, check};

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
    let ledger = Ledger { storage, path: &path.join(LEDGER), manifest: &inspection.manifest, stop };
    let entries = ledger.entries_of(&mut *source, &units)?;
    Ok((inspection, entries))
}

fn inspect_open(
    manifest: Manifest,
    storage: &dyn Storage,
    path: &Path,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(&Entry),
) -> Result<(Inspection, Box<dyn Source>), RunError> {
    let units = Units::read(storage, path, &manifest, stop, visit)?;
    let lock_file = path.join(LOCK);
    // A file system without locks must not hide the rest.
    let is_locked = storage.is_locked(&lock_file).unwrap_or(false);
    let holder = is_locked.then(|| check::holder(storage, &lock_file));
    let notices = units.notices(path, &manifest, is_locked);
    let Units { contents, source, total, .. } = units;
    let saved = Saved { tally: contents.tally, notices, total };
    Ok((Inspection { manifest, saved, holder }, source))
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
