//! `queens ladder`: measures the steps from brute force to this program.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder};
use std::time::Instant;

use queens::board::BoardSize;
use queens_explore::ladder::{RUNGS, RungOutcome, climb};
use queens_format::duration;

use super::{Exit, Failure};
use crate::output::Output;
use crate::report;
use crate::report::explore::ladder;

pub fn run(n: Option<BoardSize>, output: &Output) -> Result<Exit, Failure> {
    let mut rungs = Vec::new();
    if !output.json {
        ladder::head();
    }
    let mut climb = climb(n);
    for rung in RUNGS {
        let rows = n.map_or(rung.usual, BoardSize::get);
        let doing = format!("measuring {} on N = {rows}", rung.name);
        let Some(measured) = while_saying(&doing, output, || climb.next()) else { break };
        let measured = measured?;
        if !output.json {
            ladder::row(&measured);
        }
        rungs.push(measured);
        // Measurements are printed only on stdout. If stdout has failed, further measurements would be lost.
        if report::streams::stdout::has_failed() {
            break;
        }
    }
    if output.json {
        ladder::json(&rungs);
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

/// Calls `measure`. While it runs, prints at every interval what is being measured.
fn while_saying<T>(doing: &str, output: &Output, measure: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let (end, ended) = channel::<()>();
    thread::scope(|scope| {
        let say = move || {
            while ended.recv_timeout(output.interval) == Err(RecvTimeoutError::Timeout) {
                report::say(
                    output,
                    &format!("{doing}, for {} so far", duration(began.elapsed().as_secs_f64())),
                );
            }
        };
        // If this thread cannot start, measure without messages.
        let _ = Builder::new().spawn_scoped(scope, say);
        let measured = measure();
        drop(end);
        measured
    })
}
