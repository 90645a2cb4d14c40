//! The program `queens`. Each module imports from earlier ones only: `signals -> text -> exit ->
//! remedy -> failure -> output -> options -> records -> report -> board -> generated -> publish
//! -> commands`. A reader who only counts can pass by `board`, `generated` and `publish`.

use std::process::ExitCode;

mod board;
mod commands;
mod exit;
mod failure;
mod generated;
mod options;
mod output;
mod publish;
mod records;
mod remedy;
mod report;
mod signals;
mod text;

/// Parses the command line, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    commands::run(options::Cli::read()).into()
}
