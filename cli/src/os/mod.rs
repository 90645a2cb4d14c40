//! Operating system functions that the standard library lacks or that differ between systems. `unix` and
//! `windows` provide the same functions. No other source file depends on the operating system.

use std::time::Duration;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// A second Ctrl-C ends the process only if it comes at least this long after the first. People take longer
/// to press Ctrl-C again, but a program that forwards the signal does not.
const MIN_TIME_TO_SECOND_CTRL_C: Duration = Duration::from_secs(1);

/// The exit code after a second Ctrl-C.
const EXIT_AFTER_SECOND_CTRL_C: i32 = 130;
