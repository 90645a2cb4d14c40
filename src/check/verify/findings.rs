//! What a verification found: how many units were recounted, and which of them differ.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::methods::{FinishedUnit, Kernel};
use crate::plan::Entry;

/// A verification's findings.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Findings {
    /// Recounted units by kernel.
    pub recounted_by_kernel: BTreeMap<Kernel, u64>,
    /// Units recounted by the kernel that had counted them, either on request, or because it is the fastest
    /// one for a recount upside down.
    pub same_kernel: u64,
    /// Nodes of the recounted units.
    pub nodes: u128,
    /// Units whose counts differ, lowest first: the ledger's entry, and the recount.
    pub mismatches: Vec<(Entry, FinishedUnit)>,
    /// Every unit of the sample was recounted. False if the verification was stopped or its time was up.
    pub complete: bool,
    /// Wall time of the verification.
    pub elapsed: Duration,
}

impl Findings {
    /// Returns the number of recounted units.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.recounted_by_kernel.values().sum()
    }
}
