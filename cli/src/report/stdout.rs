//! Writes to stdout and reports failures: a result that could not be written is an error.

use std::io::{self, BufWriter, ErrorKind, Write};

use crate::os;

/// Refuses to start with a closed stdout: a count may take months, and its total would be lost.
pub fn check_stdout() -> io::Result<()> {
    if os::stdout_is_closed() {
        let nowhere = os::NULL_DEVICE;
        let text = format!("stdout is closed: redirect it to a file, or to {nowhere} to print nothing");
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
