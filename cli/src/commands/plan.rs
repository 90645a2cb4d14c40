//! `queens plan`: splits a count into shards.

use queens::ErrorKind;
use queens::cluster::{ClusterError, ShardedPlan};
use queens::files;
use queens::methods::Method;
use queens::plan::Plan;
use queens_format::grouped;

use super::{Exit, Failure};
use crate::generated_files;
use crate::options::PlanArgs;
use crate::output::Output;
use crate::program::PROGRAM;
use crate::report;

pub fn run(args: &PlanArgs, output: &Output) -> Result<Exit, Failure> {
    let PlanArgs { n, planning, shards, file: path, .. } = args;
    if path.is_dir() {
        return Err(Failure::failed(format!("{} is a directory: name a file with -o", path.display())));
    }
    files::check_create(path).map_err(generated_files::cannot_write(path, "another file with -o"))?;
    let depth = planning.depth;
    let method = planning.method.unwrap_or_else(|| Method::fastest(*n, None));
    let plan = match depth {
        Some(depth) => Plan::new(*n, method, depth)?,
        None => Plan::standard(*n, method),
    };
    let file = ShardedPlan::new(&plan, *shards).map_err(|error| match error {
        ClusterError::NoSuchSplit { units, .. } if *shards > units => {
            let deeper = plan.depth() + 1;
            let most = grouped(units.into());
            Failure::from(error).with_remedy(format!(
                "ask for at most {most}, or cut the board more finely with --depth {deeper}"
            ))
        }
        error => error.into(),
    })?;
    let file = file.written_by(PROGRAM);
    file.write(path).map_err(|error| match error.kind() {
        ErrorKind::Mismatch => Failure::from(error).with_remedy("name another file with -o"),
        _ => error.into(),
    })?;
    report::cluster::print_plan(&file, path, output);
    Ok(Exit::Done)
}
