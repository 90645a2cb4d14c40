//! Writes whole files and creates directories so that they survive a power cut.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::{open, parent, sync_names};
use crate::os::{self, SymlinkPolicy};

/// Implements the public functions in this module and in `append`. Tests use an instance with a different
/// `sync_names`.
#[derive(Clone, Copy)]
pub(super) struct DurableWriter {
    /// Makes the names in a directory durable.
    pub sync_names: fn(&Path) -> io::Result<()>,
}

pub(super) const WRITER: DurableWriter = DurableWriter { sync_names };

/// Durably creates a directory and any missing parents. Leaves an existing directory unchanged.
///
/// # Errors
/// Fails if the path names something other than a directory, or if creating or syncing a directory fails.
pub fn create_directory(path: &Path) -> io::Result<()> {
    WRITER.create_directory(path)
}

/// Durably creates a file at `path`. The file appears either complete or not at all. An existing file is
/// never replaced.
///
/// # Errors
/// Fails if something already exists at `path`, or if writing fails.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    WRITER.write_new(path, bytes)
}

/// Durably writes a file at `path`. A new file appears either complete or not at all.
///
/// An existing file is rewritten in place, even if `path` is a link to it. So it keeps its owner,
/// permissions, attributes and links. If the disk is full, its old contents are restored. But if the process
/// is killed or the power fails during the write, the file may be left with a mixture of old and new
/// contents.
///
/// # Errors
/// Fails if the file cannot be opened or written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    WRITER.replace(path, bytes)
}

impl DurableWriter {
    pub fn create_directory(self, path: &Path) -> io::Result<()> {
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        let mut created = fs::create_dir(path);
        if let Some(above) = path.parent()
            && created.as_ref().is_err_and(|cause| cause.kind() == ErrorKind::NotFound)
        {
            self.create_directory(above)?;
            created = fs::create_dir(path);
        }
        match created {
            // The error for an existing directory depends on the system.
            Err(_) if path.is_dir() => {}
            result => result?,
        }
        (self.sync_names)(parent(path))
    }

    pub fn write_new(self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let temporary = temporary_in(parent(path));
        let written = File::create_new(&temporary).and_then(|mut file| {
            file.write_all(bytes)?;
            os::sync(&file)
        });
        let named = written.and_then(|()| {
            os::retry_transient(|| match fs::hard_link(&temporary, path) {
                // Some file systems don't support hard links.
                Err(refused) if refused.kind() != ErrorKind::AlreadyExists && is_free(path) => {
                    fs::rename(&temporary, path)
                }
                other => other,
            })
        });
        let _ = fs::remove_file(&temporary);
        named?;
        (self.sync_names)(parent(path))
    }

    pub fn replace(self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let Some(mut file) = open_to_replace(path)? else { return self.write_new(path, bytes) };
        let length = file.metadata()?.len();
        let mut former = Vec::new();
        (&mut file).take(bytes.len() as u64).read_to_end(&mut former)?;
        file.rewind()?;
        if let Err(cause) = file.write_all(bytes) {
            // This works even if the disk is full, because the file already has space for these bytes.
            let _ = file.rewind().and_then(|()| file.write_all(&former));
            let _ = file.set_len(length);
            return Err(cause);
        }
        file.set_len(bytes.len() as u64)?;
        os::sync(&file)?;
        (self.sync_names)(parent(path))
    }
}

/// Syncs a file that another process has written, and its name.
pub(crate) fn make_durable(path: &Path) -> io::Result<()> {
    match File::open(path).and_then(|file| os::sync(&file)).and_then(|()| sync_names(parent(path))) {
        // Nobody can have just written to a read-only file, so there is nothing to sync.
        Err(cause) if matches!(cause.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            Ok(())
        }
        other => other,
    }
}

fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|cause| cause.kind() == ErrorKind::NotFound)
}

/// Opens the file that [`replace`] is about to rewrite. Returns `None` if nothing exists at `path`. Fails if
/// `path` is a link to a missing file, because no file can be created through it.
fn open_to_replace(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match os::retry_transient(|| open(&mut options, path, SymlinkPolicy::Follow)) {
        Err(_) if is_free(path) => Ok(None),
        opened => opened.map(Some),
    }
}

/// Checks that [`replace`] could write a file at `path`, without changing anything.
///
/// # Errors
/// Returns the error that [`replace`] would return.
pub fn check_replace(path: &Path) -> io::Result<()> {
    if open_to_replace(path)?.is_some() { Ok(()) } else { check_directory(parent(path)) }
}

/// Checks that files can be created in `directory`. If it is missing, checks the nearest existing directory
/// above it instead.
pub(super) fn check_directory(directory: &Path) -> io::Result<()> {
    let temporary = temporary_in(directory);
    match File::create_new(&temporary) {
        // The parent of "." is "." here. Don't recurse forever if the current directory was removed.
        Err(cause)
            if cause.kind() == ErrorKind::NotFound
                && !directory.exists()
                && parent(directory) != directory =>
        {
            check_directory(parent(directory))
        }
        result => result.and_then(|_| fs::remove_file(temporary)),
    }
}

/// Returns a random path for a temporary file in `directory`.
fn temporary_in(directory: &Path) -> PathBuf {
    directory.join(format!(".queens-{:016x}", fastrand::u64(..)))
}
