//! The program `queens`: parses the command line, runs the command, and exits in one place.

mod cli;

use std::process::ExitCode;

use cli::{commands, options};

fn main() -> ExitCode {
    match commands::check_environment().and_then(|()| commands::run(options::Cli::read())) {
        Ok(exit) => exit.into(),
        Err(failure) => commands::report_one(&failure).into(),
    }
}
