//! The program `queens`, which uses the library `queens` like any other user. Each module imports from
//! earlier ones only: `solutions -> ladder -> os -> exit -> signals -> failure -> cpu -> output -> program ->
//! suggested_commands -> options -> report -> records -> board -> generated_files -> commands`. A reader who
//! only counts can skip `solutions`, `ladder`, `board` and `generated_files`.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests open files as other programs do"))]

use std::process::ExitCode;

mod board;
mod commands;
mod cpu;
mod exit;
mod failure;
mod generated_files;
mod ladder;
mod options;
mod os;
mod output;
mod program;
mod records;
mod report;
mod signals;
mod solutions;
mod suggested_commands;

fn main() -> ExitCode {
    report::streams::stderr::start();
    let exit = commands::run(options::Cli::read());
    report::streams::stderr::finish();
    exit.code().into()
}
