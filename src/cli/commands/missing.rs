//! `queens missing`: lists the unfinished shards.

use crate::cluster::{PlanFile, Sites, merge};

use super::{Exit, Failure};
use crate::cli::options::MissingArgs;
use crate::cli::report;
use crate::cli::settings::Output;

pub fn run(args: &MissingArgs, output: &Output) -> Result<Exit, Failure> {
    let plan = PlanFile::read(&args.plan)?;
    let progress = merge::progress(&plan, &Sites::scan(&plan, &args.dirs)?)?;
    progress.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    report::cluster::print_missing(&plan, &progress, args.format, output)?;
    Ok(super::report_all(progress.problems))
}
