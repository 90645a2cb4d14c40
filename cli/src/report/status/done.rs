//! The progress of a count, of a run or of all shards: how far it is, and the time left.

use std::time::{Duration, SystemTime};

use queens::count::Pace;
use queens::methods::Estimated;
use queens::plan::{Entry, Sums, machine_was_busy};
use queens::run::decimal;
use queens_publish::text::{counted, cpu_time, duration, grouped, metric};
use serde::Serialize;

use crate::report::clock::time_left;
use crate::report::clock::timestamp;
use crate::report::print::Line;

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

    pub fn add(&mut self, entry: &Entry) {
        let [wall, cpu] = [entry.wall_ms, entry.cpu_ms].map(Duration::from_millis);
        self.wall.observe(1.0, wall);
        self.cpu.observe(1.0, cpu);
    }

    /// Wall time and CPU time of a unit.
    pub fn of_unit(&self) -> [Option<Estimated>; 2] {
        [&self.wall, &self.cpu].map(Pace::remaining_s)
    }
}

fn in_utc(time: SystemTime) -> String {
    format!("{:.0}", timestamp(time))
}

fn seconds(ms: u128) -> f64 {
    ms as f64 / 1e3
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
    /// At the recent rate.
    remaining_cpu_s: Option<f64>,
    /// Wall time with the threads that are to count the rest.
    remaining_wall_s: Option<f64>,
    /// Null where only sums are known, as of shards.
    remaining_wall_standard_error_s: Option<f64>,
    threads: usize,
    /// When a ledger was last written: RFC 3339, UTC.
    last_written: Option<String>,
    #[serde(skip)]
    written: Option<SystemTime>,
}

impl Done {
    /// The progress of the shards of a plan, whose units are known by their sums alone. By the rule
    /// of [`Paces`], but without an error. Several machines may count: the rate is of all units.
    pub fn of_shards(units: u64, sums: Sums, threads: usize, written: Option<SystemTime>) -> Self {
        let is_enough = sums.units >= (threads as u64).max(2);
        let of_unit = [sums.time.wall_ms, sums.time.cpu_ms]
            .map(|ms| (is_enough && ms > 0).then(|| Estimated::exact(seconds(ms) / sums.units as f64)));
        let done = Self::new(units, sums, of_unit, threads, written);
        let remaining_wall_standard_error_s = (sums.units >= units).then_some(0.0);
        Self { remaining_wall_standard_error_s, ..done }
    }

    /// Of `units` units, those with these `sums` are finished, and `threads` threads are to count
    /// the others, which take `of_unit` each, in wall time and CPU time. A ledger was last written
    /// at `written`.
    pub fn new(
        units: u64,
        sums: Sums,
        of_unit: [Option<Estimated>; 2],
        threads: usize,
        written: Option<SystemTime>,
    ) -> Self {
        let [wall_s, cpu_s] = [sums.time.wall_ms, sums.time.cpu_ms].map(seconds);
        let left = units.saturating_sub(sums.units);
        let [wall, cpu] = if left == 0 { [Some(Estimated::exact(0.0)); 2] } else { of_unit };
        let at_once = left.clamp(1, threads as u64);
        let wall = wall.map(|of_unit| of_unit.times(left as f64 / at_once as f64));
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
            remaining_cpu_s: cpu.map(|of_unit| of_unit.mean * left as f64),
            remaining_wall_s: wall.map(|wall| wall.mean),
            remaining_wall_standard_error_s: wall.map(|wall| wall.standard_error),
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
        let standard_error = self.remaining_wall_standard_error_s.unwrap_or_default();
        let left = self.remaining_wall_s.map(|mean| Estimated { mean, standard_error });
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
            lines.extend(self.remaining_cpu_s.map(cpu));
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
    use queens::plan::UnitTime;

    /// The CPU time left, the wall time left, and the error of the wall time.
    fn left(done: &Done) -> [Option<f64>; 3] {
        [done.remaining_cpu_s, done.remaining_wall_s, done.remaining_wall_standard_error_s]
    }

    #[test]
    fn time_left_needs_a_unit_per_thread() {
        let mut paces = Paces::new(2);
        let mut add = |cpu_ms| {
            let (wall_ms, kernel) = (2 * cpu_ms, "scalar".into());
            paces.add(&Entry { unit: 0, solutions: 0, nodes: 0, wall_ms, cpu_ms, kernel });
            let sums = Sums { units: 5, ..Sums::default() };
            left(&Done::new(10, sums, paces.of_unit(), 2, None)).map(|left| left.map(f64::round))
        };
        assert_eq!(add(2000), [None; 3]);
        assert_eq!(add(2000), [Some(10.0), Some(10.0), Some(0.0)]);
        assert!(add(4000)[2] > Some(1.0));
    }

    #[test]
    fn adds_up_the_time_left_of_all_shards() {
        let time = UnitTime { wall_ms: 8000, cpu_ms: 4000 };
        let done =
            |units, threads| Done::of_shards(10, Sums { units, time, ..Sums::default() }, threads, None);
        assert_eq!(left(&done(4, 2)), [Some(6.0), Some(6.0), None]);
        assert_eq!(left(&done(4, 5)), [None; 3], "fewer units than threads");
        assert_eq!(left(&done(9, 2))[1], Some(8.0 / 9.0), "one thread counts the last unit");
        assert_eq!(left(&done(10, 20)), [Some(0.0); 3]);
        assert!(done(4, 2).times(false, true).contains(&("CPU left", "6 s in all threads".to_owned())));
    }

    #[test]
    fn shows_100_percent_only_when_complete() {
        assert_eq!((percent(999_999, 1_000_000), percent(7, 7), percent(0, 0)), (99.999, 100.0, 0.0));
    }
}
