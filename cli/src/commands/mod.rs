//! The subcommands: settings in, exit code out. `counting` and `command_line` are shared. This file
//! runs the one that was typed.

use queens::methods;

use crate::options::Command;
use crate::os;
use crate::output::{Output, ProgressForm};
use crate::report::{self, Ended, event};

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
mod repair;
mod selftest;
mod shell;
mod status;
mod table;
mod verify;
mod work;

pub use super::exit::Exit;
pub use super::failure::Failure;

/// Runs the command, or prints the requested help or version; reports a failure.
pub fn run(cli: Result<(Command, Output), clap::Error>) -> Exit {
    let as_json = cli.as_ref().is_ok_and(|(_, output)| output.json);
    let outcome = report::check_stdout().map_err(Failure::from).and_then(|()| match cli {
        Ok((command, output)) => run_command(command, &output),
        Err(asked) => Ok(report::help(&asked).map(|()| Exit::Done)?),
    });
    outcome.unwrap_or_else(|failure| {
        let exit = report::failed(&failure);
        if as_json {
            // Without a stdout that takes it, stderr has the failure all the same.
            let _ = report::print_ended(&Ended::Error(&failure), exit);
        }
        exit
    })
}

fn run_command(command: Command, output: &Output) -> Result<Exit, Failure> {
    if output.progress == ProgressForm::Json {
        event::use_json();
    }
    // A count with another kernel than intended would mislead.
    methods::check_environment()?;
    os::start()?;
    match command {
        Command::Count(args) => count::run(args.settings()?, output),
        Command::Status(settings) => status::run(settings, output),
        Command::Estimate(settings) => estimate::run(&settings, output),
        Command::Verify(settings) => verify::run(&settings, output),
        Command::Plan(settings) => plan::run(&settings, output),
        Command::Work(settings) => work::run(&settings, output),
        Command::Missing(settings) => missing::run(&settings, output),
        Command::Merge(settings) => merge::run(&settings, output),
        Command::Selftest(_) => selftest::run(output),
        Command::Devices(_) => devices::run(output),
        Command::List(settings) => list::run(&settings, output),
        Command::Find(settings) => find::run(&settings, output),
        Command::Ladder(settings) => ladder::run(settings.n, output),
        Command::Board(settings) => board::run(settings.file, settings.force),
        Command::Publish(settings) => publish::run(&settings, output),
        Command::Completions(settings) => shell::completions(settings.shell),
        Command::Man(settings) => shell::man(settings.folder.as_deref(), settings.force),
    }
}
