//! The record of a merge: the total of a plan, and what counted its shards.
//!
//! All merges are in one file of the directory of records, a line of JSON each: they are of several
//! machines. A merge has no wall time and no threads.

use std::path::Path;

use queens::run::{Shards, Total};
use queens_format::CheckedTotal;
use serde::{Deserialize, Serialize};

use super::files::{RecordError, read_folder};
use super::rules::{FORMAT, Rule, Validate, is_hash, rules_of_total};

/// The file in the directory of records. No file of a machine has this name.
pub const FILE: &str = "merged.jsonl";

/// The total of a plan, added up from its shards.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MergeRecord {
    /// The format: 4.
    pub format: u32,
    /// Its line, as in `merged.jsonl#L7`.
    #[serde(skip)]
    pub place: String,
    /// The result, as `queens merge --json` prints it.
    pub result: CheckedTotal,
    /// The hash of the plan, 32 hexadecimal digits.
    pub plan_hash: String,
    /// SHA-256 of the ledger of the merged run. The total is its sum.
    pub ledger_sha256: String,
}

impl MergeRecord {
    /// The shards, and what counted them.
    ///
    /// # Panics
    /// If the result is not that of a merge. Every record that was read has one.
    #[must_use]
    pub fn shards(&self) -> &Shards {
        self.result.total.merged.as_ref().expect("the record of a merge has its shards")
    }
}

impl Validate for MergeRecord {
    const FORMAT: Option<u64> = Some(FORMAT as u64);

    fn rules(&self) -> Vec<Rule> {
        let mut rules = rules_of_total(&self.result);
        let Some(Shards { shards, .. }) = &self.result.total.merged else {
            rules.push(("result.merged", "not a merge", true));
            return rules;
        };
        let Total { units, cpu_s, .. } = self.result.total;
        rules.extend([
            ("plan_hash", "not 32 hexadecimal digits", !is_hash(&self.plan_hash, 32)),
            ("result.merged.shards", "not 1 to the number of units", !(1..=units).contains(shards)),
            ("result.cpu_s", "missing", cpu_s.is_none()),
            ("ledger_sha256", "not 64 hexadecimal digits", !is_hash(&self.ledger_sha256, 64)),
        ]);
        rules
    }
}

/// The merges that are recorded in `folder`, the last one last.
pub fn read_all(folder: &Path) -> Result<Vec<MergeRecord>, RecordError> {
    let found = read_folder::<MergeRecord>(folder, |name| name == FILE)?.into_iter();
    Ok(found.map(|(place, record)| MergeRecord { place, ..record }).collect())
}
