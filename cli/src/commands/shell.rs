//! `queens completions` and `queens man`: shell completions and manual pages, generated from the
//! definition of the command line.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{self, Stdio};

use clap::{Command, CommandFactory, ValueHint};
use clap_complete::Shell;

use super::{Exit, Failure, manual};
use crate::options::Cli;
use crate::{generated, report};

/// Prints the script that makes `shell` complete the commands, options and values of the program.
pub fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_hints(Cli::command()), "queens", &mut script);
    // With two colons, zsh would take the rest of the command line for boards and offer no option.
    let script = String::from_utf8_lossy(&script).replace("'*::boards", "'*:boards");
    // Bash would insert the dash that all options of a command begin with, and offer no file.
    let script = script.replace(r#"-W "${opts}" --"#, r#"-W "${opts}" -X "${cur:+#}-*" --"#);
    report::to_stdout(|out| out.write_all(script.as_bytes()))?;
    Ok(Exit::Done)
}

/// Adds hints that the numbers, times and names of `program` are not files, because bash completes
/// files wherever it has no hint.
fn with_hints(program: Command) -> Command {
    program.mut_subcommands(|command| {
        command.mut_args(|argument| {
            let is_free = argument.get_action().takes_values() && argument.get_possible_values().is_empty();
            match argument.get_value_hint() {
                ValueHint::Unknown if is_free => argument.value_hint(ValueHint::Other),
                _ => argument,
            }
        })
    })
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
