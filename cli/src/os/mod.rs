//! Everything that the program needs from the operating system and that the standard library does not do in
//! the same way everywhere. `unix` and `windows` have the same functions. No other file depends on the
//! system.

use std::time::Duration;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// A Ctrl-C after at least this time counts as a second one. A person takes longer than that; a program that
/// forwards the signal does not.
const MIN_TIME_TO_SECOND_CTRL_C: Duration = Duration::from_secs(1);

/// The exit code after a second Ctrl-C.
const EXIT_AFTER_SECOND_CTRL_C: i32 = 130;
