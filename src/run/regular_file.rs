//! Opens the files of a run directory: regular files only. A symbolic link could lead to a file of another
//! program, and reading a pipe or a device might never end.
#![allow(clippy::disallowed_methods, reason = "the place that opens and creates files")]

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::files;
use crate::os::{self, SymlinkPolicy};

/// Opens the regular file at `path` with `options`.
pub(super) fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    files::open(options, path, SymlinkPolicy::Refuse).map_err(|cause| match cause.get_ref() {
        Some(reason) if path.is_symlink() => {
            io::Error::new(cause.kind(), format!("{reason}: put a copy of the file in its place"))
        }
        Some(reason) => io::Error::new(cause.kind(), format!("{reason}: move it away")),
        None => cause,
    })
}

/// Returns whether `path` now names the open `file`.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match os::file_id_at(path) {
        Ok(there) => Ok(there == os::file_id(file)?),
        Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(cause) => Err(cause),
    }
}
