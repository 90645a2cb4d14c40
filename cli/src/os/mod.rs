//! The operating system: all that the program needs of it and the standard library does not do alike
//! everywhere. `unix` and `windows` have the same functions; no other file asks which system it is.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// The exit code after a second Ctrl-C.
const LEFT_AT_ONCE: i32 = 130;
