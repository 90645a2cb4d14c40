//! `queens find`: one solution of a board.

use super::{Exit, Failure};
use crate::cli::options::FindArgs;
use crate::cli::report;
use crate::cli::report::solutions::{SolutionWriter, no_solution};
use crate::cli::settings::{Output, SolutionForm};
use crate::explore::find::{complete, random};

/// The largest board that is written square by square.
const LARGEST_BY_SQUARE: usize = 1_000;

pub fn run(args: &FindArgs, output: &Output) -> Result<Exit, Failure> {
    // The range of n and the entries of --complete are checked where they are parsed.
    let rows = match (&args.complete, args.n) {
        (Some(placement), None) => placement.size().get(),
        (Some(placement), Some(n)) if placement.size().get() == n as usize => n as usize,
        (Some(placement), Some(n)) => {
            let entries = placement.size();
            return Err(Failure::Usage(format!(
                "--complete needs {n} entries for a board of {n} rows, not {entries}: give one per row, '-' for a row without a queen"
            )));
        }
        (None, n) => n.unwrap_or(0) as usize,
    };
    if args.format != SolutionForm::Digits && rows > LARGEST_BY_SQUARE {
        return Err(Failure::Usage(format!(
            "--format board and hex are limited to {LARGEST_BY_SQUARE} rows: use digits or --json"
        )));
    }
    // A short number, easy to type again.
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
    let found = match &args.complete {
        Some(placement) => complete(placement, seed)
            .map(|solution| solution.columns().iter().copied().map(u32::from).collect())
            .map_err(|reason| reason.to_string()),
        None => random(rows, seed).ok_or_else(|| format!("no solution exists on a board of {rows} rows")),
    };
    if args.seed.is_none() && found.is_ok() {
        report::say(output, &format!("seed {seed}: repeat this solution with --seed {seed}"));
    }
    match found {
        Ok(columns) => {
            report::to_stdout(|out| {
                SolutionWriter::new(args.format, output.json).write(out, &columns, None)
            })?;
            Ok(Exit::Done)
        }
        Err(reason) => {
            if output.json {
                report::to_stdout(|out| no_solution(out, rows))?;
            }
            report::failure(&reason);
            Ok(Exit::Failed)
        }
    }
}
