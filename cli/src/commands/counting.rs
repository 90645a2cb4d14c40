//! Code shared by the counting commands, for reporting stops and checking totals.

use std::path::{Path, PathBuf};

use queens::PreparedCount;
use queens::board::BoardSize;
use queens::check::plausibility::Check;
use queens::cluster::{ClusterError, ShardDirectories, ShardedPlan};
use queens::count::Outcome;
use queens::run::Total;
use queens_format::wire::natural::Natural;
use queens_format::{bytes, counted, grouped};

use super::{Exit, Failure};
use crate::advice::{self, Doing};
use crate::os;
use crate::output::Output;
use crate::report::progress::ProgressDisplay;
use crate::report::result::CountReport;
use crate::report::{self, StoppedCount};
use crate::signals::Signals;

/// A running command's signals and output settings.
#[derive(Clone, Copy)]
pub struct CommandContext<'a> {
    pub signals: &'a Signals,
    pub output: &'a Output,
}

impl CommandContext<'_> {
    pub fn say(self, text: &str) {
        report::say(self.output, text);
    }

    pub fn display(self) -> ProgressDisplay {
        ProgressDisplay::new(self.output, self.signals)
    }
}

/// Prints that a command was stopped while it was not counting.
pub fn print_stopped_between(when: &str, output: &Output) {
    report::say(output, when);
    if output.json {
        report::print_stopped(None);
    }
}

/// Prints that a count of `units` units was stopped. If the count was saved, `saved` contains its run
/// directory and the command that resumes it, if any. For a shard, the directory is the one with all shards.
/// If nothing was saved, `saved` is the reason. [`report::resume_hint`] explains `fresh`.
pub fn print_stopped(
    outcome: &Outcome,
    units: u64,
    shard: Option<u64>,
    saved: Result<(&Path, Option<String>), &'static str>,
    fresh: bool,
    output: &Output,
) {
    let stopped = StoppedCount {
        shard,
        units_done: outcome.sums().units,
        units,
        solutions_so_far: Natural(outcome.sums().solutions),
        directory: saved.as_ref().ok().map(|(directory, _)| directory.display().to_string()),
        is_moved: saved.as_ref().is_ok_and(|(directory, _)| !directory.exists()),
        is_partly_saved: outcome.save_error.is_some(),
        reason_unsaved: saved.as_ref().err().copied().unwrap_or_default(),
        resume_command: saved.ok().and_then(|(_, command)| command),
        fresh,
    };
    report::say(output, &stopped.text());
    if output.json {
        report::print_stopped(Some(&stopped));
    }
}

/// Runs all checks that apply to this board's total, on `threads` threads.
pub fn check_total(count: &mut CountReport, threads: usize) {
    let Total { n, solutions, .. } = count.total;
    count.checks = Check::all_of_total(n, solutions, threads);
}

/// Reports an error if the total failed a check. A wrong total is never presented as a result.
pub fn verdict(count: &CountReport) -> Exit {
    let Total { n, solutions, .. } = count.total;
    report_if_wrong(n, solutions, &count.checks, count.directory.as_deref())
}

/// Reports an error if `solutions` failed any of the `checks`. `run` is the directory that contains all
/// units, if known.
pub fn report_if_wrong(n: BoardSize, solutions: u128, checks: &[Check], run: Option<&Path>) -> Exit {
    let failed: Vec<_> = checks.iter().filter(|check| !check.passed()).map(Check::to_string).collect();
    if failed.is_empty() {
        return Exit::Done;
    }
    report::print_error(&format!(
        "{} solutions cannot be right for N = {n}: {}; do not use this total; {}",
        grouped(solutions),
        failed.join(", and "),
        run.map_or_else(|| advice::SAVE_THE_UNITS.to_owned(), |run| advice::of_wrong_count(run, "", None))
    ));
    Exit::Wrong
}

/// Prints a total on stdout. If that fails, prints it on stderr, so that the total is not lost.
pub fn print_total(count: &CountReport, output: &Output) {
    say_unless_printed(count, count.print(output));
}

/// Like [`print_total`], but for `queens merge`.
pub fn print_merged_total(count: &CountReport, output: &Output) {
    say_unless_printed(count, count.print_merge(output));
}

fn say_unless_printed(count: &CountReport, is_printed: bool) {
    if !is_printed {
        report::print_error(&format!("N = {} has {} solutions", count.total.n, count.total.solutions));
    }
}

/// Warns before a count if its threads may need more memory than is available, and says how many threads
/// would fit. The count starts anyway, because memory may be freed and large units may be rare.
pub fn say_memory(ready: &PreparedCount, output: &Output) {
    let Some(available) = os::available_memory() else { return };
    let needed = ready.memory();
    if ready.total().is_some() || needed <= available {
        return;
    }
    let advice = match ready.max_threads(available) {
        0 => "free some, or count on another machine".to_owned(),
        fit => format!("--threads {fit} would fit"),
    };
    let threads = counted(ready.threads() as u64, "thread");
    let take = if ready.threads() == 1 { "takes" } else { "take" };
    let [needed, available] = [needed, available].map(bytes);
    report::say(
        output,
        &format!("{threads} {take} up to {needed} of memory, but only {available} are available: {advice}"),
    );
}

pub fn read_plan(path: &Path) -> Result<ShardedPlan, Failure> {
    ShardedPlan::read(path).map_err(Failure::when(Doing::ReadingPlan))
}

/// Looks for a plan's shards in `directories`.
pub fn scan(
    sharded: &ShardedPlan,
    doing: Doing<'_>,
    directories: &[PathBuf],
) -> Result<ShardDirectories, Failure> {
    ShardDirectories::scan(sharded, directories).map_err(Failure::when(doing))
}

/// Reports problems with a plan's shards. Returns the worst exit code.
pub fn all_failed(problems: impl IntoIterator<Item = ClusterError>, doing: Doing<'_>) -> Exit {
    let exits = problems.into_iter().map(|problem| report::report_failure(&Failure::when(doing)(problem)));
    exits.fold(Exit::Done, Exit::max)
}
