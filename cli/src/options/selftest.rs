//! Options for `queens selftest`.

use std::time::Duration;

use clap::Args;

use super::shared::ThreadsArgs;
use super::values::{MAX_SEED, any_seed, time, whole};

/// What `queens selftest` counts in addition to small boards
#[derive(Args, Debug)]
pub struct SelftestArgs {
    /// Skip the units of large boards, which take minutes on a slow machine
    #[arg(long, alias = "quick", conflicts_with_all = ["large", "time"])]
    pub small: bool,
    /// Also count N = 18 and 19, and units of N = 25 to 32 that are unlike any on smaller boards: those with
    /// the longest lists, with lists cut into ranges, with the most column sets, and with the most sets of
    /// rows
    #[arg(long)]
    pub large: bool,
    /// Spend this time, as in 10m or 8h, on random units of N = 20 to 32 and on the remaining known ones,
    /// each counted by two kernels and upside down
    #[arg(long, alias = "max-time", value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Seed for the choice of units [default: random, and printed]
    #[arg(long, default_value_t = any_seed(), hide_default_value = true, value_parser = whole::<u64>(0, MAX_SEED))]
    #[arg(requires = "time")]
    pub seed: u64,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}
