//! The subcommands: settings in, exit code out. `counting` is shared. This file runs the one
//! that was typed.

use clap::error::ContextValue;
use queens_format::is_printable;

use crate::cpu;
use crate::options::Command;
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

/// Runs the command, or prints the requested help or version; reports a failure.
pub fn run((output, command): (Output, Result<Command, clap::Error>)) -> Exit {
    if output.progress == ProgressForm::Json {
        event::use_json();
    }
    let failure = match command {
        Err(error) if error.use_stderr() => {
            let failure = Failure::of_arguments(&error);
            // clap shows a value as it was typed, or as the environment has it.
            if output.progress == ProgressForm::Json || !is_harmless(&error) {
                report::failed(&failure);
            } else {
                // A closed stderr changes nothing.
                let _ = error.print();
            }
            failure
        }
        command => match run_or_help(command, &output) {
            Ok(exit) => return exit,
            Err(failure) => {
                report::failed(&failure);
                failure
            }
        },
    };
    if output.json {
        // If stdout cannot take it, stderr already has the failure.
        let _ = report::print_ended(&Ended::Error(&failure), failure.exit);
    }
    failure.exit
}

/// Returns whether all parts of this error are short text that a terminal shows and does not act on.
fn is_harmless(error: &clap::Error) -> bool {
    let is_shown = |text: &String| text.chars().all(is_printable);
    let are_shown = error.context().all(|(_, part)| match part {
        ContextValue::String(text) => is_shown(text),
        ContextValue::Strings(texts) => texts.iter().all(is_shown),
        _ => true,
    });
    let text = error.render().to_string();
    are_shown && text.len() < 4096 && text.lines().all(|line| line.chars().all(is_printable))
}

fn run_or_help(command: Result<Command, clap::Error>, output: &Output) -> Result<Exit, Failure> {
    report::check_stdout()?;
    match command {
        Ok(command) => run_command(command, output),
        Err(requested) => Ok(report::help(&requested).map(|()| Exit::Done)?),
    }
}

fn run_command(command: Command, output: &Output) -> Result<Exit, Failure> {
    // Refuses a wrong QUEENS_CPU: times of another kernel than intended would mislead.
    cpu::limit()?;
    os::start()?;
    match command {
        Command::Count(args) => count::run(&args, output),
        Command::Status(settings) => status::run(&settings, output),
        Command::Estimate(settings) => estimate::run(&settings, output),
        Command::Verify(settings) => verify::run(&settings, output),
        Command::Plan(settings) => plan::run(&settings, output),
        Command::Work(settings) => work::run(&settings, output),
        Command::Merge(settings) => merge::run(&settings, output),
        Command::Selftest => selftest::run(output),
        Command::List(settings) => list::run(&settings, output),
        Command::Find(settings) => find::run(&settings, output),
        Command::Ladder(settings) => ladder::run(settings.n, output),
        Command::Board(settings) => board::run(settings.file, settings.force),
        Command::Publish(settings) => publish::run(&settings, output),
        Command::Completions(settings) => shell::completions(settings.shell),
        Command::Man(settings) => shell::man(settings.folder.as_deref(), settings.force),
    }
}
