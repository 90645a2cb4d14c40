//! Writes files of a run directory that appear complete or not at all: write a temporary file next to the
//! path, sync it, rename it, sync the directory.
//!
//! Run directories are written under their lock and through [`Storage`]. Their temporary files have
//! fixed names, so that the next process finds and removes what an interrupted one left. Other
//! files have no lock: [`files`](crate::files) writes them.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::names;
use super::storage::Storage;
use crate::files::parent;

/// Writes a file at `path`, replacing an existing one, in a run directory that this process has
/// locked.
pub(super) fn replace_durably(storage: &dyn Storage, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = names::temporary(path);
    // An interrupted attempt may have left one.
    match storage.remove(&temporary) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(cause),
        _ => {}
    }
    let mut output = storage.create(&temporary)?;
    let written = output.write_all(bytes).and_then(|()| output.sync());
    // Some systems do not rename a file that is open.
    drop(output);
    if written.is_err() {
        // Free the space, in case the disk is full.
        let _ = storage.remove(&temporary);
    }
    written?;
    storage.rename(&temporary, path)?;
    storage.sync_directory(parent(path))
}
