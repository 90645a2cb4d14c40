//! The storage seam: everything the run directory asks of a file system, and nothing more.
//!
//! The run directory talks to [`Storage`] only, so that tests can put a storage below it that
//! fails, tears a write or loses what was not synced, at any step. [`DiskStorage`] is the real one.
//! What the run directory assumes of the medium is written down in `docs/run-directory.md`.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::{file, lock};

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A directory.
    Directory,
    /// A file or anything else that is not a directory.
    Other,
}

/// Where an open file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Where it was opened.
    There,
    /// Under another name or in another directory; something else may be where it was opened.
    Elsewhere,
    /// Removed: what is written into it ends with the process.
    Nowhere,
}

/// What the run directory needs of a file system.
pub trait Storage: Send + Sync {
    /// What is at `path`; `None` when nothing is. Links to directories are followed.
    fn kind(&self, path: &Path) -> io::Result<Option<Kind>>;
    /// Makes a directory in an existing one.
    fn create_directory(&self, path: &Path) -> io::Result<()>;
    /// The names in a directory.
    fn list(&self, directory: &Path) -> io::Result<Vec<OsString>>;
    /// Opens a regular file for reading from its start.
    fn read(&self, path: &Path) -> io::Result<Box<dyn Read>>;
    /// Makes a new file for writing; an error when anything is there.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>>;
    /// Opens a regular file for writing at its end, made when missing.
    fn append(&self, path: &Path) -> io::Result<Box<dyn Output>>;
    /// Gives a file or directory a new name in the same directory; a file there is replaced at
    /// once.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes the names in a directory durable: files made, renamed and removed.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;
    /// Takes the exclusive lock on the regular file at `path`, made when missing, and writes
    /// `holder` into it.
    ///
    /// The lock is held until the returned value is dropped or the process ends. `None` when it is
    /// held elsewhere.
    fn lock(&self, path: &Path, holder: &str) -> io::Result<Option<Box<dyn Send>>>;
    /// Whether somebody holds the lock on the file at `path`.
    fn is_locked(&self, path: &Path) -> io::Result<bool>;
}

/// A file open for writing at its end. Nothing is buffered here: what was written is with the
/// operating system, and outlives the process.
pub trait Output: Write + Send {
    /// Makes the file's contents durable.
    fn sync(&mut self) -> io::Result<()>;
    /// Cuts the file down to `length` bytes.
    fn truncate(&mut self, length: u64) -> io::Result<()>;
    /// Where this file is by now, opened at `path`.
    fn place(&self, path: &Path) -> io::Result<Place>;
}

/// The real file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskStorage;

impl Storage for DiskStorage {
    fn kind(&self, path: &Path) -> io::Result<Option<Kind>> {
        match fs::symlink_metadata(path) {
            // A link that leads nowhere is something, too.
            Ok(_) if fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) => Ok(Some(Kind::Directory)),
            Ok(_) => Ok(Some(Kind::Other)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn create_directory(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn read(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(file::open(OpenOptions::new().read(true), path)?))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        Ok(Box::new(OpenOptions::new().write(true).create_new(true).open(path)?))
    }

    fn append(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        Ok(Box::new(file::open(OpenOptions::new().append(true).create(true), path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        match File::open(directory)?.sync_all() {
            // Some network file systems cannot sync a directory; there is nothing more to be done
            // on them.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
            other => other,
        }
    }

    fn lock(&self, path: &Path, holder: &str) -> io::Result<Option<Box<dyn Send>>> {
        Ok(lock::acquire(path, holder)?.map(|file| Box::new(file) as Box<dyn Send>))
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        lock::is_held(path)
    }
}

impl Output for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn place(&self, path: &Path) -> io::Result<Place> {
        let ours = self.metadata()?;
        if ours.nlink() == 0 {
            return Ok(Place::Nowhere);
        }
        match fs::symlink_metadata(path) {
            Ok(there) if (there.dev(), there.ino()) == (ours.dev(), ours.ino()) => Ok(Place::There),
            Ok(_) => Ok(Place::Elsewhere),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Ok(Place::Elsewhere)
            }
            Err(error) => Err(error),
        }
    }
}
