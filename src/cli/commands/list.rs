//! `queens list`: prints every solution of a board.

use super::{Exit, Failure};
use crate::cli::options::ListArgs;
use crate::cli::report;
use crate::cli::report::solutions::SolutionWriter;
use crate::cli::settings::Output;
use crate::explore::solutions::Solutions;

pub fn run(args: &ListArgs, output: &Output) -> Result<Exit, Failure> {
    let mut writer = SolutionWriter::new(args.format, output.json);
    let limit = args.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    report::to_stdout(|out| {
        if args.fundamental {
            Solutions::fundamental(args.n).take(limit).try_for_each(|(solution, class_size)| {
                writer.write(out, solution.columns(), Some(class_size))
            })
        } else {
            Solutions::new(args.n)
                .take(limit)
                .try_for_each(|solution| writer.write(out, solution.columns(), None))
        }
    })?;
    Ok(Exit::Done)
}
