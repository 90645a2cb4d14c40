//! `queens plan`: deal a count to shards.

use queens::cluster::PlanFile;

use super::Exit;
use crate::cli::{Output, PlanArgs};
use crate::report;

pub fn run(args: &PlanArgs, output: &Output) -> anyhow::Result<Exit> {
    let plan = super::count::plan(args.n, args.split, args.depth)?;
    let file = PlanFile::new(&plan, args.shards)?;
    file.write(&args.plan)?;
    report::cluster::print_plan(&file, &args.plan, output)?;
    Ok(Exit::Done)
}
