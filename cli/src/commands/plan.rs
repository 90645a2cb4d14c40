//! `queens plan`: splits a count into shards.

use queens::ErrorKind;
use queens::cluster::{ClusterError, ShardedPlan};
use queens::files;
use queens::methods::Method;
use queens::plan::Plan;
use queens_format::grouped;

use super::{Exit, Failure};
use crate::choice::PROGRAM;
use crate::generated;
use crate::options::PlanSettings;
use crate::output::Output;
use crate::report;

pub fn run(settings: &PlanSettings, output: &Output) -> Result<Exit, Failure> {
    let PlanSettings { n, planning, shards, file: path, .. } = settings;
    if path.is_dir() {
        return Err(Failure::obstacle(format!("{} is a directory: name a file with -o", path.display())));
    }
    files::check_create(path).map_err(generated::unwritable(path, "another file with -o"))?;
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
            Failure::from(error)
                .with(format!("ask for at most {most}, or cut the board more finely with --depth {deeper}"))
        }
        error => error.into(),
    })?;
    let file = file.by(PROGRAM);
    file.write(path).map_err(|error| match error.kind() {
        ErrorKind::Mismatch => Failure::from(error).with("name another file with -o"),
        _ => error.into(),
    })?;
    report::cluster::print_plan(&file, path, output)?;
    Ok(Exit::Done)
}
