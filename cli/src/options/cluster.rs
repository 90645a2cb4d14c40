//! The options of the commands that split a count among many machines.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use clap::ValueHint::{DirPath, FilePath};
use queens::board::BoardSize;
use queens::cluster::{ClusterError, ShardList};

use super::shared::{COUNTING, ExecutionArgs, PlanningArgs};
use super::values::{output_path, time, whole};

/// What `queens plan` divides, and how
#[derive(Args, Debug)]
#[command(after_long_help = "\
A shard is a set of units, the smallest parts of a count that are saved. Each machine counts some shards with `queens work`, \
and `queens merge` adds them up.")]
pub struct PlanArgs {
    /// Rows of the board, 1 to 32
    pub n: BoardSize,
    /// Number of shards, 1 to 1,000,000 and at most the number of units; shards are numbered from 0
    #[arg(long, value_name = "K", value_parser = whole::<u64>(1, 1_000_000))]
    pub shards: u64,
    /// The file to write
    #[arg(short = 'o', long = "output", value_name = "PLAN", value_hint = FilePath, value_parser = output_path())]
    pub file: PathBuf,
    #[command(flatten)]
    pub planning: PlanningArgs,
}

/// Which shards `queens work` counts, and how
#[derive(Args, Debug)]
#[command(after_long_help = "\
Every shard has its own run directory, DIR/shard-IIIII. To resume, run the same command again: it does not recount finished \
shards. It reports and skips shards that are damaged or that another process is counting, and counts all others.")]
pub struct WorkArgs {
    /// The plan, as written by `queens plan`
    #[arg(value_hint = FilePath)]
    pub plan: PathBuf,
    /// The shards to count, numbered from 0: one, or several as in 3,7,10-20; or missing, for all shards that
    /// DIR lacks
    #[arg(long, value_name = "LIST")]
    pub shards: ShardChoice,
    /// Directory in which each shard gets its own directory; created if missing
    #[arg(long, value_name = "DIR", value_hint = DirPath, value_parser = output_path())]
    pub dir: PathBuf,
    // The plan decides the method and the depth.
    #[command(flatten)]
    pub execution: ExecutionArgs,
    /// Stop after this time, as in 8h or 1h30m, and save all finished units
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = COUNTING)]
    pub max_time: Option<Duration>,
    /// Move the existing directories of these shards aside and start over
    #[arg(long)]
    pub fresh: bool,
}

/// The shards that `queens work` counts.
#[derive(Clone, Debug)]
pub enum ShardChoice {
    /// The shards that are neither finished nor being counted.
    Missing,
    Listed(ShardList),
}

impl FromStr for ShardChoice {
    type Err = ClusterError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "missing" { Ok(Self::Missing) } else { text.parse().map(Self::Listed) }
    }
}

/// What `queens merge` adds up
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The plan, as written by `queens plan`
    #[arg(value_hint = FilePath)]
    pub plan: PathBuf,
    /// Directory that contains the shards' directories; repeat the option for several sites
    #[arg(long = "dir", value_name = "DIR", required = true, value_hint = DirPath)]
    pub dirs: Vec<PathBuf>,
    /// Write the merged run into this directory, as if counted on one machine
    #[arg(short, long, value_name = "RUN", value_hint = DirPath, value_parser = output_path())]
    pub run: Option<PathBuf>,
    /// Move an existing run directory aside and write a new one
    #[arg(long, requires = "run")]
    pub fresh: bool,
    /// Append a record of the total for `queens publish` in DIR [default: results/records]; requires --run
    #[arg(long, value_name = "DIR", requires = "run", num_args = 0..=1, default_missing_value = "results/records")]
    #[arg(value_hint = DirPath, value_parser = output_path())]
    pub record: Option<PathBuf>,
}
