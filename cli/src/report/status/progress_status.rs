//! The progress of a run or all shards, and the time left.

use queens::methods::EstimatedValue;
use queens::plan::Sums;
use queens_format::wire::natural::Natural;
use queens_format::{counted, cpu_time, grouped, metric};
use serde::Serialize;

use crate::report::figures::Share;
use crate::report::printing::{LabelledText, line};
use crate::report::times::time_left;

/// The progress of a count, a run, or all shards.
#[derive(Clone, Debug)]
pub struct ProgressStatus {
    units: u64,
    sums: Sums,
    /// Wall time and CPU time left with `threads` threads, at the recent rate.
    left: [Option<EstimatedValue>; 2],
    /// Whether the error of the time left is known. It is unknown for unfinished shards, because only their
    /// sums are available.
    has_error: bool,
    threads: usize,
    /// Whether the machine was busy, according to a finished run's total, or else to the sums.
    pub machine_was_busy: bool,
}

/// An object's fields about progress.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProgressFields {
    /// Finished units.
    units_done: u64,
    /// Units of the run or plan.
    units: u64,
    /// The finished share of the units; 100 only once all are finished.
    percent: f64,
    /// Solutions of the finished units: the total once a run is finished. For shards it is not a result, even
    /// at the end: `queens merge` computes the total.
    solutions_so_far: Natural,
    /// The size of the work, as in `count`.
    nodes: Natural,
    /// CPU time spent in units by all threads of all sessions.
    cpu_s: f64,
    /// Wall time spent in units, added up over all threads of all sessions.
    thread_wall_s: f64,
    /// Whether `cpu_s` is less than 90% of `thread_wall_s`; as in `count` if the run is finished.
    machine_was_busy: bool,
    /// Average solutions per second of one thread.
    solutions_per_thread_s: Option<f64>,
    /// CPU time of the remaining units at the recent rate of this machine's kernels; null until as many units
    /// are finished as there are threads, and at least two.
    remaining_cpu_s: Option<f64>,
    /// Their wall time with `threads` threads, each on its own core.
    remaining_wall_s: Option<f64>,
    /// Its standard error; null while unknown, and for shards.
    remaining_wall_standard_error_s: Option<f64>,
    /// As given by --threads, or one per core.
    threads: usize,
}

impl ProgressStatus {
    /// Computes the progress of a plan's shards. `sums` covers all finished units, and `here` covers those
    /// counted with this machine's kernels. Because several machines may count, the time left is based on the
    /// mean time in `here`, and its error is unknown.
    pub fn of_shards(units: u64, sums: Sums, here: Sums, threads: usize) -> Self {
        let of_unit = [here.wall_s(), here.cpu_s()]
            .map(|seconds| (seconds > 0.0).then(|| EstimatedValue::exact(seconds / here.units as f64)));
        let has_error = sums.units >= units;
        Self { has_error, ..Self::new(units, sums, of_unit, threads) }
    }

    /// Computes the progress of `units` units from the sums over the finished ones. Each remaining unit is
    /// assumed to take the wall time and CPU time in `of_unit`. If a coarse clock measured no CPU time, the
    /// wall time is used. The time left assumes an idle machine whose `threads` threads share the CPU time.
    /// It is unknown until as many units are finished as there are threads, and at least two.
    pub fn new(units: u64, sums: Sums, of_unit: [Option<EstimatedValue>; 2], threads: usize) -> Self {
        let units_left = units.saturating_sub(sums.units);
        let is_enough = sums.units >= (threads as u64).max(2);
        let [wall, cpu] = match units_left {
            0 => [Some(EstimatedValue::exact(0.0)); 2],
            _ => of_unit.map(|time| time.filter(|_| is_enough)),
        };
        let wall = cpu.filter(|cpu| cpu.mean > 0.0).or(wall);
        let at_once = units_left.clamp(1, threads as u64);
        let left = [
            wall.map(|of_unit| of_unit.times(units_left as f64 / at_once as f64)),
            cpu.map(|of_unit| of_unit.times(units_left as f64)),
        ];
        Self { units, sums, left, has_error: true, threads, machine_was_busy: sums.machine_was_busy() }
    }

    /// Returns the fields for a JSON object.
    pub fn fields(&self) -> ProgressFields {
        let Self { units, sums, left: [wall, cpu], has_error, threads, machine_was_busy } = *self;
        ProgressFields {
            units_done: sums.units,
            units,
            percent: self.share().percentage(),
            solutions_so_far: Natural(sums.solutions),
            nodes: Natural(sums.nodes),
            cpu_s: sums.cpu_s(),
            thread_wall_s: sums.wall_s(),
            machine_was_busy,
            solutions_per_thread_s: self.speed(),
            remaining_cpu_s: cpu.map(|left| left.mean),
            remaining_wall_s: wall.map(|left| left.mean),
            remaining_wall_standard_error_s: wall.filter(|_| has_error).map(|left| left.standard_error),
            threads,
        }
    }

    /// Returns whether all units are finished.
    pub fn is_complete(&self) -> bool {
        self.sums.units >= self.units
    }

    /// Returns the finished share of the units.
    pub fn share(&self) -> Share {
        Share::of_units(self.sums.units, self.units)
    }

    /// Returns one thread's solutions per second.
    fn speed(&self) -> Option<f64> {
        let wall_s = self.sums.wall_s();
        (wall_s > 0.0).then(|| (self.sums.solutions as f64 / wall_s).round())
    }

    /// Returns the lines with the units and the solutions.
    pub fn counts(&self) -> [LabelledText; 2] {
        let solutions = grouped(self.sums.solutions);
        let so_far = if self.is_complete() { "" } else { " so far" };
        let [done, units] = [self.sums.units, self.units].map(grouped);
        [
            line("units", format!("{done} of {units} ({})", self.share())),
            line("solutions", format!("{solutions}{so_far}")),
        ]
    }

    /// Describes the wall time left.
    pub fn time_left(&self) -> String {
        let left =
            self.left[0].map(|left| if self.has_error { left } else { EstimatedValue::exact(left.mean) });
        let time = time_left(left);
        let idle = if self.machine_was_busy { " on an idle machine" } else { "" };
        match left {
            None => time,
            Some(_) => format!("{time} with {}{idle}", counted(self.threads as u64, "thread")),
        }
    }

    /// Returns the lines with the time spent and the time left.
    pub fn times(&self) -> Vec<LabelledText> {
        // The number of threads that counted is unknown.
        let busy = if self.machine_was_busy { "; the machine was busy, or had too few cores" } else { "" };
        let mut lines =
            vec![line("CPU time", format!("{}, all threads together{busy}", cpu_time(self.sums.cpu_s())))];
        if !self.is_complete() {
            let speed = |speed| line("speed", format!("{}solutions/s per thread", metric(speed)));
            lines.extend(self.speed().filter(|speed| *speed > 0.0).map(speed));
            let cpu = self.left[1].map(|left| format!(" ({} of CPU time)", cpu_time(left.mean)));
            lines.push(line("time left", self.time_left() + &cpu.unwrap_or_default()));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the remaining CPU time, the remaining wall time, and the wall time's error.
    fn left(done: &ProgressStatus) -> [Option<f64>; 3] {
        let [wall, cpu] = done.left;
        let error = wall.filter(|_| done.has_error).map(|left| left.standard_error);
        [cpu.map(|left| left.mean), wall.map(|left| left.mean), error]
    }

    #[test]
    fn time_left_needs_a_unit_per_thread() {
        let of_unit = [4.0, 2.0].map(|mean| Some(EstimatedValue { mean, standard_error: 1.0 }));
        let done = |units| {
            let mut sums = Sums::default();
            sums.units = units;
            left(&ProgressStatus::new(10, sums, of_unit, 5))
        };
        assert_eq!(done(4), [None; 3]);
        assert_eq!(done(5), [Some(10.0), Some(2.0), Some(1.0)]);
    }

    #[test]
    fn adds_up_the_time_left_of_all_shards() {
        let done = |units, threads| {
            let mut sums = Sums::default();
            (sums.units, sums.wall_ms, sums.cpu_ms) = (units, 8000, 4000);
            ProgressStatus::of_shards(10, sums, sums, threads)
        };
        assert_eq!(left(&done(4, 2)), [Some(6.0), Some(3.0), None]);
        assert_eq!(left(&done(4, 5)), [None; 3], "fewer units than threads");
        assert_eq!(left(&done(9, 2))[1], Some(4.0 / 9.0), "one thread counts the last unit");
        assert_eq!(left(&done(10, 20)), [Some(0.0); 3]);
        assert!(
            done(4, 2)
                .times()
                .contains(&line("time left", "3 s with 2 threads on an idle machine (6 s of CPU time)"))
        );
    }
}
