//! The subcommands: validated options in, exit code out. `counting` and `command_line` are shared.

use crate::cli::options::{Cli, Command};
use crate::cli::report::{self, Ended, event};
use crate::cli::settings::ProgressForm;
use crate::cli::signals;
use crate::methods::cpu;

mod board;
mod board_count;
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
pub fn run(cli: Result<Cli, clap::Error>) -> Exit {
    let as_json = cli.as_ref().is_ok_and(|cli| cli.command.output().json);
    let outcome = report::check_stdout().map_err(Failure::from).and_then(|()| match cli {
        Ok(cli) => run_command(&cli),
        Err(asked) => Ok(report::help(&asked).map(|()| Exit::Done)?),
    });
    outcome.unwrap_or_else(|failure| {
        let exit = report::failed(&failure);
        if as_json {
            // Without a stdout that takes it, stderr has the failure all the same.
            let _ = report::print_ended(&Ended::Error(&failure.fields()), exit);
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
