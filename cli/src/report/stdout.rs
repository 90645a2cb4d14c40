//! Writes to stdout and reports failures: a result that could not be written is an error.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether stdout was closed when the program started.
static CLOSED: AtomicBool = AtomicBool::new(false);

// Runs before `main` and before the standard library, which replaces a closed stdout by /dev/null,
// where output is lost without an error. It calls nothing that the standard library must
// initialise.
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look() {
        CLOSED.store(io::stdout().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
    }
}

/// Refuses to start with a closed stdout: a count may take months, and its total would be lost.
pub fn check_stdout() -> io::Result<()> {
    if CLOSED.load(Ordering::Relaxed) {
        let text = "stdout is closed: redirect it to a file, or to /dev/null to print nothing";
        return Err(io::Error::other(text));
    }
    Ok(())
}

pub fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    written(write(&mut out).and_then(|()| out.flush()))
}

/// Prints the requested help or version.
pub fn help(asked: &clap::Error) -> io::Result<()> {
    written(asked.print().and_then(|()| io::stdout().flush()))
}

/// The outcome of a write to stdout. A reader that closes the pipe has read enough: no error.
fn written(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => {
            result.map_err(|error| io::Error::new(error.kind(), format!("cannot write to stdout: {error}")))
        }
    }
}
