//! `queens missing`: lists the unfinished shards.

use std::path::{Path, PathBuf};

use super::{Exit, Failure, repair};
use crate::cli::report;
use crate::cli::settings::{ListForm, Output};
use crate::cluster::{PlanFile, Sites};

/// The shards of the plan in the file `plan` that `directories` do not have.
pub fn run(plan: &Path, directories: &[PathBuf], form: ListForm, output: &Output) -> Result<Exit, Failure> {
    let file = PlanFile::read(plan)?;
    let survey = file.for_survey().survey(&Sites::scan(file.shards, directories)?, &mut |_| ())?;
    survey.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    report::cluster::print_missing(&file, &survey, form, output)?;
    Ok(repair::all_failed(survey.problems, plan))
}
