//! The file `result.json`: the total of a finished run, and everything that cannot be computed again
//! from the ledger, such as who counted and how long it took.

use serde::{Deserialize, Serialize};

use super::manifest::FORMAT;
use super::total::{Counted, Shards, Total};
use super::{Host, Manifest, decimal, sealed};
use crate::board::BoardSize;
use crate::methods::{DeviceInfo, Method};
use crate::plan::{Shard, Tally};

/// The fields of the file. Counts are strings in JSON: they exceed 2^53, where readers lose digits.
///
/// A count has threads, wall time, resumed units and a host; a merge has its shards instead. Later
/// versions may add fields, so unknown ones are ignored.
#[derive(Serialize, Deserialize)]
pub(super) struct ResultFile {
    /// The format of the run directory.
    pub format: u32,
    /// Always `queens`.
    pub program: String,
    pub version: String,
    pub commit: String,
    pub n: BoardSize,
    /// The shard that was counted; the whole plan without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    #[serde(with = "decimal")]
    pub solutions: u128,
    pub method: Method,
    pub depth: u32,
    pub kernel: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    pub units: u64,
    #[serde(with = "decimal")]
    pub nodes: u128,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
    /// CPU time spent in units by all threads of all sessions, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Wall time spent in units, in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_wall_s: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceInfo>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<Shards>,
}

impl From<&Total> for ResultFile {
    fn from(total: &Total) -> Self {
        let sums = total.sums;
        let mut file = Self {
            format: FORMAT,
            program: "queens".to_owned(),
            version: total.version.clone(),
            commit: total.commit.clone(),
            n: total.n,
            shard: (total.shard != Shard::WHOLE).then_some(total.shard),
            solutions: sums.solutions,
            method: total.method,
            depth: total.depth,
            kernel: total.kernel.clone(),
            threads: None,
            units: sums.units,
            nodes: sums.nodes,
            wall_s: None,
            cpu_s: Some(sums.time.cpu_s()),
            thread_wall_s: Some(sums.time.wall_s()),
            resumed: None,
            host: None,
            device: None,
            merged: None,
        };
        match total.counted.clone() {
            Counted::Machine { threads, wall_s, resumed, host, device } => {
                (file.threads, file.wall_s, file.resumed) = (Some(threads), Some(wall_s), Some(resumed));
                (file.host, file.device) = (Some(host), device);
            }
            Counted::Shards(shards) => file.merged = Some(shards),
        }
        file
    }
}

/// Why a file is not the result of a ledger.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(super) enum ResultError {
    /// The ledger lacks units.
    #[error("only {done} of {all} units are in the ledger")]
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
    sealed::seal(&ResultFile::from(total))
}

/// The total in the bytes of the file, whose run has this `manifest` and a ledger with the sums
/// `tally`, or why it is not theirs. What follows from the ledger is computed from it again; only
/// what no ledger tells is taken from the file.
pub(super) fn parse(bytes: &[u8], manifest: &Manifest, tally: &Tally) -> Result<Total, ResultError> {
    let body = sealed::unseal(bytes).map_err(|reason| ResultError::Wrong(reason.to_owned()))?;
    let file: ResultFile =
        serde_json::from_slice(&body).map_err(|error| ResultError::Wrong(error.to_string()))?;
    let done = tally.finished().len();
    let all = manifest.unit_count();
    if done != all {
        return Err(ResultError::Behind { done, all });
    }
    file.agrees_with(manifest, tally)?;
    Ok(Total {
        n: manifest.n,
        method: manifest.method,
        depth: manifest.depth,
        shard: manifest.shard(),
        sums: tally.sums(),
        version: file.version.clone(),
        commit: file.commit.clone(),
        kernel: file.kernel.clone(),
        counted: file.counted(manifest.unit_count())?,
    })
}

impl ResultFile {
    /// Checks that this is the result of the run of `manifest`, whose ledger has the sums `tally`.
    ///
    /// # Errors
    /// The first difference in words.
    fn agrees_with(&self, manifest: &Manifest, tally: &Tally) -> Result<(), String> {
        if self.solutions != tally.solutions() {
            let sum = tally.solutions();
            return Err(format!("its solutions are {}, but the ledger sums to {sum}", self.solutions));
        }
        for (field, stated, ours) in [
            ("n", self.n.to_string(), manifest.n.to_string()),
            ("method", self.method.to_string(), manifest.method.to_string()),
            ("depth", self.depth.to_string(), manifest.depth.to_string()),
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

    /// What counted the `units` units of the run.
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
                Ok(Counted::Machine { threads, wall_s, resumed, host, device: self.device })
            }
            _ => Err("`threads`, `wall_s`, `resumed` or `host` is missing or 0".to_owned()),
        }
    }
}
