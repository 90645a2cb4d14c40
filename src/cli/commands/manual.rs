//! The sections of the manual that the definition of the command line does not give: how a command
//! ends, what it listens to, and which files it keeps. The examples are those of help.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;

use crate::cli::options::help;
use crate::cli::report::ours::MARK;

/// What a command keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    None,
    Run,
    Plan,
    Results,
}

impl Files {
    /// Of this command; of the program itself what a count keeps.
    fn of(command: &str) -> Self {
        match command {
            "queens" | "count" | "status" | "verify" => Self::Run,
            "plan" | "work" | "missing" | "merge" => Self::Plan,
            "publish" => Self::Results,
            _ => Self::None,
        }
    }

    fn list(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::None => &[("none", "The command writes only the files it names as output.")],
            Self::Run => &[
                (
                    "queens-N.run/",
                    "A count that takes long: manifest.json, ledger.jsonl, lock and, at the end, result.json.",
                ),
                ("results/records/", "A file per machine, with a line per count recorded with --record."),
            ],
            Self::Plan => &[
                ("PLAN", "The file that all machines share."),
                ("DIR/shard-I/", "A run directory per shard."),
            ],
            Self::Results => &[
                ("results/records/, results/rivals/", "The records that are read."),
                ("results/", "README.md, index.html and the charts that are written."),
            ],
        }
    }
}

const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "All is done."),
    ("1", "It could not be done; the message says why and what to do."),
    ("2", "The arguments or an environment variable are wrong."),
    ("3", "It was stopped before the end, and all finished work is saved."),
    ("4", "A count, a saved file or a record is wrong."),
    ("5", "Another process holds the run directory."),
    ("130", "A second Ctrl-C ended it at once."),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("NO_COLOR", "Without colour, unless --color says otherwise."),
    ("QUEENS_THREADS", "A number of threads, for all commands that count without --threads."),
    (
        "QUEENS_RUN_DIR",
        "The folder in which `queens count` makes its queens-N.run without --run, and `queens status` finds it; otherwise the current one.",
    ),
    ("QUEENS_CPU", "scalar, avx2 or avx512, on ARM scalar or neon: use no vector instructions beyond these."),
    ("QUEENS_AVX512", "rounds or refill: how the avx512 kernel of the search keeps its lanes busy."),
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
    let mut page = format!(".\\\" {MARK}\n").into_bytes();
    Man::new(command.clone()).render(&mut page)?;
    let files = Files::of(command.get_name());
    // What clap_mangen calls the text below the options.
    let mut page = String::from_utf8_lossy(&page).replace(".SH EXTRA\n", ".SH NOTES\n").into_bytes();
    for (title, entries) in
        [("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT), ("FILES", files.list())]
    {
        writeln!(page, ".SH \"{title}\"")?;
        for (term, meaning) in entries {
            writeln!(page, ".TP\n\\fB{}\\fR\n{}", escaped(term), escaped(meaning))?;
        }
    }
    writeln!(page, ".SH EXAMPLES")?;
    for example in help::examples(command.get_name()) {
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
    use clap::CommandFactory;

    use super::*;
    use crate::cli::options::Cli;

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
