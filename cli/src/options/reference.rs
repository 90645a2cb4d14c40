//! The parts of the help and of docs/commands.md other than options: grouped commands, examples, exit codes
//! and environment variables.

use clap::Command;

/// All commands in the order of the help. Each group has a heading, and each command has examples. Clap
/// itself adds the command `help`.
pub const GROUPS: &[(&str, &[&str])] = &[
    (
        "Count",
        &[
            "queens count 16",
            "queens count 22 --run twenty-two.run --threads 8 --record",
            "queens count 8..18 --runs 3",
            "queens status",
            "queens status shards --plan plan.json --missing",
            "queens verify queens-22.run",
            "queens verify queens-22.run --sample 100% --time 60",
            "queens verify queens-22.run --upside-down --sample 20",
            "queens estimate 24",
            "queens estimate 22..27 --threads 64",
            "queens selftest",
            "queens selftest --large",
            "queens selftest --time 10m",
        ],
    ),
    (
        "Count on many machines",
        &[
            "queens plan 22 --shards 1000 -o plan.json",
            "queens plan 24 --shards 100 -o n24.plan",
            "queens work plan.json --shards 0-99 --dir shards",
            "queens work plan.json --shards missing --dir shards --threads 8",
            "queens merge plan.json --dir shards",
            "queens merge plan.json --dir shards --dir more-shards --run n22.run",
        ],
    ),
    #[cfg(feature = "explore")]
    (
        "Explore",
        &[
            "queens list 6",
            "queens list 8 --fundamental --format board",
            "queens find 1000000 --seed 1",
            "queens find --complete 3,-,-,-,-,-,-,-",
            "queens ladder",
            "queens ladder 8 --json",
            "queens board -o board.html",
            "queens board > board.html",
        ],
    ),
    ("Publish", &["queens publish", "queens publish --readme README.md"]),
    (
        "Help",
        &[
            "queens help",
            "queens help count",
            "queens man",
            "queens man -o man1",
            "queens completions bash",
            "queens completions fish > queens.fish",
        ],
    ),
];

/// Examples for the program itself.
const FIRST_STEPS: [&str; 2] = ["queens count 16", "queens help count"];

/// The exit codes of all commands and their meanings.
pub const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "success"),
    ("1", "failure; the message gives the reason"),
    ("2", "the arguments or an environment variable are wrong"),
    ("3", "stopped; finished work is saved, or the message says why not"),
    ("4", "a count, a saved file or a record is wrong"),
    ("5", "another process holds the run directory"),
    ("130", "ended at once by a second Ctrl-C"),
];

/// The environment variables read by commands, and their meanings.
pub const ENVIRONMENT: &[(&str, &str)] = &[
    ("QUEENS_THREADS", "the default for --threads"),
    ("QUEENS_CPU", "restricts the program to this instruction set: scalar, avx2, avx512 or neon"),
    ("NO_COLOR", "turns colour off, unless --color overrides it"),
];

/// Returns the command names in `examples`, each once.
pub fn names(examples: &[&'static str]) -> Vec<&'static str> {
    let mut names: Vec<_> = examples.iter().filter_map(|example| example.split(' ').nth(1)).collect();
    names.dedup();
    names
}

/// Returns examples for `command`, which may be the program itself.
pub fn examples(command: &Command) -> Vec<&'static str> {
    let all = GROUPS.iter().flat_map(|(_, examples)| *examples).copied();
    let examples: Vec<_> = all.filter(|example| names(&[example]) == [command.get_name()]).collect();
    if examples.is_empty() { FIRST_STEPS.to_vec() } else { examples }
}

#[cfg(test)]
mod tests;
