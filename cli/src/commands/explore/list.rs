//! `queens list`: prints every solution on a board.

use queens_explore::solutions::{Solution, Solutions};

use super::{Exit, Failure};
use crate::options::{ListArgs, SolutionFormat};
use crate::output::Output;
use crate::report;
use crate::report::explore::solutions::solution_text;

pub fn run(args: &ListArgs, output: &Output) -> Result<Exit, Failure> {
    let ListArgs { n, format, fundamental } = *args;
    let format = format.unless(output.json);
    let solutions: Box<dyn Iterator<Item = (Solution, Option<u8>)>> = if fundamental {
        Box::new(Solutions::fundamental(n).map(|(solution, size)| (solution, Some(size))))
    } else {
        Box::new(Solutions::new(n).map(|solution| (solution, None)))
    };
    if n.get() == 2 || n.get() == 3 {
        report::say(output, &format!("no solution exists on a board of {n} rows"));
    }
    report::to_stdout(|out| {
        for (number, (solution, class_size)) in solutions.enumerate() {
            if number > 0 && format == SolutionFormat::Board {
                writeln!(out)?;
            }
            let columns: Vec<u32> = solution.columns().iter().copied().map(u32::from).collect();
            out.write_all(solution_text(&columns, class_size, format).as_bytes())?;
        }
        Ok(())
    });
    Ok(Exit::Done)
}
