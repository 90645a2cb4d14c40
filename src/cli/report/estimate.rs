//! Prints estimates of a count.

use std::io::{self, Write};

use crate::check::estimate::{Size, Time, Work};
use crate::count::choice::Engine;
use crate::count::memory;
use crate::methods::kernel::Kernel;
use crate::methods::split::Split;
use crate::run::Entry;
use crate::run::entry::Form;
use crate::run::manifest::FORMAT;
use serde::Serialize;

use super::Program;
use super::host::Host;
use super::text::{counted, duration, grouped, metric};
use crate::cli::options::Output;

/// What `queens estimate` finds. Unlike counts, estimates are JSON numbers: they have no digits to
/// lose.
#[derive(Debug, Serialize)]
pub struct EstimateReport {
    #[serde(flatten)]
    program: Program,
    n: usize,
    split: Split,
    depth: usize,
    kernel: Kernel,
    threads: usize,
    seed: u64,
    solutions: f64,
    solutions_standard_error: f64,
    /// Queens that the search places, and the rate of all threads together; none for halves.
    nodes: Option<f64>,
    nodes_standard_error: Option<f64>,
    nodes_per_s: Option<f64>,
    wall_s: f64,
    wall_standard_error_s: f64,
    cpu_s: f64,
    units: u64,
    /// CPU time of the units in progress, which a stop discards.
    stop_loses_s: f64,
    ledger_bytes: u64,
    /// Of the plan and the threads, in addition to the program itself.
    memory_bytes: u64,
    host: Host,
}

impl EstimateReport {
    /// The report for a count by `engine` of a board of this size, from its estimated work and
    /// time.
    pub fn new(engine: &Engine<'_>, seed: u64, size: &Size, work: &Work, time: &Time) -> Self {
        let (plan, kernel, threads) = (engine.plan(), engine.kernel(), engine.threads());
        let (wall_s, cpu_s) = (time.wall_s.mean, time.wall_s.mean * threads as f64);
        let nodes = match work {
            Work::Nodes(size) => Some(size.nodes),
            Work::Shares => None,
        };
        Self {
            program: Program::THIS,
            n: plan.size().get(),
            split: plan.split(),
            depth: plan.depth(),
            kernel,
            threads,
            seed,
            solutions: size.solutions.mean,
            solutions_standard_error: size.solutions.standard_error,
            nodes: nodes.map(|nodes| nodes.mean),
            nodes_standard_error: nodes.map(|nodes| nodes.standard_error),
            nodes_per_s: nodes.map(|_| time.work_per_second),
            wall_s,
            wall_standard_error_s: time.wall_s.standard_error,
            cpu_s,
            units: plan.units(),
            stop_loses_s: cpu_s / plan.units() as f64 * threads.min(plan.units() as usize) as f64,
            ledger_bytes: plan.units() * line_bytes(plan.units(), kernel, size, cpu_s),
            memory_bytes: memory::needed(plan, kernel, threads),
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
        let Self { n, split, kernel, threads, units, cpu_s, .. } = self;
        writeln!(
            out,
            "N = {n}, {split} split, {kernel} kernel, {}, assuming free cores",
            counted(*threads, "thread")
        )?;
        writeln!(out, "  solutions  {}", estimated(self.solutions, self.solutions_standard_error))?;
        if let (Some(nodes), Some(error), Some(speed)) =
            (self.nodes, self.nodes_standard_error, self.nodes_per_s)
        {
            writeln!(out, "  nodes      {}, {}nodes/s here", estimated(nodes, error), metric(speed))?;
        }
        writeln!(out, "  wall time  {}", self.wall_time())?;
        writeln!(out, "  CPU time   {}", duration(*cpu_s))?;
        writeln!(out, "  units      {units}, {} each on one thread", duration(cpu_s / *units as f64))?;
        writeln!(out, "  a stop     loses up to {} of CPU time", duration(self.stop_loses_s))?;
        writeln!(out, "  ledger     {}B", metric(self.ledger_bytes as f64))?;
        writeln!(out, "  memory     {}B besides the program", metric(self.memory_bytes as f64))
    }

    /// Prints the header of a table with a line per board.
    pub fn print_head(threads: usize) -> io::Result<()> {
        super::to_stdout(|out| {
            let here = format!("time, {}", counted(threads, "thread"));
            let (n, split, solutions, memory, units) = ("N", "split", "solutions", "memory", "units");
            writeln!(
                out,
                "{n:>2}  {split:<6}  {solutions:<22}  {here:<20}  {memory:>8}  {units:>11}  a stop loses"
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
        let Self { n, split, units, .. } = self;
        let solutions = estimated(self.solutions, self.solutions_standard_error);
        let memory = format!("{}B", metric(self.memory_bytes as f64));
        let (wall, stop) = (self.wall_time(), duration(self.stop_loses_s));
        writeln!(out, "{n:>2}  {split:<6}  {solutions:<22}  {wall:<20}  {memory:>8}  {units:>11}  {stop}")
    }

    /// The wall time with its standard error.
    fn wall_time(&self) -> String {
        if self.wall_s == 0.0 {
            return duration(0.0);
        }
        format!("{} ± {:.0}%", duration(self.wall_s), 100.0 * self.wall_standard_error_s / self.wall_s)
    }
}

/// An estimate with its standard error in percent; an exact value with all digits.
pub fn estimated(mean: f64, standard_error: f64) -> String {
    if standard_error <= 1e-9 * mean && mean < 1e15 {
        return grouped(mean.round() as u128);
    }
    format!("{mean:.3e} ± {:.2}%", 100.0 * standard_error / mean)
}

/// Bytes of the ledger line of an average unit. The nodes of halves are fewer than those of the
/// search by a digit or two.
fn line_bytes(count: u64, kernel: Kernel, size: &Size, cpu_s: f64) -> u64 {
    let units = count as f64;
    let ms = (1000.0 * cpu_s / units) as u64;
    let average = Entry {
        unit: count / 2,
        solutions: (size.solutions.mean / units) as u128,
        nodes: (size.nodes.mean / units) as u64,
        wall_ms: Some(ms),
        cpu_ms: Some(ms),
        kernel: kernel.to_string(),
    };
    average.to_line(Form::new(FORMAT, "")).len() as u64
}

#[cfg(test)]
mod tests {
    use crate::board::BoardSize;
    use crate::check::estimate::Estimated;
    use crate::count::choice::KernelChoice;
    use crate::plan::Plan;

    use super::*;

    /// A count that takes 80 s ± 8 s.
    fn report(split: Split, threads: usize, work: impl Fn(Size) -> Work) -> EstimateReport {
        let plan = Plan::standard(BoardSize::new(16).unwrap(), split);
        let engine = Engine::new(&plan, KernelChoice::One(Kernel::PORTABLE), threads).unwrap();
        let size = Size {
            solutions: Estimated { mean: 1.5e7, standard_error: 3e5 },
            nodes: Estimated { mean: 2e8, standard_error: 1e6 },
        };
        let wall_s = Estimated { mean: 80.0, standard_error: 8.0 };
        EstimateReport::new(&engine, 1, &size, &work(size), &Time { work_per_second: 2.5e6, wall_s })
    }

    fn text(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
        let mut text = Vec::new();
        write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn an_estimate_has_each_figure_in_its_place() {
        let halves = report(Split::HALVES, 4, |_| Work::Shares);
        let plan = Plan::standard(BoardSize::new(16).unwrap(), Split::HALVES);
        assert_eq!(halves.memory_bytes, memory::needed(&plan, Kernel::PORTABLE, 4));
        let halves = EstimateReport { memory_bytes: 12_300_000, ..halves };
        let expected = "\
N = 16, halves split, portable kernel, 4 threads, assuming free cores
  solutions  1.500e7 ± 2.00%
  wall time  1 min 20 s ± 10%
  CPU time   5 min 20 s
  units      32, 10 s each on one thread
  a stop     loses up to 40 s of CPU time
  ledger     3.81 kB
  memory     12.3 MB besides the program
";
        assert_eq!(text(|out| halves.write(out)), expected);
        let line = "16  halves  1.500e7 ± 2.00%         1 min 20 s ± 10%       12.3 MB           32  40 s\n";
        assert_eq!(text(|out| halves.write_line(out)), line);
        let search = report(Split::CROSS, 4, Work::Nodes);
        assert_eq!(
            text(|out| search.write(out)).lines().nth(2),
            Some("  nodes      2.000e8 ± 0.50%, 2.50 Mnodes/s here")
        );
        let many = report(Split::HALVES, 100, |_| Work::Shares);
        assert_eq!((many.units, many.stop_loses_s), (32, many.cpu_s), "68 threads have no unit");
    }
}
