//! `queens missing`: lists the unfinished shards.

use queens::cluster::{PlanFile, Sites};

use super::{Exit, Failure, repair};
use crate::options::MissingSettings;
use crate::output::Output;
use crate::report;

pub fn run(settings: &MissingSettings, output: &Output) -> Result<Exit, Failure> {
    let MissingSettings { plan, dirs, format, .. } = settings;
    let file = PlanFile::read(plan)?;
    let survey = file.survey(&Sites::scan(file.shards, dirs)?, &mut |_| ());
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    report::cluster::print_missing(&file, &survey, *format, output)?;
    Ok(repair::all_failed(survey.problems, plan))
}
