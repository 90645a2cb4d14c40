//! A conflict: a unit that two directories count differently.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::Error;
use crate::run::entry::MAX_LINE;
use crate::run::storage::{DiskStorage, Storage};
use crate::run::{self, Entry, LEDGER};

/// Where a unit was found, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Path of the ledger.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u64,
    /// The solutions in that line.
    pub solutions: u128,
}

/// A unit with two counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Its number in the plan.
    pub unit: u64,
    /// One of the places.
    pub first: Place,
    /// The first later place with other solutions.
    pub second: Place,
}

impl Conflict {
    /// Finds where `copies` contradict each other about `unit`.
    ///
    /// # Errors
    /// If a ledger cannot be read. `Ok(None)` if they agree now.
    pub(super) fn find(unit: u64, copies: &[PathBuf]) -> Result<Option<Self>, Error> {
        let mut first: Option<Place> = None;
        for copy in copies {
            match (&first, find_line(copy, unit)?) {
                (_, None) => {}
                (None, found) => first = found,
                (Some(first), Some(second)) if first.solutions == second.solutions => {}
                (Some(first), Some(second)) => return Ok(Some(Self { unit, first: first.clone(), second })),
            }
        }
        Ok(None)
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, first, second } = self;
        write!(
            f,
            "unit {unit} has {} solutions in {} line {}, but {} in {} line {}",
            first.solutions,
            first.file.display(),
            first.line,
            second.solutions,
            second.file.display(),
            second.line
        )
    }
}

/// The first line of `unit` in the ledger of the run directory `copy`.
fn find_line(copy: &Path, unit: u64) -> Result<Option<Place>, Error> {
    let (form, ledger) = (run::read_manifest(copy)?.form(), copy.join(LEDGER));
    let failed = |cause| Error::io("read", &ledger, cause);
    let mut input = BufReader::new(DiskStorage.read(&ledger).map_err(failed)?);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        // Only a torn last line is longer: what is read of it is no entry.
        let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes);
        if read.map_err(failed)? == 0 {
            break;
        }
        let entry = Entry::parse(bytes.strip_suffix(b"\n").unwrap_or(&bytes), form);
        if let Ok(entry) = entry
            && entry.unit == unit
        {
            return Ok(Some(Place { file: ledger, line, solutions: entry.solutions }));
        }
    }
    Ok(None)
}
