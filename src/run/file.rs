//! The files of a run directory: their names, and how they are opened, only regular files.
//!
//! A symbolic link could lead to a file of another program, and reading a pipe or a device might
//! never end.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::os::{self, Links};

pub(super) const MANIFEST: &str = "manifest.json";
pub(crate) const LEDGER: &str = "ledger.jsonl";
pub(super) const REJECTED: &str = "ledger.rejected";
pub(super) const LOCK: &str = "lock";
pub(crate) const RESULT: &str = "result.json";

/// What the name of a run directory has that was moved aside, before a number.
pub(super) const ASIDE: &str = ".old-";

/// What the name of a file has while its next contents are prepared.
pub(super) const TEMPORARY: &str = ".tmp";

/// Opens the regular file at `path` in a run directory with `options`.
pub(super) fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    open_with(options, Links::Refuse, path).map_err(|cause| match cause.get_ref() {
        Some(reason) => io::Error::new(cause.kind(), format!("{reason}: move it away")),
        None => cause,
    })
}

/// Opens the regular file at `path`, perhaps through a symbolic link, for reading.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), Links::Follow, path)
}

fn open_with(options: &mut OpenOptions, links: Links, path: &Path) -> io::Result<File> {
    let file = os::open(options, path, links)?;
    match file.metadata()?.file_type() {
        kind if kind.is_file() => Ok(file),
        kind if kind.is_dir() => Err(os::is_a_directory()),
        _ => Err(os::is_no_regular_file()),
    }
}

/// Whether the open `file` is what `path` names now.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match os::identity_at(path, Links::Refuse) {
        Ok(there) => Ok(there == os::identity(file)?),
        Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(cause) => Err(cause),
    }
}
