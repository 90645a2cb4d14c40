//! Linux, macOS and other Unix systems.

use std::fs::{self, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use nix::libc::{EIO, EISDIR, ELOOP, ENXIO, O_NOFOLLOW, O_NONBLOCK};
use nix::time::{ClockId, clock_gettime};

use super::{Identity, Links, Locking, cpuinfo};

/// True if a file can be moved while it is open, alone or with the directories that it is in.
pub const MOVES_OPEN_FILES: bool = true;

/// The errors of a storage device that fails.
pub const FAILING: [i32; 1] = [EIO];

/// The identity of an open file.
pub fn identity(file: &File) -> io::Result<Identity> {
    file.metadata().map(|found| identity_in(&found))
}

/// The identity of what is at `path`; of a link itself.
pub fn identity_at(path: &Path) -> io::Result<Identity> {
    fs::symlink_metadata(path).map(|found| identity_in(&found))
}

fn identity_in(found: &Metadata) -> Identity {
    (found.dev(), found.ino())
}

/// The number of names that an open file has; 0 if it was removed.
pub fn link_count(file: &File) -> io::Result<u64> {
    Ok(file.metadata()?.nlink())
}

/// Opens a file that should be a regular one, without waiting for anything.
pub fn open(options: &mut OpenOptions, path: &Path, links: Links) -> io::Result<File> {
    let refuses_links = links == Links::Refuse;
    let flags = if refuses_links { O_NOFOLLOW } else { 0 };
    // Without O_NONBLOCK, opening a pipe waits for its other end. Regular files ignore it.
    let opened = options.custom_flags(flags | O_NONBLOCK).open(path);
    opened.map_err(|cause| match cause.raw_os_error() {
        Some(ELOOP) if refuses_links => super::link_error(),
        // A pipe without a reader, or a socket.
        Some(ENXIO) => super::not_regular_error(),
        Some(EISDIR) => super::directory_error(),
        _ => cause,
    })
}

/// Returns whether these permissions keep a file from being replaced in a writable directory.
pub fn is_protected(_: &Permissions) -> bool {
    false
}

/// Options for opening a file that `lock` locks next.
pub fn to_lock(options: &mut OpenOptions, _: Locking) -> &mut OpenOptions {
    options
}

/// Returns whether opening a file with the options of [`to_lock`] failed because another process
/// has the lock.
pub fn is_locked(_: &io::Error) -> bool {
    false
}

/// Locks a file that was opened [`to_lock`], unless another process has the lock.
pub fn lock(file: &File, locking: Locking) -> io::Result<bool> {
    let taken = match locking {
        Locking::Exclusive => file.try_lock(),
        Locking::Shared => file.try_lock_shared(),
    };
    match taken {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(cause)) => Err(cause),
    }
}

/// Ends the lock. Closing the file is not enough: a child that another thread has forked and that has
/// not yet executed its program has the file open, too.
pub fn unlock(file: &File) {
    let _ = file.unlock();
}

/// Does what other systems refuse while another program has the file open, such as renaming over it: they try
/// for a second.
pub fn retry_while_open<T>(mut action: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    action()
}

/// Makes the names in a directory durable.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    match File::open(directory)?.sync_all() {
        // Some network file systems cannot sync a directory; nothing more can be done there.
        Err(cause) if matches!(cause.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

/// The seconds by which the CPU time of all threads may be too short: times of units are kept in
/// whole milliseconds, rounded down.
pub fn cpu_time_error_s() -> f64 {
    1e-3
}

/// CPU time of the calling thread so far.
pub fn thread_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// The name of this machine.
pub fn host_name() -> Option<String> {
    Some(nix::unistd::gethostname().ok()?.to_string_lossy().into_owned())
}

/// The first processor's name, from /proc/cpuinfo on Linux or sysctl on macOS.
pub fn processor() -> Option<String> {
    if cfg!(target_os = "macos") {
        // Never run, only compiled and linted for macOS. Its path, not any `sysctl` in the PATH.
        let name = Command::new("/usr/sbin/sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
        return String::from_utf8(name.stdout).ok();
    }
    cpuinfo::listed(&fs::read_to_string("/proc/cpuinfo").ok()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// More than 2^16 of them: some agree in the lowest 16 bits of their numbers.
    #[test]
    fn every_file_has_an_identity_of_its_own() {
        const FILES: usize = (1 << 16) + 1;
        // The files are in memory if there is a file system for that.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let identities = (0..FILES).map(|number| {
            let path = folder.path().join(number.to_string());
            let opened = identity(&File::create(&path).unwrap()).unwrap();
            assert_eq!(identity_at(&path).unwrap(), opened);
            opened
        });
        assert_eq!(identities.collect::<BTreeSet<_>>().len(), FILES);
    }
}
