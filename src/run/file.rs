//! Opens the files of a run directory, and only what is a file.
//!
//! A symbolic link could lead to a file of another program, and reading a pipe or a device might
//! never end.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::libc::{ELOOP, ENXIO, O_NOFOLLOW, O_NONBLOCK};

/// Opens the regular file at `path` as `options` say.
pub(super) fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    // Without O_NONBLOCK the opening of a pipe waits for its other end. To a regular file it means
    // nothing.
    let file = options.custom_flags(O_NOFOLLOW | O_NONBLOCK).open(path).map_err(|cause| {
        match cause.raw_os_error() {
            Some(ELOOP) => refused("it is a symbolic link: put the file itself there"),
            // A pipe without a reader, or a socket.
            Some(ENXIO) => not_a_file(),
            _ => cause,
        }
    })?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_a_file()) }
}

fn not_a_file() -> io::Error {
    refused("it is not a regular file: move it away")
}

fn refused(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}
