//! Prints results: the total of a count, or the part of a shard; one number (two with
//! `--fundamental`), or one JSON object.

use std::io;

use queens::check::plausibility;
use queens::check::rotations::Unchanged;
use queens::plan::Shard;
use queens::run::{Check, RunResult};
use queens_publish::text::{cpu_time, duration, grouped};

use crate::output::Output;

/// How the total compares with the known value, in words.
pub fn known_value(checks: &[Check]) -> &'static str {
    match checks.iter().find(|check| check.name == "oeis") {
        Some(Check { passed: true, .. }) => "matches A000170",
        Some(_) => "is not A000170",
        None => "no known value to compare with",
    }
}

/// Adds the solutions up to rotation and reflection to `result`, and the checks that go with them.
pub fn add_fundamental(result: &mut RunResult, unchanged: Unchanged) {
    result.fundamental = unchanged.fundamental(result.n, result.solutions);
    result.half_turn = Some(unchanged.half_turn.into());
    result.quarter_turn = Some(unchanged.quarter_turn.into());
    for check in plausibility::fundamental(result.n, result.solutions, unchanged) {
        result.add_check(check);
    }
}

pub fn add_double_check(result: &mut RunResult, second: RunResult) {
    let (ours, theirs) = (result.solutions, second.solutions);
    let detail = format!("{ours} by {} against {theirs} by {}", result.method, second.method);
    result.add_check(Check::new("double_check", ours == theirs, detail));
    result.double_check = Some(Box::new(second));
}

/// What two counts say of which the second checks the first, if they agree.
pub fn agreement(result: &RunResult) -> Option<String> {
    let second = result.double_check.as_deref()?;
    let [first_took, second_took] =
        [result, second].map(|count| format!("{} took {}", count.method, times(count)));
    let agree = result.solutions == second.solutions;
    agree.then(|| format!("both methods agree: {first_took}; {second_took}"))
}

/// The wall time of a count in one session, and the CPU time of all sessions.
fn times(result: &RunResult) -> String {
    let wall_s = result.wall_s.filter(|_| result.resumed.unwrap_or(0) == 0);
    let wall = wall_s.map(|seconds| format!("{} wall time", duration(seconds)));
    let cpu = result.cpu_s.map(|seconds| format!("{} CPU time", cpu_time(seconds)));
    wall.into_iter().chain(cpu).collect::<Vec<_>>().join(", ")
}

/// Prints a total on stdout. A number that failed a check is never printed alone, as if it were a
/// result.
pub fn print(result: &RunResult, output: &Output) -> io::Result<()> {
    super::to_stdout(|out| {
        if output.json {
            return super::json_line(out, result);
        }
        if result.failed_checks().next().is_some() {
            return Ok(());
        }
        writeln!(out, "{}", result.solutions)?;
        result.fundamental.iter().try_for_each(|fundamental| writeln!(out, "{fundamental}"))
    })
}

/// Prints the result of a shard on stdout. Its solutions compare with nothing that is known.
pub fn print_shard(result: &RunResult, output: &Output) -> io::Result<()> {
    let Shard { number, of } = result.shard.unwrap_or(Shard::WHOLE);
    let times = times(result);
    super::to_stdout(|out| match output.json {
        true => super::json_line(out, result),
        false => {
            let [solutions, of] = [result.solutions, of.into()].map(grouped);
            writeln!(out, "shard {number} of {of}: {solutions} solutions, {times}")
        }
    })
}
