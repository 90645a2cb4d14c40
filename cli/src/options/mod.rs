//! Defines the command line for clap, with commands, options and help texts.

use std::env;
use std::ffi::OsString;
use std::sync::LazyLock;

use clap::error::ErrorKind;
use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use queens::Kernel;

use super::cpu;
use super::failure::Failure;
use super::output::Output;
use super::program::PROGRAM;
use super::{advice, usage};

mod boards;
mod cluster;
mod count;
#[cfg(feature = "explore")]
mod explore;
mod help;
mod meant;
mod publish;
pub mod reference;
mod sample_size;
mod selftest;
mod shared;
mod shell;
mod values;

pub use boards::all_boards;
pub use cluster::{MergeArgs, PlanArgs, ShardChoice, WorkArgs};
pub use count::{CountArgs, EstimateArgs, StatusArgs, VerifyArgs, default_directory};
#[cfg(feature = "explore")]
pub use explore::{ExploreCommand, FindArgs, ListArgs, SolutionFormat};
pub use help::complete;
pub use publish::PublishArgs;
pub use selftest::SelftestArgs;
pub use shared::{ExecutionArgs, PlanningArgs};

use shared::OutputArgs;
use shell::{CompletionsArgs, ManArgs};

/// Count all solutions of the N-queens problem, list them, or find one
#[derive(Debug, Parser)]
#[command(name = "queens", version, long_version = LONG_VERSION.as_str(), max_term_width = 100, disable_version_flag = true)]
pub struct Cli {
    /// The command to run
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    output: OutputArgs,
    /// Print the version; --version also prints the commit and the kernels
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

impl Cli {
    /// Parses the command line into output settings and a command.
    pub fn read() -> (Output, Result<Command, Unread>) {
        // Limit the CPU before clap checks `--kernel`. An invalid QUEENS_CPU is reported later, when a
        // command runs.
        let _ = cpu::limit();
        let mut words: Vec<_> = env::args_os().collect();
        // Build the help only if it or an error must be shown, because building it takes as long as a small
        // count.
        let mut parsed = Self::parsed(&mut Self::command(), &words);
        if let Err(error) = &parsed
            && let Some(meant) = meant::as_meant(error, &words)
        {
            words = meant;
            parsed = Self::parsed(&mut Self::command(), &words);
        }
        if let Ok(cli) = parsed {
            return (cli.output.output(), Ok(cli.command));
        }
        let mut program = help::complete(Self::command());
        match Self::parsed(&mut program, &words) {
            Ok(cli) => (cli.output.output(), Ok(cli.command)),
            Err(error) => {
                let unread = match error.kind() {
                    ErrorKind::DisplayHelp
                    | ErrorKind::DisplayVersion
                    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Unread::Help(error),
                    _ => Unread::Wrong(usage::failure(&error, &mut program, &words)),
                };
                (shared::output_for_parse_error(words.into_iter()), Err(unread))
            }
        }
    }

    fn parsed(program: &mut clap::Command, words: &[OsString]) -> Result<Self, clap::Error> {
        let matches = program.try_get_matches_from_mut(words)?;
        Self::from_arg_matches(&matches)
    }
}

/// A command line that does not run a command.
#[derive(Debug)]
pub enum Unread {
    /// Help or the version.
    Help(clap::Error),
    Wrong(Failure),
}

/// The commands, in the order of the help
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
    Selftest(SelftestArgs),
    /// Write a plan that divides a count among many machines
    Plan(PlanArgs),
    /// Count shards of a plan, each in its own directory
    Work(WorkArgs),
    /// Add up all shards and prove that every unit was counted once
    Merge(MergeArgs),
    #[cfg(feature = "explore")]
    #[command(flatten)]
    Explore(ExploreCommand),
    /// Turn recorded counts into tables and a chart
    Publish(PublishArgs),
    /// Print the manual page, or write the pages of all commands
    Man(ManArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
}

impl Command {
    /// Rejects `--json` for commands whose output is a file or is meant for another program.
    pub fn check_json(&self) -> Result<(), Failure> {
        let produces = match self {
            #[cfg(feature = "explore")]
            Self::Explore(ExploreCommand::Board(_)) => "board prints a web page",
            Self::Publish(_) => "publish writes files",
            Self::Man(_) => "man prints manual pages",
            Self::Completions(_) => "completions prints a script",
            _ => return Ok(()),
        };
        Err(Failure::usage(format!("{produces}, not JSON")).advised(advice::NO_JSON))
    }
}

/// The text printed by `--version`. `-V` prints only the version number.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let kernels: Vec<_> = Kernel::all_available().iter().map(Kernel::to_string).collect();
    format!("{} (commit {}, kernels: {})", PROGRAM.version, PROGRAM.commit, kernels.join(", "))
});

/// Returns the options for a timing table of `boards`.
#[cfg(test)]
pub fn table_of(boards: &str) -> CountArgs {
    let typed = Cli::try_parse_from(["queens", "count", boards, "--no-checkpoint"]).expect("a command");
    let Command::Count(args) = typed.command else { panic!("not a count") };
    args
}
