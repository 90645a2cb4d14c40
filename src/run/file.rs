//! The files of a run directory: their names, and how they are opened, only regular files.
//!
//! A symbolic link could lead to a file of another program, and reading a pipe or a device might
//! never end.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::os::{self, Links, Locking, Unopened};

pub(super) const MANIFEST: &str = "manifest.json";
pub(crate) const LEDGER: &str = "ledger.jsonl";
pub(super) const REJECTED: &str = "ledger.rejected";
pub(super) const LOCK: &str = "lock";
pub(crate) const RESULT: &str = "result.json";

/// What the name of a run directory has that was moved aside, before a number.
pub(super) const ASIDE: &str = ".old-";

/// Opens the regular file at `path` in a run directory with `options`.
pub(super) fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    open_with(options, Links::Refuse, path).map_err(|cause| {
        if cause.get_ref().is_some() {
            refused(cause.kind(), &format!("{cause}: move it away"))
        } else {
            cause
        }
    })
}

/// Opens the regular file at `path`, perhaps through a symbolic link, for reading.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), Links::Follow, path)
}

/// Opens and locks the regular file at `path` in a run directory; `None` if another process has the lock.
pub(super) fn open_locked(
    options: &mut OpenOptions,
    locking: Locking,
    path: &Path,
) -> io::Result<Option<File>> {
    match open(os::to_lock(options, locking), path) {
        Ok(file) => Ok(os::lock(&file, locking)?.then_some(file)),
        Err(cause) if os::is_locked(&cause) => Ok(None),
        Err(cause) => Err(cause),
    }
}

fn open_with(options: &mut OpenOptions, links: Links, path: &Path) -> io::Result<File> {
    let file = os::open(options, path, links).map_err(|unopened| match unopened {
        Unopened::Link => refused(ErrorKind::InvalidInput, "it is a symbolic link"),
        Unopened::Directory => a_directory(),
        Unopened::NotAFile => not_a_file(),
        Unopened::Error(cause) => cause,
    })?;
    match file.metadata()?.file_type() {
        kind if kind.is_file() => Ok(file),
        kind if kind.is_dir() => Err(a_directory()),
        _ => Err(not_a_file()),
    }
}

fn not_a_file() -> io::Error {
    refused(ErrorKind::InvalidInput, "it is not a regular file")
}

fn a_directory() -> io::Error {
    refused(ErrorKind::IsADirectory, "it is a directory")
}

fn refused(kind: ErrorKind, reason: &str) -> io::Error {
    io::Error::new(kind, reason)
}
