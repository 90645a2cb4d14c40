//! What the engine needs from the operating system, where the standard library does not behave the same
//! everywhere. `unix` and `windows` provide the same functions. No other file depends on the system.

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

/// Identifies a file regardless of its name: its file system, and its number there.
pub(crate) type FileId = (u64, u64);

/// How to treat a symbolic link at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymlinkPolicy {
    Follow,
    Refuse,
}

/// A file lock is exclusive to one process, or shared by any number of readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockMode {
    Exclusive,
    Shared,
}

/// Returns the number of cores this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the error for a path to a symbolic link instead of a regular file.
pub(crate) fn link_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is a symbolic link")
}

/// Returns the error for a file with several hard links.
pub(crate) fn hard_link_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it has several hard links; replace it with a copy")
}

pub(crate) fn directory_error() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "it is a directory")
}

pub(crate) fn not_regular_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")
}

/// Returns whether the system would refuse any other file here, too: it is full or read-only, or
/// this process may open no more files or write no larger ones.
pub(crate) fn refuses_everywhere(cause: &io::Error) -> bool {
    use ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(cause.kind(), FileTooLarge | QuotaExceeded | ReadOnlyFilesystem | StorageFull)
        || cause.raw_os_error().is_some_and(|code| TOO_MANY_FILES_CODES.contains(&code))
}
