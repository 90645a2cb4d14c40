//! Reads and writes files outside run directories.
//!
//! A path may lead to anything: a link to another program's file, a pipe that blocks the reader, a device
//! that never ends, or a sparse file of a terabyte. So only regular files are opened, and reading stops at a
//! limit.
//!
//! Written files survive a power cut. A new name is durable only after its directory is synced. The directory
//! is synced even if the name already exists, because the process that created it may have been killed before
//! syncing it.
#![allow(clippy::disallowed_methods, reason = "this module opens and creates files itself")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::os::{self, SymlinkPolicy};
use crate::text::grouped;

mod append;
mod durable;
#[cfg(test)]
mod tests;

pub use append::{append, check_append};
use durable::check_directory;
pub use durable::{check_replace, create_directory, replace};
pub(crate) use durable::{make_durable, write_new};

/// Opens a file with `options`. Fails if it is not a regular file.
pub(crate) fn open(options: &mut OpenOptions, path: &Path, symlinks: SymlinkPolicy) -> io::Result<File> {
    let file = os::open(options, path, symlinks)?;
    match file.metadata()?.file_type() {
        kind if kind.is_file() => Ok(file),
        kind if kind.is_dir() => Err(os::directory_error()),
        _ => Err(os::not_regular_error()),
    }
}

/// Opens a regular file for reading. Follows symbolic links.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open(OpenOptions::new().read(true), path, SymlinkPolicy::Follow)
}

/// Reads a regular file with at most `longest` bytes. Follows symbolic links.
///
/// # Errors
/// Fails if the path is not a regular file, if the file is too long, or if reading fails.
pub fn read(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    read_open(&open_to_read(path)?, longest)
}

/// Reads up to `length` bytes from the start of a regular file. Follows symbolic links.
///
/// # Errors
/// Fails if the path is not a regular file, or if reading fails.
pub fn read_prefix(path: &Path, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_to_read(path)?.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_open(file: &File, longest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Read one byte too many instead of asking for the length, which may be out of date.
    file.take(longest + 1).read_to_end(&mut bytes)?;
    check_length(bytes.len() as u64, longest)?;
    Ok(bytes)
}

fn check_length(length: u64, longest: u64) -> io::Result<()> {
    if length <= longest {
        return Ok(());
    }
    let max = grouped(longest);
    Err(io::Error::new(ErrorKind::InvalidData, format!("it is larger than {max} bytes; move it away")))
}

/// Checks that a file or directory can be created at `path`. Succeeds if something already exists there.
///
/// # Errors
/// Fails if nothing can be created at `path`.
pub fn check_create(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => check_directory(parent(path)),
        result => result.map(drop),
    }
}

/// Makes the names in a directory durable. Ignores a directory that we may write to but not read, because it
/// cannot be synced.
pub(crate) fn sync_names(directory: &Path) -> io::Result<()> {
    match os::sync_directory(directory) {
        Err(cause) if cause.kind() == ErrorKind::PermissionDenied => Ok(()),
        other => other,
    }
}

/// Returns the directory that contains `path`.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    }
}
