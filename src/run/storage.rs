//! The file system operations that a run directory needs.
//!
//! A run directory uses files only through [`Storage`]. So tests can replace the file system with one that
//! fails, tears a write or loses unsynced data at any step. `disk` implements the trait for the real file
//! system. `docs/internals/run-directory-format.md` states the assumptions about the medium.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::names;
use crate::files::parent;

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    Directory,
    /// A file, or anything else that is not a directory.
    Other,
}

/// A run directory's file system operations.
pub trait Storage: Send + Sync {
    /// Returns the kind of the file or directory at `path`, or `None` if nothing exists there. Follows links.
    /// A dangling link counts as existing, with the kind [`PathKind::Other`].
    fn kind(&self, path: &Path) -> io::Result<Option<PathKind>>;
    /// Creates a directory. Fails if the path exists.
    fn create_directory(&self, path: &Path) -> io::Result<()>;
    /// Returns the names in a directory.
    fn list(&self, directory: &Path) -> io::Result<Vec<OsString>>;
    /// Returns the length of the file at `path` in bytes, or `None` if the file is missing.
    fn length(&self, path: &Path) -> io::Result<Option<u64>>;
    /// Opens a regular file for reading from its start.
    fn read(&self, path: &Path) -> io::Result<Box<dyn InputFile>>;
    /// Creates a new file for writing. Fails if the path exists.
    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>>;
    /// Gives `path` the permissions of `model` and, as far as the system allows, its owner and group.
    fn copy_owner(&self, model: &Path, path: &Path) -> io::Result<()>;
    /// Opens a regular file for appending, creating it if it is missing.
    fn append(&self, path: &Path) -> io::Result<Box<dyn OutputFile>>;
    /// Renames a file or directory within its parent directory. Replaces an existing file atomically.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes all creations, renames and removals in a directory durable.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;
    /// Locks the regular file at `path` exclusively, and writes `holder` into it. Creates the file if it is
    /// missing. Returns `None` if another process holds the lock.
    ///
    /// The lock lasts until the returned value is dropped or the process ends.
    fn lock(&self, path: &Path, holder: &str) -> io::Result<Option<HeldLock>>;
    /// Returns whether any process has locked the file at `path`.
    fn is_locked(&self, path: &Path) -> io::Result<bool>;
}

/// A lock, held until dropped.
pub type HeldLock = Box<dyn Send>;

/// A file open for reading. After rewinding, the same file is read again, even if another file has
/// replaced it at its path.
pub trait InputFile: Read {
    fn rewind(&mut self) -> io::Result<()>;
}

/// A file open for appending. Writes are not buffered in the process, so written data survives the
/// end of the process.
pub trait OutputFile: Write + Send {
    /// Makes the file's contents durable.
    fn sync(&mut self) -> io::Result<()>;
    /// Returns whether `path` still names this file, as far as the file system can tell.
    fn is_in_place(&self, path: &Path) -> io::Result<bool>;
}

/// Durably writes or replaces a file in a run directory. The file appears either complete or not at all. This
/// process must have locked the directory, because the temporary file always has the same name. With a fixed
/// name, the next process can remove a file that an interrupted process left behind. For files outside run
/// directories, use [`files`](crate::files).
pub(super) fn replace_durably(storage: &dyn Storage, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = names::temporary(path);
    // An interrupted process may have left a temporary file behind.
    remove_if_present(storage, &temporary)?;
    let mut output = storage.create(&temporary)?;
    let written = output.write_all(bytes).and_then(|()| output.sync());
    // Some systems cannot rename an open file.
    drop(output);
    if written.is_err() {
        // Free the space, in case the disk is full.
        let _ = storage.remove(&temporary);
    }
    written?;
    storage.rename(&temporary, path)?;
    storage.sync_directory(parent(path))
}

/// Removes the file at `path`, if it exists.
pub(super) fn remove_if_present(storage: &dyn Storage, path: &Path) -> io::Result<()> {
    match storage.remove(path) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}
