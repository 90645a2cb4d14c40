//! Prints the progress of a run, or of the shards of a plan, from their files.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use crate::plan::tally::UnitTime;
use crate::run::Entry;
use crate::run::manifest::writable;
use serde::Serialize;

use super::clock::{finish, seconds, was_busy};
use super::text::{counted, cpu_time, duration, grouped, metric};

mod run;
mod shards;

pub use run::RunStatus;
pub use shards::ShardsStatus;

/// Some units of a run, and their cost.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    units: u64,
    time: UnitTime,
    nodes: u128,
    solutions: u128,
}

impl Sample {
    /// Seconds that `units_left` more units take, if the units of the sample took `ms`. Units are
    /// counted in an order in which the cost of any stretch is proportional to its length, so the
    /// remaining units cost the same on average. `None` if no time was recorded.
    fn remaining_s(self, ms: u128, units_left: u64) -> Option<f64> {
        match (units_left, ms) {
            (0, _) => Some(0.0),
            (_, 0) => None,
            _ => Some(seconds(ms) / self.units as f64 * units_left as f64),
        }
    }

    /// Solutions per second of one thread, rounded.
    fn solutions_per_thread_s(self) -> Option<f64> {
        let wall_s = Some(seconds(self.time.wall_ms)).filter(|&wall_s| wall_s > 0.0)?;
        Some((self.solutions as f64 / wall_s).round())
    }
}

/// The units that a run finished last, to measure its speed: another machine or kernel may have
/// counted earlier ones.
#[derive(Debug, Default)]
pub struct Latest(VecDeque<(UnitTime, u128)>);

impl Latest {
    /// Their number: enough for an accuracy of a few percent.
    const MOST: usize = 1000;

    /// Adds a finished unit.
    pub fn add(&mut self, entry: &Entry) {
        if self.0.len() == Self::MOST {
            self.0.pop_front();
        }
        let time = UnitTime { wall_ms: entry.wall_ms.into(), cpu_ms: entry.cpu_ms.into() };
        self.0.push_back((time, entry.solutions));
    }

    fn sample(&self) -> Sample {
        self.0.iter().fold(Sample::default(), |mut sample, &(time, solutions)| {
            sample.units += 1;
            sample.time += time;
            sample.solutions += solutions;
            sample
        })
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
    /// CPU time spent in units by all threads of all sessions.
    cpu_s: f64,
    /// Wall time, in the same way.
    thread_wall_s: f64,
    machine_was_busy: bool,
    /// Solutions per second of one thread in the sampled units.
    solutions_per_thread_s: Option<f64>,
    /// CPU time of the remaining units at that rate.
    remaining_cpu_s: Option<f64>,
    /// Wall time until the end at that rate, with `threads` threads.
    remaining_wall_s: Option<f64>,
    threads: usize,
    /// When a ledger was last written: RFC 3339, UTC.
    last_written: Option<String>,
    #[serde(skip)]
    written: Option<SystemTime>,
}

impl Done {
    /// `done` of `units` units are finished, at the rate of `sample`; `threads` threads will count
    /// the others. A ledger was last written at `written`.
    fn new(units: u64, done: Sample, sample: Sample, threads: usize, written: Option<SystemTime>) -> Self {
        let left = units.saturating_sub(done.units);
        let at_once = left.clamp(1, threads as u64) as f64;
        Self {
            units_done: done.units,
            units,
            percent: percent(done.units, units),
            solutions_so_far: done.solutions.to_string(),
            nodes: done.nodes.to_string(),
            cpu_s: seconds(done.time.cpu_ms),
            thread_wall_s: seconds(done.time.wall_ms),
            machine_was_busy: was_busy(done.time),
            solutions_per_thread_s: sample.solutions_per_thread_s(),
            remaining_cpu_s: sample.remaining_s(sample.time.cpu_ms, left),
            remaining_wall_s: sample.remaining_s(sample.time.wall_ms, left).map(|wall_s| wall_s / at_once),
            threads,
            last_written: written.map(in_utc),
            written,
        }
    }

    fn print_counts(&self, out: &mut dyn Write, finished: bool) -> io::Result<()> {
        let solutions = grouped(self.solutions_so_far.parse().unwrap_or_default());
        writeln!(out, "  units      {} of {} ({:.1}%)", self.units_done, self.units, self.percent)?;
        writeln!(out, "  solutions  {solutions}{}", if finished { "" } else { " so far" })
    }

    /// The wall time left, and when the run ends.
    fn time_left(&self, is_running: bool) -> String {
        let Some(wall_s) = self.remaining_wall_s else { return "not known yet".to_owned() };
        let threads = counted(self.threads, "thread");
        let condition = if is_running { "" } else { " if resumed now" };
        let end = finish(wall_s).map_or_else(String::new, |time| format!(", ends {time}{condition}"));
        format!("{} with {threads}{end}", duration(wall_s))
    }

    fn print_times(&self, out: &mut dyn Write, finished: bool, is_running: bool) -> io::Result<()> {
        writeln!(out, "  wall time  {} in all threads", duration(self.thread_wall_s))?;
        let busy = if self.machine_was_busy { "; the machine was busy" } else { "" };
        writeln!(out, "  CPU time   {} in all threads{busy}", cpu_time(self.cpu_s))?;
        if finished {
            return Ok(());
        }
        if let Some(speed) = self.solutions_per_thread_s {
            writeln!(out, "  speed      {}solutions/s per thread", metric(speed))?;
        }
        writeln!(out, "  time left  {}", self.time_left(is_running))?;
        // If the clock was set back, the age is 0 s.
        let ago = |time: SystemTime| duration(time.elapsed().map_or(0.0, |time| time.as_secs() as f64));
        self.written
            .map_or(Ok(()), |time| writeln!(out, "  written    {} ago, at {}", ago(time), in_utc(time)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(cpu_ms: u64) -> Entry {
        let wall_ms = 2 * cpu_ms;
        Entry {
            unit: 0,
            solutions: 10 * u128::from(cpu_ms),
            nodes: 0,
            wall_ms,
            cpu_ms,
            kernel: String::new(),
        }
    }

    /// CPU time, wall time and speed of 5 more units on 2 threads.
    fn next_five(latest: &Latest) -> [Option<f64>; 3] {
        let done = Done::new(5, Sample::default(), latest.sample(), 2, None);
        [done.remaining_cpu_s, done.remaining_wall_s, done.solutions_per_thread_s]
    }

    #[test]
    fn the_time_left_follows_the_latest_units() {
        let mut latest = Latest::default();
        assert_eq!(next_five(&latest), [None; 3]);
        latest.add(&entry(0));
        assert_eq!(next_five(&latest), [None; 3]);
        latest.add(&entry(3000));
        assert_eq!(next_five(&latest), [Some(7.5), Some(7.5), Some(5000.0)]);
        for _ in 0..Latest::MOST {
            latest.add(&entry(2000));
        }
        assert_eq!(
            next_five(&latest),
            [Some(10.0), Some(10.0), Some(5000.0)],
            "the first two no longer count"
        );
        let last = Done::new(1, Sample::default(), latest.sample(), 2, None);
        assert_eq!(last.remaining_wall_s, Some(4.0), "one unit keeps one thread");
        let none = Done::new(0, Sample::default(), latest.sample(), 2, None);
        assert_eq!([none.remaining_cpu_s, none.remaining_wall_s], [Some(0.0); 2]);
    }

    #[test]
    fn a_count_is_at_100_percent_only_when_it_is_complete() {
        assert_eq!((percent(999_999, 1_000_000), percent(7, 7), percent(0, 0)), (99.999, 100.0, 0.0));
    }
}
