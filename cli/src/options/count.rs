//! Options for commands that count on one machine or read saved counts.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::ValueHint::{DirPath, FilePath};
use queens::board::BoardSize;
use queens::cluster::ShardList;
use queens::count::SavePolicy;
use queens::methods::Kernel;

use super::boards::{all_boards, boards};
use super::cluster::take_plan;
use super::sample_size::SampleSize;
use super::shared::{COUNTING, ExecutionArgs, PlanningArgs, ThreadsArgs};
use super::values::{
    Auto, MAX_SEED, any_seed, error, kernel, output_path, record_directory, run_path, sample_size, time,
    whole,
};
use crate::advice;
use crate::failure::Failure;

/// Option headings.
const SAVING: &str = "Saving";
const CHECKING: &str = "More counts and checks";
const TIMING: &str = "Timing tables";

/// Returns where a long count of `n` is saved if the user does not name a directory.
pub fn default_directory(n: BoardSize) -> PathBuf {
    PathBuf::from(format!("queens-{n}.run"))
}

/// Options of `queens count`
#[derive(Args, Clone, Debug)]
#[command(after_long_help = "\
A count predicted to take over 30 s saves its progress in queens-N.run. To resume an interrupted count, run the same command \
again; its method and depth need not be repeated.

Prints the number of solutions to stdout and the time to stderr. With --fundamental, a second line gives the number \
of solutions up to rotation and reflection.

With several boards or --runs, prints a timing table. Its counts are not saved, and saved runs are ignored.")]
pub struct CountArgs {
    /// Rows of the board, 1 to 32, or several boards as in 8..18 20
    #[arg(value_name = "N", required = true, value_parser = boards)]
    boards: Vec<ShardList>,
    #[command(flatten)]
    pub execution: ExecutionArgs,
    #[command(flatten)]
    pub planning: PlanningArgs,
    /// Stop after this time, as in 8h or 1h30m, and save all finished units
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = COUNTING)]
    pub max_time: Option<Duration>,
    /// Save the run in this directory, however short it is
    #[arg(short, long, value_name = "DIR", help_heading = SAVING, value_hint = DirPath, value_parser = output_path())]
    run: Option<PathBuf>,
    /// Save nothing, however long the count takes
    #[arg(long, conflicts_with_all = ["run", "fresh"], help_heading = SAVING)]
    no_checkpoint: bool,
    /// Move an existing run directory aside and start over; omit this option to resume
    #[arg(long, help_heading = SAVING)]
    pub fresh: bool,
    /// Append a record of the finished count for `queens publish` in DIR [default: results/records]
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "results/records")]
    #[arg(help_heading = SAVING, value_hint = DirPath, value_parser = record_directory())]
    pub record: Option<PathBuf>,
    /// Also print the number of solutions up to rotation and reflection
    #[arg(long, alias = "unique", help_heading = CHECKING)]
    pub fundamental: bool,
    /// Count again with another method and compare
    #[arg(long, help_heading = CHECKING)]
    pub double_check: bool,
    /// Count all boards this many times, in order, and print a timing table
    #[arg(long, value_name = "COUNT", value_parser = whole::<u32>(1, 10_000), help_heading = TIMING)]
    runs: Option<u32>,
}

impl CountArgs {
    /// Returns the requested boards in ascending order, without duplicates.
    pub fn boards(&self) -> Vec<BoardSize> {
        all_boards(&self.boards)
    }

    /// Returns how often a timing table counts each board, or `None` for a single count.
    pub fn runs_of_table(&self) -> Option<u32> {
        let is_table = self.runs.is_some() || self.boards().len() > 1;
        is_table.then(|| self.runs.unwrap_or(1))
    }

    /// Decides whether and where to save the count of `n`.
    pub fn saving(&self, n: BoardSize) -> SavePolicy {
        /// Counts predicted to take longer are saved even without --run.
        const MIN_TIME_TO_SAVE: Duration = Duration::from_secs(30);
        /// Counts stopped by a signal after at least this time are saved.
        const MIN_TIME_TO_SAVE_ON_STOP: Duration = Duration::from_secs(2);
        match &self.run {
            _ if self.no_checkpoint || self.runs_of_table().is_some() => SavePolicy::Nothing,
            Some(run) => SavePolicy::In(run.clone()),
            None => {
                let path = default_directory(n);
                let stopped_after =
                    if self.max_time.is_some() { Duration::ZERO } else { MIN_TIME_TO_SAVE_ON_STOP };
                SavePolicy::WhenLong { path, longer_than: MIN_TIME_TO_SAVE, stopped_after }
            }
        }
    }

    /// Returns whether the user named the run directory.
    pub fn is_saved_by_request(&self) -> bool {
        self.run.is_some()
    }

    /// Rejects options that a timing table would ignore.
    pub fn refuse_options_of_one_count(&self) -> Result<(), Failure> {
        let given = [
            ("--run", self.run.is_some()),
            ("--fresh", self.fresh),
            ("--fundamental", self.fundamental),
            ("--double-check", self.double_check),
            ("--max-time", self.max_time.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                let what = format!("{option} does not apply to a timing table");
                Err(Failure::usage(what).advised(advice::ONE_COUNT))
            }
            None => Ok(()),
        }
    }
}

/// What `queens status` shows
#[derive(Args, Debug)]
#[command(after_long_help = "\
Shows the time left with one thread per core, or with --threads. A unit is the smallest part of a count that is saved; a \
shard is a set of units.")]
pub struct StatusArgs {
    /// A run directory, a directory that contains runs, or one that contains the shards of a plan [default:
    /// .]; several runs, or several directories of shards from different sites
    #[arg(value_name = "DIR", value_hint = DirPath, value_parser = run_path())]
    places: Vec<PathBuf>,
    /// The plan of the shards, as written by `queens plan` [default: read from their manifests]
    #[arg(long, value_hint = FilePath)]
    plan: Option<PathBuf>,
    /// The same as DIR; the first argument is then the plan
    #[arg(long = "dir", value_name = "DIR", value_hint = DirPath, hide_short_help = true)]
    sites: Vec<PathBuf>,
    /// Print only the list of unfinished shards, as `queens work --shards` takes it; a shard is unfinished if
    /// the directories together lack any of its units
    #[arg(long, conflicts_with = "json")]
    pub missing: bool,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

impl StatusArgs {
    /// Returns the plan, if given, and the directories containing its shards or runs.
    pub fn places(&self) -> (Option<PathBuf>, Vec<PathBuf>) {
        let mut places = self.places.clone();
        let has_plan = places.len() + self.sites.len() > 1
            && (!self.sites.is_empty() || places.iter().any(|place| place.is_file()));
        let plan = match &self.plan {
            None if has_plan && !places.is_empty() => Some(take_plan(&mut places)),
            plan => plan.clone(),
        };
        places.extend(self.sites.iter().cloned());
        places.retain(|place| Some(place) != plan.as_ref());
        if places.is_empty() {
            places.push(PathBuf::from("."));
        }
        (plan, places)
    }
}

/// What `queens estimate` estimates, and how
#[derive(Args, Debug)]
#[command(after_long_help = "\
Counts random units, the smallest pieces of work that a count saves, until their mean is accurate enough or time runs out. \
Prints one line per board, or with --json one object with all details. Ctrl-C stops it early and prints the estimate so far.

Starts at most one thread per core, and assumes that any further threads would be as fast.")]
pub struct EstimateArgs {
    /// Rows of the board, 1 to 32, or several boards as in 18 20..27
    #[arg(value_name = "N", required = true, value_parser = boards)]
    pub boards: Vec<ShardList>,
    /// Stop when the standard error has fallen to this, as in 5%
    #[arg(long, default_value = "5%", value_name = "PERCENT", value_parser = error)]
    pub error: f64,
    /// Start no new unit after this time [default: 5s; 50s from N = 24; 4m from N = 27; longer until enough
    /// units are finished]
    #[arg(long, alias = "max-time", value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Seed for the choice of units
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0, MAX_SEED))]
    pub seed: u64,
    #[command(flatten)]
    pub execution: ExecutionArgs,
    #[command(flatten)]
    pub planning: PlanningArgs,
}

/// What `queens verify` recounts
#[derive(Args, Debug)]
#[command(after_long_help = "\
A unit is the smallest part of a count that is saved. A sample of 300 units finds a wrong one with a probability of 95% if \
one unit in a hundred is wrong.")]
pub struct VerifyArgs {
    /// The run directory, finished or not
    #[arg(value_hint = DirPath, value_parser = run_path())]
    pub dir: PathBuf,
    /// How many of the finished units to recount: a percentage as in 5%, or a number of units
    #[arg(long, default_value = "1%", value_name = "AMOUNT", value_parser = sample_size)]
    pub sample: SampleSize,
    /// Stop recounting after this time; units in progress may take half as long again, or 5 s
    #[arg(long, alias = "max-time", value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Seed for the choice of units [default: random, and printed]
    #[arg(long, default_value_t = any_seed(), hide_default_value = true, value_parser = whole::<u64>(0, MAX_SEED))]
    pub seed: u64,
    /// Remove wrong units from the run; the next count redoes them
    #[arg(long)]
    pub drop: bool,
    /// Recount each unit upside down (colours only); the number of solutions must not change
    #[arg(long)]
    pub upside_down: bool,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    /// The kernel (code for one kind of processor) for the recount; auto chooses one that did not count the
    /// unit: scalar, unless it is too slow
    #[arg(short, long, default_value = "auto", value_parser = kernel(), help_heading = COUNTING)]
    #[arg(hide_possible_values = true)]
    pub kernel: Auto<Kernel>,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Cli, Command};

    fn saving(typed: &str) -> SavePolicy {
        let Command::Count(count) = Cli::try_parse_from(typed.split(' ')).unwrap().command else {
            panic!("{typed} is another command");
        };
        count.saving(count.boards()[0])
    }

    #[test]
    fn saves_counts_of_thirty_seconds_and_stopped_ones_of_two() {
        let when_long = |stopped_after| SavePolicy::WhenLong {
            path: PathBuf::from("queens-20.run"),
            longer_than: Duration::from_secs(30),
            stopped_after: Duration::from_secs(stopped_after),
        };
        assert_eq!(saving("queens count 20"), when_long(2));
        // With a time limit, even a short count is saved when it stops.
        assert_eq!(saving("queens count 20 --max-time 1m"), when_long(0));
        assert_eq!(saving("queens count 20 --run d"), SavePolicy::In(PathBuf::from("d")));
        assert_eq!(saving("queens count 20 --no-checkpoint"), SavePolicy::Nothing);
    }
}
