//! `queens`: parse, run, one exit point.

mod cli;
mod commands;
mod report;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match commands::run(&cli) {
        Ok(exit) => exit.into(),
        Err(error) => {
            report::error(&error);
            commands::Exit::of(&error).into()
        }
    }
}
