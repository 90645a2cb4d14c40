//! All that is printed: results on stdout, everything else on stderr.

use std::io::{self, BufWriter, ErrorKind, Write};

use event::Event;
use serde::Serialize;

pub mod bench;
pub mod cluster;
pub mod estimate;
pub mod event;
pub mod files;
pub mod host;
pub mod ladder;
pub mod progress;
pub mod publish;
pub mod record;
pub mod result;
pub mod selftest;
pub mod shard;
pub mod solutions;
pub mod status;
pub mod text;
pub mod verify;

/// Writes a result to stdout. A reader that closes the pipe has read enough: that is no error.
pub fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => {
            result.map_err(|error| io::Error::new(error.kind(), format!("cannot write to stdout: {error}")))
        }
    }
}

/// A value as one line of JSON.
pub fn json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Something that the user should know, on stderr.
pub fn notice(text: &str) {
    Event::Notice { text: text.to_owned() }.say();
}

/// An error and what led to it, on stderr.
pub fn error(error: &anyhow::Error) {
    failure(&format!("{error:#}"));
}

/// What went wrong, on stderr, also with `--quiet`.
pub fn failure(text: &str) {
    Event::Error { text: text.to_owned() }.say();
}
