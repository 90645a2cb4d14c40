//! The program's two streams. Each has one owner, and one rule for each kind of output:
//!
//! * `stderr`: a thread writes it from a queue, so a count never waits for its reader. Notices and errors are
//!   never dropped. A waiting frame or progress line is replaced by the next one.
//! * `stdout`: the main thread writes results, once everything they report is saved. If a stop is requested
//!   during a write, the program ends. A failed write is reported once and decides the exit code, but ends no
//!   command: the rest may be worth saving.

use std::io::{self, ErrorKind};
use std::thread;

use crate::signals::POLL_INTERVAL;

pub mod stderr;
pub mod stdout;

/// Repeats a write until it succeeds or fails for good. A stream that another process made non-blocking
/// accepts it later.
fn patiently<T>(mut write: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match write() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(POLL_INTERVAL),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}
