//! The command line, as clap reads it: names, options and help texts, and the settings that follow
//! from them.

use std::sync::LazyLock;

use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::settings::Output;
use crate::methods::{Kernel, available_kernels};

mod cluster;
pub mod completion;
mod count;
mod explore;
mod help;
pub mod reference;
mod shared;
mod values;

pub use cluster::{MergeArgs, MissingArgs, PlanArgs, WorkArgs};
pub use count::{CountArgs, EstimateArgs, StatusArgs, VerifyArgs};
pub use explore::{BoardArgs, CompletionsArgs, FindArgs, LadderArgs, ListArgs, ManArgs, PublishArgs};
use shared::JsonArgs;

/// Count all solutions of the N-queens problem, list them, or find one
#[derive(Debug, Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), max_term_width = 100, disable_version_flag = true)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// Print the version; --version adds commit and kernels
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

impl Cli {
    /// Parses the command line. Exits the program if it is invalid.
    ///
    /// # Errors
    /// If help or the version is requested: the text to print.
    pub fn read() -> Result<Self, clap::Error> {
        let matches = help::complete(Self::command()).try_get_matches();
        match matches.and_then(|matches| Self::from_arg_matches(&matches)) {
            Err(error) if error.use_stderr() => help::with_tip(error, Self::command()).exit(),
            result => result,
        }
    }
}

/// What to do, in the order of the help
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count all solutions of a board
    Count(CountArgs),
    /// Show the progress of a run, even while it is counting
    Status(StatusArgs),
    /// Recount a random sample of a run with another kernel and compare
    Verify(VerifyArgs),
    /// Estimate the time of a count and the number of solutions
    Estimate(EstimateArgs),
    /// Check every way of counting against every other on this machine
    Selftest(JsonArgs),
    /// List the devices that --device can use on this machine
    Devices(shared::OutputArgs),
    /// Write a plan that divides a count among many machines
    Plan(PlanArgs),
    /// Count shards of a plan, each in its own directory
    Work(WorkArgs),
    /// List the unfinished shards of a plan
    Missing(MissingArgs),
    /// Add up all shards and prove that every unit was counted once
    Merge(MergeArgs),
    /// Print every solution of a board, in lexicographic order
    List(ListArgs),
    /// Find one solution of a large board, or complete a placement
    Find(FindArgs),
    /// Measure the steps from brute force to this program, idea by idea
    Ladder(LadderArgs),
    /// Write a web page for placing queens by hand
    Board(BoardArgs),
    /// Turn recorded counts into tables, charts and a web page
    Publish(PublishArgs),
    /// Print the manual page, or write the pages of all commands
    Man(ManArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
}

impl Command {
    /// How to print, as far as the command lets its user choose.
    pub fn output(&self) -> Output {
        match self {
            Self::Count(args) => args.output.settings(),
            Self::Status(args) => args.output.settings(),
            Self::Estimate(args) => args.output.settings(),
            Self::Verify(args) => args.output.settings(),
            Self::Plan(args) => args.output.settings(),
            Self::Work(args) => args.output.settings(),
            Self::Missing(args) => args.output.settings(),
            Self::Merge(args) => args.output.settings(),
            Self::Selftest(args) => args.settings(),
            Self::Devices(args) => args.settings(),
            Self::List(args) => args.json.settings(),
            Self::Find(args) => args.output.settings(),
            Self::Ladder(args) => args.json.settings(),
            Self::Publish(args) => args.quiet.settings(),
            Self::Board(_) | Self::Completions(_) | Self::Man(_) => Output::default(),
        }
    }
}

/// What `--version` prints; `-V` prints the number alone.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let kernels: Vec<_> = available_kernels().iter().map(Kernel::to_string).collect();
    format!(
        "{} (commit {}, kernels: {})",
        env!("CARGO_PKG_VERSION"),
        env!("QUEENS_COMMIT"),
        kernels.join(", ")
    )
});
