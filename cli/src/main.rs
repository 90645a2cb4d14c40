//! The program `queens`, a user of the library `queens` like any other. Each module imports from
//! earlier ones only: `os -> signals -> wrap -> exit -> remedy -> failure -> cpu -> output -> choice ->
//! options -> command_line -> report -> records -> board -> generated -> commands`. A reader who only
//! counts can skip `board` and `generated`.

use std::process::ExitCode;

mod board;
mod choice;
mod command_line;
mod commands;
mod cpu;
mod exit;
mod failure;
mod generated;
mod options;
mod os;
mod output;
mod records;
mod remedy;
mod report;
mod signals;
mod wrap;

fn main() -> ExitCode {
    commands::run(options::Cli::read()).code().into()
}
