//! Writes to stdout and stderr.
//!
//! * `stderr`: A thread writes from a queue, so a count never waits for the reader. Notices and errors are
//!   never dropped. A frame or progress line that is still waiting is replaced by the next one.
//! * `stdout`: The main thread writes a result once everything in it is saved. If a stop is requested during
//!   a write, the program ends. A failed write is reported once and decides the exit code. It does not end
//!   the command, because the remaining work may be worth saving.

use std::io::{self, ErrorKind};
use std::thread;

use crate::signals::POLL_INTERVAL;

pub mod stderr;
pub mod stdout;

/// Repeats a write until it succeeds or fails for good. If another process made the stream non-blocking, a
/// later attempt may succeed.
fn patiently<T>(mut write: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match write() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(POLL_INTERVAL),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}
