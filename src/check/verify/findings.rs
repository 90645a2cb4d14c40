//! The findings of a verification: how many units were recounted, and which of them differ.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::methods::{FinishedUnit, Kernel};
use crate::plan::Entry;

/// The findings of a verification.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Findings {
    /// The number of recounted units, by kernel.
    pub recounted_by_kernel: BTreeMap<Kernel, u64>,
    /// The number of units that were recounted by the kernel that had counted them, because it was requested
    /// or because it is the fastest one for a recount upside down.
    pub same_kernel: u64,
    /// Nodes of the recounted units.
    pub nodes: u128,
    /// Units whose two counts differ, lowest first: the entry in the ledger, and the recount.
    pub mismatches: Vec<(Entry, FinishedUnit)>,
    /// True if every unit of the sample was recounted; false if the verification was stopped or its time was
    /// up.
    pub complete: bool,
    /// Wall time of the verification.
    pub elapsed: Duration,
}

impl Findings {
    /// The number of recounted units.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.recounted_by_kernel.values().sum()
    }
}
