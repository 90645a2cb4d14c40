//! Inspects a run directory without changing it, even while another process counts there.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::check::SavedUnits;
use super::error::{Action, RunError};
use super::file::{LEDGER, LOCK, MANIFEST};
use super::ledger::Ledger;
use super::storage::{InputFile, PathKind, Storage};
use super::{Entry, Manifest, Notice, Total, check};
use crate::methods::EstimatedValue;
use crate::plan::{Sums, Tally};

/// The contents of a run directory.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Inspection {
    /// The manifest: what is counted there.
    pub manifest: Manifest,
    /// The total when the run is finished: `result.json`, checked against the ledger.
    pub total: Option<Total>,
    /// Notices about the state of the directory.
    pub notices: Vec<Notice>,
    /// The process that counts there now, as it describes itself.
    pub holder: Option<String>,
    /// Seconds of wall time and of CPU time that a unit takes, at the rate of the latest ones; `None` until
    /// two are finished.
    pub unit_s: [Option<EstimatedValue>; 2],
    /// The finished units.
    pub(crate) tally: Tally,
}

impl Inspection {
    /// The sums over the finished units.
    #[must_use]
    pub fn sums(&self) -> Sums {
        self.tally.sums()
    }
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
    size: impl FnOnce(u64) -> u64,
    seed: u64,
) -> Result<(Inspection, Vec<Entry>), RunError> {
    let (inspection, mut source) = inspect(manifest, storage, path, stop, &mut |_| ())?;
    let finished = inspection.tally.finished();
    let units = finished.choose(size(finished.len()), seed);
    let path = &path.join(LEDGER);
    let ledger = Ledger { storage, path, manifest: &inspection.manifest, stop };
    let mut entries = Vec::new();
    ledger.read(&mut *source, &mut |entry| {
        if units.binary_search(&entry.unit).is_ok() {
            entries.push(entry.clone());
        }
    })?;
    if entries.len() < units.len() {
        let cause = io::Error::other("it was changed while it was read: try again");
        return Err(RunError::io(Action::Read, path)(cause));
    }
    entries.sort_unstable_by_key(|entry| entry.unit);
    Ok((inspection, entries))
}

/// [`SavedRun::inspect`](super::SavedRun::inspect) on any storage until `stop` is set, where the manifest
/// was read before. Returns the open ledger as well.
///
/// # Errors
/// As there; [`RunError::Stopped`] when `stop` was set.
pub(crate) fn inspect(
    manifest: Manifest,
    storage: &dyn Storage,
    path: &Path,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(&Entry),
) -> Result<(Inspection, Box<dyn InputFile>), RunError> {
    let units = SavedUnits::read(storage, path, &manifest, stop, visit)?;
    let lock_file = path.join(LOCK);
    // A file system without locks must not hide the rest.
    let is_locked = storage.is_locked(&lock_file).unwrap_or(false);
    let holder = is_locked.then(|| check::holder(storage, &lock_file));
    Ok(units.into_inspection(path, manifest, holder))
}

pub(super) fn read_manifest(storage: &dyn Storage, path: &Path) -> Result<Manifest, RunError> {
    let not_a_run = |found: &str| RunError::NotARun { path: path.to_owned(), found: found.to_owned() };
    match storage.kind(path).map_err(RunError::io(Action::Read, path))? {
        None => return Err(not_a_run("does not exist")),
        Some(PathKind::Other) => return Err(not_a_run("is not a directory")),
        Some(_) => {}
    }
    match check::read_sealed(storage, &path.join(MANIFEST))? {
        Some(bytes) => Manifest::parse(path, &bytes),
        None if check::may_have_units(storage, path)? => {
            Err(RunError::Incomplete { path: path.to_owned(), missing: MANIFEST })
        }
        None => Err(not_a_run("is not a run directory: it has no manifest.json")),
    }
}
