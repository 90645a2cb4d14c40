//! `queens bench`: how fast each kernel is on this machine, in a few seconds.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use queens::board::BoardSize;
use queens::kernel::Kernel;
use queens::kernel::unit::UnitCounter;
use queens::split::{Plan, Shard, Split};

use super::Exit;
use crate::cli::{BenchArgs, Output};
use crate::report::bench::{BenchReport, KernelSpeed};

/// The board of the signature: all of it, so that one number tells whether a kernel still visits what it did.
const SIGNATURE_N: usize = 13;

pub fn run(args: &BenchArgs, output: &Output) -> anyhow::Result<Exit> {
    let plan = Plan::standard(args.n, Split::Cross);
    let mut report = BenchReport::new(args.n);
    for kernel in Kernel::available() {
        report.push(measure(&plan, kernel, args.time.as_secs_f64())?);
    }
    report.print(output)?;
    Ok(Exit::Done)
}

/// Counts units in the order of the plan on this thread until `seconds` have gone by.
fn measure(plan: &Plan, kernel: Kernel, seconds: f64) -> anyhow::Result<KernelSpeed> {
    let stop = AtomicBool::new(false);
    let mut counter = UnitCounter::new(kernel, &stop);
    let signature = signature(&mut counter)?;
    let (mut solutions, mut nodes) = (0, 0);
    let began = Instant::now();
    let order = Shard::WHOLE.order(plan.units());
    for unit in std::iter::repeat_with(|| order.iter()).flatten() {
        let counts = counter.count(plan, unit).unwrap_or_default();
        solutions += counts.solutions;
        nodes += u128::from(counts.nodes);
        if began.elapsed().as_secs_f64() >= seconds {
            break;
        }
    }
    Ok(KernelSpeed::new(kernel, solutions, nodes, began.elapsed(), signature))
}

/// Nodes of a whole small board: the same on every machine and with every number of threads.
fn signature(counter: &mut UnitCounter<'_>) -> anyhow::Result<u64> {
    let plan = Plan::standard(BoardSize::new(SIGNATURE_N)?, Split::Cross);
    Ok((0..plan.units()).filter_map(|unit| counter.count(&plan, unit)).map(|counts| counts.nodes).sum())
}
