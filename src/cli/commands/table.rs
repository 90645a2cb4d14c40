//! `queens count 8..20 --runs 3`: a timing table of several boards.
//!
//! The smallest board is counted once to warm up. Then all boards are counted in turn, round after
//! round, so that no board has all its runs in one busy minute. Run directories are neither read
//! nor written, because the time of an earlier run is not this machine's time now.

use std::collections::BTreeMap;

use crate::board::BoardSize;

use super::{Exit, Failure, checks, count, options};
use crate::cli::options::{CountArgs, Output};
use crate::cli::report::result::CountReport;
use crate::cli::report::timing;
use crate::cli::signals::Signals;

/// Counts every board and prints the table; with `--json`, an object per count.
pub fn run(args: &CountArgs, output: &Output) -> Result<Exit, Failure> {
    refuse(args)?;
    let signals = Signals::install()?;
    let processors = options::processors(&args.device, args.kernel)?;
    let warm_up = CountArgs { record: None, ..of(args, args.n()) };
    let mut quiet = output.clone();
    quiet.quiet = true;
    let mut exit = match count::once(&warm_up, &quiet, &signals, &processors)? {
        Some(report) => checks::verdict(&report),
        None => Exit::Stopped,
    };
    let mut boards: BTreeMap<BoardSize, Vec<CountReport>> = BTreeMap::new();
    for n in (0..args.runs.unwrap_or(1)).flat_map(|_| args.boards.sizes()) {
        if exit != Exit::Done {
            break;
        }
        let Some(report) = count::once(&of(args, n), output, &signals, &processors)? else {
            exit = Exit::Stopped;
            break;
        };
        exit = checks::verdict(&report);
        if exit == Exit::Done {
            if output.json {
                report.print(output)?;
            }
            boards.entry(n).or_default().push(report);
        }
    }
    if !output.json {
        timing::print(&boards, args.csv)?;
    }
    Ok(exit)
}

/// The options of one count of `n`.
fn of(args: &CountArgs, n: BoardSize) -> CountArgs {
    CountArgs { boards: n.into(), runs: None, csv: false, no_checkpoint: true, ..args.clone() }
}

/// Rejects options that apply only to a single count.
fn refuse(args: &CountArgs) -> Result<(), Failure> {
    let given = [
        ("--run", args.run.is_some()),
        ("--fresh", args.fresh),
        ("--repair", args.repair),
        ("--fundamental", args.fundamental),
        ("--double-check", args.double_check),
        ("--max-time", args.max_time.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::Usage(format!(
            "{option} does not apply to a timing table: omit it, or count one N without --runs and --csv"
        ))),
        None => Ok(()),
    }
}
