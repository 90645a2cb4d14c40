//! Prints estimates of a count.

use std::time::{Duration, SystemTime};
use std::{fmt, io};

use queens::check::estimate::{Estimate, Sample};
use queens::count::Ready;
use queens::methods::{Device, DeviceInfo, Estimated, Kernel, Method};
use queens::run::Host;
use queens_publish::text::{counted, duration, estimated, estimated_time, grouped, megabytes, printable};
use serde::Serialize;

use super::json::{EstimatedFields, Program};
use super::print::titled;
use crate::report::clock::timestamp;

/// What `queens estimate` finds. Unlike counts, estimates are JSON numbers: they have no digits to
/// lose.
#[derive(Debug, Serialize)]
pub struct EstimateReport {
    #[serde(flatten)]
    program: Program,
    n: usize,
    method: Method,
    depth: usize,
    kernel: Kernel,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<DeviceInfo>,
    seed: u64,
    solutions: f64,
    solutions_standard_error: f64,
    /// Null if too few units were finished, and for a device.
    #[serde(flatten)]
    cpu: EstimatedFields,
    /// Null if too few units were finished.
    #[serde(flatten)]
    wall: EstimatedFields,
    units: u64,
    /// Units counted for this estimate, and the depth of the plan that they are of.
    units_counted: u64,
    depth_counted: usize,
    /// Whether these were all units: then times and solutions are exact, as of a count.
    complete: bool,
    /// Whether other work took cores: then the times, with twice their errors, are upper bounds
    /// for a free machine.
    machine_was_busy: bool,
    /// CPU time of the units in progress, which a stop discards.
    stop_loses_s: Option<f64>,
    ledger_bytes: u64,
    memory_bytes: u64,
    host: Host,
    started: String,
    /// Why the time is not known, and what would do.
    #[serde(skip)]
    pub unknown: Option<String>,
}

impl EstimateReport {
    /// The report on the count that `ready` is.
    pub fn new(ready: &Ready<'_>, seed: u64, estimate: &Estimate) -> Self {
        let (plan, kernel, threads) = (ready.plan(), ready.kernel(), ready.threads());
        let Estimate { solutions, sample, .. } = estimate;
        let at_once = (threads as u64).min(plan.units()) as f64;
        let wall = estimate.cpu_s.map(|cpu_s| cpu_s.times(at_once.recip()));
        let cpu = estimate.cpu_s.filter(|_| ready.device().is_none());
        Self {
            program: Program::THIS,
            n: plan.size().get(),
            method: plan.method(),
            depth: plan.depth(),
            kernel,
            threads,
            device: ready.device().map(Device::info).cloned(),
            seed,
            solutions: solutions.mean,
            solutions_standard_error: solutions.standard_error,
            cpu: EstimatedFields { names: ["cpu_s", "cpu_standard_error_s"], estimated: cpu },
            wall: EstimatedFields { names: ["wall_s", "wall_standard_error_s"], estimated: wall },
            units: plan.units(),
            units_counted: sample.counted(),
            depth_counted: estimate.depth,
            complete: sample.is_complete(),
            machine_was_busy: sample.machine_was_busy(),
            stop_loses_s: cpu.map(|cpu_s| cpu_s.mean / plan.units() as f64 * at_once),
            ledger_bytes: estimate.ledger_bytes(ready),
            memory_bytes: ready.memory(),
            host: Host::this(),
            started: format!("{:.0}", timestamp(SystemTime::now())),
            unknown: estimate.enough.map(|enough| unknown(estimate, enough)),
        }
    }

    fn time(&self, time: Option<Estimated>) -> String {
        time.map_or_else(|| "not known".to_owned(), |time| estimated_time(time, self.machine_was_busy))
    }

    /// What was counted, in words.
    fn counted(&self) -> String {
        let counted = grouped(self.units_counted.into());
        match (self.complete, self.depth_counted == self.depth) {
            (true, _) => "all of them counted".to_owned(),
            (false, true) => format!("{counted} of them counted"),
            (false, false) => format!("{counted} smaller ones counted (depth {})", self.depth_counted),
        }
    }

    /// Prints the header of a table with a line per board.
    pub fn print_head(on: &str) -> io::Result<()> {
        super::to_stdout(|out| write!(out, "wall time with {on}\n{}", row(HEADS)))
    }

    /// Its line of the table.
    pub fn line(&self) -> String {
        let cpu = if self.device.is_some() { String::new() } else { self.time(self.cpu.estimated) };
        row([
            &self.n.to_string(),
            &self.method.to_string(),
            &self.time(self.wall.estimated),
            &cpu,
            &estimated(self.solutions, self.solutions_standard_error),
            &megabytes(self.memory_bytes),
            if self.machine_was_busy { "busy" } else { "" },
        ])
    }
}

impl fmt::Display for EstimateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n, method, kernel, .. } = self;
        let on = match &self.device {
            Some(device) => format!("device {}", printable(&device.name)),
            None => format!("{kernel} kernel, {}", counted(self.threads, "thread")),
        };
        let is_certain = self.complete || self.device.is_some() || self.wall.estimated.is_none();
        let free = if is_certain { "" } else { ", if every thread has a core" };
        let why = self.unknown.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        let mut lines = vec![("wall time", format!("{}{free}{why}", self.time(self.wall.estimated)))];
        if self.device.is_none() {
            lines.push(("CPU time", self.time(self.cpu.estimated)));
        }
        lines.push(("solutions", estimated(self.solutions, self.solutions_standard_error)));
        lines.push(("units", format!("{}, {}", grouped(self.units.into()), self.counted())));
        if let (Some(loses_s), Some(cpu)) = (self.stop_loses_s, self.cpu.estimated) {
            let loses = self.time(Some(cpu.times(loses_s / cpu.mean)));
            lines.push(("a stop", format!("loses {loses} of CPU time")));
        }
        lines.extend([("ledger", megabytes(self.ledger_bytes)), ("memory", megabytes(self.memory_bytes))]);
        if self.machine_was_busy {
            let less = "other programs took cores from the threads: a free machine takes less";
            lines.push(("busy", less.to_owned()));
        }
        f.write_str(&titled(&format!("N = {n}, {method} method, {on}"), &lines))
    }
}

/// The headings of the table. The last column marks a busy machine.
const HEADS: [&str; 7] = ["N", "method", "wall time", "CPU time", "solutions", "memory", ""];

/// A line of the table, which fits into 80 columns.
fn row([n, method, wall, cpu, solutions, memory, machine]: [&str; 7]) -> String {
    let line = format!("{n:>2}  {method:<6}  {wall:<15}  {cpu:<17}  {solutions:<15}  {memory:>9}  {machine}");
    line.trim_end().to_owned() + "\n"
}

/// Why the time is not known, and how much time would do.
fn unknown(estimate: &Estimate, enough: Duration) -> String {
    let Estimate { sample, elapsed, .. } = estimate;
    let elapsed = duration(elapsed.as_secs_f64());
    let found = match sample.counted() {
        0 => format!("one unit has run for {elapsed} and is not finished"),
        counted => format!("{counted} of the {} units needed were finished in {elapsed}", sample.needed()),
    };
    match enough.as_secs().div_ceil(60) {
        minutes @ ..=1440 => format!("{found}; --time {} would do", 60 * minutes),
        _ => format!("{found}; a sample would take more than a day"),
    }
}

/// What is known while units are counted, in a line.
pub fn so_far(sample: &Sample, left: Duration) -> String {
    let (count, needed) = (sample.counted(), sample.needed());
    match sample.count_s() {
        Some(time) => {
            let units = counted(count.try_into().unwrap_or(usize::MAX), "unit");
            let about = if sample.machine_was_busy() { "" } else { "about " };
            let time = estimated_time(time, sample.machine_was_busy());
            format!("{units} counted, all together {about}{time}")
        }
        None if count == 0 => format!("no unit finished yet, {needed} needed"),
        None => {
            format!("{count} of {needed} units counted, about {} left", duration(left.as_secs_f64().ceil()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use queens::count::Count;
    use queens::methods::Finished;

    /// The estimate of a count of N = 16, of which three units took two seconds of CPU time each,
    /// in so many seconds of wall time.
    fn report(threads: usize, cpu_s: Option<Estimated>, unit_wall_s: u64) -> EstimateReport {
        let count = Count::new(16).unwrap().method(Method::Halves).kernel(Kernel::Portable);
        let ready = count.threads(threads).prepare().unwrap();
        let mut sample = Sample::new(ready.plan().units(), &[0], 1);
        for unit in 0..3 {
            let [wall, cpu] = [unit_wall_s, 2].map(Duration::from_secs);
            sample.add(&Finished { unit, solutions: 9, nodes: 9, wall, cpu, kernel: Kernel::Portable }, 0.01);
        }
        let solutions = Estimated { mean: 1.5e7, standard_error: 3e5 };
        let (depth, elapsed) = (ready.plan().depth(), Duration::from_secs(75));
        let enough = cpu_s.is_none().then_some(Duration::from_secs(601));
        EstimateReport::new(&ready, 1, &Estimate { solutions, cpu_s, sample, depth, elapsed, enough })
    }

    fn words(line: &str) -> Vec<&str> {
        line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect()
    }

    const WHOLE: Estimated = Estimated { mean: 320.0, standard_error: 32.0 };

    #[test]
    fn prints_each_figure_in_its_place() {
        let found = EstimateReport { memory_bytes: 12_300_000, units: 32, ..report(4, Some(WHOLE), 2) };
        let expected = "\
N = 16, halves method, portable kernel, 4 threads
  wall time  80 s ± 10%, if every thread has a core
  CPU time   5.3 min ± 10%
  solutions  1.50e7 ± 2%
  units      32, 3 of them counted
  a stop     loses 40 s ± 10% of CPU time
";
        let printed = found.to_string();
        assert!(printed.starts_with(expected) && printed.ends_with("  memory     12 MB\n"), "{printed}");
        let line = found.line();
        assert_eq!(words(&line), ["16", "halves", "80 s ± 10%", "5.3 min ± 10%", "1.50e7 ± 2%", "12 MB"]);
        let finer = EstimateReport { depth_counted: 5, ..found };
        assert_eq!(finer.counted(), "3 smaller ones counted (depth 5)");
    }

    #[test]
    fn prints_a_bound_when_the_machine_was_busy() {
        let found = report(4, Some(WHOLE), 4);
        let printed = found.to_string();
        for line in
            ["  wall time  up to 96 s, if", "  CPU time   up to 6.4 min\n", "  busy       other programs"]
        {
            assert!(printed.contains(line), "{printed}");
        }
        let line = found.line();
        assert_eq!(words(&line)[2..4], ["up to 96 s", "up to 6.4 min"]);
        assert!(line.ends_with("  busy\n"), "{line}");
    }

    #[test]
    fn fits_the_table_into_80_columns() {
        let years = Estimated { mean: 3.1e10, standard_error: 3.1e9 };
        let found = EstimateReport { memory_bytes: 64_000_000_000, ..report(4, Some(years), 4) };
        let found = EstimateReport { solutions: 2.186e13, solutions_standard_error: 9e10, ..found };
        let line = found.line();
        assert!(line.trim_end().chars().count() <= 80 && line.ends_with("  busy\n"), "{line}");
        let head = row(HEADS);
        assert_eq!(head.find("CPU"), line.find("up to 1,200 years"), "{head}{line}");
    }

    #[test]
    fn says_which_time_would_do() {
        let unknown = report(4, None, 2);
        let why = "3 of the 9 units needed were finished in 1 min 15 s; --time 660 would do";
        assert_eq!(unknown.unknown.as_deref(), Some(why));
        let printed = unknown.to_string();
        assert!(printed.contains(&format!("  wall time  not known: {why}\n")), "{printed}");
        assert_eq!(words(&unknown.line())[2..4], ["not known", "not known"]);
    }
}
