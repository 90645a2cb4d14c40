//! A conflict: a unit that two directories count differently.

use std::fmt;
use std::path::PathBuf;

use crate::board::numbers::grouped;

/// The place where a unit was found, and its solutions there.
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
    /// The place that was found first.
    pub first: Place,
    /// The first later place with other solutions.
    pub second: Place,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, first, second } = self;
        let line = |place: &Place| format!("{} line {}", place.file.display(), place.line);
        let [found, other] = [first, second].map(|place| grouped(place.solutions));
        write!(f, "unit {unit} has {found} solutions in {}, but {other} in {}", line(first), line(second))
    }
}
