//! The subcommands: settings in, exit code out. `counting` is shared. This file runs the one
//! that was typed.

use crate::cpu;
use crate::options::{self, Command, Unread};
use crate::os;
use crate::output::{Output, ProgressForm};
use crate::report::{self, Ended, event};

mod board;
mod count;
mod counting;
mod estimate;
mod find;
mod ladder;
mod list;
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

/// Runs the command, or prints the requested help or version; reports a failure. A result that could not be
/// written decides the exit code, too.
pub fn run(typed: (Output, Result<Command, Unread>)) -> Exit {
    let exit = run_typed(typed);
    exit.max(report::streams::stdout::exit())
}

fn run_typed((output, command): (Output, Result<Command, Unread>)) -> Exit {
    if output.progress == ProgressForm::Json {
        event::use_json();
    }
    let failure = match command {
        Ok(command) => match run_command(command, &output) {
            Ok(exit) => return exit,
            Err(failure) => reported(failure),
        },
        Err(Unread::Former(failure)) => reported(failure),
        Err(Unread::Clap(requested)) if !requested.use_stderr() => match os::check_stdout() {
            Ok(()) => {
                report::help(&requested);
                return Exit::Done;
            }
            Err(error) => reported(error.into()),
        },
        Err(Unread::Clap(error)) if output.progress == ProgressForm::Json => {
            reported(Failure::of_arguments(&error))
        }
        Err(Unread::Clap(error)) => {
            report::usage(&error);
            Failure::of_arguments(&error)
        }
    };
    if output.json {
        report::print_ended(&Ended::Error(&failure), failure.exit);
    }
    failure.exit
}

fn reported(failure: Failure) -> Failure {
    report::failed(&failure);
    failure
}

fn run_command(command: Command, output: &Output) -> Result<Exit, Failure> {
    // Refuses a wrong QUEENS_CPU: times of another kernel than intended would mislead.
    cpu::limit()?;
    os::check_stdout()?;
    options::check_environment()?;
    if output.json {
        command.check_json()?;
    }
    os::start()?;
    match command {
        Command::Count(args) => count::run(&args, output),
        Command::Status(settings) => status::run(&settings, output),
        Command::Estimate(settings) => estimate::run(&settings, output),
        Command::Verify(settings) => verify::run(&settings, output),
        Command::Plan(settings) => plan::run(&settings, output),
        Command::Work(settings) => work::run(&settings, output),
        Command::Merge(settings) => merge::run(&settings, output),
        Command::Selftest(settings) => selftest::run(&settings, output),
        Command::List(settings) => list::run(&settings, output),
        Command::Find(settings) => find::run(&settings, output),
        Command::Ladder(settings) => ladder::run(settings.n, output),
        Command::Board(settings) => board::run(settings.file, settings.force),
        Command::Publish(settings) => publish::run(&settings, output),
        Command::Completions(settings) => shell::completions(settings.shell),
        Command::Man(settings) => shell::man(settings.folder.as_deref(), settings.force),
    }
}
