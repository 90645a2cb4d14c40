//! `queens plan`: deals a count to shards.

use std::path::Path;

use super::{Exit, Failure};
use crate::cli::options::PlanArgs;
use crate::cli::report::{self, notice};
use crate::cli::settings::Output;
use crate::cluster::PlanFile;
use crate::count::unusual_depth;
use crate::methods::Method;
use crate::plan::Plan;

pub fn run(args: &PlanArgs, output: &Output) -> Result<Exit, Failure> {
    if args.plan == Path::new("-") {
        return Err(Failure::Usage("a plan is a file that all machines read: name it with -o".to_owned()));
    }
    let method = args.planning.method.0.unwrap_or_else(|| Method::fastest(args.n, None));
    let plan = match args.planning.depth {
        Some(depth) => Plan::new(args.n, method, depth)?,
        None => Plan::standard(args.n, method),
    };
    if let Some(notice) = args.planning.depth.and_then(|_| unusual_depth(&plan)) {
        report::say(output, &notice::text(&notice));
    }
    let file = PlanFile::new(&plan, args.shards)?;
    file.write(&args.plan)?;
    report::cluster::print_plan(&file, &args.plan, output)?;
    Ok(Exit::Done)
}
