//! The ledger: reads it, and checks every line.
//!
//! Reading is streamed: memory holds one line and one bit per unit, however long the ledger is. A line that
//! is torn, damaged or not of this run is skipped, so its unit is not finished. It stays where it is: a
//! ledger is only ever appended to, and no mistake about a line can destroy it.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::{Action, RunError};
use super::file::LEDGER;
use super::manifest::Manifest;
use super::storage::{Source, Storage};
use crate::files;
use crate::plan::entry::MAX_LINE;
use crate::plan::{Entry, Tally};

/// Bytes read at once.
const BUFFER: usize = 1 << 16;

/// The ledger of a run: the file at `path`, which is read until `stop` is set.
#[derive(Clone, Copy)]
pub(crate) struct Ledger<'a> {
    pub storage: &'a dyn Storage,
    pub path: &'a Path,
    pub manifest: &'a Manifest,
    pub stop: &'a AtomicBool,
}

/// The contents of a ledger.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Contents {
    /// The first entry of every unit, summed.
    pub tally: Tally,
    /// Its length in bytes.
    pub length: u64,
    /// True if the last line lacks its end.
    pub is_open: bool,
    /// Lines that only repeat an earlier one.
    pub repeated: u64,
    /// Lines that were skipped, and the number of the first of them.
    pub skipped: u64,
    pub first_skipped: u64,
    /// True if the last line is one of these and lacks its end: it was torn, or is being written.
    pub is_torn: bool,
}

/// A line of a ledger.
struct Line {
    /// Its number, from 1.
    number: u64,
    /// Its length in bytes, with its end.
    length: u64,
    has_end: bool,
    /// The entry; `None` if the line is to be skipped.
    entry: Option<Entry>,
}

impl<'a> Ledger<'a> {
    /// Opens the ledger for the calls below, which read one file, whatever its path names by then.
    ///
    /// # Errors
    /// [`RunError::Incomplete`] if there is none, or if the storage fails.
    pub(super) fn open(self) -> Result<Box<dyn Source>, RunError> {
        self.storage.read(self.path).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound => {
                RunError::Incomplete { path: self.directory().to_owned(), missing: LEDGER }
            }
            _ => self.failed(cause),
        })
    }

    /// Reads the ledger from the start of `source` and passes the first entry of every unit to `visit`.
    ///
    /// # Errors
    /// [`RunError::Corrupt`] if two lines contradict each other, [`RunError::Stopped`] if `stop` was set, or
    /// if the storage fails.
    pub(super) fn read(
        self,
        source: &mut dyn Source,
        visit: &mut dyn FnMut(&Entry),
    ) -> Result<Contents, RunError> {
        let tally = Tally::new(self.manifest.identity.units);
        let mut contents = Contents { tally, ..Contents::default() };
        let mut repeated = HashSet::new();
        self.find(source, |line| {
            contents.length += line.length;
            contents.is_open = !line.has_end;
            match line.entry {
                Some(entry) if contents.tally.add(&entry) => visit(&entry),
                // Nothing else can be wrong: sums of possible counts do not overflow.
                Some(entry) => {
                    contents.repeated += 1;
                    repeated.insert(entry.unit);
                }
                None => {
                    if contents.skipped == 0 {
                        contents.first_skipped = line.number;
                    }
                    contents.skipped += 1;
                    contents.is_torn = !line.has_end;
                }
            }
            Continue::<()>(())
        })?;
        if !repeated.is_empty() {
            self.compare(source, &repeated)?;
        }
        Ok(contents)
    }

    /// Reads the ledger again and compares the lines of the `repeated` units. Only the solutions must agree:
    /// another kernel may visit other nodes and take another time.
    fn compare(self, source: &mut dyn Source, repeated: &HashSet<u64>) -> Result<(), RunError> {
        let mut first_lines = HashMap::new();
        let contradiction = self.find(source, |line| {
            if let Some(Entry { unit, solutions, .. }) = line.entry
                && repeated.contains(&unit)
            {
                let (first, found) = *first_lines.entry(unit).or_insert((line.number, solutions));
                if found != solutions {
                    return Break((line.number, unit, first));
                }
            }
            Continue(())
        })?;
        let Some((line, unit, first)) = contradiction else { return Ok(()) };
        let reason = format!("unit {unit} has other solutions here than in line {first}");
        Err(RunError::Corrupt { path: self.path.to_owned(), line: Some(line), reason })
    }

    /// Passes the entry of every line to `visit`, until that fails.
    ///
    /// # Errors
    /// Any error of `visit`; otherwise as [`Ledger::read`].
    pub fn each<E: From<RunError>>(self, mut visit: impl FnMut(&Entry) -> Result<(), E>) -> Result<(), E> {
        let failed = self.find(&mut *self.open()?, |line| match line.entry.map(|entry| visit(&entry)) {
            Some(Err(error)) => Break(error),
            _ => Continue(()),
        })?;
        failed.map_or(Ok(()), Err)
    }

    /// The number of the first line of `unit`, and the solutions in it.
    ///
    /// # Errors
    /// As [`Ledger::read`].
    pub fn first_line_of(self, unit: u64) -> Result<Option<(u64, u128)>, RunError> {
        self.find(&mut *self.open()?, |line| match line.entry {
            Some(entry) if entry.unit == unit => Break((line.number, entry.solutions)),
            _ => Continue(()),
        })
    }

    /// Passes every line to `visit`, until that breaks with a value.
    fn find<T>(
        self,
        source: &mut dyn Source,
        mut visit: impl FnMut(Line) -> ControlFlow<T>,
    ) -> Result<Option<T>, RunError> {
        let failed = |cause| self.failed(cause);
        let seed = self.manifest.checksum_seed();
        source.rewind().map_err(failed)?;
        let mut input = BufReader::with_capacity(BUFFER, source);
        let mut bytes = Vec::with_capacity(MAX_LINE + 2);
        for number in 1.. {
            let length = self.next_line(&mut input, &mut bytes).map_err(failed)?;
            if length == 0 {
                break;
            }
            let has_end = bytes.ends_with(b"\n");
            let entry = Entry::parse(&bytes[..bytes.len() - usize::from(has_end)], seed);
            let entry = entry.filter(|entry| self.manifest.can_have(entry));
            if let Break(found) = visit(Line { number, length, has_end, entry }) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Reads the next line into `line`: of one that is too long only its beginning, and its end. Returns the
    /// length of all of it, or 0 at the end of the ledger.
    ///
    /// # Errors
    /// If the storage fails; [`ErrorKind::Interrupted`] if `stop` was set.
    fn next_line(self, input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
        line.clear();
        let mut length = 0;
        while !line.ends_with(b"\n") {
            if self.stop.load(Ordering::Relaxed) {
                return Err(ErrorKind::Interrupted.into());
            }
            let bytes = match input.fill_buf() {
                Err(cause) if cause.kind() == ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                break;
            }
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let room = MAX_LINE + 1 - line.len();
            line.extend_from_slice(&part[..part.len().min(room)]);
            line.extend(end.map(|_| b'\n'));
            let read = part.len() + usize::from(end.is_some());
            length += read as u64;
            input.consume(read);
        }
        Ok(length)
    }

    /// The error of reading that failed, or was stopped, with this `cause`.
    fn failed(self, cause: io::Error) -> RunError {
        match cause.kind() {
            ErrorKind::Interrupted => RunError::Stopped { path: self.directory().to_owned() },
            _ => RunError::io(Action::Read, self.path)(cause),
        }
    }

    fn directory(self) -> &'a Path {
        files::parent(self.path)
    }
}
