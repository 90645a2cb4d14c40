//! The storage interface: everything that the run directory needs of a file system, and nothing
//! else.
//!
//! The run directory uses only [`Storage`], so that tests can supply a storage that fails, tears a
//! write or loses unsynced data at any step. `disk` has the real one.
//! `docs/internals/run-directory-format.md` states the assumptions about the medium.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::names;
use crate::files::parent;

/// The kind of file at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    Directory,
    /// A file or anything else that is not a directory.
    Other,
}

/// The operations that the run directory needs of a file system.
pub trait Storage: Send + Sync {
    /// The kind of file at `path`; `None` if the path does not exist. Links to directories are followed.
    fn kind(&self, path: &Path) -> io::Result<Option<PathKind>>;
    /// Creates a directory in an existing one.
    fn create_directory(&self, path: &Path) -> io::Result<()>;
    /// The names in a directory.
    fn list(&self, directory: &Path) -> io::Result<Vec<OsString>>;
    /// The length in bytes of the file at `path`; `None` if it is missing.
    fn length(&self, path: &Path) -> io::Result<Option<u64>>;
    /// Opens a regular file for reading from its start.
    fn read(&self, path: &Path) -> io::Result<Box<dyn InputFile>>;
    /// Creates a new file for writing; an error if the path exists.
    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>>;
    /// Gives the file at `path` the permissions, and as far as the system allows it the owner and the group,
    /// of the file at `model`.
    fn copy_owner(&self, model: &Path, path: &Path) -> io::Result<()>;
    /// Opens a regular file for appending; creates it if it is missing.
    fn append(&self, path: &Path) -> io::Result<Box<dyn OutputFile>>;
    /// Renames a file or directory within its directory. An existing file of the new name is replaced
    /// atomically.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes the names in a directory durable: of files that were created, renamed and removed.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;
    /// Takes the exclusive lock on the regular file at `path`, which is created if it is missing, and writes
    /// `holder` into it.
    ///
    /// The lock is held until the returned value is dropped or the process ends. `None` if another process
    /// holds it.
    fn lock(&self, path: &Path, holder: &str) -> io::Result<Option<HeldLock>>;
    /// Returns whether any process holds the lock on the file at `path`.
    fn is_locked(&self, path: &Path) -> io::Result<bool>;
}

/// A lock, held until it is dropped.
pub type HeldLock = Box<dyn Send>;

/// A file open for reading. Rereading it reads the same file, even if its path names another one by then.
pub trait InputFile: Read {
    /// Goes back to the start.
    fn rewind(&mut self) -> io::Result<()>;
}

/// A file open for appending. Nothing is buffered here: written data is with the operating system
/// and survives the process.
pub trait OutputFile: Write + Send {
    /// Makes the file's contents durable.
    fn sync(&mut self) -> io::Result<()>;
    /// Returns whether `path`, at which this file was opened, still names it, as far as the file system can
    /// tell.
    fn is_in_place(&self, path: &Path) -> io::Result<bool>;
}

/// Writes a file at `path`, replacing an existing one, in a run directory that this process has locked. It
/// appears complete or not at all. The temporary file has a fixed name, so that the next process finds and
/// removes what an interrupted one left. Files outside run directories have no lock:
/// [`files`](crate::files) writes them.
pub(super) fn replace_durably(storage: &dyn Storage, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = names::temporary(path);
    // An interrupted attempt may have left one.
    remove_if_present(storage, &temporary)?;
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

/// Removes the file at `path`, if there is one.
pub(super) fn remove_if_present(storage: &dyn Storage, path: &Path) -> io::Result<()> {
    match storage.remove(path) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}
