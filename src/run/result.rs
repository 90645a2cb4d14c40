//! The result of a finished run, as `result.json` keeps it: the total, and everything that cannot
//! be computed again from the ledger, such as who counted and how long it took.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::manifest::FORMAT;
use super::{Host, Manifest, decimal};
use crate::board::BoardSize;
use crate::methods::Method;
use crate::methods::device::DeviceInfo;
use crate::plan::Shard;
use crate::plan::tally::{Tally, machine_was_busy};

/// The commit that this program was built from; `unknown` where there was no repository.
pub const COMMIT: &str = env!("QUEENS_COMMIT");

/// The compiler that built it, in its own words.
pub const COMPILER: &str = env!("QUEENS_COMPILER");

/// The result of a run, as in `result.json`. Counts are strings in JSON: they exceed 2^53, where
/// readers lose digits.
///
/// A count has threads, wall time, resumed units and a host; a merge has its shards instead. Later
/// versions may add fields, so unknown ones are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// The format of the run directory.
    pub format: u32,
    /// Always `queens`.
    pub program: String,
    /// The version of the program that ended the run.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// Side of the board.
    pub n: BoardSize,
    /// The shard that was counted; the whole plan without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Solutions of the board (OEIS A000170), or those that the units of the shard account for.
    #[serde(with = "decimal")]
    pub solutions: u128,
    /// Solutions up to rotation and reflection (OEIS A002562), if requested.
    #[serde(default, with = "decimal::option", skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<u128>,
    /// Solutions unchanged by a half turn (OEIS A032522), counted for `fundamental`.
    #[serde(default, with = "decimal::option", skip_serializing_if = "Option::is_none")]
    pub half_turn: Option<u128>,
    /// Solutions unchanged by a quarter turn (OEIS A033148), counted for `fundamental`.
    #[serde(default, with = "decimal::option", skip_serializing_if = "Option::is_none")]
    pub quarter_turn: Option<u128>,
    /// The method that counted.
    pub method: Method,
    /// How finely the board was cut.
    pub depth: u32,
    /// The kernels of the last session, or of all shards of a merge, joined by `+`.
    pub kernel: String,
    /// Threads of the last session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Units that were counted.
    pub units: u64,
    /// Queens placed by the search, or pairs of half boards decided.
    #[serde(with = "decimal")]
    pub nodes: u128,
    /// Wall time of the last session in seconds, its preparation included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
    /// CPU time spent in units by all threads of all sessions, in seconds; absent where it is not
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Wall time spent in units, added up over all threads of all sessions, in seconds; absent
    /// where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_wall_s: Option<f64>,
    /// Units counted by earlier sessions: 0 for a run in one session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    /// Every check of the total that was made; none are in `result.json`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Check>,
    /// A second count of the same board by another method, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double_check: Option<Box<Self>>,
    /// The machine of the last session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
    /// The device that counted in the last session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceInfo>,
    /// The shards of a merge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<Shards>,
}

/// A check that was made of a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The name of the check: `oeis`, `burnside`, `half_turn`, `quarter_turn`, `fundamental`,
    /// `estimate` or `double_check`.
    pub name: String,
    /// Whether the total passed.
    pub passed: bool,
    /// What was compared, with the numbers.
    pub detail: String,
}

impl Check {
    /// A check of this name with this outcome.
    #[must_use]
    pub fn new(name: &str, passed: bool, detail: String) -> Self {
        Self { name: name.to_owned(), passed, detail }
    }
}

/// The shards of a merge, and what counted them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shards {
    /// The number of shards.
    pub shards: u64,
    /// The machines that counted them, as far as the results of the shards name them. Several
    /// machines of one kind are one here.
    pub machines: Vec<Machine>,
    /// The kernels that counted them, each with the number of shards of which it counted units.
    pub kernels: BTreeMap<String, u64>,
    /// The number of units whose CPU time is in the result; absent if it has that of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_units: Option<u64>,
}

/// A machine that counted shards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Its processor and operating system.
    pub host: Host,
    /// The number of shards that it counted, in whole or in part.
    pub shards: u64,
}

impl RunResult {
    /// The result of a complete merge.
    pub(crate) fn of_merge(manifest: &Manifest, tally: &Tally, merged: Shards) -> Self {
        let kernel = merged.kernels.keys().map(String::as_str).collect::<Vec<_>>().join("+");
        Self { kernel, merged: Some(merged), ..Self::of(manifest, tally) }
    }

    /// The result of the complete run of `manifest`, without what no ledger tells: who counted, and
    /// how long.
    pub(crate) fn of(manifest: &Manifest, tally: &Tally) -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: COMMIT.to_owned(),
            n: manifest.n,
            shard: manifest.shard,
            solutions: tally.solutions(),
            fundamental: None,
            half_turn: None,
            quarter_turn: None,
            method: manifest.method,
            depth: manifest.depth,
            kernel: String::new(),
            threads: None,
            units: manifest.unit_count(),
            nodes: tally.nodes(),
            wall_s: None,
            cpu_s: Some(tally.time().cpu_ms as f64 / 1e3),
            thread_wall_s: Some(tally.time().wall_ms as f64 / 1e3),
            resumed: None,
            checks: Vec::new(),
            double_check: None,
            host: None,
            device: None,
            merged: None,
        }
    }

    /// Whether other work took cores from the threads that counted; `false` where their times are
    /// not known.
    #[must_use]
    pub fn machine_was_busy(&self) -> bool {
        let times = self.thread_wall_s.zip(self.cpu_s);
        times.is_some_and(|(thread_wall_s, cpu_s)| machine_was_busy(thread_wall_s, cpu_s))
    }

    /// The checks that were not passed.
    pub fn failed_checks(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.passed)
    }

    /// Adds a check, in place of an earlier one of the same name.
    pub fn add_check(&mut self, check: Check) {
        self.checks.retain(|other| other.name != check.name);
        self.checks.push(check);
    }

    /// This result with everything that follows from the ledger computed again, and without checks:
    /// only what no ledger tells is taken from the file.
    pub(super) fn renewed(self, manifest: &Manifest, tally: &Tally) -> Self {
        let Self { version, commit, kernel, threads, wall_s, resumed, host, device, merged, .. } = self;
        let ours = Self::of(manifest, tally);
        Self { version, commit, kernel, threads, wall_s, resumed, host, device, merged, ..ours }
    }
}
