//! `queens plan`: deals a count to shards.

use std::path::Path;

use crate::cluster::PlanFile;
use crate::count::choice::KernelChoice;

use super::{Exit, Failure, options};
use crate::cli::options::{Output, PlanArgs};
use crate::cli::report;

pub fn run(args: &PlanArgs, output: &Output) -> Result<Exit, Failure> {
    if args.plan == Path::new("-") {
        return Err(Failure::Usage("a plan is a file that all machines read: name it with -o".to_owned()));
    }
    let split = args.split.split(args.n, KernelChoice::Auto);
    let plan = options::plan(args.n, split, args.depth)?;
    if let Some(text) = args.depth.and_then(|_| options::depth_notice(&plan)) {
        report::say(output, &text);
    }
    let file = PlanFile::new(&plan, args.shards)?;
    file.write(&args.plan)?;
    report::cluster::print_plan(&file, &args.plan, output)?;
    Ok(Exit::Done)
}
