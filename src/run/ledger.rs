//! The ledger: reads it, checks every line, and repairs it.
//!
//! Reading is streamed: memory holds one line and one bit per unit, however long the ledger is.
//! Bytes after the last line end are the torn line of an interrupted writer and are ignored, even
//! if only the line end is missing. A line longer than any crash leaves is damage, and reading ends
//! there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, BufReader, BufWriter, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::atomic;
use super::error::{Action, RunError};
use super::manifest::Manifest;
use super::pieces::{LONGEST, Pieces, RawLine, Reading};
use super::storage::{FileHandle, Source, Storage};
use crate::files;
use crate::plan::entry::LineError;
use crate::plan::{Entry, Tally, TallyError};

/// Bytes read or written at once.
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
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// The first entry of every unit, summed.
    pub tally: Tally,
    /// Bytes up to the last line end.
    pub length: u64,
    /// Bytes after it.
    pub torn: u64,
    /// Lines that only repeat an earlier one.
    pub repeated: u64,
    /// The first bad line; if there is one, the sums are meaningless.
    pub bad: Option<(u64, LineError)>,
    /// The number of bad lines; 0 if the rest of the ledger was not read.
    pub bad_lines: u64,
    /// Units with lines that contradict each other.
    conflicts: HashSet<u64>,
}

impl Contents {
    fn reject(&mut self, line: u64, error: LineError) {
        self.bad_lines += 1;
        if self.bad.as_ref().is_none_or(|(first, _)| line < *first) {
            self.bad = Some((line, error));
        }
    }
}

/// Checks a line against the run and the lines before it, and adds it to `contents` if it is the
/// first of its unit. Returns the entry and whether it was added. Later lines of the same unit are
/// compared afterwards.
///
/// An implausible count is rejected on its own line: the sum of plausible counts never exceeds 128
/// bits, so no line is rejected because of another.
fn judge(contents: &mut Contents, manifest: &Manifest, piece: &RawLine) -> Result<(Entry, bool), LineError> {
    let entry = piece.entry(manifest.checksum_seed())?;
    let Entry { unit, solutions, .. } = entry;
    if !manifest.has_unit(unit) {
        return Err(LineError::OutOfRange(unit));
    }
    if !manifest.can_have(solutions) {
        return Err(LineError::Implausible { unit, solutions });
    }
    if contents.tally.finished().contains(entry.unit) {
        return Ok((entry, false));
    }
    contents.tally.add(&entry).map_err(|error| match error {
        TallyError::Overflow(unit) => LineError::Implausible { unit, solutions },
        TallyError::Unexpected(unit) => LineError::OutOfRange(unit),
    })?;
    Ok((entry, true))
}

impl Ledger<'_> {
    /// Opens the ledger for the calls below, which read one file, whatever its path names by then.
    ///
    /// # Errors
    /// If the storage fails.
    pub(super) fn open(self) -> io::Result<Box<dyn Source>> {
        self.storage.read(self.path)
    }

    /// Reads the ledger from the start of `source` and passes the first entry of every unit to `visit`.
    ///
    /// # Errors
    /// If the storage fails; [`ErrorKind::Interrupted`] if `stop` was set.
    pub(super) fn read(self, source: &mut dyn Source, visit: &mut dyn FnMut(&Entry)) -> io::Result<Contents> {
        self.read_as(Reading::Plain, source, visit)
    }

    /// The entries of `units`, a sorted sample of those that [`Ledger::read`] has found in `source`.
    ///
    /// # Errors
    /// As [`Ledger::read`]; [`ErrorKind::UnexpectedEof`] if they are no longer all there.
    pub(super) fn entries_of(self, source: &mut dyn Source, units: &[u64]) -> io::Result<Vec<Entry>> {
        let mut entries = BTreeMap::new();
        self.find(source, |_, entry| {
            if units.binary_search(&entry.unit).is_ok() {
                entries.entry(entry.unit).or_insert(entry);
            }
            ControlFlow::<()>::Continue(())
        })?;
        if entries.len() < units.len() {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(entries.into_values().collect())
    }

    fn read_as(
        self,
        reading: Reading,
        source: &mut dyn Source,
        visit: &mut dyn FnMut(&Entry),
    ) -> io::Result<Contents> {
        let mut contents = self.no_contents();
        let mut repeated = HashSet::new();
        let mut pieces = self.pieces(reading, source)?;
        while let Some(piece) = pieces.next()? {
            if reading == Reading::Plain && piece.before >= LONGEST {
                contents.reject(piece.line, LineError::TooLong);
                return Ok(Contents { bad_lines: 0, ..contents });
            }
            contents.torn += piece.bytes.len() as u64;
            if !piece.ends {
                continue;
            }
            contents.length += std::mem::take(&mut contents.torn);
            match judge(&mut contents, self.manifest, &piece) {
                Ok((entry, true)) => visit(&entry),
                Ok((entry, false)) => {
                    contents.repeated += 1;
                    repeated.insert(entry.unit);
                }
                Err(error) => contents.reject(piece.line, error),
            }
        }
        if !repeated.is_empty() {
            self.compare_repeated(reading, source, &repeated, &mut contents)?;
        }
        Ok(contents)
    }

    /// Reads the ledger again to find the `repeated` units whose lines contradict each other. Only the
    /// solutions must agree: another kernel may visit other nodes and take another time.
    fn compare_repeated(
        self,
        reading: Reading,
        source: &mut dyn Source,
        repeated: &HashSet<u64>,
        contents: &mut Contents,
    ) -> io::Result<()> {
        let seed = self.manifest.checksum_seed();
        let mut first_lines = HashMap::new();
        let mut pieces = self.pieces(reading, source)?;
        while let Some(piece) = pieces.next()? {
            if let Ok(entry) = piece.entry(seed)
                && self.manifest.can_have(entry.solutions)
                && repeated.contains(&entry.unit)
            {
                let (first, solutions) =
                    *first_lines.entry(entry.unit).or_insert((piece.line, entry.solutions));
                if solutions != entry.solutions {
                    contents.conflicts.insert(entry.unit);
                    contents.reject(piece.line, LineError::Conflict { unit: entry.unit, first });
                }
            }
        }
        Ok(())
    }

    /// Passes the entry of every intact line to `visit`, until that fails.
    ///
    /// # Errors
    /// That of `visit`, or [`RunError::Io`] if the storage fails.
    pub fn each<E: From<RunError>>(self, mut visit: impl FnMut(&Entry) -> Result<(), E>) -> Result<(), E> {
        let visit = |_, entry| visit(&entry).map_or_else(ControlFlow::Break, ControlFlow::Continue);
        match self.open().and_then(|mut source| self.find(&mut *source, visit)) {
            Ok(failed) => failed.map_or(Ok(()), Err),
            Err(cause) => Err(self.failed(Action::Read, cause).into()),
        }
    }

    /// The first line of `unit`, by its number, and the solutions in it.
    ///
    /// # Errors
    /// As [`Ledger::read`].
    pub fn first_line_of(self, unit: u64) -> io::Result<Option<(u64, u128)>> {
        self.find(&mut *self.open()?, |line, entry| match entry.unit == unit {
            true => ControlFlow::Break((line, entry.solutions)),
            false => ControlFlow::Continue(()),
        })
    }

    /// Passes the number and the entry of every intact line to `visit`, until that breaks with a value.
    fn find<T>(
        self,
        source: &mut dyn Source,
        mut visit: impl FnMut(u64, Entry) -> ControlFlow<T>,
    ) -> io::Result<Option<T>> {
        let seed = self.manifest.checksum_seed();
        let mut pieces = self.pieces(Reading::Plain, source)?;
        while let Some(piece) = pieces.next()? {
            if let Ok(entry) = piece.entry(seed)
                && let ControlFlow::Break(found) = visit(piece.line, entry)
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Moves every line that [`Ledger::read`] found bad, repeated or torn, and all lines of units that
    /// contradict each other, to the end of the file `rejected` beside it, except what follows the
    /// first [`LONGEST`] bytes of a line. Line ends that a program has converted are converted back.
    /// The ledger is replaced atomically after `rejected` is durable: a crash in between leaves the
    /// lines in both files.
    pub(super) fn repair(self, rejected: Box<dyn FileHandle>) -> io::Result<()> {
        let Self { storage, path, manifest, .. } = self;
        let mut source = self.open()?;
        let conflicts = self.read_as(Reading::ForRepair, &mut *source, &mut |_| ())?.conflicts;
        let mut bad = BufWriter::with_capacity(BUFFER, rejected);
        let (temporary, output) = atomic::create_temporary(storage, path)?;
        let mut good = BufWriter::with_capacity(BUFFER, output);
        let mut contents = self.no_contents();
        let mut pieces = self.pieces(Reading::ForRepair, &mut *source)?;
        let mut ends = true;
        while let Some(piece) = pieces.next()? {
            ends = piece.ends;
            match judge(&mut contents, manifest, &piece) {
                Ok((entry, true)) if !conflicts.contains(&entry.unit) => good.write_all(piece.bytes)?,
                _ => bad.write_all(piece.evidence())?,
            }
        }
        if !ends {
            bad.write_all(b"\n")?;
        }
        for file in [&mut bad, &mut good] {
            file.flush()?;
            file.get_mut().sync()?;
        }
        // Some systems do not replace a file that is open.
        drop((source, bad, good));
        storage.sync_directory(files::parent(path))?;
        atomic::publish(storage, &temporary, path)
    }

    /// The error of a call here that failed, or was stopped, with this `cause`.
    pub(super) fn failed(self, action: Action, cause: io::Error) -> RunError {
        match cause.kind() {
            ErrorKind::Interrupted => self.stopped(),
            _ => RunError::io(action, self.path)(cause),
        }
    }

    pub(super) fn stopped(self) -> RunError {
        RunError::Stopped { path: files::parent(self.path).to_owned() }
    }

    fn no_contents(self) -> Contents {
        Contents { tally: Tally::new(self.manifest.identity.units), ..Contents::default() }
    }
}

impl<'a> Ledger<'a> {
    fn pieces<'s>(
        self,
        reading: Reading,
        source: &'s mut (dyn Source + 's),
    ) -> io::Result<Pieces<'a, BufReader<&'s mut dyn Source>>> {
        source.rewind()?;
        Ok(Pieces::of(BufReader::with_capacity(BUFFER, source), reading, self.stop))
    }
}
