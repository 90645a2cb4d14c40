//! Writes to stdout from the main thread.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{patiently, stderr};
use crate::exit::Exit;
use crate::report::messages;
use crate::signals;

/// Whether a write has failed.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Writes a result after everything that was sent to stderr before it. Returns false if the write fails. Only
/// the first failure is reported. A closed pipe does not count as a failure, because its reader has read
/// enough.
pub fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> bool {
    stderr::settle();
    let mut out = BufWriter::with_capacity(1 << 16, Stdout);
    let written = write(&mut out).and_then(|()| out.flush());
    // After a failure, the destructor must not try again.
    let _ = out.into_parts();
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            if !HAS_FAILED.swap(true, Ordering::Relaxed) {
                messages::print_error(&format!("cannot write to stdout: {error}"));
            }
            false
        }
        _ => true,
    }
}

/// Returns [`Exit::Failed`] if any write has failed, and [`Exit::Done`] otherwise.
pub fn exit() -> Exit {
    if has_failed() { Exit::Failed } else { Exit::Done }
}

/// Returns whether a write has failed. If so, a command that produces nothing else may end.
pub fn has_failed() -> bool {
    HAS_FAILED.load(Ordering::Relaxed)
}

struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        signals::while_waiting(|| patiently(|| io::stdout().lock().write(bytes)))
    }

    fn flush(&mut self) -> io::Result<()> {
        signals::while_waiting(|| patiently(|| io::stdout().lock().flush()))
    }
}
