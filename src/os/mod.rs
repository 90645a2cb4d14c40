//! The operating system: everything the engine needs from it that the standard library does not do
//! in the same way everywhere. `unix` and `windows` have the same functions. No other file depends
//! on the system.

use std::io::{self, ErrorKind};

use memmap2::MmapOptions;

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

/// A file, whatever its name: the file system and the number of the file there.
pub(crate) type Identity = (u64, u64);

/// The treatment of a symbolic link at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    Follow,
    Refuse,
}

/// The kind of a lock on a file: for one process alone, or for any number that only read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Locking {
    Exclusive,
    Shared,
}

/// The cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns whether the system grants this much memory now. It is given back at once, by other means than those
/// of the allocator, whose thresholds do not change by this.
pub(crate) fn grants(bytes: usize) -> bool {
    MmapOptions::new().len(bytes).map_anon().is_ok()
}

/// The error of a path that leads to a symbolic link instead of a regular file.
pub(crate) fn link_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is a symbolic link")
}

/// The error of a file that has other names.
pub(crate) fn hard_link_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it has another name, a hard link: put a copy in its place")
}

pub(crate) fn directory_error() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "it is a directory")
}

pub(crate) fn not_regular_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")
}

/// Returns what to do about an error of the system, as the end of a message; nothing if the error says it.
pub(crate) fn advice(cause: &io::Error) -> &'static str {
    match cause.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "; free some space and try again",
        ErrorKind::FileTooLarge => "; raise the limit on the size of files and try again",
        _ if cause.raw_os_error().is_some_and(|code| FAILING.contains(&code)) => {
            "; the storage device may be failing: copy what is on it to another one"
        }
        _ => "",
    }
}
