//! Prints estimates of a count.

use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use serde::Serialize;

use super::json::{Program, parts};
use crate::check::estimate::{Estimate, Estimated};
use crate::check::sample::Sample;
use crate::cli::settings::Output;
use crate::cli::text::{counted, duration, duration_with_error, estimated, grouped, megabytes, up_to};
use crate::count::Ready;
use crate::methods::device::{Device, DeviceInfo};
use crate::methods::{Kernel, Method};
use crate::run::entry::Form;
use crate::run::manifest::timestamp;
use crate::run::{Entry, Host};

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
    cpu_s: Option<f64>,
    cpu_standard_error_s: Option<f64>,
    /// Null if too few units were finished.
    wall_s: Option<f64>,
    wall_standard_error_s: Option<f64>,
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
    /// When the estimate was made: RFC 3339, UTC.
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
        let ([cpu_s, cpu_standard_error_s], [wall_s, wall_standard_error_s]) = (parts(cpu), parts(wall));
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
            cpu_s,
            cpu_standard_error_s,
            wall_s,
            wall_standard_error_s,
            units: plan.units(),
            units_counted: sample.counted(),
            depth_counted: estimate.depth,
            complete: sample.is_complete(),
            machine_was_busy: sample.machine_was_busy(),
            stop_loses_s: cpu.map(|cpu_s| cpu_s.mean / plan.units() as f64 * at_once),
            ledger_bytes: plan.units() * line_bytes(plan.units(), kernel, estimate),
            memory_bytes: ready.memory(),
            host: Host::this(),
            started: format!("{:.0}", timestamp(SystemTime::now())),
            unknown: estimate.enough.map(|enough| unknown(estimate, enough)),
        }
    }

    /// Prints the estimate on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return super::numbered_json_line(out, self);
            }
            self.write(out)
        })
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { n, method, kernel, .. } = self;
        let on = match &self.device {
            Some(device) => format!("device {}", crate::cli::text::printable(&device.name)),
            None => format!("{kernel} kernel, {}", counted(self.threads, "thread")),
        };
        writeln!(out, "N = {n}, {method} method, {on}")?;
        let is_certain = self.complete || self.device.is_some() || self.wall_s.is_none();
        let free = if is_certain { "" } else { ", if every thread has a core" };
        let why = self.unknown.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        writeln!(out, "  wall time  {}{free}{why}", self.wall())?;
        if self.device.is_none() {
            writeln!(out, "  CPU time   {}", self.cpu())?;
        }
        writeln!(out, "  solutions  {}", estimated(self.solutions, self.solutions_standard_error))?;
        writeln!(out, "  units      {}, {}", grouped(self.units.into()), self.counted())?;
        if let (Some(loses_s), Some(cpu_s), Some(error)) =
            (self.stop_loses_s, self.cpu_s, self.cpu_standard_error_s)
        {
            let loses = self.time(Some(loses_s), Some(error * loses_s / cpu_s));
            writeln!(out, "  a stop     loses {loses} of CPU time")?;
        }
        writeln!(out, "  ledger     {}", megabytes(self.ledger_bytes))?;
        writeln!(out, "  memory     {}", megabytes(self.memory_bytes))?;
        if self.machine_was_busy {
            writeln!(
                out,
                "  busy       other programs took cores from the threads: a free machine takes less"
            )?;
        }
        Ok(())
    }

    /// A time in words; only what it is at most where a free machine would take less.
    fn time(&self, seconds: Option<f64>, error: Option<f64>) -> String {
        match (seconds, error) {
            (Some(seconds), Some(error)) if self.machine_was_busy => up_to(seconds, error),
            (Some(seconds), Some(error)) => duration_with_error(seconds, error),
            _ => "not known".to_owned(),
        }
    }

    fn wall(&self) -> String {
        self.time(self.wall_s, self.wall_standard_error_s)
    }

    fn cpu(&self) -> String {
        self.time(self.cpu_s, self.cpu_standard_error_s)
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
        super::to_stdout(|out| {
            writeln!(out, "wall time with {on}")?;
            write_cells(out, HEADS)
        })
    }

    /// Prints a line of the table; with `--json`, an object.
    pub fn print_line(&self, output: &Output) -> io::Result<()> {
        if output.json {
            return self.print(output);
        }
        super::to_stdout(|out| self.write_line(out))
    }

    fn write_line(&self, out: &mut dyn Write) -> io::Result<()> {
        let (n, method) = (self.n.to_string(), self.method.to_string());
        let cpu = if self.device.is_some() { String::new() } else { self.cpu() };
        let solutions = estimated(self.solutions, self.solutions_standard_error);
        let memory = megabytes(self.memory_bytes);
        let busy = if self.machine_was_busy { "busy" } else { "" };
        write_cells(out, [&n, &method, &self.wall(), &cpu, &solutions, &memory, busy])
    }
}

/// The headings of the table. The last column marks a busy machine.
const HEADS: [&str; 7] = ["N", "method", "wall time", "CPU time", "solutions", "memory", ""];

/// A line of the table, which fits into 80 columns.
fn write_cells(out: &mut dyn Write, cells: [&str; 7]) -> io::Result<()> {
    let [n, method, wall, cpu, solutions, memory, machine] = cells;
    let line = format!("{n:>2}  {method:<6}  {wall:<15}  {cpu:<17}  {solutions:<15}  {memory:>9}");
    writeln!(out, "{}", format!("{line}  {machine}").trim_end())
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
        Some(Estimated { mean, standard_error }) => {
            let units = counted(count.try_into().unwrap_or(usize::MAX), "unit");
            let time = match sample.machine_was_busy() {
                true => up_to(mean, standard_error),
                false => format!("about {}", duration_with_error(mean, standard_error)),
            };
            format!("{units} counted, all together {time}")
        }
        None if count == 0 => format!("no unit finished yet, {needed} needed"),
        None => {
            format!("{count} of {needed} units counted, about {} left", duration(left.as_secs_f64().ceil()))
        }
    }
}

/// Bytes of the ledger line of an average unit.
fn line_bytes(units: u64, kernel: Kernel, estimate: &Estimate) -> u64 {
    let each = |whole: f64| whole / units as f64;
    let ms = estimate.cpu_s.map_or(0, |cpu_s| (1000.0 * each(cpu_s.mean)) as u64);
    let sample = &estimate.sample;
    let average = Entry {
        unit: units / 2,
        solutions: each(estimate.solutions.mean) as u128,
        nodes: (sample.nodes / u128::from(sample.counted().max(1))).try_into().unwrap_or(u64::MAX),
        wall_ms: ms,
        cpu_ms: ms,
        kernel: kernel.name().into(),
    };
    average.to_line(Form::new("")).len() as u64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::count::Count;
    use crate::methods::counter::Finished;

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

    fn text(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
        let mut text = Vec::new();
        write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
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
        let printed = text(|out| found.write(out));
        assert!(printed.starts_with(expected) && printed.ends_with("  memory     12 MB\n"), "{printed}");
        let line = text(|out| found.write_line(out));
        assert_eq!(words(&line), ["16", "halves", "80 s ± 10%", "5.3 min ± 10%", "1.50e7 ± 2%", "12 MB"]);
        let finer = EstimateReport { depth_counted: 5, ..found };
        assert_eq!(finer.counted(), "3 smaller ones counted (depth 5)");
    }

    #[test]
    fn prints_a_bound_when_the_machine_was_busy() {
        let found = report(4, Some(WHOLE), 4);
        let printed = text(|out| found.write(out));
        for line in
            ["  wall time  up to 96 s, if", "  CPU time   up to 6.4 min\n", "  busy       other programs"]
        {
            assert!(printed.contains(line), "{printed}");
        }
        let line = text(|out| found.write_line(out));
        assert_eq!(words(&line)[2..4], ["up to 96 s", "up to 6.4 min"]);
        assert!(line.ends_with("  busy\n"), "{line}");
    }

    #[test]
    fn fits_the_table_into_80_columns() {
        let years = Estimated { mean: 3.1e10, standard_error: 3.1e9 };
        let found = EstimateReport { memory_bytes: 64_000_000_000, ..report(4, Some(years), 4) };
        let found = EstimateReport { solutions: 2.186e13, solutions_standard_error: 9e10, ..found };
        let line = text(|out| found.write_line(out));
        assert!(line.trim_end().chars().count() <= 80 && line.ends_with("  busy\n"), "{line}");
        let head = text(|out| write_cells(out, HEADS));
        assert_eq!(head.find("CPU"), line.find("up to 1,200 years"), "{head}{line}");
    }

    #[test]
    fn says_which_time_would_do() {
        let unknown = report(4, None, 2);
        assert_eq!([unknown.cpu_s, unknown.wall_s, unknown.stop_loses_s], [None; 3]);
        let why = "3 of the 9 units needed were finished in 1 min 15 s; --time 660 would do";
        assert_eq!(unknown.unknown.as_deref(), Some(why));
        let printed = text(|out| unknown.write(out));
        assert!(printed.contains(&format!("  wall time  not known: {why}\n")), "{printed}");
        assert_eq!(words(&text(|out| unknown.write_line(out)))[2..4], ["not known", "not known"]);
    }

    #[test]
    fn idle_threads_do_not_contribute() {
        let many = report(10_000, Some(Estimated::exact(100.0)), 2);
        assert!((many.wall_s.unwrap() * many.units as f64 - 100.0).abs() < 1e-9);
        assert!((many.stop_loses_s.unwrap() - 100.0).abs() < 1e-9);
    }
}
