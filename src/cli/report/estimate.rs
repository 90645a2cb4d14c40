//! Prints estimates of a count.

use std::io::{self, Write};

use serde::Serialize;

use super::Program;
use super::clock::machine_was_busy;
use crate::check::estimate::{Estimate, Estimated};
use crate::check::sample::Sample;
use crate::cli::settings::Output;
use crate::cli::text::{counted, duration_with_error, estimated, grouped, megabytes};
use crate::count::Ready;
use crate::methods::device::{Device, DeviceInfo};
use crate::methods::{Kernel, Method};
use crate::run::entry::Form;
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
    machine_was_busy: bool,
    /// CPU time of the units in progress, which a stop discards.
    stop_loses_s: Option<f64>,
    ledger_bytes: u64,
    memory_bytes: u64,
    host: Host,
}

/// Both numbers of an estimate, for JSON.
fn parts(estimated: Option<Estimated>) -> [Option<f64>; 2] {
    [estimated.map(|it| it.mean), estimated.map(|it| it.standard_error)]
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
        let [thread_wall_s, thread_cpu_s] = [sample.wall, sample.cpu].map(|time| time.as_secs_f64());
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
            machine_was_busy: machine_was_busy(thread_wall_s, thread_cpu_s),
            stop_loses_s: cpu.map(|cpu_s| cpu_s.mean / plan.units() as f64 * at_once),
            ledger_bytes: plan.units() * line_bytes(plan.units(), kernel, estimate),
            memory_bytes: ready.memory(),
            host: Host::this(),
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
        writeln!(out, "  wall time  {}{free}", time(self.wall_s, self.wall_standard_error_s))?;
        if self.device.is_none() {
            writeln!(out, "  CPU time   {}", time(self.cpu_s, self.cpu_standard_error_s))?;
        }
        writeln!(out, "  solutions  {}", estimated(self.solutions, self.solutions_standard_error))?;
        writeln!(out, "  units      {}, {}", grouped(self.units.into()), self.counted())?;
        if let (Some(loses_s), Some(wall_s), Some(error)) =
            (self.stop_loses_s, self.wall_s, self.wall_standard_error_s)
        {
            let loses = duration_with_error(loses_s, error * loses_s / wall_s);
            writeln!(out, "  a stop     loses up to {loses} of CPU time")?;
        }
        writeln!(out, "  ledger     {}", megabytes(self.ledger_bytes))?;
        writeln!(out, "  memory     {}", megabytes(self.memory_bytes))?;
        if self.machine_was_busy {
            writeln!(out, "  busy       other programs took cores from the threads: times are less certain")?;
        }
        Ok(())
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
            let (n, method, wall, cpu, solutions) =
                ("N", "method", format!("wall time, {on}"), "CPU time", "solutions");
            writeln!(
                out,
                "{n:>2}  {method:<6}  {wall:<24}  {cpu:<20}  {solutions:<22}  {:>10}  {:>11}",
                "memory", "units"
            )
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
        let Self { n, method, units, .. } = self;
        let solutions = estimated(self.solutions, self.solutions_standard_error);
        let wall = time(self.wall_s, self.wall_standard_error_s);
        let cpu =
            if self.device.is_some() { String::new() } else { time(self.cpu_s, self.cpu_standard_error_s) };
        let (memory, units) = (megabytes(self.memory_bytes), grouped((*units).into()));
        writeln!(
            out,
            "{n:>2}  {method:<6}  {wall:<24}  {cpu:<20}  {solutions:<22}  {memory:>10}  {units:>11}"
        )
    }
}

fn time(seconds: Option<f64>, error: Option<f64>) -> String {
    match (seconds, error) {
        (Some(seconds), Some(error)) => duration_with_error(seconds, error),
        _ => "not known: too few units were finished; allow more with --time".to_owned(),
    }
}

/// What is known while units are counted, in a line.
pub fn so_far(sample: &Sample) -> String {
    let units = counted(sample.counted().try_into().unwrap_or(usize::MAX), "unit");
    match sample.count_s() {
        Some(cpu_s) => {
            format!(
                "{units} counted, all together about {}",
                duration_with_error(cpu_s.mean, cpu_s.standard_error)
            )
        }
        None => format!("{units} counted"),
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

    /// The estimate of a count of N = 16 on four threads, of which three units took two seconds
    /// each on a busy machine.
    fn report(threads: usize, cpu_s: Option<Estimated>) -> EstimateReport {
        let count = Count::new(16).unwrap().method(Method::Halves).kernel(Kernel::Portable);
        let ready = count.threads(threads).prepare().unwrap();
        let mut sample = Sample::new(ready.plan().units(), &[0], 1);
        for unit in 0..3 {
            let (wall, cpu, kernel) = (Duration::from_secs(4), Duration::from_secs(2), Kernel::Portable);
            sample.add(&Finished { unit, solutions: 9, nodes: 9, wall, cpu, kernel }, 0.01);
        }
        let solutions = Estimated { mean: 1.5e7, standard_error: 3e5 };
        EstimateReport::new(&ready, 1, &Estimate { solutions, cpu_s, sample, depth: ready.plan().depth() })
    }

    fn text(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
        let mut text = Vec::new();
        write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn prints_each_figure_in_its_place() {
        let whole = Estimated { mean: 320.0, standard_error: 32.0 };
        let found = EstimateReport { memory_bytes: 12_300_000, units: 32, ..report(4, Some(whole)) };
        let expected = "\
N = 16, halves method, portable kernel, 4 threads
  wall time  80 s ± 10%, if every thread has a core
  CPU time   5.3 min ± 10%
  solutions  1.50e7 ± 2%
  units      32, 3 of them counted
";
        let printed = text(|out| found.write(out));
        assert!(printed.starts_with(expected), "{printed}");
        for line in ["  memory     12 MB\n", "  busy       other programs"] {
            assert!(printed.contains(line), "{printed}");
        }
        let line = text(|out| found.write_line(out));
        let words: Vec<&str> = line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
        assert_eq!(words, ["16", "halves", "80 s ± 10%", "5.3 min ± 10%", "1.50e7 ± 2%", "12 MB", "32"]);
        let finer = EstimateReport { depth_counted: 5, ..found };
        assert_eq!(finer.counted(), "3 smaller ones counted (depth 5)");
    }

    #[test]
    fn prints_no_unknown_times() {
        let unknown = report(4, None);
        assert_eq!([unknown.cpu_s, unknown.wall_s, unknown.stop_loses_s], [None; 3]);
        assert!(
            text(|out| unknown.write(out)).contains("  wall time  not known: too few units were finished")
        );
    }

    #[test]
    fn idle_threads_do_not_contribute() {
        let many = report(10_000, Some(Estimated::exact(100.0)));
        assert!((many.wall_s.unwrap() * many.units as f64 - 100.0).abs() < 1e-9);
        assert!((many.stop_loses_s.unwrap() - 100.0).abs() < 1e-9);
    }
}
