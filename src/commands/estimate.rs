//! `queens estimate`: what a count would take, before it is begun.

use queens::estimate;
use queens::plan::Plan;

use super::{Exit, options};
use crate::cli::{EstimateArgs, Output};
use crate::report;
use crate::report::estimate::EstimateReport;

pub fn run(args: &EstimateArgs, output: &Output) -> anyhow::Result<Exit> {
    let table = args.n.is_several();
    if table && !output.json {
        report::estimate::head(options::threads(args.threads))?;
    }
    for n in args.n.sizes() {
        let plan = Plan::standard(n, args.split.split(n, args.kernel));
        let engine = options::engine(&plan, args.kernel, options::threads(args.threads))?;
        let size = estimate::size(&plan, engine.kernel(), engine.threads(), args.seed)?;
        let time = estimate::time(&engine, &size, args.seed, args.time)?;
        let report = EstimateReport::new(&engine, args.seed, &size, &time);
        if table { report.print_row(output)? } else { report.print(output)? }
    }
    Ok(Exit::Done)
}
