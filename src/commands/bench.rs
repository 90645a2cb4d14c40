//! `queens bench`: how fast each kernel is on this machine, in a few seconds.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use queens::board::BoardSize;
use queens::counter::Claims;
use queens::engine::KernelChoice;
use queens::kernel::Kernel;
use queens::plan::{Plan, Shard, kernels};
use queens::split::Split;

use super::{Exit, options};
use crate::cli::{BenchArgs, Output};
use crate::report::bench::{BenchReport, KernelSpeed};

/// The board of the signature: all of it, so that one number tells whether a kernel still visits what it did.
const SIGNATURE_N: usize = 13;

pub fn run(args: &BenchArgs, output: &Output) -> anyhow::Result<Exit> {
    let plan = Plan::standard(args.n, Split::Cross);
    let small = Plan::standard(BoardSize::new(SIGNATURE_N)?, Split::Cross);
    let mut report = BenchReport::new(args.n);
    for kernel in kernels(Split::Cross) {
        let mut whole = 0..small.units();
        let signature = count(&small, kernel, &mut || whole.next())?.nodes;
        let (began, order, mut place) = (Instant::now(), Shard::WHOLE.order(plan.units()), 0);
        let counted = count(&plan, kernel, &mut || {
            let unit = order.unit_at(place % plan.units());
            place += 1;
            unit.filter(|_| place == 1 || began.elapsed() < args.time)
        })?;
        report.push(KernelSpeed::new(kernel, counted.solutions, counted.nodes, counted.elapsed, signature));
    }
    report.print(output)?;
    Ok(Exit::Done)
}

/// What one thread counted.
#[derive(Default)]
struct Counted {
    solutions: u128,
    nodes: u128,
    elapsed: Duration,
}

/// Counts the units that `take` gives on this thread.
fn count(plan: &Plan, kernel: Kernel, take: &mut dyn FnMut() -> Option<u64>) -> anyhow::Result<Counted> {
    let (began, never, mut counted) = (Instant::now(), AtomicBool::new(false), Counted::default());
    for mut counter in options::engine(plan, KernelChoice::One(kernel), 1)?.counters() {
        counter.run(&mut Claims::new(take, &never), &mut |unit| {
            counted.solutions += unit.solutions;
            counted.nodes += u128::from(unit.nodes);
        })?;
    }
    counted.elapsed = began.elapsed();
    Ok(counted)
}
