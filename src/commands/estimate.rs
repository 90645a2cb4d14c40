//! `queens estimate`: what a count would take, before it is begun.

use queens::estimate;
use queens::split::Plan;

use super::Exit;
use crate::cli::{EstimateArgs, Output};
use crate::report::estimate::EstimateReport;

pub fn run(args: &EstimateArgs, output: &Output) -> anyhow::Result<Exit> {
    let plan = Plan::standard(args.n, args.split);
    let (threads, kernel) = (super::count::threads(args.threads), args.kernel.kernel());
    let size = estimate::size(&plan, kernel, threads, args.seed)?;
    let speed = estimate::nodes_per_second(&plan, kernel, threads, args.seed, args.time)?;
    EstimateReport::new(&plan, kernel, threads, args.seed, &size, speed).print(output)?;
    Ok(Exit::Done)
}
