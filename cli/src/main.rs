//! The program `queens`, a user of the library `queens` like any other. Each module imports from earlier ones
//! only: `solutions -> ladder -> os -> exit -> signals -> failure -> cpu -> output -> choice ->
//! options -> typed -> report -> records -> board -> generated -> commands`. A reader who only counts can
//! skip `solutions`, `ladder`, `board` and `generated`.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests open files as other programs do"))]

use std::process::ExitCode;

mod board;
mod choice;
mod commands;
mod cpu;
mod exit;
mod failure;
mod generated;
mod ladder;
mod options;
mod os;
mod output;
mod records;
mod report;
mod signals;
mod solutions;
mod typed;

fn main() -> ExitCode {
    report::streams::stderr::start();
    let exit = commands::run(options::Cli::read());
    report::streams::stderr::finish();
    exit.code().into()
}
