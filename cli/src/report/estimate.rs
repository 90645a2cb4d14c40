//! Prints a count's estimate.

use std::time::{Duration, SystemTime};

use queens::check::estimate::{Estimate, Sample};
use queens::count::PreparedCount;
use queens::methods::EstimatedValue;
use queens::run::Host;
use queens_format::wire::estimate::EstimateRecord;
use queens_format::{bytes, counted, duration, estimated, estimated_time, grouped, utc};

use crate::program::PROGRAM;

/// What `queens estimate` reports on a board.
pub struct EstimateReport<'a> {
    /// The estimated count.
    pub ready: &'a PreparedCount,
    pub estimate: &'a Estimate,
    pub seed: u64,
}

impl EstimateReport<'_> {
    /// If the time is unknown, explains why and which `--time` would be enough.
    pub fn why_no_time(&self) -> Option<String> {
        let Estimate { sample, elapsed, cpu_s: None, .. } = self.estimate else { return None };
        let took = duration(elapsed.as_secs_f64());
        let [counted, needed] = [sample.counted(), sample.needed()];
        if counted == 0 {
            return Some(format!(
                "cannot estimate the time: no unit was finished in {took}; use a longer --time"
            ));
        }
        // The units that finish first are shorter than average.
        let enough_s = 1.5 * elapsed.as_secs_f64() * needed as f64 / counted as f64;
        let minutes = (enough_s / 60.0).ceil();
        let [counted, needed] = [counted, needed].map(grouped);
        Some(format!(
            "cannot estimate the time: only {counted} of the required {needed} units were finished in {took}; \
             --time {minutes}m would be enough"
        ))
    }

    /// If the sample took less time than requested or longer than `usual`, explains why.
    pub fn why_other(&self, is_stopped: bool, usual: Option<Duration>) -> Option<String> {
        let Estimate { sample, elapsed, .. } = self.estimate;
        let took = duration(elapsed.as_secs_f64());
        if is_stopped && !sample.is_complete() {
            let units = counted(sample.counted(), "unit");
            return Some(format!("stopped after {took}: the estimate uses the {units} finished by then"));
        }
        let usual = usual.filter(|usual| elapsed.as_secs_f64() > 1.5 * usual.as_secs_f64())?;
        let usual = duration(usual.as_secs_f64());
        Some(format!("needed {took} instead of {usual} to finish enough units: the machine is slow or busy"))
    }

    /// Returns the estimated wall time, or `None` if too few units were finished.
    fn wall(&self) -> Option<EstimatedValue> {
        let at_once = (self.ready.threads() as u64).min(self.ready.plan().units()) as f64;
        self.estimate.cpu_s.map(|cpu_s| cpu_s.times(at_once.recip()))
    }

    /// Returns whether other work used the cores. If so, the times plus twice their errors are upper bounds
    /// for an idle machine.
    fn machine_was_busy(&self) -> bool {
        self.estimate.sample.machine_was_busy()
    }

    fn time(&self, time: Option<EstimatedValue>) -> String {
        time.map_or_else(|| "not known".to_owned(), |time| estimated_time(time, self.machine_was_busy()))
    }

    /// Returns the object that `--json` prints.
    pub fn record(&self) -> EstimateRecord {
        let Self { ready, estimate, seed } = *self;
        let plan = ready.plan();
        let [wall, cpu] = [self.wall(), estimate.cpu_s]
            .map(|time| (time.map(|time| time.mean), time.map(|time| time.standard_error)));
        EstimateRecord {
            program: PROGRAM.into(),
            n: plan.size(),
            method: plan.method().name().to_owned(),
            depth: plan.depth() as u32,
            kernel: ready.kernel().name().to_owned(),
            threads: ready.threads(),
            cores: Some(Host::cores()),
            seed,
            solutions: estimate.solutions.mean,
            solutions_standard_error: estimate.solutions.standard_error,
            cpu_s: cpu.0,
            cpu_standard_error_s: cpu.1,
            wall_s: wall.0,
            wall_standard_error_s: wall.1,
            units: plan.units(),
            units_counted: estimate.sample.counted(),
            complete: estimate.sample.is_complete(),
            machine_was_busy: self.machine_was_busy(),
            memory_bytes: ready.memory(),
            host: Host::this(),
            started: utc(SystemTime::now(), 0),
        }
    }

    /// Prints the table's header.
    pub fn print_head(threads: usize) {
        let threads = counted(threads as u64, "thread");
        super::to_stdout(|out| write!(out, "wall time with {threads}\n{}", row(HEADINGS)));
    }

    /// Returns this board's line of the table. A second line explains an upper bound, unless the whole board
    /// was counted.
    pub fn line(&self) -> String {
        let Estimate { solutions: EstimatedValue { mean, standard_error }, cpu_s, .. } = *self.estimate;
        let line = row([
            &self.ready.plan().size().to_string(),
            self.ready.plan().method().name(),
            &self.time(self.wall()),
            &self.time(cpu_s),
            &estimated(mean, standard_error),
            &bytes(self.ready.memory()),
        ]);
        let is_whole = self.estimate.sample.is_complete();
        let is_bound = cpu_s.is_some() && self.machine_was_busy() && !is_whole;
        if is_bound { line + "             on an idle machine; this one is busy\n" } else { line }
    }
}

const HEADINGS: [&str; 6] = ["N", "method", "wall time", "CPU time", "solutions", "memory"];

/// Formats a table line, at most 80 columns wide.
fn row([n, method, wall, cpu, solutions, memory]: [&str; 6]) -> String {
    format!("{n:>2}  {method:<7}  {wall:<15}  {cpu:<17}  {solutions:<15}  {memory:>8}\n")
}

/// Describes a sample's progress. The first string gives the number of finished units and, until there are
/// enough, the number needed. A second string, if there is one, gives the time left if `time` is a limit, or
/// the reason that the sample takes longer than `time`.
pub fn progress_words(sample: &Sample, time: Duration, elapsed: Duration, is_limit: bool) -> Vec<String> {
    let [count, needed] = [sample.counted(), sample.needed()].map(grouped);
    let count =
        if sample.counted() < sample.needed() { format!("{count} of at least {needed}") } else { count };
    let left = match time.saturating_sub(elapsed).as_secs_f64().ceil() {
        0.0 if is_limit => Some("finishing the units in progress".to_owned()),
        0.0 => {
            let usual = duration(time.as_secs_f64());
            Some(format!("continuing past the usual {usual} until enough are finished"))
        }
        seconds if is_limit => Some(format!("at most {} left", duration(seconds))),
        _ => None,
    };
    [format!("{count} units counted")].into_iter().chain(left).collect()
}

#[cfg(test)]
mod tests;
