//! Reads the files of a run directory, and checks that they are intact and agree. Opening,
//! finishing and inspecting use the same checks.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::error::{Action, Damage, RunError};
use super::file::{LEDGER, MANIFEST, RESULT};
use super::ledger::{Contents, Ledger};
use super::result::ResultError;
use super::storage::{Source, Storage};
use super::{Entry, RunNotice, sealed};
use crate::board::numbers::grouped;
use crate::plan::entry::LineError;

/// The notice about repeated lines, if there are any.
pub(super) fn repeated_notice(ledger: &Path, contents: &Contents) -> Option<RunNotice> {
    let path = ledger.to_owned();
    let lines = contents.repeated;
    (lines > 0).then_some(RunNotice::Repeated { path, lines })
}

/// The notice about a torn last line.
pub(super) fn torn_notice(ledger: &Path, contents: &Contents) -> RunNotice {
    RunNotice::TornLine { path: ledger.to_owned(), bytes: contents.torn }
}

/// The contents of a ledger, if no line is bad and no stop is requested meanwhile, and the open file.
pub(super) fn read_ledger(
    ledger: Ledger<'_>,
    visit: &mut dyn FnMut(&Entry),
) -> Result<(Contents, Box<dyn Source>), RunError> {
    let corrupt = |line, reason, damage| {
        let path = ledger.path.to_owned();
        Err(RunError::Corrupt { path, line, reason, damage })
    };
    let read = ledger.open().and_then(|mut source| Ok((ledger.read(&mut *source, visit)?, source)));
    match read {
        _ if ledger.stop.load(Ordering::Relaxed) => Err(ledger.stopped()),
        Ok((Contents { bad: Some((line, error)), bad_lines, .. }, _)) => {
            let more = match bad_lines {
                0 | 1 => String::new(),
                _ => format!(" (bad lines: {})", grouped(bad_lines)),
            };
            let damage = match error {
                LineError::CarriageReturn | LineError::ByteOrderMark => Damage::Converted,
                _ => Damage::Ledger,
            };
            corrupt(Some(line), format!("{error}{more}"), damage)
        }
        Ok(read) => Ok(read),
        Err(cause) if cause.kind() == ErrorKind::NotFound => {
            corrupt(None, format!("{LEDGER} is missing"), Damage::NoLedger)
        }
        Err(cause) => Err(ledger.failed(Action::Read, cause)),
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

/// The first bytes of the file at `path`, more than a manifest has; none if it is missing.
pub(super) fn beginning(storage: &dyn Storage, path: &Path) -> Result<Vec<u8>, RunError> {
    let mut bytes = Vec::new();
    match storage.read(path).and_then(|input| input.take(4096).read_to_end(&mut bytes)) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(RunError::io(Action::Read, path)(cause)),
        _ => Ok(bytes),
    }
}

/// The holder as described in the lock file at `path`: any text, if somebody else wrote it.
pub(super) fn holder(storage: &dyn Storage, path: &Path) -> String {
    let bytes = beginning(storage, path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
    match text.trim_end() {
        "" => "another process".to_owned(),
        text => text.to_owned(),
    }
}

/// The error of the result at `path`, which does not go with the ledger.
pub(super) fn corrupt_result(path: PathBuf, error: ResultError) -> RunError {
    let damage = if let ResultError::Behind { .. } = error { Damage::Behind } else { Damage::Result };
    RunError::Corrupt { path, line: None, reason: error.to_string(), damage }
}

/// Ensures that the directory at `path`, which has no manifest, has no finished units: a crash right
/// after the start leaves such a directory, which counts as new.
pub(super) fn has_no_units(storage: &dyn Storage, path: &Path) -> Result<(), RunError> {
    let has_units = !beginning(storage, &path.join(LEDGER))?.is_empty();
    let result = path.join(RESULT);
    let has_result = storage.kind(&result).map_err(RunError::io(Action::Open, &result))?.is_some();
    if !has_units && !has_result {
        return Ok(());
    }
    Err(RunError::Corrupt {
        path: path.join(MANIFEST),
        line: None,
        reason: format!("{MANIFEST} is missing, but there are finished units"),
        damage: Damage::NoManifest,
    })
}
