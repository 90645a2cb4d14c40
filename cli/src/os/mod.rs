//! The operating system: everything the program needs from it that the standard library does not do
//! in the same way everywhere. `unix` and `windows` have the same functions. No other file depends
//! on the system.

use std::time::Duration;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// The minimum time after which another Ctrl-C is a second one: a person needs longer, and a program that passes
/// signals on does not.
const MIN_TIME_TO_SECOND_CTRL_C: Duration = Duration::from_secs(1);

/// The exit code after a second Ctrl-C.
const EXIT_AFTER_SECOND_CTRL_C: i32 = 130;
