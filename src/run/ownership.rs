//! Distinguishes a run directory or an empty directory from that of another program, before
//! anything in it is touched.
//!
//! A manifest of this program is proof, even if damaged. Without one, every file must have a name
//! and a beginning that this program writes: a crash right after the start, or the loss of the
//! manifest, leaves such a directory.

use std::path::Path;

use super::check::beginning;
use super::error::{Action, RunError};
use super::file::{LEDGER, LOCK, MANIFEST, REJECTED, RESULT};
use super::storage::Storage;
use super::{Manifest, lock};

/// The beginning of a line of the ledger.
const ENTRY: &[u8] = b"{\"unit\":";

/// The names in the directory at `path`; an error if something in it is of another program.
pub(super) fn names(storage: &dyn Storage, path: &Path) -> Result<Vec<String>, RunError> {
    let names = storage.list(path).map_err(RunError::io(Action::List, path))?;
    let names: Vec<String> = names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let has = |file: &str| names.iter().any(|name| name == file);
    let foreign = |found: String| Err(RunError::Foreign { path: path.to_owned(), found });
    // Many programs have a file of this name.
    if Manifest::has_traces_in(&beginning(storage, &path.join(MANIFEST))?) {
        return Ok(names);
    }
    if let Some(found) = names.iter().find(|name| !is_a_name_of_ours(name)) {
        return foreign(found.clone());
    }
    if beginning(storage, &path.join(LEDGER))?.starts_with(ENTRY) {
        return Ok(names);
    }
    for file in [MANIFEST, LEDGER, LOCK, RESULT] {
        if has(file) && !may_be_ours(file, &beginning(storage, &path.join(file))?) {
            return foreign(format!("{file} of another program"));
        }
    }
    Ok(names)
}

/// Returns whether a file of this name that begins with `bytes` may be ours.
fn may_be_ours(file: &str, bytes: &[u8]) -> bool {
    match file {
        MANIFEST => begins_with(bytes, b"{\n  \"format\": "),
        LEDGER => begins_with(bytes, ENTRY),
        LOCK => begins_with(bytes, lock::PROCESS.as_bytes()),
        // The result, whose first fields the caller chooses.
        _ => bytes.is_empty() || String::from_utf8_lossy(bytes).contains("\"solutions\": \""),
    }
}

fn is_a_name_of_ours(name: &str) -> bool {
    let rests = [MANIFEST, LEDGER, REJECTED, LOCK, RESULT].map(|file| name.strip_prefix(file));
    rests.into_iter().flatten().any(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns whether `bytes` begin with `ours`, allowing for a power cut: they may be cut short or
/// NUL.
fn begins_with(bytes: &[u8], ours: &[u8]) -> bool {
    bytes.iter().zip(ours).all(|(&byte, &our)| byte == our || byte == 0)
}
