//! `queens list`: prints every solution of a board.

use crate::solutions::Solutions;

use super::{Exit, Failure};
use crate::options::ListSettings;
use crate::output::Output;
use crate::report;
use crate::report::solutions::SolutionWriter;

pub fn run(settings: &ListSettings, output: &Output) -> Result<Exit, Failure> {
    let ListSettings { n, format, limit, fundamental, .. } = *settings;
    let limit = limit.unwrap_or(usize::MAX);
    let mut writer = SolutionWriter::new(format, output.json);
    report::to_stdout(|out| {
        if fundamental {
            Solutions::fundamental(n).take(limit).try_for_each(|(solution, class_size)| {
                writer.write(out, solution.columns(), Some(class_size))
            })
        } else {
            Solutions::new(n).take(limit).try_for_each(|solution| writer.write(out, solution.columns(), None))
        }
    })?;
    Ok(Exit::Done)
}
