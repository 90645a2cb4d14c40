//! Removes units that were found wrong from a saved run, so that they are counted again.
//!
//! It is the only change of a ledger besides appending. The result is removed first: without it, the ledger
//! may lack units. Then a copy without the lines of the units replaces the ledger atomically. Whenever the
//! process ends, the ledger has all of its lines, or all but the removed ones.

use std::collections::HashSet;
use std::io::{BufWriter, ErrorKind, Write};

use super::error::{Action, RunError};
use super::ledger::Ledger;
use super::names::{self, LEDGER, RESULT};
use super::run_files::RunFiles;

/// Removes `units` from the run: see [`SavedRun::drop_units`](super::SavedRun::drop_units).
///
/// # Errors
/// As there.
pub(super) fn drop_units(files: RunFiles<'_>, units: &[u64]) -> Result<u64, RunError> {
    let RunFiles { storage, path, .. } = files;
    let [ledger, result] = [LEDGER, RESULT].map(|file| path.join(file));
    let _lock = files.lock()?;
    // Under the lock: another process may have replaced the run.
    let manifest = &files.manifest()?;
    let failed = RunError::io(Action::Write, &ledger);
    match storage.remove(&result) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => {
            return Err(RunError::io(Action::Write, &result)(cause));
        }
        _ => storage.sync_directory(path).map_err(failed)?,
    }
    let temporary = names::temporary(&ledger);
    match storage.remove(&temporary) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(failed(cause)),
        _ => {}
    }
    let units: HashSet<u64> = units.iter().copied().collect();
    let mut output = storage.create(&temporary).map_err(failed)?;
    let mut buffered = BufWriter::new(&mut *output);
    let dropped = Ledger { files, manifest }.copy_without(&units, &mut buffered)?;
    buffered.flush().map_err(failed)?;
    drop(buffered);
    output.sync().map_err(failed)?;
    // Some systems do not rename a file that is open.
    drop(output);
    storage.rename(&temporary, &ledger).map_err(failed)?;
    storage.sync_directory(path).map_err(failed)?;
    Ok(dropped)
}
