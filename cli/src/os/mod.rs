//! Functions of the operating system that the standard library lacks, or that behave differently on different
//! systems. `unix` and `windows` provide the same functions. No other file depends on the system.

use std::time::Duration;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// A Ctrl-C counts as a second one if it comes at least this long after the first: people take longer to
/// press it again, while programs that forward the signal do not.
const MIN_TIME_TO_SECOND_CTRL_C: Duration = Duration::from_secs(1);

/// The exit code after a second Ctrl-C.
const EXIT_AFTER_SECOND_CTRL_C: i32 = 130;
