//! The engine's only code that depends on the operating system. The modules `unix` and `windows` provide the
//! same functions.

use std::io::{self, ErrorKind};

#[cfg(unix)]
mod cpuinfo;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::*;
#[cfg(windows)]
pub(crate) use windows::*;

/// Identifies a file independently of its name, by the number of its file system and its number there.
pub(crate) type FileId = (u64, u64);

/// What to do if a path ends in a symbolic link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymlinkPolicy {
    Follow,
    Refuse,
}

/// The kind of a file lock. Only one process can hold an exclusive lock, but any number of readers can share
/// a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockMode {
    Exclusive,
    Shared,
}

/// Returns the number of cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub(crate) fn link_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is a symbolic link")
}

pub(crate) fn hard_link_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it has several hard links; replace it with a copy")
}

pub(crate) fn directory_error() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "it is a directory")
}

pub(crate) fn not_regular_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")
}

/// Returns whether writing any other file here would fail, too. This is the case if the file system is full
/// or read-only, or if this process has reached a limit on disk space, open files or file sizes.
pub(crate) fn refuses_everywhere(cause: &io::Error) -> bool {
    use ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(cause.kind(), FileTooLarge | QuotaExceeded | ReadOnlyFilesystem | StorageFull)
        || cause.raw_os_error().is_some_and(|code| TOO_MANY_FILES_CODES.contains(&code))
}
