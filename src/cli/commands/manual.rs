//! The sections of the manual that the definition of the command line lacks: exit status,
//! environment and files. The examples are those of the help.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;

use crate::cli::options::help;
use crate::cli::report::ours::MARK;

/// The files that a command uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    None,
    Run,
    Plan,
    Results,
}

impl Files {
    /// The files of this command; for the program itself, those of a count.
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
                    "A long count: manifest.json, ledger.jsonl, lock and, at the end, result.json.",
                ),
                ("results/records/", "A file per machine, with a line per count recorded with --record."),
            ],
            Self::Plan => &[
                ("PLAN", "The plan file that all machines share."),
                ("DIR/shard-I/", "The run directory of a shard."),
            ],
            Self::Results => &[
                ("results/records/, results/rivals/", "The records to publish."),
                ("results/", "The published README.md, index.html and charts."),
            ],
        }
    }
}

const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "Success."),
    ("1", "Failure; the message gives the reason and what to do."),
    ("2", "The arguments or an environment variable are wrong."),
    ("3", "Stopped before the end; all finished work is saved."),
    ("4", "A count, a saved file or a record is wrong."),
    ("5", "Another process holds the run directory."),
    ("130", "Ended at once by a second Ctrl-C."),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("NO_COLOR", "Turns colour off, unless --color overrides it."),
    ("QUEENS_THREADS", "The default of --threads, for all commands that count."),
    (
        "QUEENS_RUN_DIR",
        "The directory in which `queens count` makes its queens-N.run without --run, and `queens status` looks for it; by default the current one.",
    ),
    (
        "QUEENS_CPU",
        "scalar, avx2 or avx512, on ARM scalar or neon: limits the program to these instructions.",
    ),
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
    // clap_mangen calls the text below the options EXTRA.
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

/// Text in which a hyphen stays the ASCII hyphen, for copying.
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
