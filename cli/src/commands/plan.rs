//! `queens plan`: splits a count into shards.

use queens::cluster::ShardedPlan;
use queens::files;
use queens::methods::Method;
use queens::plan::Plan;

use super::{Exit, Failure};
use crate::advice::{self, Doing};
use crate::generated_files;
use crate::options::PlanArgs;
use crate::output::Output;
use crate::program::PROGRAM;
use crate::report;

pub fn run(args: &PlanArgs, output: &Output) -> Result<Exit, Failure> {
    let PlanArgs { n, planning, shards, file: path, .. } = args;
    if path.is_dir() {
        return Err(
            Failure::failed(format!("{} is a directory", path.display())).advised(advice::OTHER_PLACE)
        );
    }
    files::check_create(path).map_err(generated_files::cannot_write(path, advice::OTHER_PLACE))?;
    let depth = planning.depth;
    let method = planning.method.unwrap_or_else(|| Method::fastest(*n, None));
    let plan = match depth {
        Some(depth) => Plan::new(*n, method, depth)?,
        None => Plan::standard(*n, method),
    };
    let doing = Doing::Cutting;
    let file = ShardedPlan::new(&plan, *shards).map_err(Failure::when(doing))?.written_by(PROGRAM);
    if !file.write(path).map_err(Failure::when(doing))? {
        report::say(output, &format!("{} already contains this plan and was left unchanged", path.display()));
    }
    report::cluster::print_plan(&file, path, output);
    Ok(Exit::Done)
}
