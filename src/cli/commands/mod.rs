//! The subcommands: validated options in, exit code out. `counting` and `command_line` are shared.

use std::process::ExitCode;

use crate::cli::options::{Cli, Command};
use crate::cli::report::{self, Ended, event};
use crate::cli::settings::ProgressForm;
use crate::cli::signals;
use crate::cluster;
use crate::methods::cpu;
use crate::remedy::ErrorKind;

mod board;
mod command_line;
mod count;
mod counting;
mod devices;
mod estimate;
mod find;
mod ladder;
mod list;
mod manual;
mod merge;
mod missing;
mod plan;
mod publish;
mod selftest;
mod shell;
mod status;
mod table;
mod verify;
mod work;

pub use super::failure::Failure;

/// The exit code of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// All is done.
    Done = 0,
    /// It could not be done.
    Failed = 1,
    /// The arguments are wrong, or contradict each other.
    Usage = 2,
    /// It was stopped before the end.
    Stopped = 3,
    /// A count or a saved file is wrong.
    Wrong = 4,
    /// Another process holds the run directory.
    Locked = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Request => Self::Usage,
            ErrorKind::Wrong => Self::Wrong,
            ErrorKind::InUse => Self::Locked,
            ErrorKind::Obstacle => Self::Failed,
        }
    }
}

impl Exit {
    /// The one that matters more of two: a wrong count before an error, an error before a stop, and
    /// so on down.
    fn or_worse(self, other: Self) -> Self {
        let weight = |exit| match exit {
            Self::Done => 0,
            Self::Locked => 1,
            Self::Stopped => 2,
            Self::Usage => 3,
            Self::Failed => 4,
            Self::Wrong => 5,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

/// Runs the command, or prints the requested help or version; reports a failure.
pub fn run(cli: Result<Cli, clap::Error>) -> Exit {
    let as_json = cli.as_ref().is_ok_and(|cli| cli.command.output().json);
    let outcome = report::check_stdout().map_err(Failure::from).and_then(|()| match cli {
        Ok(cli) => run_command(&cli),
        Err(asked) => Ok(report::help(&asked).map(|()| Exit::Done)?),
    });
    outcome.unwrap_or_else(|failure| {
        let exit = report_one(&failure);
        if as_json {
            // Without a stdout that takes it, stderr has the failure all the same.
            let _ = report::print_ended(&Ended::Error(&failure.fields()), exit as u8);
        }
        exit
    })
}

fn run_command(cli: &Cli) -> Result<Exit, Failure> {
    let output = &cli.command.output();
    if output.progress == ProgressForm::Json {
        event::use_json();
    }
    // A count with another kernel than intended would mislead.
    cpu::check_environment()?;
    signals::let_large_writes_fail()?;
    match &cli.command {
        Command::Count(args) => count::run(args, output),
        Command::Status(args) => status::run(args, output),
        Command::Estimate(args) => estimate::run(args, output),
        Command::Verify(args) => verify::run(args, output),
        Command::Plan(args) => plan::run(args, output),
        Command::Work(args) => work::run(args, output),
        Command::Missing(args) => missing::run(args, output),
        Command::Merge(args) => merge::run(args, output),
        Command::Selftest(_) => selftest::run(output),
        Command::Devices(_) => devices::run(output),
        Command::List(args) => list::run(args, output),
        Command::Find(args) => find::run(args, output),
        Command::Ladder(args) => ladder::run(args, output),
        Command::Board(args) => board::run(args),
        Command::Publish(args) => publish::run(&args.settings(), output),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
    }
}

/// Reports a failure and returns its exit code.
fn report_one(failure: &Failure) -> Exit {
    report::failure(&failure.text());
    failure.kind().into()
}

/// Reports the problems of several shards. The exit code is that of the worst.
fn report_all(problems: Vec<cluster::Error>) -> Exit {
    let exits = problems.into_iter().map(|problem| report_one(&problem.into()));
    exits.fold(Exit::Done, Exit::or_worse)
}

#[cfg(test)]
mod tests {
    use super::Exit::*;

    #[test]
    fn of_two_exits_the_one_that_matters_more_is_kept() {
        let order = [Done, Locked, Stopped, Usage, Failed, Wrong];
        for (i, first) in order.into_iter().enumerate() {
            for (j, second) in order.into_iter().enumerate() {
                assert_eq!(first.or_worse(second), order[i.max(j)], "{first:?}, then {second:?}");
            }
        }
    }
}
