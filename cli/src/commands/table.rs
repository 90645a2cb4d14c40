//! `queens count 8..20 --runs 3`: prints a timing table.
//!
//! Each round counts all boards in order, so that a busy minute cannot affect all runs for one board. Run
//! directories are neither read nor written, because a time from an earlier run says little about the machine
//! now.
//!
//! A table may take hours. If a board or a record fails, the failure is reported, the remaining boards are
//! counted, and the table is still printed.

use std::collections::BTreeMap;

use queens::Count;
use queens::board::BoardSize;
use queens::run::Total;
use queens_format::counted;

use super::counting::{self, CommandContext};
use super::one_board::{self, CountedBoard};
use super::{Exit, Failure};
use crate::options::{CountArgs, default_directory};
use crate::output::Output;
use crate::records;
use crate::report;
use crate::report::series::Series;
use crate::report::timing;

/// The board counted before the first round, so that the first count finds the processor at full speed. This
/// takes a fraction of a second.
const WARM_UP_BOARD: usize = 14;

/// The smallest board for which stopping a table loses enough work to justify a warning.
const SMALLEST_LONG_BOARD: usize = 18;

/// The type of [`one_board::count`]. Tests use a function that returns a wrong count.
type CountBoard =
    fn(BoardSize, &CountArgs, Option<Series>, CommandContext<'_>) -> Result<Option<CountedBoard>, Failure>;

/// Counts every board `runs` times and prints the table or, with `--json`, one object per count.
pub fn run(args: &CountArgs, runs: u32, context: CommandContext<'_>) -> Result<Exit, Failure> {
    run_with(args, runs, context, one_board::count)
}

fn run_with(
    args: &CountArgs,
    runs: u32,
    context: CommandContext<'_>,
    count_board: CountBoard,
) -> Result<Exit, Failure> {
    // Fail early, because the first count may take hours.
    args.record.as_deref().map(records::count::start).transpose()?;
    let mut boards = args.boards();
    say_what_is_not_saved(&boards, context);
    one_board::say_memory(boards[boards.len() - 1], args, context);
    warm_up(args, context)?;
    let mut table = Table { args, context, counted: BTreeMap::new(), recorded: 0, exit: Exit::Done };
    for round in 1..=runs {
        for n in boards.clone() {
            let place = format!("N = {n}, round {round} of {runs}");
            match table.count(n, &place, count_board) {
                Ok(true) => {}
                Ok(false) => return Ok(table.end()),
                Err(failure) => {
                    table.failed(&failure);
                    boards.retain(|&other| other != n);
                }
            }
        }
    }
    Ok(table.end())
}

/// Prints a notice that the table saves nothing, but only if it ignores saved runs or contains a board that
/// takes long.
fn say_what_is_not_saved(boards: &[BoardSize], context: CommandContext<'_>) {
    let runs = boards.iter().map(|n| default_directory(*n)).filter(|path| path.exists());
    let runs: Vec<_> = runs.map(|path| path.display().to_string()).collect();
    if !runs.is_empty() {
        context.say(&format!("counts for a timing table are not saved; ignoring {}", runs.join(", ")));
    } else if boards.iter().any(|n| n.get() >= SMALLEST_LONG_BOARD) {
        context.say("counts for a timing table are not saved");
    }
}

/// Counts a small board. Errors are ignored, because the first board would fail in the same way and report
/// the error.
fn warm_up(args: &CountArgs, context: CommandContext<'_>) -> Result<(), Failure> {
    let execution = &args.execution;
    let count = Count::new(WARM_UP_BOARD)?.kernel(execution.kernel).threads(execution.threads.count());
    let ready = count.stop_flag(context.signals.stop()).prepare();
    let _ = ready.and_then(|ready| ready.run(&mut ()));
    Ok(())
}

struct Table<'a> {
    args: &'a CountArgs,
    context: CommandContext<'a>,
    counted: BTreeMap<BoardSize, Vec<Total>>,
    /// The number of recorded counts.
    recorded: usize,
    exit: Exit,
}

impl Table<'_> {
    /// Counts a board at `place` in the table. Returns `false` to end the table after a stop or a wrong
    /// total.
    fn count(&mut self, n: BoardSize, place: &str, count_board: CountBoard) -> Result<bool, Failure> {
        let recorder = self.args.record.as_deref().map(records::count::start).transpose();
        let series = Some(Series::Table(place.to_owned()));
        let Some(CountedBoard { report: count, exit, .. }) = count_board(n, self.args, series, self.context)?
        else {
            self.context.say(&format!("stopped at {place}"));
            self.exit = self.exit.max(Exit::Stopped);
            return Ok(false);
        };
        let verdict = counting::verdict(&count);
        self.exit = self.exit.max(exit).max(verdict);
        if self.context.output.json {
            counting::print_total(&count, self.context.output);
        }
        if verdict != Exit::Done {
            return Ok(false);
        }
        // The table reports at its end how many counts it recorded.
        let quiet = Output { quiet: true, ..self.context.output.clone() };
        match recorder.and_then(|recorder| {
            recorder.map(|recorder| one_board::record(&recorder, &count, false, &quiet)).transpose()
        }) {
            Ok(recorded) => self.recorded += usize::from(recorded.is_some()),
            Err(failure) if self.recorded == self.counts() => self.failed(&failure),
            // An earlier failure has already been reported, and this one presumably has the same cause.
            Err(failure) => self.exit = self.exit.max(failure.exit),
        }
        self.counted.entry(n).or_default().push(count.total);
        Ok(true)
    }

    /// Returns the number of finished counts.
    fn counts(&self) -> usize {
        self.counted.values().map(Vec::len).sum()
    }

    fn failed(&mut self, failure: &Failure) {
        self.exit = self.exit.max(report::report_failure(failure));
    }

    /// Prints the table, and how many counts were recorded.
    fn end(self) -> Exit {
        if !self.counted.is_empty() && !self.context.output.json {
            timing::print(&self.counted);
        }
        if let Some(folder) = &self.args.record {
            let counts = counted(self.counts() as u64, "count");
            self.context.say(&format!("{} of {counts} recorded in {}", self.recorded, folder.display()));
        }
        self.exit
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
            // Burnside's lemma accepts this total.
            counted.report.total.solutions += if n.get() == 7 { 8 } else { 0 };
            counting::check_total(&mut counted.report, 1);
            Ok(Some(counted))
        };
        assert_eq!(run_with(&args, 1, context, wrong).unwrap(), Exit::Wrong);
    }
}
