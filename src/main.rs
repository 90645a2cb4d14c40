//! `queens`: parse, run, one exit point.

mod cli;
mod commands;
mod report;

use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::check_environment().and_then(|()| commands::run(&cli::Cli::read())) {
        Ok(exit) => exit.into(),
        Err(error) => {
            report::error(&error);
            commands::Exit::of(&error).into()
        }
    }
}
