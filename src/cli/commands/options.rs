//! What several commands do with their options before they count: threads, the plan, notices.

use std::io;

use queens::board::BoardSize;
use queens::count::choice::{self, Engine, KernelChoice};
use queens::count::memory;
use queens::methods::device::{DeviceList, Processors};
use queens::methods::split::{DepthError, Split};
use queens::plan::Plan;

use super::{Exit, Failure};
use crate::cli::options::Output;
use crate::cli::report;
use crate::cli::report::text::{duration, grouped, metric};
use crate::cli::signals::{Preparation, Signals};

/// The number of threads that was asked for, or one per core.
pub fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(choice::cores, usize::from)
}

/// The plan that the options ask for.
pub fn plan(n: BoardSize, split: Split, depth: Option<usize>) -> Result<Plan, DepthError> {
    match depth {
        Some(depth) => Plan::new(n, split, depth),
        None => Ok(Plan::standard(n, split)),
    }
}

/// Lets a stop end the program at once until the guard is dropped, which is when counting begins. A
/// plan, a ledger that is read and an estimate take seconds on large boards, and what is saved is
/// in order all the while. `command` resumes afterwards.
pub fn prepare(signals: &Signals, output: &Output, command: String) -> io::Result<Preparation> {
    let quiet = output.quiet;
    signals.prepare(Exit::Stopped as i32, move || {
        if !quiet {
            report::notice(&format!("stopped before counting began; resume with {command}"));
        }
    })
}

/// Opens what is to count.
pub fn processors(asked: &DeviceList, kernel: KernelChoice) -> Result<Processors, Failure> {
    if kernel != KernelChoice::Auto && !asked.has_cpu() {
        let text = "--kernel chooses a kernel of the CPU, which --device leaves out: leave one of them out, or add cpu to \
                    --device";
        return Err(Failure::Usage(text.to_owned()));
    }
    Ok(asked.open()?)
}

/// What to say of a plan that is cut much more finely or coarsely than the standard one, before it
/// is counted.
pub fn depth_notice(plan: &Plan) -> Option<String> {
    /// Two levels, each of which makes about eight times as many units.
    const FAR: u64 = 64;
    /// Usual units of a board that takes a second: a smaller one is counted before a notice is
    /// read.
    const LARGE: u64 = 1000;
    /// CPU time that a unit takes beside its counting, at the least. `queens count 16 --split
    /// cross --threads 1` on an AMD EPYC (family 25, model 17): 10 µs a unit with --depth 7, 25 µs
    /// with --depth 8.
    const PER_UNIT_S: f64 = 10e-6;
    let (units, usual) = (plan.units(), Plan::standard(plan.size(), plan.split()).units());
    let seconds = units as f64 * PER_UNIT_S;
    let reason = if units / FAR >= usual && seconds >= 1.0 {
        format!("units alone take {} of CPU time, or more", duration(seconds))
    } else if usual / FAR >= units && usual >= LARGE {
        "threads without a unit wait at the end for the others, and a stop loses the units in hand".to_owned()
    } else {
        return None;
    };
    let (depth, size, [units, usual]) =
        (plan.depth(), plan.size(), [units, usual].map(|count| grouped(count.into())));
    Some(format!(
        "units of N = {size}: {units} with --depth {depth}, {usual} without it, which will be slow: {reason}; leave --depth out"
    ))
}

/// What to say of a count that needs more memory than the machine has free, before it starts.
pub fn memory_notice(engine: &Engine<'_>) -> Option<String> {
    /// What every machine has: a small board is counted in less time than it takes to ask.
    const LITTLE: u64 = 64 << 20;
    let needed = |threads| engine.plan().method_units().memory(engine.kernel(), threads);
    if needed(engine.threads()) <= LITTLE {
        return None;
    }
    shortage(memory::available()?, engine.threads(), needed)
}

/// The notice for `threads` threads, where some number of them needs `memory` bytes and `available`
/// are free.
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
    fn a_depth_far_from_the_standard_is_told_with_what_it_costs() {
        let notice = |n, depth| {
            let size = BoardSize::new(n).unwrap();
            depth_notice(&Plan::new(size, Split::CROSS, depth).unwrap())
        };
        let standard = Plan::standard(BoardSize::new(16).unwrap(), Split::CROSS).depth();
        for near in [standard - 1, standard, standard + 1] {
            assert_eq!(notice(16, near), None, "{near}");
        }
        let fine = notice(16, 8).unwrap();
        assert!(fine.starts_with("units of N = 16: 236,414 with --depth 8, 580 without it"), "{fine}");
        assert!(fine.contains("2.36 s of CPU time") && fine.ends_with("leave --depth out"), "{fine}");
        assert_eq!([notice(14, 8), notice(14, 1)], [None, None], "it takes less than a second");
        assert!(notice(20, 1).unwrap().contains("a stop loses the units in hand"));
    }

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
