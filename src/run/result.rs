//! The object of a total, and the file `result.json`: the total of a finished run, and everything that
//! cannot be computed again from the ledger, such as who counted and how long it took.
//!
//! One type has the fields of that file, of reports and of records. It is defined here because the run
//! directory is the first to write it, and its fields are of this package.

use serde::{Deserialize, Serialize};

use super::manifest::FORMAT;
use super::total::{Counted, Shards, Total};
use super::{Host, Manifest, decimal, sealed};
use crate::board::BoardSize;
use crate::board::numbers::grouped;
use crate::device::DeviceInfo;
use crate::methods::Method;
use crate::plan::{Shard, Tally, machine_was_busy};

/// The object of a total, the same in `result.json`, in reports and in records. Counts are strings in
/// JSON: they exceed 2^53, where readers lose digits.
///
/// A count has threads, wall time, resumed units and a host; a merge has its shards instead.
/// `result.json` has neither checks nor what follows from other counts: these come later. Later
/// versions may add fields, so unknown ones are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunResult {
    /// The format: 4.
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
    /// The depth of the plan: how finely the board was cut.
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
    /// CPU time spent in units by all threads of all sessions, those that work for a device included, in
    /// seconds; absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Wall time spent in units, added up over all threads and devices of all sessions, in seconds;
    /// absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_wall_s: Option<f64>,
    /// The part of it that devices spent; absent if none counted, and in files of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_s: Option<f64>,
    /// Units counted by earlier sessions: 0 for a run in one session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    /// Every check of the total that was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckObject>,
    /// A second count of the same board by another method, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double_check: Option<Box<Self>>,
    /// True if a second count was asked for, but did not come to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_checked_again: bool,
    /// The machine of the last session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
    /// The device that counted in the last session; the first, if there were several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceInfo>,
    /// The others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_devices: Vec<DeviceInfo>,
    /// The shards of a merge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<Shards>,
}

/// A check that was made of a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CheckObject {
    /// The name of the check: `oeis`, `burnside`, `half_turn`, `quarter_turn`, `fundamental`,
    /// `estimate` or `double_check`.
    pub name: String,
    /// True if the total passed.
    pub passed: bool,
    /// The comparison, with its numbers.
    pub detail: String,
}

impl From<&Total> for RunResult {
    /// The object of a total without checks.
    fn from(total: &Total) -> Self {
        let sums = total.sums;
        Self {
            format: FORMAT,
            program: total.program.clone(),
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
            cpu_s: Some(sums.cpu_s()),
            thread_wall_s: Some(sums.wall_s()),
            device_s: (sums.device_ms > 0).then(|| sums.device_s()),
            resumed: total.resumed(),
            checks: Vec::new(),
            double_check: None,
            not_checked_again: false,
            host: total.host().cloned(),
            device: total.devices().first().cloned(),
            more_devices: total.devices().iter().skip(1).cloned().collect(),
            merged: match &total.counted {
                Counted::Machine { .. } => None,
                Counted::Shards(shards) => Some(shards.clone()),
            },
        }
    }
}

/// The reason why a file is not the result of a ledger.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(super) enum ResultError {
    /// The ledger lacks units.
    #[error("only {done} of {all} units are in the ledger", done = grouped(*.done), all = grouped(*.all))]
    Behind { done: u64, all: u64 },
    /// The file is damaged, or another run's.
    #[error("{0}")]
    Wrong(String),
}

impl From<String> for ResultError {
    fn from(reason: String) -> Self {
        Self::Wrong(reason)
    }
}

/// The bytes of the file, or why this total must not be written.
pub(super) fn to_bytes(total: &Total) -> Result<Vec<u8>, String> {
    sealed::seal(&RunResult::from(total))
}

/// The total in the bytes of the file, whose run has this `manifest` and a ledger with the sums
/// `tally`, or why it is not theirs. What follows from the ledger is computed from it again; only
/// what no ledger tells is taken from the file.
pub(super) fn parse(bytes: &[u8], manifest: &Manifest, tally: &Tally) -> Result<Total, ResultError> {
    let file: RunResult = sealed::value(bytes)?;
    let done = tally.finished().len();
    let all = manifest.unit_count();
    if done != all {
        return Err(ResultError::Behind { done, all });
    }
    file.agrees_with(manifest, tally)?;
    Ok(Total {
        n: file.n,
        method: file.method,
        depth: file.depth,
        shard: manifest.shard(),
        sums: tally.sums(),
        program: file.program.clone(),
        version: file.version.clone(),
        commit: file.commit.clone(),
        kernel: file.kernel.clone(),
        counted: file.counted(manifest.unit_count())?,
    })
}

impl RunResult {
    /// Returns whether other work took cores from the threads that counted; `false` where their
    /// times are not known.
    #[must_use]
    pub fn machine_was_busy(&self) -> bool {
        let times = self.thread_wall_s.zip(self.cpu_s);
        times.is_some_and(|(thread_wall_s, cpu_s)| {
            machine_was_busy(thread_wall_s - self.device_s.unwrap_or_default(), cpu_s)
        })
    }

    /// The checks that were not passed.
    pub fn failed_checks(&self) -> impl Iterator<Item = &CheckObject> {
        self.checks.iter().filter(|check| !check.passed)
    }

    /// Checks that this is the result of the run of `manifest`, whose ledger has the sums `tally`.
    ///
    /// # Errors
    /// The first difference in words.
    fn agrees_with(&self, manifest: &Manifest, tally: &Tally) -> Result<(), String> {
        if self.solutions != tally.solutions() {
            let sum = tally.solutions();
            return Err(format!(
                "its solutions are {}, but the ledger sums to {}",
                grouped(self.solutions),
                grouped(sum)
            ));
        }
        for (field, stated, ours) in [
            ("n", self.n.to_string(), manifest.identity.n.to_string()),
            ("method", self.method.to_string(), manifest.identity.method.to_string()),
            ("depth", self.depth.to_string(), manifest.identity.depth.to_string()),
            ("units", self.units.to_string(), manifest.unit_count().to_string()),
            ("shard", format!("{:?}", self.shard), format!("{:?}", manifest.shard)),
            ("nodes", self.nodes.to_string(), tally.nodes().to_string()),
        ] {
            if stated != ours {
                return Err(format!("its {field} is {stated}, but this run has {ours}"));
            }
        }
        Ok(())
    }

    /// The machine or the shards that counted the `units` units of the run.
    ///
    /// # Errors
    /// If the file does not say it all, or a value is out of range.
    fn counted(self, units: u64) -> Result<Counted, String> {
        if let Some(shards) = self.merged {
            return Ok(Counted::Shards(shards));
        }
        match (self.threads, self.wall_s, self.resumed, self.host) {
            (_, _, Some(resumed), _) if resumed > units => {
                Err(format!("resumed is {resumed}, but there are {units} units"))
            }
            (_, Some(wall_s), ..) if wall_s < 0.0 => {
                Err(format!("wall_s is {wall_s}, which is not a time in seconds"))
            }
            (Some(threads @ 1..), Some(wall_s), Some(resumed), Some(host)) => {
                let devices = self.device.into_iter().chain(self.more_devices).collect();
                Ok(Counted::Machine { threads, wall_s, resumed, host: Some(host), devices })
            }
            _ => Err("`threads`, `wall_s`, `resumed` or `host` is missing or 0".to_owned()),
        }
    }
}
