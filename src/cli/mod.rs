//! The program `queens`. Each module imports from earlier ones only:
//! `signals -> failure -> settings -> options -> report -> board_page -> commands`.

use std::process::ExitCode;

mod board_page;
mod commands;
mod failure;
mod options;
mod report;
mod settings;
mod signals;

/// Parses the command line, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    commands::run(options::Cli::read()).into()
}
