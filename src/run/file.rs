//! The files of a run directory: their names, and how they are opened, only regular files.
//!
//! A symbolic link could lead to a file of another program, and reading a pipe or a device might
//! never end.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::libc::{EISDIR, ELOOP, ENXIO, O_NOFOLLOW, O_NONBLOCK};

pub(super) const MANIFEST: &str = "manifest.json";
pub(crate) const LEDGER: &str = "ledger.jsonl";
pub(super) const REJECTED: &str = "ledger.rejected";
pub(super) const LOCK: &str = "lock";
pub(crate) const RESULT: &str = "result.json";

/// Opens the regular file at `path` in a run directory with `options`.
pub(super) fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    open_with(options, O_NOFOLLOW, path).map_err(|cause| {
        if cause.get_ref().is_some() {
            refused(cause.kind(), &format!("{cause}: move it away"))
        } else {
            cause
        }
    })
}

/// Opens the regular file at `path`, perhaps through a symbolic link, for reading.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), 0, path)
}

fn open_with(options: &mut OpenOptions, flags: i32, path: &Path) -> io::Result<File> {
    // Without O_NONBLOCK, opening a pipe waits for its other end. Regular files ignore it.
    let opened = options.custom_flags(flags | O_NONBLOCK).open(path);
    let file = opened.map_err(|cause| match cause.raw_os_error() {
        Some(ELOOP) if flags & O_NOFOLLOW != 0 => refused(ErrorKind::InvalidInput, "it is a symbolic link"),
        // A pipe without a reader, or a socket.
        Some(ENXIO) => not_a_file(),
        Some(EISDIR) => a_directory(),
        _ => cause,
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
