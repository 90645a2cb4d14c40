//! Stdout: the main thread writes it.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{patiently, stderr};
use crate::exit::Exit;
use crate::report::messages;
use crate::signals;

/// True once a write has failed.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Writes a result, after everything that stderr was given before it. Returns false if it could not be
/// written. Only the first failure of the program is reported. A closed pipe is not a failure, because its
/// reader has read enough.
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

/// The exit code that the writes so far allow.
pub fn exit() -> Exit {
    if has_failed() { Exit::Failed } else { Exit::Done }
}

/// Returns whether a write has failed. A command whose only product is stdout may end then.
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
