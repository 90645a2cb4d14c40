//! The progress of a count, of a run or of all shards: how far it is, and the time left.

use std::time::{Duration, SystemTime};

use serde::Serialize;

use crate::cli::report::clock::{seconds, time_left};
use crate::cli::report::json::parts;
use crate::cli::text::{counted, cpu_time, duration, grouped, metric};
use crate::count::Pace;
use crate::methods::estimated::Estimated;
use crate::plan::tally::{Sums, machine_was_busy};
use crate::run::manifest::timestamp;
use crate::run::{Entry, decimal};

/// A line of a status: its name and its text.
pub type Line = (&'static str, String);

/// The pace of the units of a run in the order in which they were finished, by the rule of a count
/// that runs. Units are counted in an order in which the cost of any stretch is proportional to its
/// length, so all are taken to cost the same.
#[derive(Clone, Copy, Debug)]
pub struct Paces {
    wall: Pace,
    cpu: Pace,
}

impl Paces {
    /// The pace of no unit yet, for `threads` threads that count the rest.
    pub fn new(threads: usize) -> Self {
        let threads = threads as u64;
        Self { wall: Pace::new(1.0, 0.0, 1, threads), cpu: Pace::new(1.0, 0.0, 1, threads) }
    }

    /// Adds a finished unit.
    pub fn add(&mut self, entry: &Entry) {
        let [wall, cpu] = [entry.wall_ms, entry.cpu_ms].map(Duration::from_millis);
        self.wall.observe(1.0, wall);
        self.cpu.observe(1.0, cpu);
    }

    /// The time of `left` units on `threads` threads.
    pub fn left(&self, left: u64, threads: usize) -> Left {
        Left::of(left, threads, [&self.wall, &self.cpu].map(Pace::remaining_s))
    }
}

/// The time left at the recent rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Left {
    remaining_cpu_s: Option<f64>,
    /// Wall time with the threads that are to count the rest.
    remaining_wall_s: Option<f64>,
    /// Its standard error; null where only sums are known, as of shards.
    remaining_wall_standard_error_s: Option<f64>,
}

impl Left {
    /// That of a count that is finished.
    const NONE: Self = Self {
        remaining_cpu_s: Some(0.0),
        remaining_wall_s: Some(0.0),
        remaining_wall_standard_error_s: Some(0.0),
    };

    /// That of `left` units, of which `each_s` is the wall time and the CPU time of one.
    fn of(left: u64, threads: usize, each_s: [Option<Estimated>; 2]) -> Self {
        let at_once = left.clamp(1, threads as u64) as f64;
        let [wall, cpu] = each_s;
        let [remaining_wall_s, remaining_wall_standard_error_s] =
            parts(wall.map(|each| each.times(left as f64 / at_once)));
        let [remaining_cpu_s, _] = parts(cpu.map(|each| each.times(left as f64)));
        Self { remaining_cpu_s, remaining_wall_s, remaining_wall_standard_error_s }
    }

    /// That of the units that are missing from `sums`, which are known without the single units. By
    /// the rule of [`Paces`], but without an error.
    pub fn of_sums(sums: Sums, units: u64, threads: usize) -> Self {
        let is_enough = sums.units >= (threads as u64).max(2);
        let each = [sums.time.wall_ms, sums.time.cpu_ms]
            .map(|ms| (is_enough && ms > 0).then(|| Estimated::exact(seconds(ms) / sums.units as f64)));
        let left = Self::of(units.saturating_sub(sums.units), threads, each);
        Self { remaining_wall_standard_error_s: None, ..left }
    }
}

fn in_utc(time: SystemTime) -> String {
    format!("{:.0}", timestamp(time))
}

/// `units_done` as a percentage of `units`: never 100 before the last one is finished.
fn percent(units_done: u64, units: u64) -> f64 {
    (units_done as f64 / units.max(1) as f64 * 1e5).floor() / 1e3
}

/// Progress of a count, of a run or of all shards.
#[derive(Debug, Serialize)]
pub struct Done {
    units_done: u64,
    units: u64,
    pub percent: f64,
    #[serde(with = "decimal")]
    solutions_so_far: u128,
    #[serde(with = "decimal")]
    nodes: u128,
    /// CPU time spent in units by all threads of all sessions.
    cpu_s: f64,
    /// Wall time, in the same way.
    thread_wall_s: f64,
    machine_was_busy: bool,
    /// Solutions per second of one thread.
    solutions_per_thread_s: Option<f64>,
    #[serde(flatten)]
    left: Left,
    threads: usize,
    /// When a ledger was last written: RFC 3339, UTC.
    last_written: Option<String>,
    #[serde(skip)]
    written: Option<SystemTime>,
}

impl Done {
    /// `sums` of `units` units are finished, and `left` is the time of the others on `threads`
    /// threads. A ledger was last written at `written`.
    pub fn new(units: u64, sums: Sums, left: Left, threads: usize, written: Option<SystemTime>) -> Self {
        let [wall_s, cpu_s] = [sums.time.wall_ms, sums.time.cpu_ms].map(seconds);
        Self {
            units_done: sums.units,
            units,
            percent: percent(sums.units, units),
            solutions_so_far: sums.solutions,
            nodes: sums.nodes,
            cpu_s,
            thread_wall_s: wall_s,
            machine_was_busy: machine_was_busy(wall_s, cpu_s),
            solutions_per_thread_s: (wall_s > 0.0).then(|| (sums.solutions as f64 / wall_s).round()),
            left: if sums.units >= units { Left::NONE } else { left },
            threads,
            last_written: written.map(in_utc),
            written,
        }
    }

    /// How many units and solutions there are.
    pub fn counts(&self, finished: bool) -> [Line; 2] {
        let solutions = grouped(self.solutions_so_far);
        let so_far = if finished { "" } else { " so far" };
        let [done, units] = [self.units_done, self.units].map(|units| grouped(units.into()));
        [
            ("units", format!("{done} of {units} ({:.1}%)", self.percent)),
            ("solutions", format!("{solutions}{so_far}")),
        ]
    }

    /// The wall time left, and when the run ends.
    pub fn time_left(&self, is_running: bool) -> String {
        let standard_error = self.left.remaining_wall_standard_error_s.unwrap_or_default();
        let left = self.left.remaining_wall_s.map(|mean| Estimated { mean, standard_error });
        let (time, end) = time_left(left);
        if left.is_none() {
            return time;
        }
        let condition = if is_running { "" } else { " if resumed now" };
        let end = end.map_or_else(String::new, |end| format!(", ends {end}{condition}"));
        format!("{time} with {}{end}", counted(self.threads, "thread"))
    }

    /// How long it took, and how long it will take.
    pub fn times(&self, finished: bool, is_running: bool) -> Vec<Line> {
        let busy = if self.machine_was_busy { "; the machine was busy" } else { "" };
        let mut lines = vec![
            ("wall time", format!("{} in all threads", duration(self.thread_wall_s))),
            ("CPU time", format!("{} in all threads{busy}", cpu_time(self.cpu_s))),
        ];
        if !finished {
            let speed = |speed| ("speed", format!("{}solutions/s per thread", metric(speed)));
            lines.extend(self.solutions_per_thread_s.filter(|speed| *speed > 0.0).map(speed));
            lines.push(("time left", self.time_left(is_running)));
            let cpu = |cpu_s| ("CPU left", format!("{} in all threads", cpu_time(cpu_s)));
            lines.extend(self.left.remaining_cpu_s.map(cpu));
            // If the clock was set back, the age is 0 s.
            let ago = |time: SystemTime| duration(time.elapsed().map_or(0.0, |time| time.as_secs() as f64));
            let written = |time| ("written", format!("{} ago, at {}", ago(time), in_utc(time)));
            lines.extend(self.written.map(written));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tally::UnitTime;

    fn entry(cpu_ms: u64) -> Entry {
        let (solutions, wall_ms, kernel) = (10 * u128::from(cpu_ms), 2 * cpu_ms, String::new());
        Entry { unit: 0, solutions, nodes: 0, wall_ms, cpu_ms, kernel: kernel.into() }
    }

    /// CPU time, wall time and its error of 5 more units on 2 threads.
    fn next_five(paces: &Paces) -> [Option<f64>; 3] {
        let sums = Sums { units: 5, ..Sums::default() };
        let done = Done::new(10, sums, paces.left(5, 2), 2, None);
        let Left { remaining_cpu_s, remaining_wall_s, remaining_wall_standard_error_s } = done.left;
        [remaining_cpu_s, remaining_wall_s, remaining_wall_standard_error_s]
    }

    #[test]
    fn time_left_needs_a_unit_per_thread() {
        let mut paces = Paces::new(2);
        for _ in 0..2 {
            assert_eq!(next_five(&paces), [None; 3]);
            paces.add(&entry(2000));
        }
        assert_eq!(next_five(&paces).map(|left| left.map(f64::round)), [Some(10.0), Some(10.0), Some(0.0)]);
        paces.add(&entry(4000));
        assert!(next_five(&paces)[2] > Some(1.0));
    }

    #[test]
    fn last_unit_uses_one_thread() {
        let mut paces = Paces::new(2);
        (0..4).for_each(|_| paces.add(&entry(2000)));
        let [none, one] = [0, 1].map(|left| paces.left(left, 2).remaining_wall_s.unwrap());
        assert!(none == 0.0 && (one - 4.0).abs() < 1e-9, "{one}");
        let sums = Sums { units: 7, ..Sums::default() };
        let done = Done::new(7, sums, Paces::new(2).left(0, 2), 2, None);
        assert_eq!(done.left, Left::NONE);
    }

    #[test]
    fn shows_wall_and_cpu_time_left() {
        let time = UnitTime { wall_ms: 8000, cpu_ms: 4000 };
        let sums = Sums { units: 4, time, ..Sums::default() };
        let done = Done::new(10, sums, Left::of_sums(sums, 10, 2), 2, None);
        let lines = done.times(false, true);
        let text = |name: &str| &lines.iter().find(|(line, _)| *line == name).unwrap().1;
        assert!(text("time left").starts_with("6 s with 2 threads"), "{lines:?}");
        assert_eq!(text("CPU left"), "6 s in all threads");
        assert!(text("CPU time").ends_with("; the machine was busy"), "{lines:?}");
    }

    #[test]
    fn adds_up_the_time_left_of_all_shards() {
        let time = UnitTime { wall_ms: 8000, cpu_ms: 4000 };
        let left = |units, threads| Left::of_sums(Sums { units, time, ..Sums::default() }, 10, threads);
        let wall_s = |units, threads| left(units, threads).remaining_wall_s;
        assert_eq!((wall_s(4, 2), left(4, 2).remaining_cpu_s), (Some(6.0), Some(6.0)));
        assert_eq!(left(4, 2).remaining_wall_standard_error_s, None);
        assert_eq!((wall_s(9, 2), wall_s(4, 5)), (Some(8.0 / 9.0), None));
    }

    #[test]
    fn shows_100_percent_only_when_complete() {
        assert_eq!((percent(999_999, 1_000_000), percent(7, 7), percent(0, 0)), (99.999, 100.0, 0.0));
    }
}
