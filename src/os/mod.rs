//! The operating system: everything that the engine needs from it and that the standard library does not do
//! in the same way on every system. `unix` and `windows` have the same functions. No other file depends on
//! the system.

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

/// Identifies a file independently of its name: its file system, and its number there.
pub(crate) type FileId = (u64, u64);

/// The treatment of a symbolic link at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymlinkPolicy {
    Follow,
    Refuse,
}

/// The kind of a lock on a file: exclusive to one process, or shared by any number of readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockMode {
    Exclusive,
    Shared,
}

/// The cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The error of a path that leads to a symbolic link instead of a regular file.
pub(crate) fn link_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is a symbolic link")
}

/// The error of a file with several hard links.
pub(crate) fn hard_link_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it has several hard links: replace it by a copy")
}

pub(crate) fn directory_error() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "it is a directory")
}

pub(crate) fn not_regular_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")
}

/// Returns whether the system refused something that it will refuse for every file in the same place: it is
/// full or read-only, or this process may open no more files or write no larger ones.
pub(crate) fn refuses_everywhere(cause: &io::Error) -> bool {
    use ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(cause.kind(), FileTooLarge | QuotaExceeded | ReadOnlyFilesystem | StorageFull)
        || cause.raw_os_error().is_some_and(|code| TOO_MANY_FILES_CODES.contains(&code))
}
