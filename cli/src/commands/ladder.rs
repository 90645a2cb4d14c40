//! `queens ladder`: measures the steps from brute force to this program.

use queens::board::BoardSize;
use queens_ladder::{RungOutcome, climb};

use super::{Exit, Failure};
use crate::output::Output;
use crate::report;

pub fn run(n: Option<BoardSize>, output: &Output) -> Result<Exit, Failure> {
    let mut shown = Ok(());
    if !output.json {
        shown = report::ladder::head();
    }
    let ladder = climb(n, |rung| {
        if !output.json && shown.is_ok() {
            shown = report::ladder::row(rung);
        }
    });
    shown?;
    if output.json {
        report::ladder::json(&ladder)?;
    }
    let wrong: Vec<_> = (ladder.rungs.iter())
        .filter(
            |rung| matches!(rung.outcome, RungOutcome::Measured(measured) if measured.correct == Some(false)),
        )
        .map(|rung| rung.name)
        .collect();
    if wrong.is_empty() {
        return Ok(Exit::Done);
    }
    report::failure(&format!("wrong number of solutions from: {}", wrong.join(", ")));
    Ok(Exit::Wrong)
}
