//! `queens count 8..20 --runs 3`: a timing table of several boards.
//!
//! The smallest board is counted once to warm up. Then all boards are counted in turn, round after
//! round, so that no board has all its runs in one busy minute. Run directories are neither read
//! nor written, because the time of an earlier run is not this machine's time now.

use std::collections::BTreeMap;

use super::count::BoardCount;
use super::{Exit, Failure, counting};
use crate::board::BoardSize;
use crate::cli::report::{result, timing};
use crate::cli::settings::{CountSettings, Output, Table};
use crate::cli::signals::Signals;
use crate::run::RunResult;

/// Counts every board and prints the table; with `--json`, an object per count.
pub fn run(
    settings: &CountSettings,
    table: Table,
    signals: &Signals,
    output: &Output,
) -> Result<Exit, Failure> {
    let warm_up = CountSettings { record: None, ..settings.clone() };
    let quiet = Output { quiet: true, ..output.clone() };
    let (mut exit, _) = once(&warm_up, settings.boards.first(), signals, &quiet)?;
    let mut boards: BTreeMap<BoardSize, Vec<RunResult>> = BTreeMap::new();
    for n in (0..table.runs).flat_map(|_| settings.boards.sizes()) {
        if exit != Exit::Done {
            break;
        }
        let result;
        (exit, result) = once(settings, n, signals, output)?;
        if let Some(result) = result.filter(|_| exit == Exit::Done) {
            if output.json {
                result::print(&result, output)?;
            }
            boards.entry(n).or_default().push(result);
        }
    }
    if !output.json {
        timing::print(&boards, table.csv)?;
    }
    Ok(exit)
}

/// One count of `n`, with a record if one was requested; without a result if it was stopped.
fn once(
    settings: &CountSettings,
    n: BoardSize,
    signals: &Signals,
    output: &Output,
) -> Result<(Exit, Option<RunResult>), Failure> {
    let count = BoardCount::of(settings, n, signals, output)?;
    let Some(finished) = count.run(false)? else { return Ok((Exit::Stopped, None)) };
    let exit = counting::verdict(&finished.result);
    if exit == Exit::Done {
        count.record(&finished)?;
    }
    Ok((exit, Some(finished.result)))
}
