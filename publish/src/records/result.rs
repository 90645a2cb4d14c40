//! The object of a total: what a count or a merge found, and how.

use queens::Method;
use queens::board::BoardSize;
use queens::check::plausibility::Check;
use queens::methods::DeviceInfo;
use queens::plan::{Shard, machine_was_busy};
use queens::run::{Counted, Host, Shards, Total};
use serde::{Deserialize, Serialize};

use super::decimal;
use super::rules::FORMAT;

/// The object of a total, as `queens count --json` prints it and records keep it. Counts are strings
/// in JSON: they exceed 2^53, where readers lose digits.
///
/// A count has threads, wall time, resumed units and a host; a merge has its shards instead. Later
/// versions may add fields, so unknown ones are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// 4.
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
    /// Every check of the total that was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckObject>,
    /// A second count of the same board by another method, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double_check: Option<Box<Self>>,
    /// Whether a second count was asked for, but did not come to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_checked_again: bool,
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
pub struct CheckObject {
    /// The name of the check: `oeis`, `burnside`, `half_turn`, `quarter_turn`, `fundamental`,
    /// `estimate` or `double_check`.
    pub name: String,
    /// Whether the total passed.
    pub passed: bool,
    /// What was compared, with the numbers.
    pub detail: String,
}

impl From<&Check> for CheckObject {
    fn from(check: &Check) -> Self {
        Self { name: check.name().to_owned(), passed: check.passed(), detail: check.to_string() }
    }
}

impl From<&Total> for RunResult {
    /// The object of a total without checks.
    fn from(total: &Total) -> Self {
        let sums = total.sums;
        Self {
            format: FORMAT,
            program: "queens".to_owned(),
            version: total.version.clone(),
            commit: total.commit.clone(),
            n: total.n,
            shard: (total.shard != Shard::WHOLE).then_some(total.shard),
            solutions: sums.solutions,
            fundamental: None,
            half_turn: None,
            quarter_turn: None,
            method: total.method,
            depth: total.depth,
            kernel: total.kernel.clone(),
            threads: total.threads(),
            units: sums.units,
            nodes: sums.nodes,
            wall_s: total.wall_s(),
            cpu_s: Some(sums.time.cpu_s()),
            thread_wall_s: Some(sums.time.wall_s()),
            resumed: total.resumed(),
            checks: Vec::new(),
            double_check: None,
            not_checked_again: false,
            host: total.host().cloned(),
            device: total.device().cloned(),
            merged: match &total.counted {
                Counted::Machine { .. } => None,
                Counted::Shards(shards) => Some(shards.clone()),
            },
        }
    }
}

impl RunResult {
    /// Whether other work took cores from the threads that counted; `false` where their times are
    /// not known.
    #[must_use]
    pub fn machine_was_busy(&self) -> bool {
        let times = self.thread_wall_s.zip(self.cpu_s);
        times.is_some_and(|(thread_wall_s, cpu_s)| machine_was_busy(thread_wall_s, cpu_s))
    }

    /// The checks that were not passed.
    pub fn failed_checks(&self) -> impl Iterator<Item = &CheckObject> {
        self.checks.iter().filter(|check| !check.passed)
    }
}
