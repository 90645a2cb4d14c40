//! A verification's findings.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::methods::{FinishedUnit, Kernel};
use crate::plan::Entry;

/// A verification's findings: how many units were recounted, and which of them differ.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Findings {
    /// The number of units recounted with each kernel.
    pub recounted_by_kernel: BTreeMap<Kernel, u64>,
    /// The number of units recounted with the kernel that had counted them before. This happens if that
    /// kernel was requested, or if it is the fastest kernel and the board is upside down.
    pub same_kernel: u64,
    /// The nodes of all recounted units.
    pub nodes: u128,
    /// The units whose counts differ, lowest first. Each unit comes with its ledger entry and its recount.
    pub mismatches: Vec<(Entry, FinishedUnit)>,
    /// True if every unit in the sample was recounted. False if the verification was stopped or its time was
    /// up.
    pub complete: bool,
    /// The wall time of the verification.
    pub elapsed: Duration,
}

impl Findings {
    /// Returns the number of recounted units.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.recounted_by_kernel.values().sum()
    }
}
