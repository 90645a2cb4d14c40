//! `queens completions` and `queens man`: what shells and readers of manuals want, from the definition of the command
//! line itself.

use anyhow::Context;
use clap::CommandFactory;

use super::{Exit, manual};
use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::report;

pub fn completions(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "queens", &mut text);
    report::to_stdout(|out| out.write_all(&text))?;
    Ok(Exit::Done)
}

pub fn man(args: &ManArgs) -> anyhow::Result<Exit> {
    // A manual is for every machine: without the kernels of this one.
    let command = Cli::command().long_version(None);
    match &args.folder {
        Some(folder) => {
            let write = || {
                std::fs::create_dir_all(folder)?;
                manual::pages(command)?
                    .iter()
                    .try_for_each(|(name, page)| std::fs::write(folder.join(name), page))
            };
            write().with_context(|| format!("cannot write manual pages into {}", folder.display()))?;
        }
        None => report::to_stdout(|out| out.write_all(&manual::page(&command)?))?,
    }
    Ok(Exit::Done)
}
