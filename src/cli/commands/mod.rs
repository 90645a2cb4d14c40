//! The subcommands: settings in, exit code out. `counting` and `command_line` are shared. Only this
//! file sees what clap has read.

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
        Ok(cli) => run_command(cli.command),
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

fn run_command(command: Command) -> Result<Exit, Failure> {
    let output = &command.output();
    if output.progress == ProgressForm::Json {
        event::use_json();
    }
    // A count with another kernel than intended would mislead.
    cpu::check_environment()?;
    signals::let_large_writes_fail()?;
    match command {
        Command::Count(args) => count::run(args.settings()?, output),
        Command::Status(args) => status::run(args.settings(), output),
        Command::Estimate(args) => estimate::run(args.settings()?, output),
        Command::Verify(args) => verify::run(&args.settings(), output),
        Command::Plan(args) => plan::run(&args.settings()?, output),
        Command::Work(args) => work::run(args.settings()?, output),
        Command::Missing(args) => missing::run(&args.plan, &args.dirs, args.format, output),
        Command::Merge(args) => merge::run(&args.settings(), output),
        Command::Selftest(_) => selftest::run(output),
        Command::Devices(_) => devices::run(output),
        Command::List(args) => list::run(args.settings(), output),
        Command::Find(args) => find::run(&args.settings()?, output),
        Command::Ladder(args) => ladder::run(args.n, output),
        Command::Board(args) => board::run(args.file, args.force),
        Command::Publish(args) => publish::run(&args.settings(), output),
        Command::Completions(args) => shell::completions(args.shell),
        Command::Man(args) => shell::man(args.folder.as_deref(), args.force),
    }
}
