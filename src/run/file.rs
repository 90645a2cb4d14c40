//! The files of a run directory: their names, and how they are opened, only regular files.
//!
//! A symbolic link could lead to a file of another program, and reading a pipe or a device might
//! never end.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::files;
use crate::os::{self, SymlinkPolicy};

pub(super) const MANIFEST: &str = "manifest.json";
pub(crate) const LEDGER: &str = "ledger.jsonl";
pub(super) const LOCK: &str = "lock";
pub(super) const RESULT: &str = "result.json";

/// The suffix, before a number, of a run directory that was moved aside.
pub(super) const MOVED_ASIDE_SUFFIX: &str = ".old-";

/// Returns whether a directory with this name was moved aside: it ends with [`MOVED_ASIDE_SUFFIX`] and a number.
pub(super) fn is_aside(name: &str) -> bool {
    let number = name.rsplit_once(MOVED_ASIDE_SUFFIX).map_or("", |(_, number)| number);
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The suffix of a file while its next contents are prepared.
pub(super) const TEMPORARY_SUFFIX: &str = ".tmp";

/// Opens the regular file at `path` in a run directory with `options`.
pub(super) fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    files::open(options, path, SymlinkPolicy::Refuse).map_err(|cause| match cause.get_ref() {
        Some(reason) if is_link(path) => {
            io::Error::new(cause.kind(), format!("{reason}: put a copy of the file in its place"))
        }
        Some(reason) => io::Error::new(cause.kind(), format!("{reason}: move it away")),
        None => cause,
    })
}

fn is_link(path: &Path) -> bool {
    path.is_symlink()
}

/// Returns whether `path` now names the open `file`.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match os::file_id_at(path) {
        Ok(there) => Ok(there == os::file_id(file)?),
        Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(cause) => Err(cause),
    }
}
