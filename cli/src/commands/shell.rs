//! `queens completions` and `queens man`: shell completions and manual pages, generated from the
//! definition of the command line.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{self, Stdio};

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Exit, Failure, manual};
use crate::options::{Cli, completion};
use crate::{generated, report};

pub fn completions(shell: Shell) -> Result<Exit, Failure> {
    report::to_stdout(|out| out.write_all(completion::script(shell).as_bytes()))?;
    Ok(Exit::Done)
}

pub fn man(folder: Option<&Path>, force: bool) -> Result<Exit, Failure> {
    // A manual is for every machine: omit the kernels of this one.
    let command = Cli::command().long_version(None);
    match folder {
        Some(folder) => generated::fill(folder, manual::pages(command)?, force)?,
        None if io::stdout().is_terminal() => show(&manual::page(&command)?)?,
        None => report::to_stdout(|out| out.write_all(&manual::page(&command)?))?,
    }
    Ok(Exit::Done)
}

/// The alternative to a program that shows manual pages.
const INSTEAD: &str = "`queens help` shows the same text";

/// Shows a page on a terminal, with the program that shows manual pages.
fn show(page: &[u8]) -> Result<(), Failure> {
    let man = process::Command::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn();
    let mut man = man.map_err(Failure::of(|| format!("cannot start man ({INSTEAD})")))?;
    // Whoever leaves the page early has seen enough.
    let _ = man.stdin.take().map(|mut stdin| stdin.write_all(page));
    if man.wait()?.success() {
        Ok(())
    } else {
        Err(Failure::obstacle(format!("man cannot show the page: {INSTEAD}")))
    }
}
