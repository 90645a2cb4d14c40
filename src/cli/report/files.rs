//! Reads regular files.

use std::{fs, io, path::Path};

/// The text of a regular file. Refuses pipes, which block, and devices, which do not end.
pub fn read(path: &Path) -> io::Result<String> {
    match fs::metadata(path)?.is_file() {
        true => fs::read_to_string(path),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}
