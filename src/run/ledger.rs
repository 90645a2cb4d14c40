//! Reads a ledger and checks every line.
//!
//! Reading is streamed. Unless units are repeated, only one line and one bit per unit are in memory at a
//! time. A torn, damaged or foreign line is skipped, so its unit counts as unfinished. The line itself stays
//! in the ledger, so that nothing is lost if we misjudge it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;

use super::error::{Action, RunError};
use super::ledger_lines::{Flaw, LedgerLines};
use super::manifest::Manifest;
use super::names::RunFile;
use super::saved_run::SavedRun;
use super::storage::InputFile;
use crate::plan::entry::MAX_ENTRY_BYTES;
use crate::plan::{Entry, Tally};
use crate::stop;

const READ_BUFFER_BYTES: usize = 1 << 16;

/// The maximum number of bytes to copy at once. Every valid line is much shorter.
const MAX_COPIED_BYTES: u64 = 1 << 16;

/// A run's ledger, together with its manifest.
#[derive(Clone, Copy)]
pub(crate) struct Ledger<'a> {
    pub run: SavedRun<'a>,
    pub manifest: &'a Manifest,
}

struct LedgerLine {
    /// Starts at 1.
    number: u64,
    /// In bytes, including the newline.
    length: u64,
    has_end: bool,
    /// The entry, or the reason to skip the line.
    entry: Result<Entry, Flaw>,
}

impl Ledger<'_> {
    /// Opens the ledger. The open file stays readable even if another file replaces it at its path.
    ///
    /// # Errors
    /// Returns [`RunError::Incomplete`] if the ledger is missing. Also fails if the storage fails.
    pub(super) fn open(self) -> Result<Box<dyn InputFile>, RunError> {
        self.run.storage.read(&self.path()).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound => {
                RunError::Incomplete { path: self.run.path.to_owned(), missing: RunFile::Ledger }
            }
            _ => self.failed(cause),
        })
    }

    /// Reads the ledger from the start of `file`. Passes every unit's first entry to `tally` and `visit`.
    ///
    /// # Errors
    /// Returns [`RunError::Contradiction`] if two lines contradict each other, and [`RunError::Stopped`] if
    /// the stop flag is set. Also fails if the storage fails.
    pub(super) fn read(
        self,
        file: &mut dyn InputFile,
        tally: &mut Tally,
        visit: &mut dyn FnMut(&Entry),
    ) -> Result<LedgerLines, RunError> {
        let mut lines = LedgerLines::default();
        let mut repeated = HashSet::new();
        self.try_for_each_line(file, |line| {
            lines.length += line.length;
            lines.lacks_newline = !line.has_end;
            match line.entry {
                Ok(entry) if tally.add(&entry) => visit(&entry),
                // The tally rejects only repeated units. Its sums cannot overflow, because the counts are
                // within their bounds.
                Ok(entry) => {
                    lines.repeated += 1;
                    repeated.insert(entry.unit);
                }
                Err(flaw) => {
                    if lines.skipped == 0 {
                        lines.first_skipped = line.number;
                    }
                    lines.skipped += 1;
                    lines.damaged += u64::from(flaw != Flaw::Torn);
                    lines.with_carriage_return += u64::from(flaw == Flaw::CarriageReturn);
                    lines.is_torn = !line.has_end;
                }
            }
            Continue::<()>(())
        })?;
        if repeated.is_empty() {
            return Ok(lines);
        }
        match self.first_contradiction(file, |unit| repeated.contains(&unit), Break)? {
            None => Ok(lines),
            Some((unit, lines)) => Err(RunError::Contradiction { path: self.path(), unit, lines }),
        }
    }

    /// Returns the units whose lines have different solutions, in ascending order.
    ///
    /// # Errors
    /// Fails if the storage fails, or if the stop flag is set.
    pub(super) fn contradicted(self) -> Result<Vec<u64>, RunError> {
        let mut units = BTreeSet::new();
        self.first_contradiction(
            &mut *self.open()?,
            |_| true,
            |(unit, _)| {
                units.insert(unit);
                Continue(())
            },
        )?;
        Ok(units.into_iter().collect())
    }

    /// Compares the lines of all units that `is_compared` accepts. Calls `report` with the unit and two line
    /// numbers for each contradiction, and returns the value with which `report` breaks. Only the solutions
    /// must agree, because nodes and times depend on the kernel.
    fn first_contradiction(
        self,
        file: &mut dyn InputFile,
        is_compared: impl Fn(u64) -> bool,
        mut report: impl FnMut((u64, [u64; 2])) -> ControlFlow<(u64, [u64; 2])>,
    ) -> Result<Option<(u64, [u64; 2])>, RunError> {
        let mut first_lines = HashMap::new();
        self.try_for_each_line(file, |line| {
            if let Ok(Entry { unit, solutions, .. }) = line.entry
                && is_compared(unit)
            {
                let (first, before) = *first_lines.entry(unit).or_insert((line.number, solutions));
                if before != solutions {
                    return report((unit, [first, line.number]));
                }
            }
            Continue(())
        })
    }

    /// Passes every good line's entry to `visit`. Stops at the first error.
    ///
    /// # Errors
    /// Returns the error from `visit`. Also fails if the storage fails, or if the stop flag is set.
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

    /// Returns the line number and the solutions in the first line of `unit`.
    ///
    /// # Errors
    /// Fails if the storage fails, or if the stop flag is set.
    pub fn first_line_of(self, unit: u64) -> Result<Option<(u64, u128)>, RunError> {
        self.try_for_each_line(&mut *self.open()?, |line| match line.entry {
            Ok(entry) if entry.unit == unit => Break((line.number, entry.solutions)),
            _ => Continue(()),
        })
    }

    /// Copies the ledger to `output`, without the lines of `units`. Bad lines are copied, too. Returns the
    /// number of omitted lines.
    ///
    /// # Errors
    /// Fails if reading or writing fails. A failed write is reported as [`Action::Write`].
    pub(super) fn copy_without(self, units: &HashSet<u64>, output: &mut dyn Write) -> Result<u64, RunError> {
        let failed = |cause| self.failed(cause);
        let path = self.path();
        let seed = self.manifest.checksum_seed();
        let mut input = BufReader::with_capacity(READ_BUFFER_BYTES, self.open()?);
        let mut dropped = 0;
        let mut line = Vec::new();
        let mut begins_line = true;
        while input.by_ref().take(MAX_COPIED_BYTES).read_until(b'\n', &mut line).map_err(failed)? > 0 {
            // A last line without its newline is valid, but the end of an overlong line is not.
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

    /// Passes every line to `visit` until `visit` breaks with a value. Returns that value.
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
            if let Break(value) = visit(LedgerLine { number, length, has_end, entry }) {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Reads the next line into `line`. Keeps only an overlong line's beginning and newline. Returns the
    /// whole line's length, or 0 at the end of the ledger.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Interrupted`] if the stop flag is set. Also fails if the storage fails.
    fn next_line(self, input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
        line.clear();
        let mut length = 0;
        while !line.ends_with(b"\n") {
            if stop::is_set(self.run.stop) {
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

    /// Returns the error for a read that failed or was stopped.
    fn failed(self, cause: io::Error) -> RunError {
        match cause.kind() {
            ErrorKind::Interrupted => RunError::Stopped { path: self.run.path.to_owned() },
            _ => RunError::io(Action::Read, &self.path())(cause),
        }
    }

    fn path(self) -> PathBuf {
        self.run.ledger()
    }
}
