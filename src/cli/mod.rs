//! The program `queens`. Each module imports from earlier ones only:
//! `signals -> settings -> options -> report -> board_page -> commands`.

use std::process::ExitCode;

mod board_page;
mod commands;
mod options;
mod report;
mod settings;
mod signals;

/// Parses the command line, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    match commands::run(options::Cli::read()) {
        Ok(exit) => exit.into(),
        Err(failure) => commands::report_one(&failure).into(),
    }
}
