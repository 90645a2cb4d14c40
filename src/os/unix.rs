//! The implementation for Linux, macOS and other Unix systems.
#![allow(clippy::disallowed_methods, reason = "this module opens and creates files itself")]

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, chown};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use nix::libc::{EIO, EISDIR, ELOOP, EMFILE, ENFILE, ENXIO, O_NOFOLLOW, O_NONBLOCK};
use nix::time::{ClockId, clock_gettime};

use super::{FileId, LockMode, SymlinkPolicy, cpuinfo};

/// Whether a file, or a directory above it, can be renamed while the file is open.
pub const CAN_MOVE_OPEN_FILES: bool = true;

/// A failing storage device's error codes.
pub const DEVICE_FAILURE_CODES: [i32; 1] = [EIO];

/// The error codes for too many open files, in this process or the whole system.
pub const TOO_MANY_FILES_CODES: [i32; 2] = [EMFILE, ENFILE];

pub fn file_id(file: &File) -> io::Result<FileId> {
    file.metadata().map(|metadata| file_id_in(&metadata))
}

/// Returns the id of the file at `path`. Does not follow symbolic links.
pub fn file_id_at(path: &Path) -> io::Result<FileId> {
    fs::symlink_metadata(path).map(|metadata| file_id_in(&metadata))
}

fn file_id_in(metadata: &Metadata) -> FileId {
    (metadata.dev(), metadata.ino())
}

/// Returns the number of hard links to an open file. This is 0 once the file is removed.
pub fn link_count(file: &File) -> io::Result<u64> {
    Ok(file.metadata()?.nlink())
}

/// Opens a file that should be regular. If it is a pipe instead, this doesn't wait for the other end.
pub fn open(options: &mut OpenOptions, path: &Path, symlinks: SymlinkPolicy) -> io::Result<File> {
    let refuses_links = symlinks == SymlinkPolicy::Refuse;
    let flags = if refuses_links { O_NOFOLLOW } else { 0 };
    // Without O_NONBLOCK, opening a pipe would block until its other end is open. The flag has no effect on
    // regular files.
    let opened = options.custom_flags(flags | O_NONBLOCK).open(path);
    opened.map_err(|cause| match cause.raw_os_error() {
        Some(ELOOP) if refuses_links => super::link_error(),
        // The path names a pipe without a reader, or a socket.
        Some(ENXIO) => super::not_regular_error(),
        Some(EISDIR) => super::directory_error(),
        _ => cause,
    })
}

/// Gives the file at `path` the owner and group of `model`. If this is not allowed, tries to set only the
/// group.
pub fn give_to_owner(model: &Metadata, path: &Path) {
    let (owner, group) = (model.uid(), model.gid());
    if chown(path, Some(owner), Some(group)).is_err() {
        let _ = chown(path, None, Some(group));
    }
}

/// Prepares `options` for opening a file that will be locked with [`lock`].
pub fn options_to_lock(options: &mut OpenOptions, _: LockMode) -> &mut OpenOptions {
    options
}

/// Returns whether opening a file with [`options_to_lock`] failed because another process holds the lock.
pub fn is_locked(_: &io::Error) -> bool {
    false
}

/// Locks a file opened with [`options_to_lock`]. Returns false if another process holds the lock.
pub fn lock(file: &File, mode: LockMode) -> io::Result<bool> {
    let take = || match mode {
        LockMode::Exclusive => file.try_lock(),
        LockMode::Shared => file.try_lock_shared(),
    };
    retry_transient(|| match take() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(cause)) => Err(cause),
    })
}

/// Releases the lock. Closing the file is not enough: if another thread has just forked a child process, the
/// child has the file open until it executes its program.
pub fn unlock(file: &File) {
    let _ = retry_transient(|| file.unlock());
}

/// Retries `action` if a signal interrupts it. On Lustre and CIFS, signals can interrupt locks and renames.
/// On Windows, this instead retries for a second while another program has the file open.
pub fn retry_transient<T>(mut action: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match action() {
            Err(cause) if cause.kind() == ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

/// Makes a file's contents durable. On macOS, the standard library also asks the device to flush its cache.
/// Some network file systems don't support this, so fall back to `fsync`.
pub fn sync(file: &File) -> io::Result<()> {
    match file.sync_data() {
        Err(_) if cfg!(target_os = "macos") => Ok(nix::unistd::fsync(file)?),
        other => other,
    }
}

/// Makes the names in a directory durable.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    match File::open(directory)?.sync_all() {
        // Some network file systems cannot sync a directory. There is nothing more we can do.
        Err(cause) if matches!(cause.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

/// Returns the number of seconds by which all threads' total CPU time may be too low. Unit times are stored
/// in whole milliseconds, rounded down.
pub fn cpu_time_error_s() -> f64 {
    1e-3
}

/// Returns the CPU time of the calling thread.
pub fn thread_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

pub fn host_name() -> Option<String> {
    Some(nix::unistd::gethostname().ok()?.to_string_lossy().into_owned())
}

/// Returns the name of the first processor, from /proc/cpuinfo on Linux or sysctl on macOS.
pub fn processor() -> Option<String> {
    if cfg!(target_os = "macos") {
        // This has never run on macOS. It was only compiled and linted for it. The full path avoids running
        // any other `sysctl` in the PATH.
        let name = Command::new("/usr/sbin/sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
        return String::from_utf8(name.stdout).ok();
    }
    cpuinfo::listed(&fs::read_to_string("/proc/cpuinfo").ok()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn repeats_what_a_signal_interrupted() {
        let mut outcomes = [Err(ErrorKind::Interrupted), Err(ErrorKind::Interrupted), Ok(7)].into_iter();
        assert_eq!(retry_transient(|| Ok(outcomes.next().unwrap()?)).unwrap(), 7);
        let mut outcomes = [Err(ErrorKind::PermissionDenied), Ok(7)].into_iter();
        let refused: io::Result<i32> = retry_transient(|| Ok(outcomes.next().unwrap()?));
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::PermissionDenied);
    }

    /// Creates more than 2^16 files, so that some of their numbers have the same lowest 16 bits.
    #[test]
    fn every_file_has_an_id_of_its_own() {
        const FILES: usize = (1 << 16) + 1;
        // Use a file system in memory if possible.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let ids = (0..FILES).map(|number| {
            let path = folder.path().join(number.to_string());
            let opened = file_id(&File::create(&path).unwrap()).unwrap();
            assert_eq!(file_id_at(&path).unwrap(), opened);
            opened
        });
        assert_eq!(ids.collect::<BTreeSet<_>>().len(), FILES);
    }
}
