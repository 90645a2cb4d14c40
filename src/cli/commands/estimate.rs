//! `queens estimate`: predicts the cost of a count; for several boards, as a table.

use crate::board::BoardSize;
use crate::check::estimate::{self, Work};
use crate::count::choice::Engine;
use crate::plan::Plan;

use super::{Exit, Failure, options};
use crate::cli::options::{EstimateArgs, Output};
use crate::cli::report;
use crate::cli::report::estimate::EstimateReport;

pub fn run(args: &EstimateArgs, output: &Output) -> Result<Exit, Failure> {
    let boards: Vec<BoardSize> = args.boards.iter().flat_map(|range| range.sizes()).collect();
    if let [n] = boards[..] {
        of(n, args, output)?.print(output)?;
        return Ok(Exit::Done);
    }
    if !output.json {
        EstimateReport::print_head(options::threads(args.threads))?;
    }
    for n in boards {
        of(n, args, output)?.print_line(output)?;
    }
    Ok(Exit::Done)
}

/// The estimate of a board. The notice about memory comes before the threads allocate it.
fn of(n: BoardSize, args: &EstimateArgs, output: &Output) -> Result<EstimateReport, Failure> {
    let plan = Plan::standard(n, args.split.split(n, args.kernel));
    let engine = Engine::new(&plan, args.kernel, options::threads(args.threads))?;
    if let Some(text) = options::memory_notice(&engine) {
        report::say(output, &format!("N = {n}: {text}"));
    }
    let work = estimate::work(&engine, args.seed)?;
    let size = match work {
        Work::Nodes(size) => size,
        Work::Shares => estimate::size(n, engine.threads(), args.seed)?,
    };
    let time = estimate::time(&engine, &work, args.seed, args.time)?;
    Ok(EstimateReport::new(&engine, args.seed, &size, &work, &time))
}
