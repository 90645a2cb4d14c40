//! The subcommands. This file runs the command that the user typed. Several commands share `counting`.

use crate::cpu;
use crate::options::{Command, Unread};
use crate::os;
use crate::output::{Output, ProgressFormat};
use crate::report::{self, event};

mod count;
mod counting;
mod estimate;
#[cfg(feature = "explore")]
mod explore;
mod merge;
mod one_board;
mod plan;
mod publish;
mod selftest;
mod shell;
mod status;
mod table;
mod verify;
mod work;

pub use super::exit::Exit;
pub use super::failure::Failure;

/// Runs the command, or prints the requested help or version, and reports any failure. The exit code also
/// covers a failure to write the result to stdout.
pub fn run(typed: (Output, Result<Command, Unread>)) -> Exit {
    let exit = run_typed(typed);
    exit.max(report::streams::stdout::exit())
}

fn run_typed((output, command): (Output, Result<Command, Unread>)) -> Exit {
    if output.progress == ProgressFormat::Json {
        event::use_json();
    }
    let failure = match command {
        Ok(command) => match run_command(command, &output) {
            Ok(exit) => return exit,
            Err(failure) => reported(failure),
        },
        Err(Unread::Help(text)) if text.use_stderr() => {
            report::help(&text, &output);
            Failure::usage("no command was given")
        }
        Err(Unread::Help(text)) => match os::check_stdout() {
            Ok(()) => {
                report::help(&text, &output);
                return Exit::Done;
            }
            Err(error) => reported(error.into()),
        },
        Err(Unread::Wrong(failure)) => reported(failure),
    };
    if output.json {
        report::print_failed(&failure);
    }
    failure.exit
}

fn reported(failure: Failure) -> Failure {
    report::report_failure(&failure);
    failure
}

fn run_command(command: Command, output: &Output) -> Result<Exit, Failure> {
    // Reject an invalid QUEENS_CPU, because timing an unintended kernel would be misleading.
    cpu::limit()?;
    os::check_stdout()?;
    if output.json {
        command.check_json()?;
    }
    os::start()?;
    match command {
        Command::Count(args) => count::run(&args, output),
        Command::Status(args) => status::run(&args, output),
        Command::Estimate(args) => estimate::run(&args, output),
        Command::Verify(args) => verify::run(&args, output),
        Command::Plan(args) => plan::run(&args, output),
        Command::Work(args) => work::run(&args, output),
        Command::Merge(args) => merge::run(&args, output),
        Command::Selftest(args) => selftest::run(&args, output),
        #[cfg(feature = "explore")]
        Command::Explore(command) => explore::run(command, output),
        Command::Publish(args) => publish::run(&args, output),
        Command::Completions(args) => shell::completions(args.shell),
        Command::Man(args) => shell::man(args.folder.as_deref(), args.force),
    }
}
