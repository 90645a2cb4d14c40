//! Reads the files of a run directory, and checks that they are intact and agree. Opening and inspecting use
//! the same checks.

use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::error::{Action, RunError};
use super::file::{LEDGER, LOCK, MANIFEST, RESULT, TEMPORARY_SUFFIX};
use super::ledger::{Ledger, LedgerContents};
use super::result::{self, Unusable};
use super::storage::{InputFile, PathKind, Storage};
use super::{Entry, Inspection, Manifest, Notice, Total, sealed};
use crate::plan::pace::Pace;

/// The saved units of a run, and its result.
pub(super) struct SavedUnits {
    pub contents: LedgerContents,
    /// The open ledger.
    pub source: Box<dyn InputFile>,
    /// The total, if the ledger has every unit of it.
    pub total: Option<Total>,
    /// True if there is a result.
    was_finished: bool,
    /// The reason why the result is ignored, if it is damaged.
    damage: Option<String>,
    /// The rates in wall time and in CPU time.
    paces: [Pace; 2],
}

impl SavedUnits {
    /// Reads the ledger and the result of the run of `manifest` at `path`. Passes the first entry of every
    /// unit to `visit`.
    ///
    /// # Errors
    /// As [`Ledger::read`]; if the ledger has lines but no good one; if the result is of another run or contradicts
    /// the ledger. A damaged result is ignored: the ledger tells the total.
    pub fn read(
        storage: &dyn Storage,
        path: &Path,
        manifest: &Manifest,
        stop: &AtomicBool,
        visit: &mut dyn FnMut(&Entry),
    ) -> Result<Self, RunError> {
        // Read the result before the ledger: otherwise a run that ends in between seems to lack units.
        let result_file = path.join(RESULT);
        let found = read_sealed(storage, &result_file)?;
        let ledger = Ledger { storage, path: &path.join(LEDGER), manifest, stop };
        let mut source = ledger.open()?;
        let mut paces = [Pace::new(1.0, 0.0, 1); 2];
        let contents = ledger.read(&mut *source, &mut |entry| {
            for (pace, ms) in paces.iter_mut().zip([entry.wall_ms, entry.cpu_ms]) {
                pace.observe(1.0, Duration::from_millis(ms));
            }
            visit(entry);
        })?;
        contents.check_any_good(ledger.path)?;
        let was_finished = found.is_some();
        let (total, damage) = match found.map(|bytes| result::parse(&bytes, manifest, &contents.tally)) {
            None => (None, None),
            Some(Ok(total)) => (total, None),
            Some(Err(Unusable::Damaged(reason))) => (None, Some(reason)),
            Some(Err(Unusable::Contradicts(reason))) => {
                return Err(RunError::Corrupt { path: result_file, line: None, reason });
            }
        };
        Ok(Self { contents, source, total, was_finished, damage, paces })
    }

    /// The contents of the directory at `path`, where `holder` counts now, and its open ledger.
    pub fn into_inspection(
        self,
        path: &Path,
        manifest: Manifest,
        holder: Option<String>,
    ) -> (Inspection, Box<dyn InputFile>) {
        let notices = self.notices(path, &manifest, holder.is_some());
        let Self { contents: LedgerContents { tally, .. }, source, total, paces, .. } = self;
        let unit_s = paces.map(|pace| pace.remaining_s());
        (Inspection { manifest, total, notices, holder, unit_s, tally }, source)
    }

    /// The notices about the ledger at `path`. If a process `is_writing` there, its last line may be about to
    /// be completed.
    fn notices(&self, path: &Path, manifest: &Manifest, is_writing: bool) -> Vec<Notice> {
        /// The most units to name.
        const MAX_NAMED_UNITS: usize = 10;
        let &LedgerContents { repeated, skipped, first_skipped: first, is_torn, ref tally, .. } =
            &self.contents;
        let result = path;
        let path = || path.join(LEDGER);
        let lines = skipped - u64::from(is_torn && is_writing);
        let left = manifest.unit_count() - tally.finished().len();
        let mut notices = Vec::new();
        if repeated > 0 {
            notices.push(Notice::Repeated { path: path(), lines: repeated });
        }
        // What was counted again is no news.
        if lines > 0 && left > 0 {
            notices.push(Notice::Skipped { path: path(), lines, first });
        }
        if let Some(reason) = &self.damage {
            notices.push(Notice::DamagedResult { path: result.join(RESULT), reason: reason.clone() });
        }
        if self.was_finished && left > 0 {
            let is_lost = |unit: &u64| manifest.has_unit(*unit) && !tally.finished().contains(*unit);
            let units = (0..manifest.identity.units).filter(is_lost).take(MAX_NAMED_UNITS).collect();
            notices.push(Notice::Lost { path: path(), units, count: left });
        }
        notices
    }
}

/// The bytes of `file`, which is sealed JSON, if there is one.
pub(super) fn read_sealed(storage: &dyn Storage, file: &Path) -> Result<Option<Vec<u8>>, RunError> {
    match storage.read(file).and_then(sealed::read_from) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(RunError::io(Action::Read, file)(cause)),
    }
}

/// The first bytes of the file at `path`; none if it is missing.
pub(super) fn beginning(storage: &dyn Storage, path: &Path, length: u64) -> Result<Vec<u8>, RunError> {
    let mut bytes = Vec::new();
    match storage.read(path).and_then(|input| input.take(length).read_to_end(&mut bytes)) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(RunError::io(Action::Read, path)(cause)),
        _ => Ok(bytes),
    }
}

/// The holder as described in the first line of the lock file at `path`: any text, if another program wrote it.
pub(super) fn holder(storage: &dyn Storage, path: &Path) -> String {
    let bytes = beginning(storage, path, 200).unwrap_or_default();
    match String::from_utf8_lossy(&bytes).trim().lines().next() {
        None => "another process".to_owned(),
        Some(line) => line.trim_end().to_owned(),
    }
}

/// The manifest of the run directory at `path`; `None` if a count would begin a run there.
///
/// # Errors
/// If it is no directory, or one of another program, if the manifest is damaged, or if it is missing beside
/// finished units.
pub(crate) fn manifest_if_begun(storage: &dyn Storage, path: &Path) -> Result<Option<Manifest>, RunError> {
    let not_a_run = |found| RunError::NotARun { path: path.to_owned(), found };
    match storage.kind(path).map_err(RunError::io(Action::Open, path))? {
        Some(PathKind::Directory) => {}
        Some(PathKind::Other) => return Err(not_a_run("is not a directory".to_owned())),
        None => return Ok(None),
    }
    let found = || {
        let bytes = read_sealed(storage, &path.join(MANIFEST))?;
        bytes.map(|bytes| Manifest::parse(path, &bytes)).transpose()
    };
    match found() {
        Ok(None) | Err(RunError::Corrupt { .. }) => {}
        found => return found,
    }
    let may_have_units = check_names(storage, path)?;
    // Another process may have begun the run since.
    match found()? {
        None if may_have_units => Err(RunError::Incomplete { path: path.to_owned(), missing: MANIFEST }),
        found => Ok(found),
    }
}

/// Returns whether the directory at `path` has an intact manifest and a ledger.
pub(super) fn is_a_run(storage: &dyn Storage, path: &Path) -> Result<bool, RunError> {
    let file = path.join(MANIFEST);
    let is_other = |cause: &io::Error| {
        use ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied};
        matches!(cause.kind(), NotFound | PermissionDenied | InvalidInput | IsADirectory | NotADirectory)
    };
    let manifest = match storage.read(&file).and_then(sealed::read_from) {
        // A link or a directory of this name, or one that may not be read, is not ours.
        Err(cause) if is_other(&cause) => return Ok(false),
        read => Some(read.map_err(RunError::io(Action::Read, &file))?),
    };
    let ledger = path.join(LEDGER);
    let has_ledger = storage.length(&ledger).map_err(RunError::io(Action::Read, &ledger))?.is_some();
    let is_intact = |bytes: Vec<u8>| !matches!(Manifest::parse(path, &bytes), Err(RunError::Corrupt { .. }));
    Ok(has_ledger && manifest.is_some_and(is_intact))
}

/// Returns whether the directory at `path`, which has no manifest, may have finished units.
pub(super) fn may_have_units(storage: &dyn Storage, path: &Path) -> Result<bool, RunError> {
    Ok(!beginning(storage, &path.join(LEDGER), 1)?.is_empty()
        || read_sealed(storage, &path.join(RESULT))?.is_some())
}

/// Checks that each file in the directory at `path`, which has no intact manifest, has the name of one of a
/// run. Returns whether there may be finished units; a run that ends while it begins leaves none.
fn check_names(storage: &dyn Storage, path: &Path) -> Result<bool, RunError> {
    for name in storage.list(path).map_err(RunError::io(Action::List, path))? {
        let name = name.to_string_lossy();
        let rests = [MANIFEST, LEDGER, LOCK, RESULT].map(|file| name.strip_prefix(file));
        let is_of_a_run = |rest: &str| rest.is_empty() || rest == TEMPORARY_SUFFIX;
        if !rests.into_iter().flatten().any(is_of_a_run) {
            let found =
                format!("is not a run directory: it holds '{name}' but no manifest.json of this program");
            return Err(RunError::NotARun { path: path.to_owned(), found });
        }
    }
    may_have_units(storage, path)
}
