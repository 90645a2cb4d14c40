//! Makes threads, plans and engines of the options that several commands share.

use std::time::Duration;

use queens::board::BoardSize;
use queens::engine::{Engine, KernelChoice};
use queens::estimate;
use queens::kernel::Kernel;
use queens::memory;
use queens::plan::Plan;
use queens::schedule::PoolError;
use queens::split::Split;

use super::UsageError;
use crate::report::progress::Progress;
use crate::report::text::metric;

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

/// Seconds that the whole plan is expected to take, for a progress that has nothing else to go by for long.
///
/// Up to N = 23 the first units end soon, and tell more. From N = 24 on they take seconds to a minute, and the count takes so many
/// core-hours that a second for an estimate does not matter.
pub fn expected_s(engine: &Engine<'_>, progress: &Progress) -> Result<Option<f64>, PoolError> {
    const LARGE: usize = 24;
    const SEED: u64 = 1;
    /// For how long the speed is measured: a fifth of what `queens estimate` takes, with about twice the error.
    const MEASURED: Duration = Duration::from_millis(300);
    if engine.plan().size().get() < LARGE || !progress.is_shown() {
        return Ok(None);
    }
    let size = estimate::size(engine.plan(), engine.kernel(), engine.threads(), SEED)?;
    Ok(Some(estimate::time(engine, &size, SEED, MEASURED)?.wall_s.mean))
}

/// What to say of a count that needs more memory than the machine has free, before it starts.
pub fn memory_notice(engine: &Engine<'_>) -> Option<String> {
    /// What every machine has: a small board is counted in less time than it takes to ask.
    const LITTLE: u64 = 64 << 20;
    let needed = |threads| engine.plan().method().memory(engine.kernel(), threads);
    if needed(engine.threads()) <= LITTLE {
        return None;
    }
    shortage(memory::available()?, engine.threads(), needed)
}

/// The notice for `threads` threads, where some number of them needs `memory` bytes and `available` are free.
fn shortage(available: u64, threads: usize, memory: impl Fn(usize) -> u64) -> Option<String> {
    if memory(threads) <= available {
        return None;
    }
    let remedy = match (1..threads).rev().find(|&fewer| memory(fewer) <= available) {
        Some(fit) => format!("ask for fewer, --threads {fit} at most"),
        None => "not even one thread has room: count on a machine with more memory".to_owned(),
    };
    let (needed, available) = (metric(memory(threads) as f64), metric(available as f64));
    Some(format!("{threads} threads need {needed}B of memory here and {available}B are free: {remedy}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_needs_more_memory_than_is_free_says_how_many_threads_have_room() {
        let memory = |threads| 100_000_000 + 50_000_000 * threads as u64;
        assert_eq!(shortage(300_000_000, 4, memory), None);
        let text = shortage(299_000_000, 4, memory).unwrap();
        assert_eq!(
            text,
            "4 threads need 300 MB of memory here and 299 MB are free: ask for fewer, --threads 3 at most"
        );
        assert!(shortage(149_000_000, 4, memory).unwrap().contains("not even one thread"));
    }
}
