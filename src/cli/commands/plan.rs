//! `queens plan`: deals a count to shards.

use super::{Exit, Failure};
use crate::cli::options::PlanSettings;
use crate::cli::output::Output;
use crate::cli::report::{self, notice};
use crate::cluster::PlanFile;
use crate::count::unusual_depth;
use crate::methods::Method;
use crate::plan::Plan;

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
