//! `queens missing`: lists the unfinished shards.

use queens::cluster::{PlanFile, ShardDirectories, Survey};

use super::{Exit, Failure, repair};
use crate::options::MissingSettings;
use crate::output::Output;
use crate::report;

pub fn run(settings: &MissingSettings, output: &Output) -> Result<Exit, Failure> {
    let MissingSettings { plan, dirs, format, .. } = settings;
    let sharded = PlanFile::read(plan)?.sharded;
    let survey = Survey::of(&sharded, &ShardDirectories::scan(sharded.shards, dirs)?);
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    report::cluster::print_missing(&sharded, &survey, *format, output)?;
    Ok(repair::all_failed(survey.problems, plan))
}
