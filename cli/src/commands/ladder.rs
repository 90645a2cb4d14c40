//! `queens ladder`: measures the steps from brute force to this program.

use crate::ladder::{RungOutcome, climb};
use queens::board::BoardSize;

use super::{Exit, Failure};
use crate::output::Output;
use crate::report;

pub fn run(n: Option<BoardSize>, output: &Output) -> Result<Exit, Failure> {
    let mut rungs = Vec::new();
    if output.json {
        rungs = climb(n).collect::<Result<_, _>>()?;
        report::ladder::json(&rungs);
    } else {
        report::ladder::head();
        for rung in climb(n) {
            let rung = rung?;
            report::ladder::row(&rung);
            rungs.push(rung);
            // A measurement goes only to stdout.
            if report::streams::stdout::has_failed() {
                break;
            }
        }
    }
    let wrong: Vec<_> = rungs
        .iter()
        .filter(
            |rung| matches!(rung.outcome, RungOutcome::Measured(measured) if measured.correct == Some(false)),
        )
        .map(|rung| rung.name)
        .collect();
    if wrong.is_empty() {
        return Ok(Exit::Done);
    }
    report::print_error(&format!("wrong number of solutions from: {}", wrong.join(", ")));
    Ok(Exit::Wrong)
}
