//! `queens find`: one solution of a board.

use crate::solutions::{complete, random};

use super::{Exit, Failure};
use crate::options::{FindSettings, any_seed};
use crate::output::Output;
use crate::report;
use crate::report::solutions;

pub fn run(settings: &FindSettings, output: &Output) -> Result<Exit, Failure> {
    let rows = settings.rows()?;
    let seed = settings.seed.unwrap_or_else(any_seed);
    let found = match &settings.complete {
        Some(placement) => complete(placement, seed)
            .map(|solution| solution.columns().iter().copied().map(u32::from).collect())
            .map_err(|reason| reason.to_string()),
        None => random(rows, seed).ok_or_else(|| format!("no solution exists on a board of {rows} rows")),
    };
    let columns: Vec<u32> = match found {
        Ok(columns) => columns,
        Err(reason) => {
            if output.json {
                solutions::print_none(rows);
            }
            report::failure(&reason);
            return Ok(Exit::Failed);
        }
    };
    if settings.seed.is_none() {
        report::say(output, &format!("seed {seed}: repeat this solution with --seed {seed}"));
    }
    let text = solutions::solution(&columns, None, settings.format, output.json);
    report::to_stdout(|out| out.write_all(text.as_bytes()));
    Ok(Exit::Done)
}
