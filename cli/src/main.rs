//! The program `queens`, which uses the library `queens` like any other user.
//!
//! Each module imports only earlier ones: `os -> exit -> signals -> suggested_commands -> advice -> failure
//! -> usage -> cpu -> output -> program -> options -> report -> records -> generated_files -> commands`.
//!
//! To understand counting, you can skip `generated_files` and the modules named `explore` in `options`,
//! `commands` and `report`. The `explore` modules contain the commands built on the package `queens-explore`,
//! and exist only with the feature `explore`.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests open files as other programs do"))]

use std::process::ExitCode;

mod advice;
mod commands;
mod cpu;
mod exit;
mod failure;
mod generated_files;
mod options;
mod os;
mod output;
mod program;
mod records;
mod report;
mod signals;
mod suggested_commands;
mod usage;

fn main() -> ExitCode {
    report::streams::stderr::start();
    let exit = commands::run(options::Cli::read());
    report::streams::stderr::finish();
    exit.code().into()
}
