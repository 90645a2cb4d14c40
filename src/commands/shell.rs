//! `queens completions` and `queens man`: what shells and readers of manuals want, from the definition of the command
//! line itself.

use anyhow::Context;
use clap::CommandFactory;

use super::Exit;
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
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder))
                .with_context(|| format!("cannot write manual pages into {}", folder.display()))?;
        }
        None => report::to_stdout(|out| clap_mangen::Man::new(command).render(out))?,
    }
    Ok(Exit::Done)
}
