//! Prints what a count would take.

use std::io;

use queens::engine::Engine;
use queens::estimate::{Size, Time};
use queens::kernel::Kernel;
use queens::run::Entry;
use queens::run::entry::Seed;
use queens::split::Split;
use serde::Serialize;

use super::host::Host;
use super::text::{bytes, duration, grouped, metric};
use crate::cli::Output;

/// What `queens estimate` finds. Unlike counts, estimates are JSON numbers: they have no digits to lose.
#[derive(Debug, Serialize)]
pub struct EstimateReport {
    program: &'static str,
    version: &'static str,
    commit: &'static str,
    n: usize,
    split: Split,
    depth: usize,
    kernel: Kernel,
    threads: usize,
    seed: u64,
    solutions: f64,
    solutions_standard_error: f64,
    nodes: f64,
    nodes_standard_error: f64,
    /// Of all threads together, as measured.
    nodes_per_s: f64,
    wall_s: f64,
    core_hours: f64,
    units: u64,
    ledger_bytes: u64,
    /// Of the plan and the threads, beside the program itself.
    memory_bytes: u64,
    host: Host,
}

impl EstimateReport {
    /// The report for a count of this size by `engine`, which takes this time.
    pub fn new(engine: &Engine<'_>, seed: u64, size: &Size, time: &Time) -> Self {
        let (plan, kernel, threads, wall_s) = (engine.plan(), engine.kernel(), engine.threads(), time.wall_s);
        Self {
            program: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            commit: env!("QUEENS_COMMIT"),
            n: plan.size().get(),
            split: plan.split(),
            depth: plan.depth(),
            kernel,
            threads,
            seed,
            solutions: size.solutions.mean,
            solutions_standard_error: size.solutions.standard_error,
            nodes: size.nodes.mean,
            nodes_standard_error: size.nodes.standard_error,
            nodes_per_s: time.work_per_second,
            wall_s,
            core_hours: wall_s * threads as f64 / 3600.0,
            units: plan.units(),
            ledger_bytes: plan.units() * line_bytes(plan.units(), kernel, size, wall_s * threads as f64),
            memory_bytes: plan.method().memory(kernel, threads),
            host: Host::this(),
        }
    }

    /// Prints the estimate on stdout as a row of a table, or as a line of JSON.
    pub fn print_row(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return super::json_line(out, self);
            }
            let Self { n, units, .. } = self;
            let solutions = estimated(self.solutions, self.solutions_standard_error);
            let (time, unit) = (duration(self.wall_s), duration(self.core_hours * 3600.0 / *units as f64));
            let memory = bytes(self.memory_bytes);
            writeln!(out, "{n:>2}{solutions:>20}{time:>17}{memory:>11}{units:>10}{unit:>15}")
        })
    }

    /// Prints the estimate on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return super::json_line(out, self);
            }
            let core_s = self.core_hours * 3600.0;
            let solutions = estimated(self.solutions, self.solutions_standard_error);
            let nodes = estimated(self.nodes, self.nodes_standard_error);
            let Self { n, split, kernel, threads, units, .. } = self;
            writeln!(
                out,
                "N = {n}, {split} split, {kernel} kernel, {threads} thread{}",
                if *threads == 1 { "" } else { "s" }
            )?;
            writeln!(out, "  solutions  {solutions}")?;
            writeln!(out, "  nodes      {nodes}, {}nodes/s here", metric(self.nodes_per_s))?;
            writeln!(out, "  wall time  {}", duration(self.wall_s))?;
            writeln!(out, "  core time  {}", duration(core_s))?;
            writeln!(out, "  units      {units}, {} each on one thread", duration(core_s / *units as f64))?;
            writeln!(out, "  ledger     {} bytes", grouped(self.ledger_bytes.into()))?;
            writeln!(out, "  memory     {} bytes beside the program", grouped(self.memory_bytes.into()))
        })
    }
}

/// The head of a table of several boards.
pub fn head(threads: usize) -> io::Result<()> {
    super::to_stdout(|out| {
        let time = if threads == 1 { "one thread".to_owned() } else { format!("{threads} threads") };
        let [solutions, memory, units, unit] = ["solutions", "memory", "units", "a unit takes"];
        writeln!(out, " N{solutions:>20}{time:>17}{memory:>11}{units:>10}{unit:>15}")
    })
}

/// An estimate with its standard error in percent; all digits of what is known exactly.
pub fn estimated(mean: f64, standard_error: f64) -> String {
    if standard_error <= 1e-9 * mean && mean < 1e15 {
        return grouped(mean.round() as u128);
    }
    format!("{mean:.3e} ± {:.2}%", 100.0 * standard_error / mean)
}

/// Bytes of the ledger line of an average unit.
fn line_bytes(count: u64, kernel: Kernel, size: &Size, core_s: f64) -> u64 {
    let units = count as f64;
    let average = Entry {
        unit: count / 2,
        solutions: (size.solutions.mean / units) as u128,
        nodes: (size.nodes.mean / units) as u64,
        ms: (1000.0 * core_s / units) as u64,
        kernel: kernel.to_string(),
    };
    average.to_line(Seed::NONE).len() as u64
}
