//! Gathers one shard from all directories that have units of it, and checks that they agree.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::{Error, PlanFile};
use crate::plan::Shard;
use crate::run::entry::MAX_LINE;
use crate::run::storage::{DiskStorage, Storage};
use crate::run::{self, Entry, Host, Inspection, LEDGER, Manifest, Notice, Saved};

/// The contents of the run directory of `shard` at `path`; `None` if it was not begun. Passes every
/// finished unit to `visit`, once.
///
/// # Errors
/// If it belongs to another plan or shard, or if it is damaged, of a newer format or cannot be
/// read.
pub fn look(
    plan: &PlanFile,
    shard: Shard,
    path: &Path,
    visit: impl FnMut(&Entry),
) -> Result<Option<Inspection>, Error> {
    look_for(&plan.manifest(shard), path, visit)
}

/// [`look`] for the shard whose run directory should have the manifest `wanted`.
pub(super) fn look_for(
    wanted: &Manifest,
    path: &Path,
    visit: impl FnMut(&Entry),
) -> Result<Option<Inspection>, Error> {
    let manifest = match run::read_manifest(path) {
        // The manifest comes before the first unit: there is none.
        Err(run::Error::NotThere { .. } | run::Error::NotARun { .. }) => return Ok(None),
        other => other?,
    };
    match manifest.difference(wanted) {
        Some(difference) => Err(Error::Foreign { path: path.to_owned(), difference }),
        None => Ok(Some(run::inspect(path, visit)?)),
    }
}

/// The combined contents of the directories of one shard.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Units of the shard.
    pub units: u64,
    /// Those that are in at least one directory.
    pub covered: u64,
    /// How many times a unit was in a further directory, with the same solutions.
    pub repeated: u64,
    /// Units with different solutions.
    pub conflicting: Vec<u64>,
    /// Notices about the state of the directories.
    pub notices: Vec<Notice>,
    /// Directories that cannot be used, and why.
    pub problems: Vec<Error>,
    /// The machines that the results in the directories name, each once.
    pub hosts: BTreeSet<Host>,
}

/// Reads the directories `copies` of `shard` and passes the first entry of every unit to `visit`.
/// An unusable directory is left out; if there is one, what `visit` has seen is meaningless.
#[must_use]
pub fn gather(plan: &PlanFile, shard: Shard, copies: &[PathBuf], visit: &mut dyn FnMut(&Entry)) -> Gathered {
    let mut gathered = Gathered { units: shard.len(plan.units), ..Gathered::default() };
    // A single directory needs no comparison: its ledger has each unit once.
    let places = if copies.len() > 1 { gathered.units as usize } else { 0 };
    let mut solutions: Vec<Option<u128>> = vec![None; places];
    for path in copies {
        let outcome =
            look(plan, shard, path, |entry| match solutions.get_mut((entry.unit / shard.of) as usize) {
                Some(Some(found)) if *found == entry.solutions => gathered.repeated += 1,
                Some(Some(_)) => gathered.conflicting.push(entry.unit),
                place => {
                    if let Some(place) = place {
                        *place = Some(entry.solutions);
                    }
                    gathered.covered += 1;
                    visit(entry);
                }
            });
        match outcome {
            Ok(inspection) => {
                let saved = inspection.into_iter().map(|found| found.saved);
                for Saved { result, notices, .. } in saved {
                    gathered.hosts.extend(result.and_then(|result| result.host));
                    gathered.notices.extend(notices);
                }
            }
            Err(problem) => {
                // Part of it may have been added before the damage was found.
                let others: Vec<PathBuf> = copies.iter().filter(|&other| other != path).cloned().collect();
                let mut rest = gather(plan, shard, &others, visit);
                rest.problems.insert(0, problem);
                return rest;
            }
        }
    }
    gathered
}

/// Where a unit was found, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The ledger.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u64,
    /// The solutions in that line.
    pub solutions: u128,
}

/// A unit with two counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The unit.
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
