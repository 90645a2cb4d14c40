//! `queens bench`: measures every kernel of every method on this machine, a few seconds each.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::board::BoardSize;
use crate::count::choice::{Engine, KernelChoice};
use crate::count::schedule::{self, Event, Schedule};
use crate::methods::kernel::Kernel;
use crate::methods::split::Split;
use crate::plan::{Plan, Shard};

use super::{Exit, Failure};
use crate::cli::options::{BenchArgs, Output};
use crate::cli::report::bench::{BenchReport, KernelSpeed};

/// One split per method: `rows` has the same kernels as `cross`.
const SPLITS: [Split; 2] = [Split::HALVES, Split::CROSS];

/// The board of the signature. It is counted whole, so that one number shows whether a kernel still
/// searches as before.
const SIGNATURE_N: usize = 13;

pub fn run(args: &BenchArgs, output: &Output) -> Result<Exit, Failure> {
    let mut report = BenchReport::new(args.n);
    for split in SPLITS {
        let plan = Plan::standard(args.n, split);
        let small = Plan::standard(BoardSize::new(SIGNATURE_N)?, split);
        for kernel in split.available() {
            let signature =
                count(&small, kernel, &|place| (place < small.units()).then_some(place), None)?.nodes;
            let order = Shard::WHOLE.order(plan.units());
            let counted =
                count(&plan, kernel, &|place| order.unit_at(place % plan.units()), Some(args.time))?;
            let Counted { solutions, nodes, elapsed } = counted;
            report.push(KernelSpeed::new(split, kernel, solutions, nodes, elapsed, signature));
        }
    }
    report.print(output)?;
    Ok(Exit::Done)
}

/// The results of one thread.
#[derive(Default)]
struct Counted {
    solutions: u128,
    nodes: u128,
    /// CPU time of the units that were counted whole.
    elapsed: Duration,
}

/// Counts the units of a walk on one thread, until `time` is up.
fn count(
    plan: &Plan,
    kernel: Kernel,
    walk: &(dyn Fn(u64) -> Option<u64> + Sync),
    time: Option<Duration>,
) -> Result<Counted, Failure> {
    let (began, stop, mut counted) = (Instant::now(), AtomicBool::new(false), Counted::default());
    let counters = Engine::new(plan, KernelChoice::One(kernel), 1)?.counters()?;
    let schedule = Schedule { walk, skip: &|_| false, stop: &stop };
    schedule.run(counters, |event| {
        if let Event::Finished(unit) = event {
            counted.solutions += unit.solutions;
            counted.nodes += u128::from(unit.nodes);
            counted.elapsed += unit.cpu;
        }
        if time.is_some_and(|time| began.elapsed() >= time) {
            stop.store(true, Ordering::Relaxed);
        }
        Ok::<_, schedule::Error>(())
    })?;
    Ok(counted)
}
