//! Steps between options and counting that several commands share: threads, the plan, notices.

use std::io;

use crate::board::BoardSize;
use crate::count::choice::{self, Engine, KernelChoice};
use crate::count::memory;
use crate::methods::device::{DeviceList, Processors};
use crate::methods::split::{DepthError, Split};
use crate::plan::Plan;

use super::{Exit, Failure};
use crate::cli::options::Output;
use crate::cli::report;
use crate::cli::report::text::{duration, grouped, metric};
use crate::cli::signals::{Preparation, Signals};

/// The requested number of threads, or one per core.
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

/// Lets a stop end the program at once until the guard is dropped, when counting begins. Making a
/// plan, reading a ledger and estimating take seconds on large boards, and saved files stay
/// consistent meanwhile. `command` resumes afterwards.
pub fn prepare(signals: &Signals, output: &Output, command: String) -> io::Result<Preparation> {
    let quiet = output.quiet;
    signals.prepare(Exit::Stopped as i32, move || {
        if !quiet {
            report::notice(&format!("stopped before counting began; resume with {command}"));
        }
    })
}

/// Opens the processors to count on.
pub fn processors(asked: &DeviceList, kernel: KernelChoice) -> Result<Processors, Failure> {
    if kernel != KernelChoice::Auto && !asked.has_cpu() {
        let text = "--kernel selects a kernel of the CPU, but --device does not include the CPU: omit one of them, or add cpu \
                    to --device";
        return Err(Failure::Usage(text.to_owned()));
    }
    Ok(asked.open()?)
}

/// The notice for a plan that is cut much more finely or coarsely than the standard one.
pub fn depth_notice(plan: &Plan) -> Option<String> {
    /// Two levels, each of which makes about eight times as many units.
    const FAR: u64 = 64;
    /// Standard units of a board that takes a second: a smaller one is counted before anyone reads
    /// a notice.
    const LARGE: u64 = 1000;
    /// Least CPU time of a unit besides counting. `queens count 16 --split cross --threads 1` on an
    /// AMD EPYC (family 25, model 17): 10 µs a unit with --depth 7, 25 µs with --depth 8.
    const PER_UNIT_S: f64 = 10e-6;
    let (units, usual) = (plan.units(), Plan::standard(plan.size(), plan.split()).units());
    let seconds = units as f64 * PER_UNIT_S;
    let reason = if units / FAR >= usual && seconds >= 1.0 {
        format!("handling the units alone takes at least {} of CPU time", duration(seconds))
    } else if usual / FAR >= units && usual >= LARGE {
        "threads without a unit wait at the end, and a stop loses more unfinished work".to_owned()
    } else {
        return None;
    };
    let (depth, size, [units, usual]) =
        (plan.depth(), plan.size(), [units, usual].map(|count| grouped(count.into())));
    Some(format!(
        "--depth {depth} makes {units} units for N = {size} instead of {usual}, which is slow: {reason}; omit --depth"
    ))
}

/// The notice for a count that needs more memory than is free.
pub fn memory_notice(engine: &Engine<'_>) -> Option<String> {
    /// Memory that every machine has: a small board is counted before the system answers.
    const LITTLE: u64 = 64 << 20;
    let needed = |threads| memory::needed(engine.plan(), engine.kernel(), threads);
    if needed(engine.threads()) <= LITTLE {
        return None;
    }
    shortage(memory::available()?, engine.threads(), needed)
}

/// The notice for `threads` threads, if `memory` gives the bytes that a number of threads needs and
/// `available` are free.
fn shortage(available: u64, threads: usize, memory: impl Fn(usize) -> u64) -> Option<String> {
    if memory(threads) <= available {
        return None;
    }
    let remedy = match (1..threads).rev().find(|&fewer| memory(fewer) <= available) {
        Some(fit) => format!("use --threads {fit} or fewer"),
        None => "even one thread needs more: count on a machine with more memory".to_owned(),
    };
    let (needed, available) = (metric(memory(threads) as f64), metric(available as f64));
    Some(format!("--threads {threads} needs {needed}B of memory, but only {available}B are free: {remedy}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_depths_print_what_they_cost() {
        let notice = |n, depth| {
            let size = BoardSize::new(n).unwrap();
            depth_notice(&Plan::new(size, Split::CROSS, depth).unwrap())
        };
        let standard = Plan::standard(BoardSize::new(16).unwrap(), Split::CROSS).depth();
        for near in [standard - 1, standard, standard + 1] {
            assert_eq!(notice(16, near), None, "{near}");
        }
        let fine = notice(16, 8).unwrap();
        assert!(fine.starts_with("--depth 8 makes 236,414 units for N = 16 instead of 580"), "{fine}");
        assert!(fine.contains("2.36 s of CPU time") && fine.ends_with("omit --depth"), "{fine}");
        assert_eq!([notice(14, 8), notice(14, 1)], [None, None], "it takes less than a second");
        assert!(notice(20, 1).unwrap().contains("a stop loses more unfinished work"));
    }

    #[test]
    fn a_count_that_needs_more_memory_than_is_free_says_how_many_threads_have_room() {
        let memory = |threads| 100_000_000 + 50_000_000 * threads as u64;
        assert_eq!(shortage(300_000_000, 4, memory), None);
        let text = shortage(299_000_000, 4, memory).unwrap();
        assert_eq!(
            text,
            "--threads 4 needs 300 MB of memory, but only 299 MB are free: use --threads 3 or fewer"
        );
        assert!(shortage(149_000_000, 4, memory).unwrap().contains("even one thread"));
    }
}
