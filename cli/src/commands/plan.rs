//! `queens plan`: deals a count to shards.

use queens::cluster::PlanFile;
use queens::count::unusual_depth;
use queens::methods::Method;
use queens::plan::Plan;

use super::{Exit, Failure};
use crate::options::PlanSettings;
use crate::output::Output;
use crate::report::{self, notice};

pub fn run(settings: &PlanSettings, output: &Output) -> Result<Exit, Failure> {
    let PlanSettings { n, planning, shards, file: path, .. } = settings;
    let depth = planning.depth;
    let method = planning.method.unwrap_or_else(|| Method::fastest(*n, None));
    let plan = match depth {
        Some(depth) => Plan::new(*n, method, depth)?,
        None => Plan::standard(*n, method),
    };
    if let Some(notice) = depth.and_then(|_| unusual_depth(&plan)) {
        report::say(output, &notice::text(&notice));
    }
    let file = PlanFile::new(&plan, *shards)?;
    file.write(path)?;
    report::cluster::print_plan(&file, path, output)?;
    Ok(Exit::Done)
}
