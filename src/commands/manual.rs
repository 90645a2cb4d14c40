//! The sections of the manual that the definition of the command line does not give: how a command ends, what it listens to,
//! which files it keeps, and examples.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;

/// Every command, with what it keeps and what is typed to use it.
const COMMANDS: &[(&str, Files, &[&str])] = &[
    ("queens", Files::Run, &["queens count 16", "queens help count"]),
    ("count", Files::Run, &["queens count 16", "queens count 22 --run twenty-two.run --threads 8 --record"]),
    ("status", Files::Run, &["queens status", "queens status shards --plan plan.json --json"]),
    ("estimate", Files::None, &["queens estimate 24", "queens estimate 22..27 --threads 64"]),
    (
        "verify",
        Files::Run,
        &["queens verify queens-22.run", "queens verify queens-22.run --sample 300 --seed 7"],
    ),
    ("plan", Files::Plan, &["queens plan 22 --shards 1000 -o plan.json"]),
    ("work", Files::Plan, &["queens work plan.json --shards 0-99 --dir shards"]),
    ("missing", Files::Plan, &["queens missing plan.json --dir shards --format slurm"]),
    ("merge", Files::Plan, &["queens merge plan.json --dir shards --dir more-shards"]),
    ("selftest", Files::None, &["queens selftest"]),
    ("bench", Files::None, &["queens bench", "queens bench 20 --time 10"]),
    ("list", Files::None, &["queens list 6", "queens list 8 --fundamental --format board"]),
    ("find", Files::None, &["queens find 1000000 --seed 1", "queens find --complete 3,-,-,-,-,-,-,-"]),
    ("ladder", Files::None, &["queens ladder", "queens ladder 8 --json"]),
    ("board", Files::None, &["queens board -o board.html"]),
    ("publish", Files::Results, &["queens publish", "queens publish --without-others -o public"]),
    ("completions", Files::None, &["queens completions bash"]),
    ("man", Files::None, &["queens man", "queens man -o man1"]),
];

/// What a command keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    None,
    Run,
    Plan,
    Results,
}

impl Files {
    fn list(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::None => &[("none", "The command keeps no files but those it is told to write.")],
            Self::Run => &[
                (
                    "queens-N.run/",
                    "A count that takes long: manifest.json, ledger.jsonl, lock and, at the end, result.json.",
                ),
                ("results/records/", "A file per recorded count, with --record."),
            ],
            Self::Plan => &[
                ("PLAN", "The file that all machines share."),
                ("DIR/shard-I/", "A run directory per shard."),
            ],
            Self::Results => &[
                ("results/records/, results/rivals/", "The records that are read."),
                ("results/", "README.md, index.html, records.csv and the charts that are written."),
            ],
        }
    }
}

const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "All is done."),
    ("1", "It could not be done; the message says why and what to do."),
    ("2", "The arguments are wrong."),
    ("3", "It was stopped before the end, and all finished work is saved."),
    ("4", "A count, a saved file or a record is wrong."),
    ("5", "Another process holds the run directory."),
    ("130", "A second Ctrl-C ended it at once."),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("NO_COLOR", "Without colour, unless --color says otherwise."),
    ("QUEENS_CPU", "avx2 or scalar: count as a processor does that has no more than that."),
    ("QUEENS_AVX512", "rounds or refill: how the avx512 kernel keeps its lanes busy."),
];

/// The pages of the program and of every command, each with the name of its file.
pub fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let all = command.get_subcommands().cloned().chain([command.clone()]);
    all.map(|command| Ok((Man::new(command.clone()).get_filename(), page(&command)?))).collect()
}

/// The page of a command.
pub fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let (files, examples) = (COMMANDS.iter())
        .find(|(name, ..)| *name == command.get_name())
        .map_or((Files::None, [].as_slice()), |(_, files, examples)| (*files, *examples));
    for (title, entries) in
        [("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT), ("FILES", files.list())]
    {
        writeln!(page, ".SH \"{title}\"")?;
        for (term, meaning) in entries {
            writeln!(page, ".TP\n\\fB{}\\fR\n{}", escaped(term), escaped(meaning))?;
        }
    }
    writeln!(page, ".SH EXAMPLES")?;
    for example in examples {
        writeln!(page, ".PP\n.nf\n\\fB{}\\fR\n.fi", escaped(example))?;
    }
    Ok(page)
}

/// Text in which a hyphen stays the one that is typed.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_has_examples_that_the_program_understands() {
        let command = Cli::command();
        let names: Vec<_> = [command.get_name()]
            .into_iter()
            .chain(command.get_subcommands().map(Command::get_name))
            .collect();
        for name in &names {
            let (_, _, examples) =
                COMMANDS.iter().find(|(known, ..)| known == name).unwrap_or_else(|| panic!("{name}"));
            assert!(!examples.is_empty(), "{name}");
            for example in examples.iter().filter(|example| !example.contains(" help ")) {
                assert!(example.starts_with("queens "), "{example}");
                if let Err(error) = Cli::try_parse_from(example.split(' ')) {
                    panic!("{example}: {error}");
                }
            }
        }
        assert_eq!(names.len(), COMMANDS.len(), "a command is gone");
    }

    #[test]
    fn every_page_says_how_a_command_ends_and_what_it_keeps() {
        for (name, page) in pages(Cli::command()).unwrap() {
            let page = String::from_utf8(page).unwrap();
            for part in [".SH \"EXIT STATUS\"", ".SH \"ENVIRONMENT\"", ".SH \"FILES\"", ".SH EXAMPLES\n.PP"] {
                assert!(page.contains(part), "{name}: {part}");
            }
        }
    }
}
