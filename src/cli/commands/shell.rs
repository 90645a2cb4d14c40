//! `queens completions` and `queens man`: shell completions and manual pages, generated from the
//! definition of the command line.

use clap::CommandFactory;

use super::{Exit, Failure, manual};
use crate::cli::options::{Cli, CompletionsArgs, ManArgs};
use crate::cli::report::{self, ours};

pub fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "queens", &mut text);
    report::to_stdout(|out| out.write_all(&text))?;
    Ok(Exit::Done)
}

pub fn man(args: &ManArgs) -> Result<Exit, Failure> {
    // A manual is for every machine: omit the kernels of this one.
    let command = Cli::command().long_version(None);
    match &args.folder {
        Some(folder) => ours::fill(folder, manual::pages(command)?, args.force)?,
        None => report::to_stdout(|out| out.write_all(&manual::page(&command)?))?,
    }
    Ok(Exit::Done)
}
