//! `queens find`: finds a solution, or completes a placement.

use queens_explore::solutions::{complete, random};

use super::{Exit, Failure};
use crate::options::{FindArgs, SolutionFormat};
use crate::output::Output;
use crate::report;
use crate::report::explore::solutions;

pub fn run(args: &FindArgs, output: &Output) -> Result<Exit, Failure> {
    let placement = args.placement()?;
    let format = args.format.unless(output.json);
    let rows =
        placement.as_ref().map_or_else(|| args.rows(format), |placement| Ok(placement.size().get()))?;
    let seed = args.seed();
    let found = match &placement {
        Some(placement) => complete(placement, seed)
            .map(|solution| solution.columns().iter().copied().map(u32::from).collect())
            .map_err(|reason| reason.to_string()),
        None => random(rows, seed).ok_or_else(|| format!("no solution exists on a board of {rows} rows")),
    };
    let columns: Vec<u32> = match found {
        Ok(columns) => columns,
        Err(reason) => {
            if format == SolutionFormat::Json {
                solutions::print_none(rows);
            }
            report::print_error(&reason);
            return Ok(Exit::Failed);
        }
    };
    if args.seed.is_none() {
        report::say(output, &format!("to find this solution again, use --seed {seed}"));
    }
    let text = solutions::solution_text(&columns, None, format);
    report::to_stdout(|out| out.write_all(text.as_bytes()));
    Ok(Exit::Done)
}
