//! Completions for shells: the scripts of clap_complete.

use clap::{Command, CommandFactory, ValueHint};
use clap_complete::Shell;

use super::Cli;

/// The script that makes `shell` complete the commands, options and values of the program.
pub fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_hints(Cli::command()), "queens", &mut script);
    // With two colons, zsh would take the rest of the command line for boards and offer no option.
    String::from_utf8_lossy(&script).replace("'*::boards", "'*:boards")
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
