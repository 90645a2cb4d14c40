//! Prints the speed of the kernels, as a table or as JSON.

use std::io;
use std::time::Duration;

use crate::board::BoardSize;
use crate::methods::kernel::Kernel;
use crate::methods::split::Split;
use serde::Serialize;

use super::Program;
use super::host::Host;
use super::text::metric;
use crate::cli::options::Output;

/// Explains nodes and signatures below the table.
const MEANING: &str = "\
A node is a placed queen; in halves, except for scalar, it is a decided pair of half boards.
Compare the kernels of a split by nodes, and different splits by solutions.
The signature is the number of nodes for N = 13: the same for kernels that search the same way.
scalar differs: in halves it decides no pairs, in cross it looks fewer rows ahead.";

/// What `queens bench` found.
#[derive(Debug, Serialize)]
pub struct BenchReport {
    #[serde(flatten)]
    program: Program,
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
    /// Nodes of a whole small board; they change when the kernel searches differently.
    signature: u64,
}

impl KernelSpeed {
    /// The speed of `kernel`, which found `solutions` in `nodes` nodes and `elapsed` time.
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
        Self { program: Program::THIS, n, host: Host::this(), kernels: Vec::new() }
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
            let (split, kernel, solutions, nodes) = ("split", "kernel", "solutions/s", "nodes/s");
            writeln!(out, "{split:<8}{kernel:<10}{solutions:>14}{nodes:>14}")?;
            for KernelSpeed { split, kernel, solutions_per_s, nodes_per_s, .. } in &self.kernels {
                let [solutions, nodes] = [solutions_per_s, nodes_per_s]
                    .map(|speed| speed.map_or_else(|| "too slow".to_owned(), metric));
                writeln!(out, "{split:<8}{kernel:<10}{solutions:>14}{nodes:>14}")?;
            }
            writeln!(out, "split   signature")?;
            for (split, signature, kernels) in self.signatures() {
                writeln!(out, "{split:<8}{signature:<10} {}", kernels.join(", "))?;
            }
            writeln!(out, "{MEANING}")
        })
    }

    /// Every signature of a split with its kernels.
    fn signatures(&self) -> Vec<(Split, u64, Vec<String>)> {
        let mut signatures: Vec<(Split, u64, Vec<String>)> = Vec::new();
        for &KernelSpeed { split, kernel, signature, .. } in &self.kernels {
            match signatures.iter_mut().find(|(of, known, _)| (*of, *known) == (split, signature)) {
                Some((.., kernels)) => kernels.push(kernel.to_string()),
                None => signatures.push((split, signature, vec![kernel.to_string()])),
            }
        }
        signatures
    }
}
