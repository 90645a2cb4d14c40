//! Removes units that were found wrong from a saved run, so that they are counted again.
//!
//! It is the only change of a ledger besides appending. The result goes first: without it, the ledger may lack
//! units. Then a copy without the lines takes the place of the ledger at once. Whenever the process ends, the
//! ledger has all of its lines, or all but those.

use std::collections::HashSet;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

use super::error::{Action, RunError};
use super::file::{LEDGER, LOCK, RESULT, TEMPORARY_SUFFIX};
use super::ledger::Ledger;
use super::storage::Storage;
use super::{NEVER_STOP, check, inspect, lock, replace_file};

/// [`SavedRun::drop_units`](super::SavedRun::drop_units) on any storage.
///
/// # Errors
/// As there.
pub(super) fn on(storage: &dyn Storage, path: &Path, units: &[u64]) -> Result<u64, RunError> {
    let [ledger, lock_file, result] = [LEDGER, LOCK, RESULT].map(|file| path.join(file));
    let held = storage.lock(&lock_file, &lock::this_process());
    let _held = held.map_err(RunError::io(Action::Lock, &lock_file))?.ok_or_else(|| RunError::Locked {
        path: path.to_owned(),
        holder: check::holder(storage, &lock_file),
    })?;
    // Under the lock: another process may have replaced the run.
    let manifest = &inspect::read_manifest(storage, path)?;
    let failed = RunError::io(Action::Write, &ledger);
    match storage.remove(&result) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => {
            return Err(RunError::io(Action::Write, &result)(cause));
        }
        _ => storage.sync_directory(path).map_err(failed)?,
    }
    let temporary = replace_file::with_suffix(&ledger, TEMPORARY_SUFFIX);
    match storage.remove(&temporary) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(failed(cause)),
        _ => {}
    }
    let units: HashSet<u64> = units.iter().copied().collect();
    let mut output = storage.create(&temporary).map_err(failed)?;
    let mut buffered = BufWriter::new(&mut *output);
    let read = Ledger { storage, path: &ledger, manifest, stop: &NEVER_STOP };
    let dropped = read.copy_without(&units, &mut buffered)?;
    buffered.flush().map_err(failed)?;
    drop(buffered);
    output.sync().map_err(failed)?;
    // Some systems do not rename a file that is open.
    drop(output);
    storage.rename(&temporary, &ledger).map_err(failed)?;
    storage.sync_directory(path).map_err(failed)?;
    Ok(dropped)
}
