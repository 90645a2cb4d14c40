//! Reads regular files, and writes files that appear whole or not at all.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// The text of a regular file. A pipe would be waited for, and a device have no end.
pub fn read(path: &Path) -> io::Result<String> {
    match fs::metadata(path)?.is_file() {
        true => fs::read_to_string(path),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

/// Writes a file in the place of the one that may be there.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    written_beside(path, bytes)?.persist(path)?;
    Ok(())
}

/// A synced temporary file in the folder of `path`, with the permissions of any new file.
fn written_beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Said here without the name of the temporary file.
    folder.metadata()?;
    let mut file = Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}
