//! Options for commands that split a count among many machines.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use clap::ValueHint::{DirPath, FilePath};
use queens::board::BoardSize;
use queens::cluster::ShardList;

use super::shared::{COUNTING, ExecutionArgs, PlanningArgs};
use super::values::{board, output_path, record_directory, time, whole};
use crate::advice;
use crate::failure::Failure;

/// What `queens plan` divides, and how
#[derive(Args, Debug)]
#[command(after_long_help = "\
A shard is a set of units, the smallest pieces of work that a count saves. Each machine counts some shards with `queens work`, \
and `queens merge` adds them up.")]
pub struct PlanArgs {
    /// Rows of the board, 1 to 32
    #[arg(value_parser = board)]
    pub n: BoardSize,
    /// Number of shards, 1 to 1,000,000 and at most the number of units; shards are numbered from 0
    #[arg(long, alias = "parts", value_name = "K", value_parser = whole::<u64>(1, 1_000_000))]
    pub shards: u64,
    /// The file to write
    #[arg(short = 'o', long = "output", value_name = "PLAN", value_hint = FilePath, value_parser = output_path())]
    pub file: PathBuf,
    #[command(flatten)]
    pub planning: PlanningArgs,
}

/// Which shards `queens work` counts, and how
#[derive(Args, Debug)]
#[command(override_usage = "queens work [OPTIONS] <PLAN> --shards <LIST> --dir <DIR>")]
#[command(after_long_help = "\
Every shard has its own run directory, DIR/shard-IIIII. To resume, run the same command again: it does not recount finished \
shards. It reports and skips shards that are damaged or that another process is counting, and counts all others.")]
pub struct WorkArgs {
    #[command(flatten)]
    places: PlacesArgs,
    /// The shards to count, numbered from 0: one, or several as in 3,7,10-20; all; or missing, for all shards
    /// that DIR lacks
    #[arg(long, value_name = "LIST")]
    pub shards: ShardChoice,
    // There are no options for the method and depth, because the plan decides them.
    #[command(flatten)]
    pub execution: ExecutionArgs,
    /// Stop after this time, as in 8h or 1h30m, and save all finished units
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = COUNTING)]
    pub max_time: Option<Duration>,
    /// Move the existing directories of these shards aside and start over
    #[arg(long)]
    pub fresh: bool,
}

impl WorkArgs {
    /// Returns the plan and the directory of its shards.
    pub fn places(&self) -> Result<(PathBuf, PathBuf), Failure> {
        let (plan, mut dirs) = self.places.resolved()?;
        match dirs.pop().filter(|_| dirs.is_empty()) {
            Some(dir) => Ok((plan, dir)),
            None => Err(Failure::usage("several directories were given, but queens work counts in only one")
                .advised(advice::SHARDS_WITH_COMMAS)),
        }
    }
}

/// A plan and the directories of its shards, in the words of every command that takes them: in order, or by
/// option.
#[derive(Args, Debug)]
pub struct PlacesArgs {
    /// The plan, as written by `queens plan`
    #[arg(value_name = "PLAN", required_unless_present = "named_plan", value_hint = FilePath)]
    first: Option<PathBuf>,
    /// The same as --dir
    #[arg(value_name = "DIR", value_hint = DirPath, value_parser = output_path(), hide = true)]
    rest: Vec<PathBuf>,
    /// The plan, if it is not the first argument
    #[arg(long = "plan", value_name = "PLAN", value_hint = FilePath, hide = true)]
    named_plan: Option<PathBuf>,
    /// A directory in which each shard has its own directory, created by `queens work`; `queens merge` takes
    /// it several times
    #[arg(long = "dir", short_alias = 'd', value_name = "DIR", value_hint = DirPath, value_parser = output_path())]
    dirs: Vec<PathBuf>,
}

impl PlacesArgs {
    /// Returns the plan and at least one directory. Without `--plan`, [`take_plan`] chooses the plan.
    pub fn resolved(&self) -> Result<(PathBuf, Vec<PathBuf>), Failure> {
        let mut places: Vec<_> = self.first.iter().chain(&self.rest).cloned().collect();
        let plan = self.named_plan.clone().unwrap_or_else(|| take_plan(&mut places));
        places.retain(|place| *place != plan);
        let dirs: Vec<_> = self.dirs.iter().cloned().chain(places).collect();
        if plan.is_dir() {
            return Err(Failure::usage("no plan was given").advised(advice::NAME_THE_PLAN));
        }
        if dirs.is_empty() {
            return Err(Failure::usage("no directory of shards was given").advised(advice::ONE_DIRECTORY));
        }
        Ok((plan, dirs))
    }
}

/// Removes the plan from `places` and returns it. The plan is the first file or, if there is no file, the
/// first place.
pub fn take_plan(places: &mut Vec<PathBuf>) -> PathBuf {
    places.remove(places.iter().position(|place| place.is_file()).unwrap_or_default())
}

/// Which shards `queens work` counts.
#[derive(Clone, Debug)]
pub enum ShardChoice {
    All,
    /// The shards that are neither finished nor being counted.
    Missing,
    Listed(ShardList),
}

impl FromStr for ShardChoice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self::All),
            "missing" => Ok(Self::Missing),
            // `queens status --missing` prints this if no shard is missing.
            "" => Ok(Self::Listed(ShardList::default())),
            list => {
                let error = "use numbers and ranges, as in 3,7,10-20, or all, or missing";
                list.parse().map(Self::Listed).map_err(|_| error)
            }
        }
    }
}

/// What `queens merge` adds up
#[derive(Args, Debug)]
#[command(override_usage = "queens merge [OPTIONS] <PLAN> --dir <DIR>")]
pub struct MergeArgs {
    #[command(flatten)]
    pub places: PlacesArgs,
    /// Write the merged run into this directory, as if counted on one machine
    #[arg(short, long, value_name = "DIR", value_hint = DirPath, value_parser = output_path())]
    pub run: Option<PathBuf>,
    /// Move an existing run directory aside and write a new one
    #[arg(long, requires = "run")]
    pub fresh: bool,
    /// Append a record of the total for `queens publish` in DIR [default: results/records]; requires --run
    #[arg(long, value_name = "DIR", requires = "run", num_args = 0..=1, default_missing_value = "results/records")]
    #[arg(value_hint = DirPath, value_parser = record_directory())]
    pub record: Option<PathBuf>,
}
