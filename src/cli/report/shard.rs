//! Prints the result of one shard, which its `result.json` also holds.

use std::io;

use crate::cluster::PlanFile;
use crate::count::session::Outcome;
use crate::methods::device::DeviceInfo;
use crate::methods::split::Split;
use crate::plan::Shard;
use crate::plan::tally::Tally;
use serde::Serialize;

use super::clock::seconds;
use super::host::Host;
use super::result::{Provenance, Stored};
use super::text::{cpu_time, duration};
use crate::cli::options::Output;

/// The result of a shard. Its solutions are a part of the total and compare with nothing that is
/// known.
#[derive(Clone, Debug, Serialize)]
pub struct ShardReport {
    program: String,
    version: String,
    commit: String,
    n: u32,
    /// The number of the shard, from 0, and the number of shards.
    shard: Shard,
    /// The solutions that the units of this shard stand for.
    solutions: String,
    split: Split,
    depth: u32,
    kernel: String,
    threads: usize,
    /// Units of this shard.
    units: u64,
    nodes: String,
    wall_s: f64,
    cpu_s: Option<f64>,
    thread_wall_s: Option<f64>,
    resumed: u64,
    host: Host,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    devices: Vec<DeviceInfo>,
}

impl ShardReport {
    /// The report of a shard that is counted.
    pub fn new(plan: &PlanFile, shard: Shard, provenance: &Provenance, outcome: &Outcome) -> Self {
        Self::of(plan, shard, &outcome.tally, Stored::new(provenance, outcome))
    }

    /// The report of a shard that finished before. Takes from `stored` only what cannot be computed
    /// again; the rest comes from the plan and from the ledger's `tally`.
    ///
    /// # Errors
    /// If something is missing in what was stored, or is not what it should be.
    pub fn repeated(
        stored: &serde_json::Value,
        plan: &PlanFile,
        shard: Shard,
        tally: &Tally,
    ) -> serde_json::Result<Self> {
        Ok(Self::of(plan, shard, tally, Stored::of(stored, shard.len(plan.units))?))
    }

    fn of(plan: &PlanFile, shard: Shard, tally: &Tally, counted: Stored) -> Self {
        Self {
            program: counted.program,
            version: counted.version,
            commit: counted.commit,
            n: plan.n.get() as u32,
            shard,
            solutions: tally.solutions().to_string(),
            split: plan.split,
            depth: plan.depth,
            kernel: counted.kernel,
            threads: counted.threads,
            units: shard.len(plan.units),
            nodes: tally.nodes().to_string(),
            wall_s: counted.wall_s,
            cpu_s: seconds(tally.time().cpu_ms),
            thread_wall_s: seconds(tally.time().wall_ms),
            resumed: counted.resumed,
            host: counted.host,
            devices: counted.devices,
        }
    }

    /// Prints the result on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        let Shard { number, of } = self.shard;
        let mut time = format!("{} wall time", duration(self.wall_s));
        if let Some(cpu_s) = self.cpu_s {
            time += &format!(", {} CPU time", cpu_time(cpu_s));
        }
        super::to_stdout(|out| match output.json {
            true => super::numbered_json_line(out, self),
            false => writeln!(out, "shard {number} of {of}: {} solutions, {time}", self.solutions),
        })
    }
}
