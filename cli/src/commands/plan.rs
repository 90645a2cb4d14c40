//! `queens plan`: splits a count into shards.

use std::cmp::Reverse;

use queens::cluster::{ClusterError, PlanFile};
use queens::count::Notice;
use queens::files;
use queens::methods::Method;
use queens::plan::Plan;
use queens::run::Action;
use queens_format::{counted, grouped};

use super::{Exit, Failure};
use crate::choice::PROGRAM;
use crate::options::PlanSettings;
use crate::output::Output;
use crate::report::{self, notice};

pub fn run(settings: &PlanSettings, output: &Output) -> Result<Exit, Failure> {
    let PlanSettings { n, planning, shards, file: path, .. } = settings;
    files::check_create(path).map_err(|cause| {
        let (action, path) = (Action::Write, path.clone());
        ClusterError::Io { action, path, cause }
    })?;
    let depth = planning.depth;
    let method = planning.method.unwrap_or_else(|| Method::fastest(*n, None));
    let plan = match depth {
        Some(depth) => Plan::new(*n, method, depth)?,
        None => Plan::standard(*n, method),
    };
    if let Some(notice) = depth.and_then(|_| Notice::of_depth(&plan)) {
        report::say(output, &notice::text(&notice));
    }
    let file = PlanFile::new(&plan, *shards).map_err(|error| match error {
        ClusterError::TooFewUnits { shards, .. } => too_few_units(&plan, shards, error),
        _ => error.into(),
    })?;
    let file = file.by(PROGRAM);
    file.write(path)?;
    report::cluster::print_plan(&file, path, output)?;
    Ok(Exit::Done)
}

/// The failure of a plan with fewer units than `shards`. Advises the least depth that makes enough,
/// or says how many shards the board can have.
fn too_few_units(plan: &Plan, shards: u64, error: ClusterError) -> Failure {
    let n = plan.size();
    let method = plan.method();
    // Deeper prefixes of a small board are few again.
    let plans = || (1..=Plan::MAX_DEPTH).map_while(|depth| Plan::new(n, method, depth).ok());
    let remedy = match plans().find(|plan| plan.units() >= shards) {
        Some(finer) => {
            let (units, depth) = (grouped(plan.units().into()), finer.depth());
            format!("request at most {units} shards, or make more and smaller units with --depth {depth}")
        }
        None => {
            let finest = plans().max_by_key(|plan| (plan.units(), Reverse(plan.depth())));
            let finest = finest.as_ref().unwrap_or(plan);
            let shards = counted(finest.units() as usize, "shard");
            format!("N = {n} has at most {shards} with {method} and --depth {}", finest.depth())
        }
    };
    Failure { remedy: Some(remedy), ..error.into() }
}
