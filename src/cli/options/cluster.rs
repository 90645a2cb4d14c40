//! The options of the commands that deal a count to many machines.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use queens::board::BoardSize;
use queens::cluster::ShardList;
use queens::count::choice::{KernelChoice, SplitChoice};
use queens::methods::device::DeviceList;
use queens::plan::Plan;

use super::values::{threads, time_limit, whole};
use super::{DEVICE, DEVICES, SPLITS, THREADS};

/// Options of `queens plan`
#[derive(Args, Debug)]
pub struct PlanArgs {
    /// Rows of the board, 1 to 32
    pub n: BoardSize,
    /// Number of shards, 1 to 1000000 and at most the number of units; numbered from 0
    #[arg(long, value_name = "K", value_parser = whole::<u64>(0, u64::MAX))]
    pub shards: u64,
    /// The file to write
    #[arg(short = 'o', long = "output", value_name = "PLAN")]
    pub plan: PathBuf,
    /// How to cut the board, and which method counts it: auto, halves, cross or rows
    #[arg(short, long, default_value = "auto", long_help = SPLITS)]
    pub split: SplitChoice,
    /// How finely to cut the board, 1 to 10: each level makes about eight times as many units
    /// [default: depends on N]
    #[arg(short, long, value_parser = whole::<usize>(1, Plan::MAX_DEPTH as u64))]
    pub depth: Option<usize>,
}

/// Options of `queens work`
#[derive(Args, Debug)]
#[command(after_help = "\
Every shard has its own run directory, DIR/shard-IIIII. The same command resumes them. It does not count a finished shard \
again. It reports and skips a shard that another process is counting, or whose directory is damaged, and counts the others.

Exit codes: 0 all these shards are finished, 1 error, 2 wrong arguments, 3 stopped before the end, 4 a shard's saved \
files are wrong, 5 another process is counting one of the shards.")]
pub struct WorkArgs {
    /// The plan, as written by `queens plan`
    pub plan: PathBuf,
    /// The shards to count, numbered from 0: one, or several as in 3,7,10-20
    #[arg(short = 'i', long, alias = "shard", value_name = "LIST")]
    pub shards: ShardList,
    /// Directory for the directories of the shards; created if missing
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// Counting threads, 1 to 1024 [default: one per core]
    #[arg(short, long, env = THREADS, hide_env_values = true, value_parser = threads)]
    pub threads: Option<u16>,
    /// The innermost loop: auto, or a kernel that this machine can run
    #[arg(short, long, default_value = "auto")]
    pub kernel: KernelChoice,
    /// What to count with: cpu, gpu, a part of a device's name, or several as in cpu,gpu
    #[arg(long, value_name = "LIST", default_value = "cpu", env = DEVICE, hide_env_values = true)]
    #[arg(long_help = DEVICES)]
    pub device: DeviceList,
    /// Stop after this long, as in 8h, 30m or 1h30m, and save all finished units
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    pub max_time: Option<Duration>,
    /// Move the old directories of these shards aside and start over
    #[arg(long)]
    pub fresh: bool,
    /// Move damaged lines of the ledgers to ledger.rejected and recount their units
    #[arg(long, conflicts_with = "fresh")]
    pub repair: bool,
}

/// The form of a list of shards
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// One number per line
    #[default]
    Lines,
    /// One line of numbers and ranges, for `sbatch --array` and `queens work --shards`:
    /// 3,7,10-20
    Slurm,
}

/// Options of `queens missing`
#[derive(Args, Debug)]
#[command(after_help = "\
A shard is missing until the directories together have all of its units. Prints nothing when the plan is complete.

Exit codes: 0 the list is correct, empty or not; 1 a directory belongs to another plan; 4 a directory is damaged. In both \
cases the shard is listed as missing, and stderr explains why.")]
pub struct MissingArgs {
    /// The plan, as written by `queens plan`
    pub plan: PathBuf,
    /// Directory with the directories of the shards; repeat for several sites
    #[arg(long = "dir", value_name = "DIR", required = true)]
    pub dirs: Vec<PathBuf>,
    /// How to write the list
    #[arg(short, long, value_enum, default_value_t, conflicts_with = "json")]
    pub format: ListFormat,
}

/// Options of `queens merge`
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes: 0 the total is printed, 1 shards are missing or a directory belongs to another plan, 2 wrong arguments, 4 two \
directories contradict each other, one is damaged, or the total is not the known one.")]
pub struct MergeArgs {
    /// The plan, as written by `queens plan`
    pub plan: PathBuf,
    /// Directory with the directories of the shards; repeat for several sites
    #[arg(long = "dir", value_name = "DIR", required = true)]
    pub dirs: Vec<PathBuf>,
    /// Write the merged run into this directory, as if counted on one machine
    #[arg(short = 'o', long, visible_alias = "output", value_name = "RUN")]
    pub run: Option<PathBuf>,
    /// Move an old run directory aside and write a new one
    #[arg(long, requires = "run")]
    pub fresh: bool,
    /// Add a record of the total for `queens publish`; needs --run [default: in results/records]
    #[arg(long, value_name = "DIR", requires = "run", num_args = 0..=1, default_missing_value = "results/records")]
    pub record: Option<PathBuf>,
}
