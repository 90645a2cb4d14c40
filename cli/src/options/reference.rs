//! What the help, the manual and docs/commands.md say besides the options: the commands in groups,
//! examples, exit codes, environment variables and files. Defined here, once.

use clap::Command;

/// Commands under a heading.
pub struct CommandGroup {
    pub heading: &'static str,
    pub commands: &'static [About],
}

/// A command besides its options.
pub struct About {
    pub name: &'static str,
    pub examples: &'static [&'static str],
    /// Its exit codes.
    codes: &'static [u8],
    /// What they mean, where that is more than [`EXIT_CODES`] say.
    meanings: &'static [(u8, &'static str)],
    pub files: &'static [(&'static str, &'static str)],
}

impl About {
    const fn new(name: &'static str, codes: &'static [u8], examples: &'static [&'static str]) -> Self {
        Self { name, examples, codes, meanings: &[], files: &[] }
    }

    const fn ends(self, meanings: &'static [(u8, &'static str)]) -> Self {
        Self { meanings, ..self }
    }

    const fn files(self, files: &'static [(&'static str, &'static str)]) -> Self {
        Self { files, ..self }
    }
}

/// The exit codes of a command that finds nothing wrong, of one that may, of one that may and can be
/// stopped, of one that writes a run directory, and of one that does all of this.
const PLAIN: &[u8] = &[0, 1, 2];
const CHECKS: &[u8] = &[0, 1, 2, 4];
const STOPS: &[u8] = &[0, 1, 2, 3, 4, 130];
const WRITES: &[u8] = &[0, 1, 2, 4, 5];
const COUNTS: &[u8] = &[0, 1, 2, 3, 4, 5, 130];

/// The files of a count.
const COUNTED: &[(&str, &str)] =
    &[RUN[0], ("results/records/", "A file per machine, with a line per count recorded with --record.")];

/// The files of a saved run.
const RUN: &[(&str, &str)] =
    &[("queens-N.run/", "A long count: manifest.json, ledger.jsonl, lock and, at the end, result.json.")];

/// The files of a plan.
const PLAN: &[(&str, &str)] = &[
    ("PLAN", "The plan file that all machines share."),
    ("DIR/shard-IIIII/", "The run directory of a shard."),
];

/// The files of a publication.
const RESULTS: &[(&str, &str)] = &[
    ("results/records/, results/rivals/", "The records to publish."),
    ("results/", "The published README.md, index.html and charts."),
];

/// All commands, in the order in which help lists them. `help` is clap's own.
pub const GROUPS: &[CommandGroup] = &[
    CommandGroup {
        heading: "Count",
        commands: &[
            About::new("count", COUNTS, COUNT).files(COUNTED),
            About::new("status", CHECKS, &["queens status", "queens status shards --plan plan.json --json"])
                .files(RUN),
            About::new("verify", STOPS, VERIFY)
                .ends(&[
                    (0, "all recounted units agree"),
                    (3, "stopped before the end; what was found so far is printed"),
                    (4, "a unit or a saved file is wrong"),
                ])
                .files(RUN),
            About::new("estimate", STOPS, &["queens estimate 24", "queens estimate 22..27 --threads 64"])
                .ends(&[(3, "stopped before the end; the estimate so far is printed")]),
            About::new("selftest", CHECKS, &["queens selftest", "queens selftest --json"]),
            About::new("devices", CHECKS, &["queens devices", "queens devices --json"]),
        ],
    },
    CommandGroup {
        heading: "Count on many machines",
        commands: &[
            About::new("plan", CHECKS, PLANS).files(PLAN),
            About::new("work", COUNTS, WORK).files(PLAN).ends(&[
                (0, "all these shards are finished"),
                (4, "a shard's saved files are wrong"),
                (5, "another process is counting one of the shards"),
            ]),
            About::new("missing", CHECKS, MISSING).files(PLAN).ends(&[
                (0, "the list is correct, empty or not"),
                (1, "a directory belongs to another plan"),
                (4, "a directory is damaged"),
            ]),
            About::new("merge", WRITES, MERGE).files(PLAN).ends(&[
                (0, "the total is printed"),
                (1, "shards are missing, or a directory belongs to another plan"),
                (4, "directories contradict each other, one is damaged, or the total is not the known one"),
                (5, "another process holds the directory of --run"),
            ]),
        ],
    },
    CommandGroup {
        heading: "Explore",
        commands: &[
            About::new("list", CHECKS, &["queens list 6", "queens list 8 --fundamental --format board"]),
            About::new(
                "find",
                CHECKS,
                &["queens find 1000000 --seed 1", "queens find --complete 3,-,-,-,-,-,-,-"],
            )
            .ends(&[(0, "a solution is printed"), (1, "none exists, and stderr explains why")]),
            About::new("ladder", CHECKS, &["queens ladder", "queens ladder 8 --json"]),
            About::new("board", PLAIN, &["queens board -o board.html", "queens board > board.html"]),
        ],
    },
    CommandGroup {
        heading: "Publish",
        commands: &[About::new(
            "publish",
            CHECKS,
            &["queens publish", "queens publish --without-rivals -o public"],
        )
        .files(RESULTS)
        .ends(&[(4, "a record is wrong")])],
    },
    CommandGroup {
        heading: "Help",
        commands: &[
            About::new("help", PLAIN, &["queens help", "queens help count"]),
            About::new("man", PLAIN, &["queens man", "queens man -o man1"]),
            About::new(
                "completions",
                PLAIN,
                &["queens completions bash", "queens completions fish > queens.fish"],
            ),
        ],
    },
];

const COUNT: &[&str] = &[
    "queens count 16",
    "queens count 22 --run twenty-two.run --threads 8 --record",
    "queens count 8..18 --runs 3",
];
const VERIFY: &[&str] = &[
    "queens verify queens-22.run",
    "queens verify queens-22.run --sample 100% --time 60",
    "queens verify queens-22.run --upside-down --sample 20",
];
const PLANS: &[&str] =
    &["queens plan 22 --shards 1000 -o plan.json", "queens plan 24 --shards 100 --method cross -o n24.plan"];
const WORK: &[&str] = &[
    "queens work plan.json --shards 0-99 --dir shards",
    "queens work plan.json --shards 7 --dir shards --repair",
];
const MISSING: &[&str] =
    &["queens missing plan.json --dir shards", "queens missing plan.json --dir shards --format slurm"];
const MERGE: &[&str] = &[
    "queens merge plan.json --dir shards",
    "queens merge plan.json --dir shards --dir more-shards --run n22.run",
];

/// What is said of the program itself: how to begin.
const PROGRAM: About = About::new("queens", COUNTS, &["queens count 16", "queens help count"]).files(RUN);

/// The exit codes of all commands.
const EXIT_CODES: &[(u8, &str)] = &[
    (0, "success"),
    (1, "failure; the message gives the reason and what to do"),
    (2, "the arguments or an environment variable are wrong"),
    (3, "stopped before the end; finished work is saved, unless the message says otherwise"),
    (4, "a count, a saved file or a record is wrong"),
    (5, "another process holds the run directory"),
    (130, "ended at once by a second Ctrl-C"),
];

/// An environment variable, the option that it is about, and its meaning.
const ENVIRONMENT: &[(&str, &str, &str)] = &[
    ("QUEENS_THREADS", "threads", "the default of --threads"),
    ("QUEENS_DEVICE", "device", "the default of --device"),
    (
        "QUEENS_RUN_DIR",
        "run_dir",
        "the default of --run-dir: where a long count creates its queens-N.run, and where status looks for it",
    ),
    (
        "QUEENS_CPU",
        "kernel",
        "limits the program to these instructions: scalar, avx2 or avx512, on ARM scalar or neon",
    ),
    ("NO_COLOR", "color", "turns colour off, unless --color overrides it"),
];

fn commands() -> impl Iterator<Item = &'static About> {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// What is said of `command`, which may be the program itself.
pub fn about(command: &Command) -> &'static About {
    commands().find(|about| about.name == command.get_name()).unwrap_or(&PROGRAM)
}

/// Whether `command`, or one of its subcommands, has an option of this name.
fn has(command: &Command, option: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_id() == option)
        || command.get_subcommands().any(|command| has(command, option))
}

/// The environment variables that `command` reads, each with its meaning.
pub fn environment(command: &Command) -> Vec<(&'static str, &'static str)> {
    let read = ENVIRONMENT.iter().filter(|(_, option, _)| has(command, option));
    read.map(|&(name, _, meaning)| (name, meaning)).collect()
}

/// The exit codes of `command`, each with its meaning.
pub fn exit_codes(command: &Command) -> Vec<(u8, &'static str)> {
    let About { codes, meanings, .. } = about(command);
    let meaning = |&(code, all): &(u8, &'static str)| {
        let own = meanings.iter().find(|(own, _)| *own == code);
        codes.contains(&code).then_some((code, own.map_or(all, |(_, meaning)| meaning)))
    };
    EXIT_CODES.iter().filter_map(meaning).collect()
}

#[cfg(test)]
mod tests;
