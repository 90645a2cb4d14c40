//! The command line, as clap reads it: names, options and help texts, and the settings that follow
//! from them.

use std::env;
use std::sync::LazyLock;

use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use queens::Kernel;

use super::choice::PROGRAM;
use super::cpu;
use super::failure::Failure;
use super::output::Output;

mod boards;
mod cluster;
mod count;
mod explore;
mod former;
mod help;
pub mod reference;
mod selftest;
mod shared;
mod values;

pub use boards::all_boards;
pub use cluster::{MergeSettings, PlanSettings, ShardChoice, WorkSettings};
pub use count::{CountArgs, EstimateSettings, StatusSettings, VerifySettings};
pub use explore::{FindSettings, ListSettings, PublishSettings};
pub use former::check_environment;
pub use help::complete;
pub use selftest::SelftestSettings;
pub use shared::{PlanningArgs, ProcessorArgs};
pub use values::any_seed;

use explore::{BoardSettings, CompletionsSettings, LadderSettings, ManSettings};
use shared::OutputArgs;

/// Count all solutions of the N-queens problem, list them, or find one
#[derive(Debug, Parser)]
#[command(name = "queens", version, long_version = LONG_VERSION.as_str(), max_term_width = 100, disable_version_flag = true)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    output: OutputArgs,
    /// Print the version; with --version, also the commit and the kernels
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

impl Cli {
    /// Parses the command line into the output settings and the command. If help or the version is
    /// requested, the error is the text to print.
    pub fn read() -> (Output, Result<Command, Unread>) {
        // Before `--kernel` is checked. A command that runs reports an invalid value.
        let _ = cpu::limit();
        // Help is made only where it is shown, perhaps with an error: that takes as long as a small count.
        let parsed = Self::parsed(Self::command()).or_else(|_| Self::parsed(help::complete(Self::command())));
        match parsed {
            Ok(cli) => (cli.output.output(), Ok(cli.command)),
            Err(error) => {
                let words: Vec<_> = env::args_os().collect();
                let unread = match former::explained(&error, &words) {
                    Some(failure) => Unread::Former(failure),
                    None => Unread::Clap(help::with_tip(error, &words)),
                };
                (shared::output_of_unreadable(words.into_iter()), Err(unread))
            }
        }
    }

    fn parsed(mut program: clap::Command) -> Result<Self, clap::Error> {
        let matches = program.try_get_matches_from_mut(env::args_os())?;
        Self::from_arg_matches(&matches)
    }
}

/// The reason why a command line is not run.
#[derive(Debug)]
pub enum Unread {
    /// A request for help or the version, or an error.
    Clap(clap::Error),
    /// It has something that only earlier versions had.
    Former(Failure),
}

/// What to do, in the order of the help
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count all solutions of a board
    Count(CountArgs),
    /// Show the progress of a run, even while it is counting
    Status(StatusSettings),
    /// Recount a random sample of a run with another kernel and compare
    Verify(VerifySettings),
    /// Estimate the time of a count and the number of solutions
    Estimate(EstimateSettings),
    /// Check every way of counting against every other on this machine
    Selftest(SelftestSettings),
    /// Write a plan that divides a count among many machines
    Plan(PlanSettings),
    /// Count shards of a plan, each in its own directory
    Work(WorkSettings),
    /// Add up all shards and prove that every unit was counted once
    Merge(MergeSettings),
    /// Print every solution of a board, in lexicographic order
    List(ListSettings),
    /// Find one solution of a large board, or complete a placement
    Find(FindSettings),
    /// Measure the steps from brute force to this program, idea by idea
    Ladder(LadderSettings),
    /// Write a web page for placing queens by hand
    Board(BoardSettings),
    /// Turn recorded counts into tables and a chart
    Publish(PublishSettings),
    /// Print the manual page, or write the pages of all commands
    #[command(hide = true)]
    Man(ManSettings),
    /// Print completions for a shell
    #[command(hide = true)]
    Completions(CompletionsSettings),
}

impl Command {
    /// Refuses `--json` for a command whose result is a file or a text for another program.
    pub fn check_json(&self) -> Result<(), Failure> {
        let (name, prints) = match self {
            Self::Board(_) => ("board", "a web page"),
            Self::Publish(_) => ("publish", "documents and a chart"),
            Self::Man(_) => ("man", "manual pages"),
            Self::Completions(_) => ("completions", "a script"),
            _ => return Ok(()),
        };
        Err(Failure::usage(format!("queens {name} makes {prints} and no JSON: omit --json")))
    }
}

/// The text that `--version` prints; `-V` prints the number alone.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let kernels: Vec<_> = Kernel::available().iter().map(Kernel::to_string).collect();
    format!("{} (commit {}, kernels: {})", PROGRAM.version, PROGRAM.commit, kernels.join(", "))
});

/// The options of a timing table of these boards.
#[cfg(test)]
pub fn table_of(boards: &str) -> CountArgs {
    let typed = Cli::try_parse_from(["queens", "count", boards, "--no-checkpoint"]).expect("a command");
    let Command::Count(args) = typed.command else { panic!("not a count") };
    args
}
