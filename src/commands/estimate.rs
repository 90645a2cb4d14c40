//! `queens estimate`: what a count would take, before it is begun.

use queens::estimate;
use queens::plan::Plan;

use super::{Exit, options};
use crate::cli::{EstimateArgs, Output};
use crate::report::estimate::EstimateReport;

pub fn run(args: &EstimateArgs, output: &Output) -> anyhow::Result<Exit> {
    let plan = Plan::standard(args.n, args.split.split(args.n, args.kernel));
    let engine = options::engine(&plan, args.kernel, options::threads(args.threads))?;
    let size = estimate::size(&plan, engine.kernel(), engine.threads(), args.seed)?;
    let time = estimate::time(&engine, &size, args.seed, args.time)?;
    EstimateReport::new(&engine, args.seed, &size, &time).print(output)?;
    Ok(Exit::Done)
}
