//! Output streams that fail or block, such as a full disk, closed or full pipes, and a closed terminal.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::Stdio;

use nix::pty::{OpenptyResult, openpty};

pub fn full_disk() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

/// Returns a pipe whose reader is closed.
pub fn closed_pipe() -> Stdio {
    std::io::pipe().unwrap().1.into()
}

pub fn closed_terminal() -> Stdio {
    let OpenptyResult { slave, .. } = openpty(None, None).expect("the system has a terminal");
    slave.into()
}

/// Returns the write end of a full pipe. The read end is never closed.
pub fn full_pipe() -> Stdio {
    let (reader, writer) = paused_pipe();
    std::mem::forget(reader);
    writer
}

/// Returns a pipe that is full until its [`PIPE_BYTES`] bytes are read.
pub fn paused_pipe() -> (std::io::PipeReader, Stdio) {
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&[b'x'; PIPE_BYTES]).unwrap();
    (reader, writer.into())
}

/// A pipe's capacity.
pub const PIPE_BYTES: usize = 1 << 16;
