//! The operating system: everything the engine needs from it that the standard library does not do
//! in the same way everywhere. `unix` and `windows` have the same functions. No other file depends
//! on the system.

use std::io::{self, ErrorKind};

#[cfg(unix)]
mod cpuinfo;
#[cfg(unix)]
mod memory;
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

/// What happens to a symbolic link at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    Follow,
    Refuse,
}

/// How a file is locked: by one process alone, or by any number that only look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Locking {
    Exclusive,
    Shared,
}

/// The cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Why a path does not lead to a regular file.
pub(crate) fn is_a_link() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is a symbolic link")
}

pub(crate) fn is_a_directory() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "it is a directory")
}

pub(crate) fn is_no_regular_file() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")
}
