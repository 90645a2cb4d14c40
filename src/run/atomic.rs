//! Writes files that appear complete or not at all: write a temporary file beside the path, sync
//! it, rename it, sync the directory.
//!
//! Run directories are written under their lock and through [`Storage`]. Their temporary files have
//! fixed names, so that the next process finds and removes what an interrupted one left. Other
//! files have no lock: several processes may write one path at once, each through a temporary file
//! with a random name.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use super::file::TEMPORARY;
use super::storage::{DiskStorage, FileHandle, Storage};
use crate::os;

/// Writes a new file at `path`. If one already exists, it is kept and an error is returned.
///
/// # Errors
/// If something is at `path`, or if the file system refuses.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = parent(path);
    // With the permissions of any other new file.
    let mut file = Builder::new().make_in(folder, |temporary| File::create_new(temporary))?;
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    let mut closed = Some(file.into_temp_path());
    os::retry_while_open(|| {
        let Some(temporary) = closed.take() else { return Ok(()) };
        temporary.persist_noclobber(path).map_err(|refused| {
            closed = Some(refused.path);
            refused.error
        })
    })?;
    match DiskStorage.sync_directory(folder) {
        // A directory that can be written but not read cannot be synced.
        Err(cause) if cause.kind() == ErrorKind::PermissionDenied => Ok(()),
        other => other,
    }
}

/// Writes a file at `path`, replacing an existing one, in a run directory that this process has
/// locked.
pub(super) fn replace_on(storage: &dyn Storage, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (temporary, mut output) = create_temporary(storage, path)?;
    let written = output.write_all(bytes).and_then(|()| output.sync());
    drop(output);
    if written.is_err() {
        // Free the space, in case the disk is full.
        let _ = storage.remove(&temporary);
    }
    written?;
    publish(storage, &temporary, path)
}

/// A new file beside `path`, in a run directory that this process has locked, for the next contents
/// of `path`. Removes the file of an interrupted attempt.
pub(super) fn create_temporary(
    storage: &dyn Storage,
    path: &Path,
) -> io::Result<(PathBuf, Box<dyn FileHandle>)> {
    let temporary = beside(path, TEMPORARY);
    match storage.remove(&temporary) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
        _ => Ok((temporary.clone(), storage.create(&temporary)?)),
    }
}

/// The path with `more` after its name.
pub(super) fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    PathBuf::from(name)
}

/// Renames the synced file at `temporary` to its real name, durably.
pub(super) fn publish(storage: &dyn Storage, temporary: &Path, path: &Path) -> io::Result<()> {
    storage.rename(temporary, path)?;
    storage.sync_directory(parent(path))
}

/// The directory that `path` is in.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn new_file_replaces_nothing_and_cleans_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_new(&path, b"first").unwrap();
        assert_eq!(write_new(&path, b"second").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        let other = folder.path().join("other");
        fs::write(&other, "").unwrap();
        let permissions = |path| fs::metadata(path).unwrap().permissions();
        assert_eq!(permissions(&path), permissions(&other), "as open as others");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        let reason = if cfg!(windows) { ErrorKind::NotFound } else { ErrorKind::NotADirectory };
        assert_eq!(write_new(&path.join("x"), b"").unwrap_err().kind(), reason);
    }
}
