//! The status of the shards of a plan, all in one directory.

use std::io;
use std::path::Path;
use std::time::SystemTime;

use queens::cluster::overview::{Deal, Overview, State};
use queens::cluster::{ShardList, shard_directory};
use queens::split::Split;
use serde::Serialize;

use super::{Sample, in_utc, last_written, percent, print_pace};
use crate::cli::Output;
use crate::report;
use crate::report::cluster::in_short;
use crate::report::text::{duration, grouped};

/// What `queens status` tells of the shards of a plan.
#[derive(Debug, Serialize)]
pub struct ShardsStatus {
    directory: String,
    n: usize,
    split: Split,
    depth: u32,
    plan_hash: String,
    shards: u64,
    shards_finished: u64,
    shards_running: u64,
    shards_stopped: u64,
    shards_not_begun: u64,
    shards_unusable: u64,
    /// The shards in work, as in `3,7,10-20`.
    running_shards: String,
    /// The shards that are begun and that no process works on.
    stopped_shards: String,
    units_done: u64,
    units: u64,
    percent: f64,
    solutions_so_far: String,
    nodes: String,
    core_s: f64,
    nodes_per_core_s: Option<f64>,
    remaining_core_s: Option<f64>,
    last_written: Option<String>,
    finished: bool,
    /// The command that goes on with the shards that are neither finished nor running; none without the plan's file.
    go_on_with: Option<String>,
    #[serde(skip)]
    written: Option<SystemTime>,
}

impl ShardsStatus {
    /// The status of the shards of `deal` in `directory`.
    pub fn new(directory: &Path, deal: &Deal, overview: &Overview, go_on_with: Option<String>) -> Self {
        let list = |state| overview.shards(state);
        let len = |state| list(state).len();
        let (units_done, units) = (overview.units_done, deal.whole.units);
        let sample = Sample { units: units_done, ms: overview.ms, nodes: overview.nodes };
        let begun = [State::Finished, State::Running, State::Stopped].map(list);
        let begun = begun.iter().flat_map(ShardList::iter);
        let written = begun.filter_map(|number| last_written(&shard_directory(directory, number))).max();
        Self {
            directory: directory.display().to_string(),
            n: deal.whole.n.get(),
            split: deal.whole.split,
            depth: deal.whole.depth,
            plan_hash: deal.whole.plan_hash.clone(),
            shards: deal.shards,
            shards_finished: len(State::Finished),
            shards_running: len(State::Running),
            shards_stopped: len(State::Stopped),
            shards_not_begun: len(State::NotBegun),
            shards_unusable: len(State::Unusable),
            running_shards: list(State::Running).to_string(),
            stopped_shards: list(State::Stopped).to_string(),
            units_done,
            units,
            percent: percent(units_done, units),
            solutions_so_far: overview.solutions.to_string(),
            nodes: overview.nodes.to_string(),
            core_s: overview.ms as f64 / 1000.0,
            nodes_per_core_s: sample.nodes_per_core_s(),
            remaining_core_s: sample.remaining_core_s(units.saturating_sub(units_done)),
            last_written: written.map(in_utc),
            finished: len(State::Finished) == deal.shards,
            go_on_with,
            written,
        }
    }

    /// Prints the status on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        report::to_stdout(|out| {
            if output.json {
                return report::numbered_json_line(out, self);
            }
            let Self { n, split, depth, shards, .. } = self;
            writeln!(out, "{}: N = {n}, {split} split, depth {depth}, {shards} shards", self.directory)?;
            writeln!(
                out,
                "  shards     {} finished, {} running, {} stopped, {} not begun{}",
                self.shards_finished,
                self.shards_running,
                self.shards_stopped,
                self.shards_not_begun,
                if self.shards_unusable > 0 {
                    format!(", {} unusable", self.shards_unusable)
                } else {
                    String::new()
                }
            )?;
            for (name, list) in [("running", &self.running_shards), ("stopped", &self.stopped_shards)] {
                if !list.is_empty() {
                    writeln!(out, "  {name:<9}  {}", in_short(list))?;
                }
            }
            writeln!(out, "  units      {} of {} ({:.1}%)", self.units_done, self.units, self.percent)?;
            let solutions = grouped(self.solutions_so_far.parse().unwrap_or_default());
            writeln!(out, "  solutions  {solutions}{}", if self.finished { "" } else { " so far" })?;
            writeln!(out, "  core time  {}", duration(self.core_s))?;
            if self.finished {
                return writeln!(out, "  state      finished; `queens merge` adds up the shards");
            }
            print_pace(out, self.nodes_per_core_s, self.remaining_core_s, self.written)?;
            match &self.go_on_with {
                Some(command) => writeln!(out, "  state      shards are left; work them with\n    {command}"),
                None if self.shards_stopped + self.shards_not_begun > 0 => {
                    writeln!(
                        out,
                        "  state      shards are left; --plan PLAN prints the command that works them"
                    )
                }
                None => writeln!(out, "  state      no other shard is left to work"),
            }
        })
    }
}
