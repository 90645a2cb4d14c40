//! `queens count 8..20 --runs 3`: a timing table of several boards.
//!
//! The smallest board is counted once to warm up. Then each round counts all boards one after
//! another, so that no board has all its runs in one busy minute. Run directories are neither read
//! nor written, because the time of an earlier run is not this machine's time now.

use std::collections::BTreeMap;

use queens::board::BoardSize;
use queens::run::Total;

use super::counting::{self, Session};
use super::{Exit, Failure, one_board};
use crate::options::CountArgs;
use crate::output::Output;
use crate::records;
use crate::report::result::CountReport;
use crate::report::series::Series;
use crate::report::timing;

/// Counts a board: [`one_board::count`], or in tests a wrong count.
type CountBoard =
    fn(BoardSize, &CountArgs, Option<Series>, Session<'_>) -> Result<Option<(CountReport, bool)>, Failure>;

/// Counts every board `runs` times and prints the table; with `--json`, an object per count.
pub fn run(args: &CountArgs, runs: u32, session: Session<'_>) -> Result<Exit, Failure> {
    run_with(args, runs, session, one_board::count)
}

fn run_with(
    args: &CountArgs,
    runs: u32,
    session: Session<'_>,
    count_board: CountBoard,
) -> Result<Exit, Failure> {
    let output = session.output;
    let start = || args.record.as_deref().map(records::count::start).transpose();
    // Before the first count, which may take hours.
    start()?;
    let boards = args.boards();
    let quiet = Output { quiet: true, ..output.clone() };
    if count_board(boards[0], args, None, Session { output: &quiet, ..session })?.is_none() {
        session.say("stopped while warming up: nothing was measured");
        return Ok(Exit::Stopped);
    }
    let mut exit = Exit::Done;
    let mut counted: BTreeMap<BoardSize, Vec<Total>> = BTreeMap::new();
    for (round, &n) in (1..=runs).flat_map(|round| boards.iter().map(move |n| (round, n))) {
        let place = format!("N = {n}, round {round} of {runs}");
        let recorder = start()?;
        let series = Some(Series::Table(place.clone()));
        let Some((count, _)) = count_board(n, args, series, session)? else {
            session.say(&format!("stopped at {place}"));
            exit = Exit::Stopped;
            break;
        };
        exit = counting::verdict(&count);
        if exit != Exit::Done {
            break;
        }
        recorder.map_or(Ok(()), |recorder| one_board::record(&recorder, &count, false, &quiet))?;
        if output.json {
            count.print(output)?;
        }
        counted.entry(n).or_default().push(count.total);
    }
    if !output.json && !counted.is_empty() {
        timing::print(&counted)?;
    }
    if let Some(folder) = args.record.as_ref().filter(|_| !counted.is_empty()) {
        session.say(&format!("every count is recorded in {}", folder.display()));
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::table_of;
    use crate::signals::Signals;

    #[test]
    fn table_ends_at_a_wrong_total() {
        let (args, output) = (table_of("6..8"), Output { quiet: true, ..Output::default() });
        let session = Session { signals: &Signals::default(), output: &output };
        assert_eq!(run_with(&args, 1, session, one_board::count).unwrap(), Exit::Done);
        let wrong: CountBoard = |n, args, series, session| {
            let counted = one_board::count(n, args, series, session)?;
            let (mut count, is_repeated) = counted.expect("nothing stops it");
            assert!(n.get() < 8, "the table goes on after a wrong total");
            // Burnside's lemma does not object.
            count.total.solutions += if n.get() == 7 { 8 } else { 0 };
            counting::check_total(&mut count)?;
            Ok(Some((count, is_repeated)))
        };
        assert_eq!(run_with(&args, 1, session, wrong).unwrap(), Exit::Wrong);
    }
}
