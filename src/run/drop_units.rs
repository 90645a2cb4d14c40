//! Removes units that were found wrong from a saved run, so that they are counted again.
//!
//! It is the only change of a ledger besides appending. First, the lines of all other units are copied, so
//! that a full disk changes nothing. Then the result is removed: without it, the ledger may lack units. Last,
//! the copy replaces the ledger atomically. Whenever the process ends, the ledger has all of its lines, or
//! all but the removed ones.

use std::collections::HashSet;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use super::error::{Action, RunError};
use super::ledger::Ledger;
use super::names::{self, RunFile};
use super::run_files::RunFiles;
use super::storage::Storage;

/// Removes `units` from the run: see [`SavedRun::drop_units`](super::SavedRun::drop_units).
///
/// # Errors
/// As there.
pub(super) fn drop_units(files: RunFiles<'_>, units: &[u64]) -> Result<u64, RunError> {
    let RunFiles { storage, path, .. } = files;
    let [ledger, result] = [RunFile::Ledger, RunFile::Result].map(|file| path.join(file));
    let temporary = names::temporary(&ledger);
    let _lock = files.lock()?;
    // Under the lock: another process may have replaced the run.
    let manifest = &files.manifest()?;
    let failed = RunError::io(Action::Write, &ledger);
    remove_if_present(storage, &temporary).map_err(failed)?;
    let copied = copy_without(Ledger { files, manifest }, units, &temporary);
    if copied.is_err() {
        // Free the space, in case the disk is full.
        let _ = storage.remove(&temporary);
    }
    let dropped = copied?;
    remove_if_present(storage, &result).map_err(RunError::io(Action::Write, &result))?;
    storage.sync_directory(path).map_err(failed)?;
    storage.rename(&temporary, &ledger).map_err(failed)?;
    storage.sync_directory(path).map_err(failed)?;
    Ok(dropped)
}

/// Copies `ledger` without the lines of `units` to a new file at `to`, durably. Returns the number of lines
/// that were not copied. The file is closed then, because some systems do not rename a file that is open.
fn copy_without(ledger: Ledger<'_>, units: &[u64], to: &Path) -> Result<u64, RunError> {
    let RunFiles { storage, path, .. } = ledger.files;
    let path = path.join(RunFile::Ledger);
    let failed = RunError::io(Action::Write, &path);
    let units: HashSet<u64> = units.iter().copied().collect();
    let mut output = storage.create(to).map_err(failed)?;
    let mut buffered = BufWriter::new(&mut *output);
    let dropped = ledger.copy_without(&units, &mut buffered)?;
    buffered.flush().map_err(failed)?;
    drop(buffered);
    output.sync().map_err(failed)?;
    Ok(dropped)
}

fn remove_if_present(storage: &dyn Storage, path: &Path) -> io::Result<()> {
    match storage.remove(path) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}
