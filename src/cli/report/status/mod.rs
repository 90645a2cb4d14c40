//! Prints the progress of a run, or of the shards of a plan, from their files.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use queens::run::Entry;
use queens::run::manifest::writable;
use serde::Serialize;

use super::text::{duration, grouped, metric};

mod run;
mod shards;

pub use run::RunStatus;
pub use shards::ShardsStatus;

/// Some units of a run, and their cost.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    units: u64,
    ms: u128,
    nodes: u128,
}

impl Sample {
    /// CPU time of `units_left` more units, in seconds. In the order in which units are counted,
    /// any stretch costs its share of the whole, so the remaining units cost as much as these.
    /// `None` where no time was recorded.
    fn remaining_core_s(self, units_left: u64) -> Option<f64> {
        match units_left {
            0 => Some(0.0),
            _ => (self.ms > 0).then(|| self.ms as f64 / 1e3 / self.units as f64 * units_left as f64),
        }
    }

    /// Nodes per second of processor time, rounded.
    fn nodes_per_core_s(self) -> Option<f64> {
        (self.ms > 0).then(|| (self.nodes as f64 * 1e3 / self.ms as f64).round())
    }
}

/// The units that a run finished last, which give its speed: another machine or kernel may have
/// counted earlier ones.
#[derive(Debug, Default)]
pub struct Latest(VecDeque<(u64, u64)>);

impl Latest {
    /// Their number: enough for an accuracy of a few percent.
    const MOST: usize = 1000;

    /// Adds a finished unit.
    pub fn add(&mut self, entry: &Entry) {
        if self.0.len() == Self::MOST {
            self.0.pop_front();
        }
        self.0.push_back((entry.ms, entry.nodes));
    }

    fn sample(&self) -> Sample {
        let sum = |sample: Sample, &(ms, nodes): &(u64, u64)| Sample {
            units: sample.units + 1,
            ms: sample.ms + u128::from(ms),
            nodes: sample.nodes + u128::from(nodes),
        };
        self.0.iter().fold(Sample::default(), sum)
    }
}

/// When the ledger of the run directory at `path` was last written.
fn last_written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path.join("ledger.jsonl")).and_then(|ledger| ledger.modified()).ok()
}

fn in_utc(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(writable(time)).to_string()
}

/// `units_done` as a percentage of `units`: never 100 before the last one is finished.
fn percent(units_done: u64, units: u64) -> f64 {
    (units_done as f64 / units.max(1) as f64 * 1e5).floor() / 1e3
}

/// Progress of a count, of a run or of all shards.
#[derive(Debug, Serialize)]
struct Done {
    units_done: u64,
    units: u64,
    percent: f64,
    solutions_so_far: String,
    nodes: String,
    core_s: f64,
    /// Nodes per second of CPU time in the sampled units.
    nodes_per_core_s: Option<f64>,
    /// CPU time of the remaining units at that rate.
    remaining_core_s: Option<f64>,
    /// When a ledger was last written: RFC 3339, UTC.
    last_written: Option<String>,
    #[serde(skip)]
    written: Option<SystemTime>,
}

impl Done {
    /// `done` of `units` units are finished, at the rate of `sample`; a ledger was last written at
    /// `written`.
    fn new(units: u64, solutions: u128, done: Sample, sample: Sample, written: Option<SystemTime>) -> Self {
        Self {
            units_done: done.units,
            units,
            percent: percent(done.units, units),
            solutions_so_far: solutions.to_string(),
            nodes: done.nodes.to_string(),
            core_s: done.ms as f64 / 1e3,
            nodes_per_core_s: sample.nodes_per_core_s(),
            remaining_core_s: sample.remaining_core_s(units.saturating_sub(done.units)),
            last_written: written.map(in_utc),
            written,
        }
    }

    fn print_counts(&self, out: &mut dyn Write, finished: bool) -> io::Result<()> {
        let solutions = grouped(self.solutions_so_far.parse().unwrap_or_default());
        writeln!(out, "  units      {} of {} ({:.1}%)", self.units_done, self.units, self.percent)?;
        writeln!(out, "  solutions  {solutions}{}", if finished { "" } else { " so far" })
    }

    fn print_times(&self, out: &mut dyn Write, finished: bool) -> io::Result<()> {
        writeln!(out, "  core time  {}", duration(self.core_s))?;
        if finished {
            return Ok(());
        }
        if let Some(speed) = self.nodes_per_core_s {
            writeln!(out, "  speed      {}nodes/s in a thread", metric(speed))?;
        }
        let left = self.remaining_core_s.map_or_else(
            || "not known yet".to_owned(),
            |time| format!("about {} of processor time, shared by the threads that count", duration(time)),
        );
        writeln!(out, "  time left  {left}")?;
        // If the clock was set back, the age is 0 s.
        let ago = |time: SystemTime| duration(time.elapsed().map_or(0.0, |time| time.as_secs() as f64));
        self.written
            .map_or(Ok(()), |time| writeln!(out, "  written    {} ago, at {}", ago(time), in_utc(time)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(ms: u64) -> Entry {
        Entry { unit: 0, solutions: 0, nodes: 10 * ms, ms, kernel: String::new() }
    }

    #[test]
    fn the_time_left_follows_the_latest_units() {
        let mut latest = Latest::default();
        assert_eq!(latest.sample().remaining_core_s(5), None);
        latest.add(&entry(0));
        assert_eq!((latest.sample().remaining_core_s(5), latest.sample().nodes_per_core_s()), (None, None));
        latest.add(&entry(3000));
        assert_eq!(latest.sample().remaining_core_s(5), Some(7.5));
        assert_eq!(latest.sample().remaining_core_s(0), Some(0.0));
        for _ in 0..Latest::MOST {
            latest.add(&entry(2000));
        }
        assert_eq!(latest.sample().remaining_core_s(5), Some(10.0), "the first two are long past");
        assert_eq!(latest.sample().nodes_per_core_s(), Some(10_000.0));
    }

    #[test]
    fn a_count_is_at_100_percent_only_when_it_is_complete() {
        assert_eq!((percent(999_999, 1_000_000), percent(7, 7), percent(0, 0)), (99.999, 100.0, 0.0));
    }
}
