//! The record of a merge: the total of a plan, and what counted its shards.
//!
//! All merges are in one file of the directory of records, a line of JSON each: they are of several
//! machines. A merge has no wall time and no threads.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use queens::board::BoardSize;
use queens::check::{known, plausibility};
use queens::cluster::PlanFile;
use queens::cluster::merge::Merged;
use queens::methods::kernel::Kernel;
use queens::methods::split::Split;
use queens::run::{RunDirectory, ledger_sha256};
use serde::{Deserialize, Serialize};

use super::files::{RecordError, Rule, Sound};
use super::host::Host;
use super::record::{Recorder, SMALLEST, is_hash, read_lines};
use super::result::CountReport;
use super::text::{cpu_time, grouped};

/// The version of the format.
const FORMAT: u32 = 1;

/// The file in the directory of records. No file of a machine has this name.
pub const FILE: &str = "merged.jsonl";

/// The shards of a merge, and what counted them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shards {
    /// The number of shards.
    pub shards: u64,
    /// The machines that counted them, as far as the results of the shards name them. Several
    /// machines of one kind are one here.
    pub machines: Vec<Machine>,
    /// The kernels that counted them, each with the number of shards of which it counted units.
    pub kernels: BTreeMap<String, u64>,
    /// CPU time of the units that know theirs, in seconds.
    pub cpu_s: f64,
    /// The number of these units; `None` if all know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_units: Option<u64>,
}

/// A machine that counted shards.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Its processor and operating system.
    pub host: Host,
    /// The number of shards that it counted, in whole or in part.
    pub shards: u64,
}

impl Shards {
    /// What `merged` says of the shards of `plan`.
    pub fn of(plan: &PlanFile, merged: &Merged) -> Self {
        // Another version may have written a host in a form that this one does not know.
        let machine = |(host, shards): &(serde_json::Value, u64)| {
            Some(Machine { host: Host::deserialize(host).ok()?, shards: *shards })
        };
        Self {
            shards: plan.shards,
            machines: merged.hosts.iter().filter_map(machine).collect(),
            kernels: merged.kernels.clone(),
            cpu_s: merged.cpu_ms as f64 / 1e3,
            cpu_units: Some(merged.cpu_units).filter(|known| *known < plan.units),
        }
    }

    /// The CPU time of the `units` of the plan, as in `2 h 9 min CPU time (42,720 of 80,000
    /// units)`.
    pub fn time(&self, units: u64) -> String {
        let of = self.cpu_units.map_or_else(String::new, |known| {
            format!(" ({} of {} units)", grouped(known.into()), grouped(units.into()))
        });
        format!("{} CPU time{of}", cpu_time(self.cpu_s))
    }
}

/// The total of a plan, added up from its shards.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MergeRecord {
    /// Version of this format.
    format: u32,
    /// Its line, as in `merged.jsonl#L7`.
    #[serde(skip)]
    pub place: String,
    /// The version that merged.
    version: String,
    /// What it was built from.
    commit: String,
    /// The board.
    pub n: BoardSize,
    /// All solutions.
    pub solutions: String,
    /// How the board was split.
    pub split: Split,
    /// Queens placed by the split.
    depth: usize,
    /// The hash of the plan, 32 hexadecimal digits.
    plan_hash: String,
    /// Units of the plan.
    pub units: u64,
    /// The shards.
    pub merged: Shards,
    /// Every check of the total that was made.
    checks: Vec<plausibility::Check>,
    /// SHA-256 of the ledger of the merged run. The total is its sum.
    ledger_sha256: String,
}

impl MergeRecord {
    /// Appends the record of the merge of `plan` with this `result`, which `directory` holds, and
    /// returns its path.
    ///
    /// # Errors
    /// If the ledger cannot be read, or if the record cannot be written.
    pub fn keep(
        recorder: &Recorder,
        plan: &PlanFile,
        result: &CountReport,
        merged: &Shards,
        directory: &RunDirectory,
    ) -> anyhow::Result<PathBuf> {
        let record = Self {
            format: FORMAT,
            place: String::new(),
            version: result.version.clone(),
            commit: result.commit.clone(),
            n: result.n,
            solutions: result.solutions.clone(),
            split: result.split,
            depth: result.depth,
            plan_hash: plan.plan_hash.clone(),
            units: result.units,
            merged: merged.clone(),
            checks: result.checks.clone(),
            ledger_sha256: ledger_sha256(directory.path())?,
        };
        Ok(recorder.append(FILE, &record)?)
    }

    /// All solutions, as a number.
    pub fn total(&self) -> u128 {
        self.solutions.parse().unwrap_or_default()
    }
}

impl Sound for MergeRecord {
    fn rules(&self) -> Vec<Rule> {
        let Shards { shards, machines, kernels, cpu_s, cpu_units } = &self.merged;
        let solutions = self.solutions.parse::<u128>().ok();
        let known = known::solutions(self.n);
        let is_part = |part: u64| (1..=*shards).contains(&part);
        let of_kernels = kernels.values().fold(0, |sum: u64, part| sum.saturating_add(*part));
        vec![
            ("format", "only format 1 is known", self.format != FORMAT),
            ("version", "empty", self.version.is_empty()),
            ("commit", "empty", self.commit.is_empty()),
            ("solutions", "not a whole number", solutions.is_none()),
            ("solutions", "not the known number", known.is_some() && known != solutions),
            ("plan_hash", "not 32 hexadecimal digits", !is_hash(&self.plan_hash, 32)),
            ("units", "none", self.units == 0),
            ("merged.shards", "not 1 to the number of units", !(1..=self.units).contains(shards)),
            (
                "merged.machines",
                "a machine without a name",
                machines.iter().any(|machine| machine.host.cpu.is_empty() || machine.host.os.is_empty()),
            ),
            (
                "merged.machines",
                "not 1 to the number of shards",
                machines.iter().any(|machine| !is_part(machine.shards)),
            ),
            (
                "merged.kernels",
                "not a kernel of this program",
                kernels.keys().any(|name| name.parse::<Kernel>().is_err()),
            ),
            ("merged.kernels", "not 1 to the number of shards", kernels.values().any(|part| !is_part(*part))),
            ("merged.kernels", "some shards have none", of_kernels < *shards),
            ("merged.cpu_s", "not a time", !(cpu_s.is_finite() && *cpu_s >= 0.0)),
            (
                "merged.cpu_units",
                "not less than the number of units",
                cpu_units.is_some_and(|known| known >= self.units),
            ),
            ("checks", "a check failed", self.checks.iter().any(|check| !check.passed)),
            ("checks", "there are none", self.checks.is_empty()),
            ("ledger_sha256", "not 64 hexadecimal digits", !is_hash(&self.ledger_sha256, 64)),
        ]
    }
}

/// The last merge of every board from N = 12 on that is recorded in `folder`.
///
/// # Errors
/// If a record is wrong or cannot be read.
pub fn read_all(folder: &Path) -> Result<BTreeMap<usize, MergeRecord>, RecordError> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let found = read_lines::<MergeRecord>(&path)?.into_iter();
    let found = found.map(|(place, record)| (record.n.get(), MergeRecord { place, ..record }));
    Ok(found.filter(|(n, _)| *n >= SMALLEST).collect())
}
