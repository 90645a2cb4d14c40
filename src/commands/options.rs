//! Makes threads, plans and engines of the options that several commands share.

use queens::board::BoardSize;
use queens::engine::{Engine, KernelChoice};
use queens::kernel::Kernel;
use queens::plan::Plan;
use queens::split::Split;

use super::UsageError;

/// The number of threads that was asked for, or one per core.
pub fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// The plan that the options ask for.
pub fn plan(n: BoardSize, split: Split, depth: Option<usize>) -> Result<Plan, UsageError> {
    match depth {
        Some(depth) => Plan::new(n, split, depth).map_err(|error| UsageError(error.to_string())),
        None => Ok(Plan::standard(n, split)),
    }
}

/// The kernel that the options ask for, for units of `split`.
pub fn kernel(asked: KernelChoice, split: Split) -> Result<Kernel, UsageError> {
    asked.kernel(split).map_err(|error| UsageError(error.to_string()))
}

/// The engine that the options ask for.
pub fn engine(plan: &Plan, kernel: KernelChoice, threads: usize) -> Result<Engine<'_>, UsageError> {
    Engine::new(plan, kernel, threads).map_err(|error| UsageError(error.to_string()))
}
