//! Writes files that appear complete or not at all: write a temporary file beside the path, sync
//! it, rename it, sync the directory.
//!
//! Run directories are written under their lock and through [`Storage`]. Their temporary files have
//! fixed names, so that the next process finds and removes what an interrupted one left. Other
//! files have no lock: several processes may write one path at once, each through a temporary file
//! with a random name, which it locks. One without a lock was left by a process that was killed.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::file;
use super::storage::{DiskStorage, FileHandle, Storage};
use crate::os::{self, Locking};

/// Writes a new file at `path`. If one already exists, it is kept and an error is returned.
///
/// # Errors
/// If something is at `path`, or if the file system refuses.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_beside(path, bytes, |temporary| match fs::hard_link(temporary, path) {
        // A link, unlike a rename, replaces nothing.
        Err(cause) if cause.kind() != ErrorKind::AlreadyExists => rename_new(temporary, path),
        linked => linked,
    })
}

/// Renames a file where nothing is, on a file system without links: until then an empty file
/// reserves the name.
fn rename_new(temporary: &Path, path: &Path) -> io::Result<()> {
    File::create_new(path)?;
    os::patiently(|| fs::rename(temporary, path)).inspect_err(|_| drop(fs::remove_file(path)))
}

/// Writes a file at `path`, replacing an existing one, in a run directory that this process has
/// locked.
pub(super) fn replace_on(storage: &dyn Storage, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (temporary, output) = create_temporary(storage, path)?;
    fill(storage, &temporary, output, bytes)?;
    publish(storage, &temporary, path)
}

/// A new file beside `path`, in a run directory that this process has locked, for the next contents
/// of `path`. Removes the file of an interrupted attempt.
pub(super) fn create_temporary(
    storage: &dyn Storage,
    path: &Path,
) -> io::Result<(PathBuf, Box<dyn FileHandle>)> {
    let temporary = temporary(path);
    match storage.remove(&temporary) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
        _ => Ok((temporary.clone(), storage.create(&temporary)?)),
    }
}

/// Where the next contents of `path` are prepared, in a run directory.
pub(super) fn temporary(path: &Path) -> PathBuf {
    beside(path, ".tmp")
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

/// Writes a synced temporary file beside `path`, which `publish` gives its real name, durably. No
/// temporary file is left, except by a process that is killed; the next one removes that.
fn write_beside(path: &Path, bytes: &[u8], publish: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    remove_abandoned(path);
    let (temporary, file) = create_locked(path)?;
    // The lock lasts until both are closed.
    let _lock = file.try_clone()?;
    fill(&DiskStorage, &temporary, Box::new(file), bytes)?;
    let published = publish(&temporary);
    // A rename has left nothing to remove.
    let _ = fs::remove_file(&temporary);
    published?;
    sync_parent(path)
}

/// A new file with a random name beside `path`. Its lock says that a process is writing it; where
/// the file system has no locks, nobody can take it either.
fn create_locked(path: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let temporary = beside(path, &format!(".{:016x}.tmp", fastrand::u64(..)));
        let options = &mut OpenOptions::new();
        let file = os::to_lock(options, Locking::Exclusive).write(true).create_new(true).open(&temporary)?;
        let _ = os::lock(&file, Locking::Exclusive);
        // Another process may have taken it for abandoned before it was locked.
        if os::names(&file)? > 0 {
            return Ok((temporary, file));
        }
    }
}

/// Removes the temporary files beside `path` of processes that were killed. A failure does no harm.
pub(crate) fn remove_abandoned(path: &Path) {
    let Some(name) = path.file_name().map(OsStr::to_string_lossy) else { return };
    let is_ours = |found: &Path| {
        let found = found.file_name().unwrap_or_default().to_string_lossy();
        let digits = found.strip_prefix(&*name).and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".tmp"));
        digits.is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    let found = fs::read_dir(parent(path)).into_iter().flatten().flatten().map(|entry| entry.path());
    for found in found.filter(|found| is_ours(found)) {
        let lock = file::open_locked(OpenOptions::new().write(true), Locking::Exclusive, &found);
        if let Ok(Some(_lock)) = lock {
            let _ = fs::remove_file(&found);
        }
    }
}

/// Writes `bytes` into the new file at `temporary` and syncs it.
fn fill(
    storage: &dyn Storage,
    temporary: &Path,
    mut output: Box<dyn FileHandle>,
    bytes: &[u8],
) -> io::Result<()> {
    let written = output.write_all(bytes).and_then(|()| output.sync());
    drop(output);
    if written.is_err() {
        // Free the space, in case the disk is full.
        let _ = storage.remove(temporary);
    }
    written
}

fn sync_parent(path: &Path) -> io::Result<()> {
    match DiskStorage.sync_directory(parent(path)) {
        // A directory that can be written but not read cannot be synced.
        Err(cause) if cause.kind() == ErrorKind::PermissionDenied => Ok(()),
        other => other,
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_files_of_killed_writers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let at_work = create_locked(&path).unwrap();
        let abandoned = create_locked(&path).unwrap().0;
        let strangers =
            ["file.tmp", "file.0123.tmp", "file.0123456789abcdeg.tmp", "other.0123456789abcdef.tmp"]
                .map(|name| folder.path().join(name));
        strangers.iter().for_each(|stranger| fs::write(stranger, "").unwrap());
        write_new(&path, b"text").unwrap();
        assert!(!abandoned.exists());
        assert!(at_work.0.exists() && strangers.iter().all(|stranger| stranger.exists()));
    }

    #[test]
    fn new_file_replaces_nothing_and_cleans_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_new(&path, b"first").unwrap();
        assert_eq!(write_new(&path, b"second").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        fs::write(&path, b"third").unwrap();
        let temporary = folder.path().join("temporary");
        fs::write(&temporary, b"fourth").unwrap();
        assert_eq!(rename_new(&temporary, &path).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"third");
        fs::remove_file(&path).unwrap();
        rename_new(&temporary, &path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"fourth");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let reason = if cfg!(windows) { ErrorKind::NotFound } else { ErrorKind::NotADirectory };
        assert_eq!(write_new(&path.join("x"), b"").unwrap_err().kind(), reason);
    }
}
