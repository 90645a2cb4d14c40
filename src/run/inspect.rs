//! Inspects a run directory without changing it, even while another process counts there.

use std::io;
use std::path::Path;

use super::error::{Action, RunError};
use super::ledger::Ledger;
use super::ledger_contents::LedgerContents;
use super::names::RunFile;
use super::run_files::RunFiles;
use super::saved_units::SavedUnits;
use super::storage::InputFile;
use super::{Entry, Manifest, Notice, Total, holder};
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
    /// Seconds of wall time and of CPU time that a unit takes, at the rate of the latest units; `None` until
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

    /// The contents of the directory at `path`, where `holder` counts now, and its open ledger.
    pub(super) fn of(
        units: SavedUnits,
        path: &Path,
        manifest: Manifest,
        holder: Option<String>,
    ) -> (Self, Box<dyn InputFile>) {
        let notices = notices(&units, path, &manifest, holder.is_some());
        let SavedUnits { contents: LedgerContents { tally, .. }, ledger, total, paces, .. } = units;
        let unit_s = paces.map(|pace| pace.remaining_s());
        (Self { manifest, total, notices, holder, unit_s, tally }, ledger)
    }
}

/// The notices about the run at `path`. If a process `is_writing` there, it may be about to complete the last
/// line of the ledger.
fn notices(units: &SavedUnits, path: &Path, manifest: &Manifest, is_writing: bool) -> Vec<Notice> {
    /// The maximum number of units to name.
    const MAX_NAMED_UNITS: usize = 10;
    let SavedUnits { contents, was_finished, damage, .. } = units;
    let &LedgerContents { repeated, skipped, first_skipped: first, is_torn, ref tally, .. } = contents;
    let ledger = || path.join(RunFile::Ledger);
    let lines = skipped - u64::from(is_torn && is_writing);
    let left = manifest.unit_count() - tally.finished().len();
    let mut notices = Vec::new();
    if repeated > 0 {
        notices.push(Notice::Repeated { path: ledger(), lines: repeated });
    }
    // A skipped line is not reported once all units have been counted again.
    if lines > 0 && left > 0 {
        notices.push(Notice::Skipped { path: ledger(), lines, first });
    }
    if let Some(reason) = damage {
        notices.push(Notice::DamagedResult { path: path.join(RunFile::Result), reason: reason.clone() });
    }
    if *was_finished && left > 0 {
        let is_lost = |unit: &u64| manifest.has_unit(*unit) && !tally.finished().contains(*unit);
        let units = (0..manifest.identity.units).filter(is_lost).take(MAX_NAMED_UNITS).collect();
        notices.push(Notice::Lost { path: ledger(), units, count: left });
    }
    notices
}

/// Inspects the run, whose manifest was read before, and passes the first entry of every unit to `visit`.
/// Returns the open ledger as well.
///
/// # Errors
/// As [`SavedUnits::read`]; [`RunError::Stopped`] when the stop flag was set.
pub(crate) fn inspect(
    files: RunFiles<'_>,
    manifest: Manifest,
    visit: &mut dyn FnMut(&Entry),
) -> Result<(Inspection, Box<dyn InputFile>), RunError> {
    let units = SavedUnits::read(files, &manifest, visit)?;
    // On a file system without locks, everything else must still be shown.
    let is_locked = files.storage.is_locked(&files.path.join(RunFile::Lock)).unwrap_or(false);
    let holder = is_locked.then(|| holder::first_line(&files.holder()));
    Ok(Inspection::of(units, files.path, manifest, holder))
}

/// Inspects the run, whose manifest was read before, and returns the entries of a random sample of its units:
/// see [`SavedRun::sample`](super::SavedRun::sample).
///
/// # Errors
/// As there.
pub(super) fn sample(
    files: RunFiles<'_>,
    manifest: Manifest,
    size: impl FnOnce(u64) -> u64,
    seed: u64,
) -> Result<(Inspection, Vec<Entry>), RunError> {
    let (inspection, mut ledger) = inspect(files, manifest, &mut |_| ())?;
    let finished = inspection.tally.finished();
    let units = finished.choose(size(finished.len()), seed);
    let mut entries = Vec::new();
    Ledger { files, manifest: &inspection.manifest }.read(&mut *ledger, &mut |entry| {
        if units.binary_search(&entry.unit).is_ok() {
            entries.push(entry.clone());
        }
    })?;
    if entries.len() < units.len() {
        let cause = io::Error::other("it changed while it was being read: try again");
        return Err(RunError::io(Action::Read, &files.path.join(RunFile::Ledger))(cause));
    }
    entries.sort_unstable_by_key(|entry| entry.unit);
    Ok((inspection, entries))
}
