//! The program `queens`: parses the command line, runs the command, and exits in one place.

mod cli;

use std::process::ExitCode;

use cli::{commands, options, report};

fn main() -> ExitCode {
    match commands::check_environment().and_then(|()| commands::run(options::Cli::read())) {
        Ok(exit) => exit.into(),
        Err(error) => {
            report::failure(&error.to_string());
            commands::Exit::from(error.kind()).into()
        }
    }
}
