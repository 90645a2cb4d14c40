//! The ledger: reads it, and checks every line.
//!
//! Reading is streamed: memory holds one line and one bit per unit, however long the ledger is. A line that
//! is torn, damaged or not of this run is skipped, so its unit is not finished. It is left unchanged: a
//! ledger is only ever appended to, so a mistake about a line cannot destroy it.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;

use super::error::{Action, RunError};
use super::ledger_contents::LedgerContents;
use super::manifest::Manifest;
use super::names::RunFile;
use super::run_files::RunFiles;
use super::storage::InputFile;
use crate::plan::entry::MAX_ENTRY_BYTES;
use crate::plan::{Entry, Tally};
use crate::stop;

/// The size of the read buffer.
const READ_BUFFER_BYTES: usize = 1 << 16;

/// The maximum number of bytes copied at once: far more than any line has.
const MAX_COPIED_BYTES: u64 = 1 << 16;

/// The ledger of the run of `manifest`, which is read until the stop flag of `files` is set.
#[derive(Clone, Copy)]
pub(crate) struct Ledger<'a> {
    pub files: RunFiles<'a>,
    pub manifest: &'a Manifest,
}

/// A line of a ledger.
struct LedgerLine {
    /// Its number, from 1.
    number: u64,
    /// Its length in bytes, with its newline.
    length: u64,
    has_end: bool,
    /// The entry, or the reason why the line is to be skipped.
    entry: Result<Entry, Flaw>,
}

/// The reason why a line is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    /// A killed process or a power cut may have left it: it has NUL bytes, or the end of its entry is
    /// missing.
    Torn,
    /// It is good except for the carriage return before its newline.
    CarriageReturn,
    /// It is damaged, or from another run.
    Spoilt,
}

impl Flaw {
    /// The flaw of a line, which is given without its newline. `is_good` tells whether a part of it is a good
    /// entry.
    fn of(line: &[u8], is_good: impl Fn(&[u8]) -> bool) -> Self {
        /// The bytes at the start of every line.
        const LINE_START: &[u8] = b"{\"unit\":";
        match line.strip_suffix(b"\r") {
            Some(rest) if is_good(rest) => Self::CarriageReturn,
            _ if line.contains(&0) => Self::Torn,
            _ if line.starts_with(LINE_START) && !line.trim_ascii_end().ends_with(b"}") => Self::Torn,
            _ if LINE_START.starts_with(line) => Self::Torn,
            _ => Self::Spoilt,
        }
    }
}

impl Ledger<'_> {
    /// Opens the ledger for the calls below. They read the same file, even if its path names another one by
    /// then.
    ///
    /// # Errors
    /// [`RunError::Incomplete`] if it is missing, or if the storage fails.
    pub(super) fn open(self) -> Result<Box<dyn InputFile>, RunError> {
        self.files.storage.read(&self.path()).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound => {
                RunError::Incomplete { path: self.files.path.to_owned(), missing: RunFile::Ledger }
            }
            _ => self.failed(cause),
        })
    }

    /// Reads the ledger from the start of `file` and passes the first entry of every unit to `visit`.
    ///
    /// # Errors
    /// [`RunError::Contradiction`] if two lines contradict each other, [`RunError::Stopped`] if `stop` was
    /// set, or if the storage fails.
    pub(super) fn read(
        self,
        file: &mut dyn InputFile,
        visit: &mut dyn FnMut(&Entry),
    ) -> Result<LedgerContents, RunError> {
        let tally = Tally::new(self.manifest.identity.units);
        let mut contents = LedgerContents { tally, ..LedgerContents::default() };
        let mut repeated = HashSet::new();
        self.try_for_each_line(file, |line| {
            contents.length += line.length;
            contents.lacks_newline = !line.has_end;
            match line.entry {
                Ok(entry) if contents.tally.add(&entry) => visit(&entry),
                // Only a repeated unit is rejected here: sums of counts within the bound do not overflow.
                Ok(entry) => {
                    contents.repeated += 1;
                    repeated.insert(entry.unit);
                }
                Err(flaw) => {
                    if contents.skipped == 0 {
                        contents.first_skipped = line.number;
                    }
                    contents.skipped += 1;
                    contents.spoilt += u64::from(flaw != Flaw::Torn);
                    contents.with_carriage_return += u64::from(flaw == Flaw::CarriageReturn);
                    contents.is_torn = !line.has_end;
                }
            }
            Continue::<()>(())
        })?;
        if !repeated.is_empty() {
            self.compare(file, &repeated)?;
        }
        Ok(contents)
    }

    /// Reads the ledger again and compares the lines of the `repeated` units. Only the solutions must agree:
    /// a different kernel may visit other nodes and take another time.
    fn compare(self, file: &mut dyn InputFile, repeated: &HashSet<u64>) -> Result<(), RunError> {
        let mut first_lines = HashMap::new();
        let contradiction = self.try_for_each_line(file, |line| {
            if let Ok(Entry { unit, solutions, .. }) = line.entry
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
        Err(RunError::Contradiction { path: self.path(), unit, lines: [first, line] })
    }

    /// Passes the entry of every line to `visit`, until that fails.
    ///
    /// # Errors
    /// Any error of `visit`; otherwise as [`Ledger::read`].
    pub fn for_each_entry<E: From<RunError>>(
        self,
        mut visit: impl FnMut(&Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed =
            self.try_for_each_line(&mut *self.open()?, |line| match line.entry.map(|entry| visit(&entry)) {
                Ok(Err(error)) => Break(error),
                _ => Continue(()),
            })?;
        failed.map_or(Ok(()), Err)
    }

    /// The number of the first line of `unit`, and the solutions in it.
    ///
    /// # Errors
    /// As [`Ledger::read`].
    pub fn first_line_of(self, unit: u64) -> Result<Option<(u64, u128)>, RunError> {
        self.try_for_each_line(&mut *self.open()?, |line| match line.entry {
            Ok(entry) if entry.unit == unit => Break((line.number, entry.solutions)),
            _ => Continue(()),
        })
    }

    /// Copies every line to `output`, including lines that reading skips, except the lines of `units`.
    /// Returns the number of lines that were not copied.
    ///
    /// # Errors
    /// If the ledger cannot be read, or with [`Action::Write`] if the copy cannot be written.
    pub(super) fn copy_without(self, units: &HashSet<u64>, output: &mut dyn Write) -> Result<u64, RunError> {
        let failed = |cause| self.failed(cause);
        let path = self.path();
        let seed = self.manifest.checksum_seed();
        let mut input = BufReader::with_capacity(READ_BUFFER_BYTES, self.open()?);
        let mut dropped = 0;
        let mut line = Vec::new();
        let mut begins_line = true;
        while input.by_ref().take(MAX_COPIED_BYTES).read_until(b'\n', &mut line).map_err(failed)? > 0 {
            // Reading accepts a last line that lacks its newline, but not the end of an overlong line.
            let text = line.strip_suffix(b"\n").unwrap_or(&line);
            let entry = Entry::parse(text, seed).filter(|_| begins_line);
            begins_line = line.ends_with(b"\n");
            if entry.is_some_and(|entry| units.contains(&entry.unit)) {
                dropped += 1;
            } else {
                output.write_all(&line).map_err(RunError::io(Action::Write, &path))?;
            }
            line.clear();
        }
        Ok(dropped)
    }

    /// Passes every line to `visit`, until that breaks with a value.
    fn try_for_each_line<T>(
        self,
        file: &mut dyn InputFile,
        mut visit: impl FnMut(LedgerLine) -> ControlFlow<T>,
    ) -> Result<Option<T>, RunError> {
        let failed = |cause| self.failed(cause);
        let seed = self.manifest.checksum_seed();
        file.rewind().map_err(failed)?;
        let mut input = BufReader::with_capacity(READ_BUFFER_BYTES, file);
        let mut bytes = Vec::with_capacity(MAX_ENTRY_BYTES + 2);
        for number in 1.. {
            let length = self.next_line(&mut input, &mut bytes).map_err(failed)?;
            if length == 0 {
                break;
            }
            let has_end = bytes.ends_with(b"\n");
            let text = &bytes[..bytes.len() - usize::from(has_end)];
            let read = |text: &[u8]| Entry::parse(text, seed).filter(|entry| self.manifest.can_have(entry));
            let entry = read(text).ok_or_else(|| Flaw::of(text, |part| read(part).is_some()));
            if let Break(found) = visit(LedgerLine { number, length, has_end, entry }) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Reads the next line into `line`; of an overlong line, only its beginning and its newline. Returns the
    /// length of the whole line, or 0 at the end of the ledger.
    ///
    /// # Errors
    /// If the storage fails; [`ErrorKind::Interrupted`] if `stop` was set.
    fn next_line(self, input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
        line.clear();
        let mut length = 0;
        while !line.ends_with(b"\n") {
            if stop::is_set(self.files.stop) {
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
            let room = MAX_ENTRY_BYTES + 1 - line.len();
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
            ErrorKind::Interrupted => RunError::Stopped { path: self.files.path.to_owned() },
            _ => RunError::io(Action::Read, &self.path())(cause),
        }
    }

    fn path(self) -> PathBuf {
        self.files.path.join(RunFile::Ledger)
    }
}
