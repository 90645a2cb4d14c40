use clap::{CommandFactory, Parser};

use super::*;
use crate::options::Cli;

fn program() -> Command {
    let mut program = Cli::command();
    program.build();
    program
}

#[test]
fn groups_have_the_commands_in_their_order() {
    let program = Cli::command();
    let names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
    let grouped = GROUPS.iter().flat_map(|(_, examples)| super::names(examples));
    assert_eq!(grouped.filter(|name| *name != "help").collect::<Vec<_>>(), names);
}

#[test]
fn examples_of_every_command_parse() {
    for command in Cli::command().get_subcommands() {
        assert!(examples(command).len() >= 2, "{}", command.get_name());
    }
    for example in GROUPS.iter().flat_map(|(_, examples)| *examples) {
        let typed = example.split(" > ").next().unwrap();
        if let Err(error) = Cli::try_parse_from(typed.split(' ')) {
            assert_eq!(error.exit_code(), 0, "{example}: {error}");
        }
    }
}

#[test]
fn documents_every_environment_variable() {
    for command in program().get_subcommands() {
        for variable in command.get_arguments().filter_map(clap::Arg::get_env) {
            assert!(ENVIRONMENT.iter().any(|(name, _)| variable == *name), "{variable:?}");
        }
    }
}

#[test]
fn document_matches_the_help() {
    let document = include_str!("../../../../docs/commands.md");
    let program = program();
    let mut rows = Vec::new();
    let is_listed = |command: &&Command| command.get_name() != "help";
    for command in program.get_subcommands().filter(is_listed) {
        rows.push(format!("| `{}` | {} |", examples(command)[0], command.get_about().unwrap()));
    }
    rows.extend(ENVIRONMENT.iter().map(|(name, meaning)| format!("| `{name}` | {meaning} |")));
    rows.extend(EXIT_CODES.iter().map(|(code, meaning)| format!("| {code} | {meaning} |")));
    for row in rows {
        assert!(document.lines().any(|line| line == row), "docs/commands.md lacks the line\n{row}");
    }
}
