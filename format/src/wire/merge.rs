//! Records of merges. A record contains a plan's total, and the machines and kernels that counted its shards.
//! A merge has no wall time and no threads.

use std::ops::RangeInclusive;

use queens::run::{MergeSources, Total};
use serde::{Deserialize, Serialize};

use super::rules::{BrokenRule, WireObject, is_hash, must};
use super::total::CheckedTotal;

/// A plan's total, added up from its shards: a line of `merged.jsonl` in the directory of records, written by
/// `queens merge --record`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "merge_record"))]
pub struct MergeRecord {
    /// The format: 4.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 4)))]
    pub format: u32,
    /// The result, as `queens merge --json` prints it.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::MergeResult"))]
    pub result: CheckedTotal,
    /// The plan's hash, 32 hexadecimal digits.
    pub plan_hash: String,
    /// SHA-256 of the merged run's ledger, whose sum is the total.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub ledger_sha256: String,
}

impl MergeRecord {
    /// The format of all merge records.
    pub const FORMAT: u32 = 4;

    /// The file in a directory of records that contains all merges. It is not split by machine, because a
    /// merge's shards may come from several machines.
    pub const FILE: &str = "merged.jsonl";

    /// Returns the number of shards, and the machines and kernels that counted them.
    ///
    /// # Panics
    /// Panics if the result is not from a merge. `check` rejects such a record.
    #[must_use]
    pub fn shards(&self) -> &MergeSources {
        self.result.total.merged.as_ref().expect("the record of a merge has its shards")
    }
}

impl WireObject for MergeRecord {
    const FORMATS: RangeInclusive<u64> = Self::FORMAT as u64..=Self::FORMAT as u64;

    fn check(&self) -> Result<(), BrokenRule> {
        self.result.check_fields()?;
        let Total { units, cpu_s, merged, .. } = &self.result.total;
        must(merged.is_some(), "result.merged", "not a merge")?;
        let MergeSources { shards, machines, kernels, .. } = self.shards();
        must((1..=*units).contains(shards), "result.merged.shards", "not 1 to the number of units")?;
        let is_part = machines.values().chain(kernels.values()).all(|part| (1..=*shards).contains(part));
        must(is_part, "result.merged", "a machine or kernel with more shards than there are")?;
        must(cpu_s.is_some(), "result.cpu_s", "missing")?;
        must(is_hash(&self.plan_hash, 32), "plan_hash", "not 32 hexadecimal digits")?;
        must(is_hash(&self.ledger_sha256, 64), "ledger_sha256", "not 64 hexadecimal digits")?;
        self.result.check_solutions()
    }
}
