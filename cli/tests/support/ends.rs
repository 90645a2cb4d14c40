//! Output streams that fail or block: a full disk, closed and full pipes, a closed terminal.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::Stdio;

use nix::pty::{OpenptyResult, openpty};

/// A disk that is full.
pub fn full_disk() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

/// A pipe whose reader was closed.
pub fn closed_pipe() -> Stdio {
    std::io::pipe().unwrap().1.into()
}

/// A terminal that was closed.
pub fn closed_terminal() -> Stdio {
    let OpenptyResult { slave, .. } = openpty(None, None).expect("the system has a terminal");
    slave.into()
}

/// The writing end of a pipe that has no room left. Its reader is never closed.
pub fn full_pipe() -> Stdio {
    let (reader, writer) = paused_pipe();
    std::mem::forget(reader);
    writer
}

/// A pipe that has no room left until the [`PIPE_BYTES`] bytes in it are read.
pub fn paused_pipe() -> (std::io::PipeReader, Stdio) {
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&[b'x'; PIPE_BYTES]).unwrap();
    (reader, writer.into())
}

/// Bytes that a pipe holds.
pub const PIPE_BYTES: usize = 1 << 16;
