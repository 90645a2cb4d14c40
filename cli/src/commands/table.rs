//! `queens count 8..20 --runs 3`: a timing table of several boards.
//!
//! The smallest board is counted once to warm up. Then each round counts all boards in order, so that no
//! board has all its runs in one busy minute. Run directories are neither read nor written, because the time
//! of an earlier run is not this machine's time now.
//!
//! A table may take hours. So whatever fails is reported, all other boards are counted, and the table is
//! printed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::{self, Break, Continue};

use queens::board::BoardSize;
use queens::run::Total;

use super::counting::{self, CommandContext};
use super::one_board::{self, CountedBoard};
use super::{Exit, Failure};
use crate::options::CountArgs;
use crate::output::Output;
use crate::records;
use crate::report;
use crate::report::result::CountReport;
use crate::report::series::Series;
use crate::report::timing;

/// Counts a board: [`one_board::count`], or in tests a wrong count.
type CountBoard =
    fn(BoardSize, &CountArgs, Option<Series>, CommandContext<'_>) -> Result<Option<CountedBoard>, Failure>;

/// Counts every board `runs` times and prints the table, or with `--json` one object per count.
pub fn run(args: &CountArgs, runs: u32, context: CommandContext<'_>) -> Result<Exit, Failure> {
    run_with(args, runs, context, one_board::count)
}

fn run_with(
    args: &CountArgs,
    runs: u32,
    context: CommandContext<'_>,
    count_board: CountBoard,
) -> Result<Exit, Failure> {
    // Before the first count, which may take hours.
    args.record.as_deref().map(records::count::start).transpose()?;
    let boards = args.boards();
    one_board::say_memory(boards[boards.len() - 1], args, context);
    let quiet = Output { quiet: true, ..context.output.clone() };
    let warm_up = count_board(boards[0], args, None, CommandContext { output: &quiet, ..context })?;
    let Some(warm_up) = warm_up else {
        context.say("stopped while warming up: nothing was measured");
        return Ok(Exit::Stopped);
    };
    let exit = counting::verdict(&warm_up.report);
    let mut table = Table {
        args,
        context,
        count_board,
        quiet,
        counted: BTreeMap::new(),
        failed: BTreeSet::new(),
        unrecorded: 0,
        exit,
    };
    if exit == Exit::Done {
        let mut rounds = (1..=runs).flat_map(|round| boards.iter().map(move |&n| (round, n)));
        let _ =
            rounds.try_for_each(|(round, n)| table.count(n, &format!("N = {n}, round {round} of {runs}")));
    } else {
        table.print_object(&warm_up.report);
    }
    table.end();
    Ok(table.exit)
}

struct Table<'a> {
    args: &'a CountArgs,
    context: CommandContext<'a>,
    count_board: CountBoard,
    /// The output settings for notices that a table does not print for each count, such as about its record.
    quiet: Output,
    counted: BTreeMap<BoardSize, Vec<Total>>,
    /// The boards that cannot be counted.
    failed: BTreeSet<BoardSize>,
    /// Counts without a record, though one was requested.
    unrecorded: usize,
    exit: Exit,
}

impl Table<'_> {
    /// Counts a board at this place of the table. After a count that fails, its board is not counted again. A
    /// stop or a wrong total ends the table.
    fn count(&mut self, n: BoardSize, place: &str) -> ControlFlow<()> {
        if self.failed.contains(&n) {
            return Continue(());
        }
        let recorder = self.args.record.as_deref().map(records::count::start).transpose();
        let series = Some(Series::Table(place.to_owned()));
        let count = match (self.count_board)(n, self.args, series, self.context) {
            Ok(Some(counted)) => {
                self.remember(counted.exit);
                counted.report
            }
            Ok(None) => {
                self.context.say(&format!("stopped at {place}"));
                self.remember(Exit::Stopped);
                return Break(());
            }
            Err(failure) => {
                self.remember(report::report_failure(&failure));
                self.failed.insert(n);
                return Continue(());
            }
        };
        let verdict = counting::verdict(&count);
        self.remember(verdict);
        if verdict == Exit::Done {
            let recorded = recorder.and_then(|recorder| match recorder {
                Some(recorder) => one_board::record(&recorder, &count, false, &self.quiet),
                None => Ok(()),
            });
            if let Err(failure) = recorded {
                // The next record fails for the same reason.
                let said = if self.unrecorded == 0 { report::report_failure(&failure) } else { failure.exit };
                self.remember(said);
                self.unrecorded += 1;
            }
        }
        self.print_object(&count);
        if verdict != Exit::Done {
            return Break(());
        }
        self.counted.entry(n).or_default().push(count.total);
        Continue(())
    }

    fn remember(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }

    fn print_object(&self, count: &CountReport) {
        if self.context.output.json {
            counting::print_total(count, self.context.output);
        }
    }

    /// Prints what was counted.
    fn end(&self) {
        if self.counted.is_empty() {
            return;
        }
        if !self.context.output.json {
            timing::print(&self.counted);
        }
        if let Some(folder) = &self.args.record {
            let counts: usize = self.counted.values().map(Vec::len).sum();
            let recorded = match self.unrecorded {
                0 => "every count is".to_owned(),
                unrecorded => format!("{} of {counts} counts are", counts - unrecorded),
            };
            self.context.say(&format!("{recorded} recorded in {}", folder.display()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::table_of;
    use crate::signals::Signals;

    #[test]
    fn table_ends_at_a_wrong_total() {
        let (args, output) = (table_of("6..8"), Output { quiet: true, ..Output::default() });
        let context = CommandContext { signals: &Signals::install().unwrap(), output: &output };
        assert_eq!(run_with(&args, 1, context, one_board::count).unwrap(), Exit::Done);
        let wrong: CountBoard = |n, args, series, context| {
            let mut counted = one_board::count(n, args, series, context)?.expect("nothing stops it");
            assert!(n.get() < 8, "the table goes on after a wrong total");
            // Burnside's lemma does not object.
            counted.report.total.solutions += if n.get() == 7 { 8 } else { 0 };
            counting::check_total(&mut counted.report, 1);
            Ok(Some(counted))
        };
        assert_eq!(run_with(&args, 1, context, wrong).unwrap(), Exit::Wrong);
    }
}
