//! Writes whole files and creates directories, so that they survive a power cut.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::{open, parent, sync_names};
use crate::os::{self, SymlinkPolicy};

/// Writes files. The public functions below call these methods with [`WRITER`]; tests sync differently.
#[derive(Clone, Copy)]
pub(super) struct DurableWriter {
    /// Makes a directory's names durable.
    pub sync_names: fn(&Path) -> io::Result<()>,
}

pub(super) const WRITER: DurableWriter = DurableWriter { sync_names };

/// Creates a directory and its missing parents, durably. Leaves an existing one unchanged.
///
/// # Errors
/// If the file system refuses, or if something else has the name.
pub fn create_directory(path: &Path) -> io::Result<()> {
    WRITER.create_directory(path)
}

/// Writes a new file at `path`, which appears complete or not at all. Never replaces an existing one.
///
/// # Errors
/// If something is at `path`, or if the file system refuses.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    WRITER.write_new(path, bytes)
}

/// Writes a file at `path` durably. An existing file, perhaps behind a link, is rewritten in place, and so
/// keeps its owner, permissions, attributes and links. If the disk is full, its old contents are restored;
/// but a power cut or a kill at this moment may leave a mixture of both. A new file appears complete or not
/// at all.
///
/// # Errors
/// If the file cannot be written, or if the file system refuses.
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
            // Systems differ in the error for an existing directory.
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
                // Some file systems have no hard links.
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
            // The file already has space for these bytes, so this works even if the disk is full.
            let _ = file.rewind().and_then(|()| file.write_all(&former));
            let _ = file.set_len(length);
            return Err(cause);
        }
        file.set_len(bytes.len() as u64)?;
        os::sync(&file)?;
        (self.sync_names)(parent(path))
    }
}

/// Makes another process's file durable.
pub(crate) fn make_durable(path: &Path) -> io::Result<()> {
    match File::open(path).and_then(|file| os::sync(&file)).and_then(|()| sync_names(parent(path))) {
        // A read-only file cannot have been written just now.
        Err(cause) if matches!(cause.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            Ok(())
        }
        other => other,
    }
}

fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|cause| cause.kind() == ErrorKind::NotFound)
}

/// Opens the file for [`replace`] to rewrite. Returns `None` if there is none. A link to a missing file is an
/// error, because nothing can be created through it.
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
/// The error that [`replace`] would return.
pub fn check_replace(path: &Path) -> io::Result<()> {
    if open_to_replace(path)?.is_some() { Ok(()) } else { check_directory(parent(path)) }
}

/// Checks that files can be created in `directory` or, if it is missing, in the nearest existing directory
/// above it.
pub(super) fn check_directory(directory: &Path) -> io::Result<()> {
    let temporary = temporary_in(directory);
    match File::create_new(&temporary) {
        // The current directory is its own parent here. If it was removed, fail instead of recursing forever.
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

/// Returns an unused name in a directory.
fn temporary_in(directory: &Path) -> PathBuf {
    directory.join(format!(".queens-{:016x}", fastrand::u64(..)))
}
