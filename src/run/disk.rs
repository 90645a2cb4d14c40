//! Implements the storage interface on the real file system.
#![allow(clippy::disallowed_methods, reason = "this module opens and creates files itself")]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek};
use std::path::Path;

use super::lock;
use super::storage::{HeldLock, InputFile, OutputFile, PathKind, Storage};
use crate::files;
use crate::os::{self, SymlinkPolicy};

/// The real file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskStorage;

impl Storage for DiskStorage {
    fn kind(&self, path: &Path) -> io::Result<Option<PathKind>> {
        let kind =
            |metadata: fs::Metadata| if metadata.is_dir() { PathKind::Directory } else { PathKind::Other };
        // Examine a link before following it. In the opposite order, a directory created between the two
        // calls could be mistaken for a dangling link.
        match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_symlink() => match fs::metadata(path) {
                // A dangling link counts as existing.
                Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(Some(PathKind::Other)),
                target => target.map(|target| Some(kind(target))),
            },
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            result => result.map(|metadata| Some(kind(metadata))),
        }
    }

    fn create_directory(&self, path: &Path) -> io::Result<()> {
        match fs::create_dir(path) {
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                files::create_directory(files::parent(path))?;
                fs::create_dir(path)
            }
            result => result,
        }
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn length(&self, path: &Path) -> io::Result<Option<u64>> {
        match fs::symlink_metadata(path) {
            Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            result => result.map(|metadata| Some(metadata.len())),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Box<dyn InputFile>> {
        Ok(Box::new(open_regular(OpenOptions::new().read(true), path)?))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        Ok(Box::new(OpenOptions::new().append(true).create_new(true).open(path)?))
    }

    fn copy_owner(&self, model: &Path, path: &Path) -> io::Result<()> {
        let model = fs::metadata(model)?;
        os::give_to_owner(&model, path);
        // On network shares and cloud drives, all files have the same mode, and trying to set it fails.
        if fs::metadata(path)?.permissions() != model.permissions() {
            fs::set_permissions(path, model.permissions())?;
        }
        Ok(())
    }

    fn append(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        Ok(Box::new(open_regular(OpenOptions::new().append(true).create(true), path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        os::retry_transient(|| fs::rename(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        os::retry_transient(|| fs::remove_file(path))
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        os::sync_directory(directory)
    }

    fn lock(&self, path: &Path, holder: &str) -> io::Result<Option<HeldLock>> {
        Ok(lock::acquire(path, holder)?.map(|lock| Box::new(lock) as HeldLock))
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
        os::sync(self)
    }

    fn is_in_place(&self, path: &Path) -> io::Result<bool> {
        is_at(self, path)
    }
}

/// Opens the file at `path`, which must be a regular file. A symbolic link could lead to another program's
/// file, and reading a pipe or a device might never end.
pub(super) fn open_regular(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    files::open(options, path, SymlinkPolicy::Refuse).map_err(|cause| match cause.get_ref() {
        Some(reason) if path.is_symlink() => {
            io::Error::new(cause.kind(), format!("{reason}; replace it with a copy of the file"))
        }
        Some(reason) => io::Error::new(cause.kind(), format!("{reason}; move it away")),
        None => cause,
    })
}

/// Returns whether `path` still names the open `file`.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match os::file_id_at(path) {
        Ok(there) => Ok(there == os::file_id(file)?),
        Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(cause) => Err(cause),
    }
}
