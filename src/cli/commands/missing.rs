//! `queens missing`: lists the unfinished shards.

use super::{Exit, Failure, repair};
use crate::cli::options::MissingArgs;
use crate::cli::report;
use crate::cli::settings::Output;
use crate::cluster::{PlanFile, Sites};

pub fn run(args: &MissingArgs, output: &Output) -> Result<Exit, Failure> {
    let plan = PlanFile::read(&args.plan)?;
    let survey = plan.for_survey().survey(&Sites::scan(plan.shards, &args.dirs)?, &mut |_| ())?;
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    report::cluster::print_missing(&plan, &survey, args.format, output)?;
    Ok(repair::all_failed(survey.problems, &args.plan))
}
