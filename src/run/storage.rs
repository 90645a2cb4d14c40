//! The storage interface: everything that the run directory needs of a file system, and nothing
//! else.
//!
//! The run directory uses only [`Storage`], so that tests can supply a storage that fails, tears a
//! write or loses unsynced data at any step. [`DiskStorage`] is the real one.
//! `docs/internals/run-directory.md` states the assumptions about the medium.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;

use super::{file, lock};
use crate::os;

/// The kind of file at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    Directory,
    /// A file or anything else that is not a directory.
    Other,
}

/// The operations that the run directory needs of a file system.
pub trait Storage: Send + Sync {
    /// The kind of file at `path`; `None` if there is none. Links to directories are followed.
    fn kind(&self, path: &Path) -> io::Result<Option<PathKind>>;
    /// Makes a directory in an existing one.
    fn create_directory(&self, path: &Path) -> io::Result<()>;
    /// The names in a directory.
    fn list(&self, directory: &Path) -> io::Result<Vec<OsString>>;
    /// The length in bytes of the file at `path`; `None` if there is none.
    fn length(&self, path: &Path) -> io::Result<Option<u64>>;
    /// Opens a regular file for reading from its start.
    fn read(&self, path: &Path) -> io::Result<Box<dyn InputFile>>;
    /// Creates a new file for writing; an error if the path exists.
    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>>;
    /// Opens a regular file for appending; creates it if missing.
    fn append(&self, path: &Path) -> io::Result<Box<dyn OutputFile>>;
    /// Gives a file or directory a new name in the same directory; a file there is replaced at
    /// once.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes the names in a directory durable: files made, renamed and removed.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;
    /// Takes the exclusive lock on the regular file at `path`, created if missing, and writes
    /// `holder` into it.
    ///
    /// The lock is held until the returned value is dropped or the process ends. `None` when it is
    /// held elsewhere.
    fn lock(&self, path: &Path, holder: &str) -> io::Result<Option<Box<dyn Send>>>;
    /// Returns whether any process holds the lock on the file at `path`.
    fn is_locked(&self, path: &Path) -> io::Result<bool>;
}

/// A file open for reading. Reading it again reads the same file, whatever its path names by then.
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

/// The real file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskStorage;

impl Storage for DiskStorage {
    fn kind(&self, path: &Path) -> io::Result<Option<PathKind>> {
        let kind = |found: fs::Metadata| if found.is_dir() { PathKind::Directory } else { PathKind::Other };
        // The path itself first: a directory made between two looks must not pass for a dangling link.
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => match fs::metadata(path) {
                // A dangling link counts as existing.
                Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(Some(PathKind::Other)),
                target => target.map(|target| Some(kind(target))),
            },
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            found => found.map(|found| Some(kind(found))),
        }
    }

    fn create_directory(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn length(&self, path: &Path) -> io::Result<Option<u64>> {
        match fs::symlink_metadata(path) {
            Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            found => found.map(|found| Some(found.len())),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Box<dyn InputFile>> {
        Ok(Box::new(file::open(OpenOptions::new().read(true), path)?))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        Ok(Box::new(OpenOptions::new().append(true).create_new(true).open(path)?))
    }

    fn append(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        Ok(Box::new(file::open(OpenOptions::new().append(true).create(true), path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        os::retry(|| fs::rename(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        os::retry(|| fs::remove_file(path))
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        os::sync_directory(directory)
    }

    fn lock(&self, path: &Path, holder: &str) -> io::Result<Option<Box<dyn Send>>> {
        Ok(lock::acquire(path, holder)?.map(|lock| Box::new(lock) as Box<dyn Send>))
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        lock::is_held(path)
    }
}

impl InputFile for File {
    fn rewind(&mut self) -> io::Result<()> {
        Seek::rewind(self)
    }
}

impl OutputFile for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn is_in_place(&self, path: &Path) -> io::Result<bool> {
        file::is_at(self, path)
    }
}
