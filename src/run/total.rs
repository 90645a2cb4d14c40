//! The total of a complete count, and what counted it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Manifest;
use super::host::{HERE, Host};
use crate::board::BoardSize;
use crate::device::DeviceInfo;
use crate::methods::Method;
use crate::plan::{Shard, Sums, Tally};

/// The program that uses this library, as its saved files name it. By default they name none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its name, in `result.json`.
    pub name: &'static str,
    /// Its version, in every file of a run or plan.
    pub version: &'static str,
    /// The commit that it was built from, in `result.json`.
    pub commit: &'static str,
}

/// The total of a complete count: of a board, or of a shard of its plan.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Total {
    /// Side of the board.
    pub n: BoardSize,
    /// The method that counted.
    pub method: Method,
    /// The depth of the plan: how finely the board was cut.
    pub depth: u32,
    /// The part of the plan that was counted.
    pub shard: Shard,
    /// The sums over all units: solutions, nodes, and the time spent in them.
    pub sums: Sums,
    /// The name of the program that ended the count, empty if it gave none.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// The kernels of the last session, or of all shards of a merge, joined by `+`.
    pub kernel: String,
    /// The machine or the shards that counted.
    pub counted: Counted,
}

/// The machine or the shards that counted a total.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Counted {
    /// One machine, in one session or several; all fields but `resumed` are those of the last
    /// session.
    Machine {
        /// Threads of the CPU. For devices, they prepare work.
        threads: usize,
        /// Wall time in seconds, the preparation included.
        wall_s: f64,
        /// Units counted by earlier sessions: 0 for a count in one session.
        resumed: u64,
        /// Its processor and operating system; `None` for this machine, if nothing was saved: its
        /// system is asked only when [`Total::host`] is called.
        host: Option<Host>,
        /// The devices; none if the CPU counted.
        devices: Vec<DeviceInfo>,
    },
    /// The shards of a plan, which were merged.
    Shards(Shards),
}

/// The shards of a merge, and what counted them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Shards {
    /// The number of shards.
    pub shards: u64,
    /// The machines that counted them, as far as the results of the shards name them. Several
    /// machines of one kind are one here.
    pub machines: Vec<MachineShare>,
    /// The kernels that counted them, each with the number of shards of which it counted units.
    pub kernels: BTreeMap<String, u64>,
    /// The number of units whose CPU time is known; absent if that of all is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_units: Option<u64>,
}

/// A machine, and how many of the shards it counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MachineShare {
    /// Its processor and operating system.
    pub host: Host,
    /// The number of shards that it counted, in whole or in part.
    pub shards: u64,
}

impl Total {
    /// The total of the units in `tally`, all of the run of `manifest`, counted by `program`.
    pub(crate) fn of(
        program: Program,
        manifest: &Manifest,
        tally: &Tally,
        kernel: String,
        counted: Counted,
    ) -> Self {
        Self {
            n: manifest.identity.n,
            method: manifest.identity.method,
            depth: manifest.identity.depth,
            shard: manifest.shard(),
            sums: tally.sums(),
            program: program.name.to_owned(),
            version: program.version.to_owned(),
            commit: program.commit.to_owned(),
            kernel,
            counted,
        }
    }

    /// Solutions of the board (OEIS A000170), or those that the units of the shard account for.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        self.sums.solutions
    }

    /// Threads of the last session, unless several machines counted it.
    #[must_use]
    pub fn threads(&self) -> Option<usize> {
        let Counted::Machine { threads, .. } = self.counted else { return None };
        Some(threads)
    }

    /// Wall time of the last session in seconds, its preparation included, unless several machines
    /// counted it.
    #[must_use]
    pub fn wall_s(&self) -> Option<f64> {
        let Counted::Machine { wall_s, .. } = self.counted else { return None };
        Some(wall_s)
    }

    /// Units counted by earlier sessions, unless several machines counted it.
    #[must_use]
    pub fn resumed(&self) -> Option<u64> {
        let Counted::Machine { resumed, .. } = self.counted else { return None };
        Some(resumed)
    }

    /// The devices that counted in the last session; none if the CPU did.
    #[must_use]
    pub fn devices(&self) -> &[DeviceInfo] {
        let Counted::Machine { devices, .. } = &self.counted else { return &[] };
        devices
    }

    /// The machine that counted it, unless several did.
    #[must_use]
    pub fn host(&self) -> Option<&Host> {
        let Counted::Machine { host, .. } = &self.counted else { return None };
        Some(host.as_ref().unwrap_or_else(|| &HERE))
    }

    /// Returns whether other work took cores from the threads that counted.
    #[must_use]
    pub fn machine_was_busy(&self) -> bool {
        self.sums.machine_was_busy()
    }
}
