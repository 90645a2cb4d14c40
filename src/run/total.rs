//! The total of a complete count, and who counted it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::manifest::FORMAT;
use super::{Host, Manifest};
use crate::board::BoardSize;
use crate::plan::{Shard, Tally, machine_was_busy};
use crate::text::decimal;

/// The program that uses this library, as recorded in saved files. By default, no program is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program's name, recorded in `result.json`.
    pub name: &'static str,
    /// The program's version, recorded in manifests, results and plans.
    pub version: &'static str,
    /// The commit from which the program was built, recorded in `result.json`.
    pub commit: &'static str,
}

/// The total of a complete count, of a board or of one shard, and who counted it. `result.json`, reports and
/// records contain this object. Counts are strings in JSON, because they exceed 2^53, where readers lose
/// digits.
///
/// A count has threads, wall time, resumed units and a host; a merge has its shards instead. The units' times
/// include all sessions. Later versions may add fields, so unknown ones are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Total {
    /// The format: 4.
    pub format: u32,
    /// The program that ended the count, empty if it gave no name.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// Side of the board.
    pub n: BoardSize,
    /// The counted part of the plan. JSON omits it for a whole plan.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub shard: Shard,
    /// The board's solutions (OEIS A000170), or the shard's share of them.
    #[serde(with = "decimal")]
    pub solutions: u128,
    /// The method that counted. A record of an earlier version may name one of
    /// [`Method::FORMER_NAMES`](crate::Method::FORMER_NAMES).
    pub method: String,
    /// The plan's depth: how finely the board was cut.
    pub depth: u32,
    /// The kernels of the last session, or of all shards of a merge, joined by `+`.
    pub kernel: String,
    /// Threads of the last session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Counted units.
    pub units: u64,
    /// The size of the work: see [`FinishedUnit::nodes`](crate::methods::FinishedUnit::nodes).
    #[serde(with = "decimal")]
    pub nodes: u128,
    /// Wall time of the last session in seconds, including its preparation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
    /// CPU time that all threads spent on units, in seconds; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Wall time that all threads spent on units, in seconds; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_wall_s: Option<f64>,
    /// Units counted by earlier sessions: 0 for a count in one session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    /// The machine of the last session. `None` for a count without a run directory, because asking the system
    /// takes time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
    /// A merge's shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<MergeSources>,
}

fn whole() -> Shard {
    Shard::WHOLE
}

fn is_whole(shard: &Shard) -> bool {
    *shard == Shard::WHOLE
}

/// A merge's shards, and the machines and kernels that counted them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MergeSources {
    /// The number of shards.
    pub shards: u64,
    /// The machines named by the shards' results, each with the number of shards it counted, in whole or in
    /// part. Machines of the same kind appear as one.
    #[serde(with = "machines")]
    pub machines: BTreeMap<Host, u64>,
    /// The kernels, each with the number of shards in which it counted units.
    pub kernels: BTreeMap<String, u64>,
    /// Units with a known CPU time; absent if all have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_units: Option<u64>,
}

/// Writes [`MergeSources::machines`] as a list of objects.
mod machines {
    use serde::{Deserializer, Serializer};

    use super::{BTreeMap, Deserialize, Host, Serialize};

    #[derive(Serialize, Deserialize)]
    struct MachineShards {
        host: Host,
        shards: u64,
    }

    pub fn serialize<S: Serializer>(machines: &BTreeMap<Host, u64>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(machines.iter().map(|(host, &shards)| MachineShards { host: host.clone(), shards }))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Host, u64>, D::Error> {
        let machines = Vec::<MachineShards>::deserialize(from)?;
        Ok(machines.into_iter().map(|MachineShards { host, shards }| (host, shards)).collect())
    }
}

impl Total {
    /// Creates the total of the units in `tally`. The caller fills in who counted them.
    pub(crate) fn of(program: Program, manifest: &Manifest, tally: &Tally, kernel: String) -> Self {
        let sums = tally.sums();
        Self {
            format: FORMAT,
            program: program.name.to_owned(),
            version: program.version.to_owned(),
            commit: program.commit.to_owned(),
            n: manifest.identity.n,
            shard: manifest.shard(),
            solutions: sums.solutions,
            method: manifest.identity.method.name().to_owned(),
            depth: manifest.identity.depth,
            kernel,
            threads: None,
            units: sums.units,
            nodes: sums.nodes,
            wall_s: None,
            cpu_s: Some(sums.cpu_s()),
            thread_wall_s: Some(sums.wall_s()),
            resumed: None,
            host: None,
            merged: None,
        }
    }

    /// Returns whether other programs kept the threads off their cores. This is the case if the CPU time is
    /// less than 90% of the wall time that the threads spent on units. For a count in one session, it is also
    /// the case if the CPU time is less than 90% of the count's wall time, multiplied by the number of
    /// threads. Returns false if the times are unknown.
    #[must_use]
    pub fn machine_was_busy(&self) -> bool {
        /// The time allowed for preparing a count, and for starting a thread. Neither is tuned.
        const PREPARATION_S: f64 = 2e-3;
        const THREAD_START_S: f64 = 1e-4;
        let whole = self.wall_s.zip(self.threads).filter(|_| self.resumed == Some(0));
        let whole_s = whole.map(|(wall_s, threads)| {
            // If there are fewer units than threads, the remaining threads are idle.
            let threads = (threads as f64).min(self.units as f64);
            (wall_s - PREPARATION_S - threads * THREAD_START_S) * threads
        });
        let is_short = |cpu_s| {
            let times = [self.thread_wall_s, whole_s].into_iter().flatten();
            times.into_iter().any(|thread_wall_s| machine_was_busy(thread_wall_s, cpu_s))
        };
        self.cpu_s.is_some_and(is_short)
    }
}

#[cfg(test)]
mod tests {
    use crate::count::Count;

    #[test]
    fn machine_was_busy_if_any_thread_waited() {
        let counted = Count::new(4).unwrap().threads(1).prepare().unwrap().run(&mut ()).unwrap();
        let mut total = counted.total.unwrap();
        total.units = 48;
        for (threads, wall_s, thread_wall_s, cpu_s, is_busy) in [
            (1, 0.224, 0.055, 0.055, true),
            (1, 0.224, 0.224, 0.21, false),
            (1, 0.224, 0.3, 0.21, true),
            (2, 10.0, 18.0, 17.9, true),
            (2, 10.0, 19.0, 18.1, false),
            (64, 10.0, 640.0, 20.0, true),
            // 48 units keep only 48 threads busy.
            (64, 10.0, 480.0, 450.0, false),
            (64, 10.0, 480.0, 430.0, true),
            // Preparing such a small board takes most of the time.
            (1, 0.0025, 0.001, 0.001, false),
            (64, 0.006, 0.02, 0.02, false),
        ] {
            (total.threads, total.wall_s) = (Some(threads), Some(wall_s));
            (total.thread_wall_s, total.cpu_s, total.resumed) = (Some(thread_wall_s), Some(cpu_s), Some(0));
            assert_eq!(total.machine_was_busy(), is_busy, "{threads} threads, {wall_s} s");
            // In a resumed count, the wall time covers only the last session, but the CPU time covers all
            // sessions.
            total.resumed = Some(1);
            assert_eq!(total.machine_was_busy(), cpu_s < 0.9 * thread_wall_s - 1e-3, "{wall_s} s");
        }
    }
}
