//! Prints the speed of the kernels, as a table or as JSON.

use std::io;
use std::time::Duration;

use queens::board::BoardSize;
use queens::kernel::Kernel;
use serde::Serialize;

use super::host::Host;
use super::text::metric;
use crate::cli::Output;

/// What `queens bench` found.
#[derive(Debug, Serialize)]
pub struct BenchReport {
    version: &'static str,
    commit: &'static str,
    n: BoardSize,
    host: Host,
    kernels: Vec<KernelSpeed>,
}

/// One kernel on one thread.
#[derive(Debug, Serialize)]
pub struct KernelSpeed {
    kernel: Kernel,
    solutions_per_s: f64,
    nodes_per_s: f64,
    /// Queens placed on a whole small board; changes when the search does.
    signature: u64,
}

impl KernelSpeed {
    /// The speed at which `kernel` found `solutions` by way of `nodes` in `elapsed`.
    pub fn new(kernel: Kernel, solutions: u128, nodes: u128, elapsed: Duration, signature: u128) -> Self {
        let per_second = |count: u128| (count as f64 / elapsed.as_secs_f64()).round();
        let (solutions_per_s, nodes_per_s) = (per_second(solutions), per_second(nodes));
        Self { kernel, solutions_per_s, nodes_per_s, signature: signature as u64 }
    }
}

impl BenchReport {
    /// An empty report.
    pub fn new(n: BoardSize) -> Self {
        let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("QUEENS_COMMIT"));
        Self { version, commit, n, host: Host::this(), kernels: Vec::new() }
    }

    /// Adds a kernel.
    pub fn push(&mut self, speed: KernelSpeed) {
        self.kernels.push(speed);
    }

    /// Prints the table on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return super::json_line(out, self);
            }
            writeln!(out, "N = {}, one thread, {}", self.n, self.host.cpu)?;
            let (kernel, solutions, nodes, signature) = ("kernel", "solutions/s", "nodes/s", "signature");
            writeln!(out, "{kernel:<10}{solutions:>14}{nodes:>14}{signature:>14}")?;
            self.kernels.iter().try_for_each(|speed| {
                let (kernel, signature) = (speed.kernel, speed.signature);
                let (solutions, nodes) = (metric(speed.solutions_per_s), metric(speed.nodes_per_s));
                writeln!(out, "{kernel:<10}{solutions:>14}{nodes:>14}{signature:>14}")
            })
        })
    }
}
