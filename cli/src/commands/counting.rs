//! Code shared by the commands that count: stops before or during a count, and the checks of
//! a total.

use std::path::{Path, PathBuf};

use queens::check::estimate::Estimate;
use queens::check::known;
use queens::check::plausibility::Check;
use queens::cluster::{ClusterError, ShardDirectories, ShardedPlan};
use queens::count::Outcome;
use queens::run::{Host, RunError};
use queens_format::grouped;

use super::{Exit, Failure};
use crate::output::Output;
use crate::report::progress::ProgressDisplay;
use crate::report::result::CountReport;
use crate::report::{self, Ended, Stopped};
use crate::signals::Signals;
use crate::typed;

/// The signals that may reach a command while it runs, and its output settings.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    pub signals: &'a Signals,
    pub output: &'a Output,
}

impl Session<'_> {
    /// Prints a notice.
    pub fn say(self, text: &str) {
        report::say(self.output, text);
    }

    /// Makes a display for the progress of a count.
    pub fn display(self) -> ProgressDisplay {
        ProgressDisplay::new(self.output, self.signals)
    }
}

/// Prints that a command was stopped between units.
pub fn print_stopped_between(when: &str, output: &Output) {
    report::say(output, &format!("{when}; {}", report::again()));
    if output.json {
        // If stdout cannot take it, stderr has already said it.
        let _ = report::print_ended(&Ended::Between { resume_command: None }, Exit::Stopped);
    }
}

/// Prints that a count of `units` units was stopped. `saved` is the directory (of all shards, if this was a
/// shard) and the command that resumes the count, if one does; or the reason why nothing was saved.
pub fn print_stopped(
    outcome: &Outcome,
    units: u64,
    shard: Option<u64>,
    saved: Result<(&Path, Option<String>), &'static str>,
    output: &Output,
) -> Result<(), Failure> {
    let stopped = Stopped {
        shard,
        units_done: outcome.sums().units,
        units,
        solutions_so_far: outcome.solutions().to_string(),
        directory: saved.as_ref().ok().map(|(directory, _)| directory.display().to_string()),
        unsaved: saved.as_ref().err().copied().unwrap_or_default(),
        resume_command: saved.ok().and_then(|(_, command)| command),
    };
    report::say(output, &stopped.text());
    if output.json {
        report::print_ended(&Ended::Stopped(&stopped), Exit::Stopped)?;
    }
    Ok(())
}

/// The seed of the estimates about a count: always the same, so that they can be repeated.
pub const SEED: u64 = 1;

/// Makes every check of a total that its board allows. If no value is known, the total is compared
/// with an estimate, which does not depend on how the board was counted. That adds a few seconds to
/// a count that took months.
pub fn check_total(count: &mut CountReport) -> Result<(), Failure> {
    let n = count.total.n;
    let solutions = count.total.solutions;
    count.checks = Check::of_total(n, solutions);
    if known::solutions(n).is_none() {
        let estimated = Estimate::of_solutions(n, Host::cores(), SEED)?;
        count.checks.push(Check::Estimate { solutions, estimated });
    }
    Ok(())
}

/// Reports a total that failed a check, which is never passed off as a result.
pub fn verdict(count: &CountReport) -> Exit {
    let failed: Vec<String> =
        count.failed_checks().map(|check| format!("{}: {check}", check.name())).collect();
    if failed.is_empty() {
        return Exit::Done;
    }
    let verify = match &count.directory {
        Some(directory) => format!("`{}` names the wrong units", typed::verify_all(directory)),
        None => {
            "save the units with --run DIR: `queens verify DIR --sample 100%` names the wrong ones".to_owned()
        }
    };
    report::failure(&format!(
        "{} solutions cannot be right for N = {}: do not use this total ({}). \
         Run `queens selftest`; if that passes, either the hardware or this program is at fault, and {verify}",
        grouped(count.total.solutions),
        count.total.n,
        failed.join("; ")
    ));
    Exit::Wrong
}

/// The failure of a ledger in `directory` that contradicts itself.
pub fn with_drop(error: RunError, directory: &Path) -> Failure {
    let drop = typed::verify_and_drop(directory);
    Failure::from(error)
        .with(format!("`{drop}` drops both lines, and the next count of the run counts the unit again"))
}

/// Reads a plan file.
pub fn read_plan(path: &Path) -> Result<ShardedPlan, Failure> {
    ShardedPlan::read(path).map_err(|error| {
        let is_lost = !path.exists();
        let failure = Failure::from(error);
        if is_lost { failure.with("queens plan writes plans: give the path of one") } else { failure }
    })
}

/// Looks for the shards of a plan in `directories`.
pub fn scan(sharded: &ShardedPlan, directories: &[PathBuf]) -> Result<ShardDirectories, Failure> {
    ShardDirectories::scan(sharded, directories).map_err(|error| {
        let is_lost = directories.iter().any(|directory| !directory.exists());
        let failure = Failure::from(error);
        if is_lost {
            failure.with("name the directory that queens work was given with --dir")
        } else {
            failure
        }
    })
}

/// Reports the problems of several shards. The worst decides the exit code.
pub fn all_failed(problems: Vec<ClusterError>) -> Exit {
    let exits = problems.into_iter().map(|problem| report::failed(&problem.into()));
    exits.fold(Exit::Done, Exit::max)
}
