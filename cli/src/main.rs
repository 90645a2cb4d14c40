//! The program `queens`, which uses the library `queens` like any other user. Each module imports from
//! earlier ones only: `os -> exit -> signals -> suggested_commands -> advice -> failure -> usage -> cpu ->
//! output -> program -> options -> report -> records -> generated_files -> commands`. A reader who only
//! counts can skip `generated_files`, and the modules `explore` of options, commands and report: they belong
//! to the commands that are made of the package `queens-explore`, and are omitted without the feature
//! `explore`.
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
