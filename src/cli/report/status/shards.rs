//! The status of the shards of a plan, all in one directory.

use std::io;
use std::path::Path;

use crate::cluster::overview::{Deal, Overview, State};
use crate::cluster::{ShardList, shard_directory};
use crate::methods::Method;
use serde::Serialize;

use super::{Done, Left, Sums, last_written};
use crate::cli::report;
use crate::cli::report::cluster::in_short;
use crate::cli::report::text::printable;
use crate::cli::settings::Output;

/// What `queens status` reports of the shards of a plan.
#[derive(Debug, Serialize)]
pub struct ShardsStatus {
    directory: String,
    n: usize,
    method: Method,
    depth: u32,
    plan_hash: String,
    shards: u64,
    shards_finished: u64,
    shards_running: u64,
    shards_stopped: u64,
    shards_not_begun: u64,
    shards_unusable: u64,
    /// The shards being counted, as in `3,7,10-20`.
    running_shards: String,
    /// The shards that are begun and that no process counts.
    stopped_shards: String,
    #[serde(flatten)]
    done: Done,
    finished: bool,
    /// The command that resumes the shards that are neither finished nor running; none without the
    /// plan's file.
    resume_command: Option<String>,
}

impl ShardsStatus {
    /// The status of the shards of `deal` in `directory`. `threads` is how many threads are to
    /// count the rest.
    pub fn new(
        directory: &Path,
        deal: &Deal,
        overview: &Overview,
        threads: usize,
        resume_command: Option<String>,
    ) -> Self {
        let list = |state| overview.shards(state);
        let len = |state| list(state).len();
        // Several machines may count: the rate is that of all units.
        let sums = Sums {
            units: overview.units_done,
            time: overview.time,
            nodes: overview.nodes,
            solutions: overview.solutions,
        };
        let units = deal.whole.units;
        let begun = [State::Finished, State::Running, State::Stopped].map(list);
        let begun = begun.iter().flat_map(ShardList::iter);
        let written = begun.filter_map(|number| last_written(&shard_directory(directory, number))).max();
        Self {
            directory: directory.display().to_string(),
            n: deal.whole.n.get(),
            method: deal.whole.method,
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
            done: Done::new(units, sums, Left::of_sums(sums, units, threads), threads, written),
            finished: len(State::Finished) == deal.shards,
            resume_command,
        }
    }

    /// Prints the status on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        report::to_stdout(|out| {
            if output.json {
                return report::numbered_json_line(out, self);
            }
            let Self { n, method, depth, shards, .. } = self;
            let directory = printable(&self.directory);
            writeln!(out, "{directory}: N = {n}, {method}, depth {depth}, {shards} shards")?;
            writeln!(
                out,
                "  shards     {} finished, {} running, {} stopped, {} not begun, {} unusable",
                self.shards_finished,
                self.shards_running,
                self.shards_stopped,
                self.shards_not_begun,
                self.shards_unusable
            )?;
            for (name, list) in [("running", &self.running_shards), ("stopped", &self.stopped_shards)] {
                if !list.is_empty() {
                    writeln!(out, "  {name:<9}  {}", in_short(list))?;
                }
            }
            self.done.print_counts(out, self.finished)?;
            self.done.print_times(out, self.finished, self.shards_running > 0)?;
            let state = match &self.resume_command {
                _ if self.finished => "finished; `queens merge` adds up the shards".to_owned(),
                Some(command) => format!("unfinished; count the remaining shards with\n    {command}"),
                None if self.shards_stopped + self.shards_not_begun > 0 => {
                    "unfinished; add --plan PLAN to see the command for the remaining shards".to_owned()
                }
                None => "no further shards to count".to_owned(),
            };
            writeln!(out, "  state      {state}")
        })
    }
}
