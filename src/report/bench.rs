//! Prints the speed of the kernels, as a table or as JSON.

use std::io;
use std::time::Duration;

use queens::board::BoardSize;
use queens::kernel::Kernel;
use queens::split::Split;
use serde::Serialize;

use super::host::Host;
use super::text::metric;
use crate::cli::Output;

/// What the columns of nodes mean.
const UNIT: &str = "\
A node is a queen placed; for halves it is a pair of half boards decided (scalar: a queen placed). Compare kernels of a split by \
nodes, splits by solutions. The signature is the number of nodes of N = 13.";

/// What `queens bench` found.
#[derive(Debug, Serialize)]
pub struct BenchReport {
    program: &'static str,
    version: &'static str,
    commit: &'static str,
    n: BoardSize,
    host: Host,
    kernels: Vec<KernelSpeed>,
}

/// One kernel of a split on one thread.
#[derive(Debug, Serialize)]
pub struct KernelSpeed {
    split: Split,
    kernel: Kernel,
    /// `None` when no unit was finished in time.
    solutions_per_s: Option<f64>,
    nodes_per_s: Option<f64>,
    /// Nodes of a whole small board; changes when the kernel takes another way.
    signature: u64,
}

impl KernelSpeed {
    /// The speed at which `kernel` found `solutions` by way of `nodes` in `elapsed`.
    pub fn new(
        split: Split,
        kernel: Kernel,
        solutions: u128,
        nodes: u128,
        elapsed: Duration,
        signature: u128,
    ) -> Self {
        let per_second = |count: u128| {
            let seconds = elapsed.as_secs_f64();
            (seconds > 0.0).then(|| (count as f64 / seconds).round())
        };
        let (solutions_per_s, nodes_per_s) = (per_second(solutions), per_second(nodes));
        Self { split, kernel, solutions_per_s, nodes_per_s, signature: signature as u64 }
    }
}

impl BenchReport {
    /// An empty report.
    pub fn new(n: BoardSize) -> Self {
        Self {
            program: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            commit: env!("QUEENS_COMMIT"),
            n,
            host: Host::this(),
            kernels: Vec::new(),
        }
    }

    /// Adds a kernel.
    pub fn push(&mut self, speed: KernelSpeed) {
        self.kernels.push(speed);
    }

    /// Prints the table on stdout.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return super::numbered_json_line(out, self);
            }
            writeln!(out, "N = {}, one thread, {}", self.n, self.host.cpu)?;
            let (split, kernel) = ("split", "kernel");
            let (solutions, nodes, signature) = ("solutions/s", "nodes/s", "signature");
            writeln!(out, "{split:<8}{kernel:<10}{solutions:>14}{nodes:>14}{signature:>14}")?;
            for KernelSpeed { split, kernel, solutions_per_s, nodes_per_s, signature } in &self.kernels {
                let [solutions, nodes] = [solutions_per_s, nodes_per_s]
                    .map(|speed| speed.map_or_else(|| "too slow".to_owned(), metric));
                writeln!(out, "{split:<8}{kernel:<10}{solutions:>14}{nodes:>14}{signature:>14}")?;
            }
            writeln!(out, "{UNIT}")
        })
    }
}
