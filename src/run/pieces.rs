//! Cuts a ledger into lines, and a line that is too long into parts, so that memory holds one of them.

use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::plan::Entry;
use crate::plan::entry::{BYTE_ORDER_MARK, ChecksumSeed, LineError, MAX_LINE};

/// The longest tail in bytes that a power cut can leave: more than the lines of all units that
/// finish between two syncs. Only the beginning of a line longer than this is kept, as evidence.
pub const LONGEST: u64 = 1 << 20;

/// The number of pieces that are read between two looks at the stop flag: about a millisecond's
/// worth.
const PIECES_PER_LOOK: u64 = 1024;

/// The way in which a ledger is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// The ledger as it is, up to a line longer than [`LONGEST`]: that is bad, and the rest is not
    /// read.
    Plain,
    /// The ledger to its end, with the line ends that it should have, and no byte order mark.
    ForRepair,
}

/// A line, or a part of a line that is too long.
pub struct RawLine<'a> {
    pub line: u64,
    pub bytes: &'a [u8],
    /// True if `bytes` ends with a line end.
    pub ends: bool,
    /// Bytes of the line before these.
    pub before: u64,
}

/// Cuts a ledger into pieces of bounded length, until a stop is requested.
pub struct Pieces<'a, R> {
    input: R,
    stop: &'a AtomicBool,
    buffer: Vec<u8>,
    line: u64,
    /// Bytes read of a line whose end has not been read.
    inside: u64,
    pieces: u64,
    reading: Reading,
}

impl RawLine<'_> {
    pub fn entry(&self, seed: ChecksumSeed) -> Result<Entry, LineError> {
        match self.bytes {
            [line @ .., b'\n'] if self.before == 0 => Entry::parse(line, seed),
            _ => Err(LineError::TooLong),
        }
    }

    /// The part of a bad line that a repair keeps.
    pub fn evidence(&self) -> &[u8] {
        match self.before {
            ..LONGEST => self.bytes,
            _ if self.ends => b"\n",
            _ => b"",
        }
    }
}

impl<'a, R: BufRead> Pieces<'a, R> {
    /// The pieces of a ledger that is read as `reading` says.
    pub fn of(input: R, reading: Reading, stop: &'a AtomicBool) -> Self {
        Self { input, stop, buffer: Vec::with_capacity(MAX_LINE + 1), line: 0, inside: 0, pieces: 0, reading }
    }

    /// The next piece; [`ErrorKind::Interrupted`] if a stop was requested.
    pub fn next(&mut self) -> io::Result<Option<RawLine<'_>>> {
        self.pieces += 1;
        if self.pieces.is_multiple_of(PIECES_PER_LOOK) && self.stop.load(Ordering::Relaxed) {
            return Err(ErrorKind::Interrupted.into());
        }
        self.buffer.clear();
        self.input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut self.buffer)?;
        let before = self.inside;
        let ends = self.buffer.ends_with(b"\n");
        self.inside = if ends { 0 } else { before + self.buffer.len() as u64 };
        self.line += u64::from(before == 0);
        if self.reading == Reading::ForRepair && before == 0 {
            if self.buffer.ends_with(b"\r\n") {
                self.buffer.truncate(self.buffer.len() - 2);
                self.buffer.push(b'\n');
            }
            if self.line == 1 && self.buffer.starts_with(BYTE_ORDER_MARK) {
                self.buffer.drain(..BYTE_ORDER_MARK.len());
            }
        }
        let piece = RawLine { line: self.line, bytes: &self.buffer, ends, before };
        Ok((!self.buffer.is_empty()).then_some(piece))
    }
}
