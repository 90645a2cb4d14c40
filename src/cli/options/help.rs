//! What the help shows besides the options: the commands in groups, and examples for each.

use clap::Command;

/// A group of commands: its heading, and each command with examples. `help` is clap's own.
type Group = (&'static str, &'static [(&'static str, &'static [&'static str])]);

/// All commands, in the order in which help lists them.
const GROUPS: &[Group] = &[
    (
        "Count",
        &[
            (
                "count",
                &[
                    "queens count 16",
                    "queens count 22 --run twenty-two.run --threads 8 --record",
                    "queens count 8..18 --runs 3",
                ],
            ),
            ("status", &["queens status", "queens status shards --plan plan.json --json"]),
            ("verify", &["queens verify queens-22.run", "queens verify queens-22.run --sample 300 --seed 7"]),
            ("estimate", &["queens estimate 24", "queens estimate 22..27 --threads 64"]),
            ("selftest", &["queens selftest", "queens selftest --json"]),
            ("devices", &["queens devices", "queens devices --json"]),
        ],
    ),
    (
        "Count on many machines",
        &[
            (
                "plan",
                &[
                    "queens plan 22 --shards 1000 -o plan.json",
                    "queens plan 24 --shards 100 --method cross -o n24.plan",
                ],
            ),
            (
                "work",
                &[
                    "queens work plan.json --shards 0-99 --dir shards",
                    "queens work plan.json --shards 7 --dir shards --repair",
                ],
            ),
            (
                "missing",
                &[
                    "queens missing plan.json --dir shards",
                    "queens missing plan.json --dir shards --format slurm",
                ],
            ),
            (
                "merge",
                &[
                    "queens merge plan.json --dir shards",
                    "queens merge plan.json --dir shards --dir more-shards --run n22.run",
                ],
            ),
        ],
    ),
    (
        "Explore",
        &[
            ("list", &["queens list 6", "queens list 8 --fundamental --format board"]),
            ("find", &["queens find 1000000 --seed 1", "queens find --complete 3,-,-,-,-,-,-,-"]),
            ("ladder", &["queens ladder", "queens ladder 8 --json"]),
            ("board", &["queens board -o board.html", "queens board > board.html"]),
        ],
    ),
    ("Publish", &[("publish", &["queens publish", "queens publish --without-others -o public"])]),
    (
        "Help",
        &[
            ("help", &["queens help", "queens help count"]),
            ("man", &["queens man", "queens man -o man1"]),
            ("completions", &["queens completions bash", "queens completions fish"]),
        ],
    ),
];

/// The help of `help`, a command that clap adds only when it parses the command line.
const HELP: &str = "Explain a command and its options";

/// Examples for `command`; for the program itself, examples to begin with.
pub fn examples(command: &str) -> &'static [&'static str] {
    const BEGIN: &[&str] = &["queens count 16", "queens help count"];
    let commands = || GROUPS.iter().flat_map(|(_, commands)| *commands);
    commands().find(|(name, _)| *name == command).map_or(BEGIN, |(_, examples)| examples)
}

/// `program` with its commands in groups, and with examples for each.
pub fn with_groups_and_examples(program: Command) -> Command {
    let header = program.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{header}Options:{header:#}\n{{options}}{{after-help}}",
        list(&program)
    );
    program.help_template(template).mut_subcommands(|command| {
        let examples = format!("Examples:\n  {}", examples(command.get_name()).join("\n  "));
        let more = command.get_after_help().map(|text| format!("\n\n{text}")).unwrap_or_default();
        command.after_help(examples + &more)
    })
}

/// The commands of `program`, a line each under the headings of their groups.
fn list(program: &Command) -> String {
    let styles = program.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::new();
    for (heading, commands) in GROUPS {
        text += &format!("{header}{heading}:{header:#}\n");
        for (name, _) in *commands {
            let about = match program.find_subcommand(name).and_then(Command::get_about) {
                Some(about) => about.to_string(),
                None => HELP.to_owned(),
            };
            text += &format!("  {literal}{name:<11}{literal:#}  {about}\n");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::options::Cli;

    #[test]
    fn every_command_is_in_a_group_and_every_name_in_a_group_is_a_command() {
        let program = Cli::command();
        let mut commands: Vec<_> = program.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<_> =
            GROUPS.iter().flat_map(|(_, commands)| *commands).map(|(name, _)| *name).collect();
        commands.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, commands);
    }

    #[test]
    fn every_command_has_examples_that_the_program_understands() {
        for (_, commands) in GROUPS {
            for (name, examples) in *commands {
                assert!(examples.len() >= 2, "{name}");
                for example in *examples {
                    let typed = example.split(" > ").next().unwrap();
                    assert!(typed.starts_with(&format!("queens {name}")), "{example}");
                    if let Err(error) = Cli::try_parse_from(typed.split(' ')) {
                        assert_eq!(error.exit_code(), 0, "{example}: {error}");
                    }
                }
            }
        }
    }

    #[test]
    fn help_fits_a_terminal_of_80_columns() {
        let mut program = with_groups_and_examples(Cli::command().term_width(80));
        program.build();
        for command in [&program].into_iter().chain(program.get_subcommands()) {
            let mut command = command.clone();
            for text in [command.render_help().to_string(), command.render_long_help().to_string()] {
                for line in text.lines() {
                    assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
                }
            }
        }
    }
}
