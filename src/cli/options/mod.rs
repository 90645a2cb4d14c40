//! The command line, as clap reads it: names, options and help texts, no logic.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use super::settings::{self, CountSettings, How, Output, Place, ProgressForm, Saving, SettingsError, Table};
use crate::board::BoardRange;
use crate::check::verify::Amount;
use crate::count;
use crate::methods::device::Processor;
use crate::methods::search::devices;
use crate::methods::{Kernel, Method, available_kernels};
use crate::plan::Plan;

mod cluster;
mod explore;
pub mod help;
mod values;

pub use cluster::{MergeArgs, MissingArgs, PlanArgs, WorkArgs};
pub use explore::{BoardArgs, CompletionsArgs, FindArgs, LadderArgs, ListArgs, ManArgs, PublishArgs};
use values::{Auto, error, existing_folder, kernel, method, seconds, threads, time_limit, whole};

/// Count all solutions of the N-queens problem, list them, or find one
#[derive(Debug, Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), max_term_width = 100, after_long_help = ELSEWHERE)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// How to print it
    #[command(flatten)]
    output: OutputArgs,
    /// Print the version; --version adds commit and kernels
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = EVERYWHERE)]
    version: Option<bool>,
}

impl Cli {
    /// Parses the command line. Exits the program if it is invalid.
    ///
    /// # Errors
    /// If help or the version is requested: the text to print.
    pub fn read() -> Result<Self, clap::Error> {
        let matches = help::with_groups_and_examples(Self::command()).try_get_matches();
        match matches.and_then(|matches| Self::from_arg_matches(&matches)) {
            Err(error) if error.use_stderr() => error.exit(),
            result => result,
        }
    }
}

impl Cli {
    /// How to print.
    pub fn output(&self) -> Output {
        let OutputArgs { json, quiet, progress, color, interval, .. } = self.output;
        let progress = match progress {
            Progress::Auto => ProgressForm::Auto,
            Progress::Bar => ProgressForm::Bar,
            Progress::Plain => ProgressForm::Plain,
            Progress::Json => ProgressForm::Json,
            Progress::None => ProgressForm::None,
        };
        let color = match color {
            Color::Auto => settings::Color::Auto,
            Color::Always => settings::Color::Always,
            Color::Never => settings::Color::Never,
        };
        Output { json, quiet, progress, color, interval }
    }
}

/// The headings of options; the last is for those of every command.
const COUNTING: &str = "Counting";
const TIMING: &str = "Timing tables";
const CHECKING: &str = "More counts and checks";
const KEEPING: &str = "Saving";
const EVERYWHERE: &str = "Global options";

/// Signals and environment variables.
const ELSEWHERE: &str = "\
Signals: SIGINT (Ctrl-C) and SIGTERM stop a count and save all finished units; a second one ends the program at once. SIGUSR1 \
prints a line of progress.

Environment: QUEENS_THREADS, QUEENS_DEVICE and QUEENS_RUN_DIR set the defaults of --threads, --device and --run-dir. NO_COLOR \
turns colour off. QUEENS_CPU=avx2, neon or scalar limits the program to those instructions. QUEENS_AVX512=rounds or refill \
selects a variant of the avx512 kernel of the search; the default depends on the maker of the CPU.";

/// Options of every command
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = EVERYWHERE)]
pub struct OutputArgs {
    /// Print JSON on stdout
    #[arg(long, global = true)]
    json: bool,
    /// Print only errors on stderr: no progress, no notices
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Progress on stderr: bar, plain, json or none; auto draws a bar on a terminal and prints
    /// plain lines otherwise
    #[arg(long, global = true, value_enum, default_value_t, value_name = "HOW", hide_possible_values = true)]
    progress: Progress,
    /// Colour: always, never or auto; auto colours a terminal unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true
    )]
    color: Color,
    /// Seconds between lines of plain or json progress
    #[arg(long, global = true, default_value = "10", value_name = "SECONDS", value_parser = seconds)]
    interval: Duration,
    /// Print help
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

/// The form of progress
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Progress {
    /// A bar on a terminal, plain lines otherwise
    #[default]
    Auto,
    /// A bar
    Bar,
    /// A line every --interval seconds
    Plain,
    /// A JSON object per line, also for notices and errors
    Json,
    /// Nothing
    None,
}

/// When to use colour
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count all solutions of a board
    Count(CountArgs),
    /// Show the progress of a run, even while it is counting
    Status(StatusArgs),
    /// Estimate the time of a count and the number of solutions
    Estimate(EstimateArgs),
    /// Recount a random sample of a run with another kernel and compare
    Verify(VerifyArgs),
    /// Write a plan that divides a count among many machines
    Plan(PlanArgs),
    /// Count shards of a plan, each in its own directory
    ///
    /// Finished shards are not counted again.
    Work(WorkArgs),
    /// List the unfinished shards of a plan
    Missing(MissingArgs),
    /// Add up all shards and prove that every unit was counted once
    Merge(MergeArgs),
    /// Check every way of counting against every other on this machine
    ///
    /// It counts small boards whole, interrupted and in shards, and takes a few seconds.
    Selftest,
    /// List the devices that --device can use on this machine
    Devices,
    /// Print every solution of a board, in lexicographic order
    List(ListArgs),
    /// Find one solution of a large board, or complete a placement
    Find(FindArgs),
    /// Measure the steps from brute force to this program, idea by idea
    Ladder(LadderArgs),
    /// Write a web page for placing queens by hand
    ///
    /// The page gives hints and shows solutions.
    Board(BoardArgs),
    /// Turn recorded counts into tables, charts and a web page
    Publish(PublishArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all commands
    Man(ManArgs),
}

/// The help of --method.
const METHODS: &str = "\
How to count: auto, halves, cross or rows. auto chooses halves or cross, whichever is faster on this machine. halves fills each \
half of the board separately and joins the two. cross fills the central rows and columns and searches the rest. rows fills the \
first row and searches the rest; it is slower. A saved run goes on by its own method, on any machine.";

/// The environment variable with the default of --threads.
const THREADS: &str = "QUEENS_THREADS";

/// The help of --device.
const DEVICES: &str = "\
What to count with: cpu, gpu, or a part of a device's name. gpu selects the first GPU, never a software device. `queens devices` \
lists them. For several devices, count a shard of a plan on each. Devices count with the search, so --method auto means cross. \
Needs a program built with the feature gpu.";

/// The environment variable with the default of --device.
const DEVICE: &str = "QUEENS_DEVICE";

/// The environment variable with the default of --run-dir.
const RUN_DIR: &str = "QUEENS_RUN_DIR";

/// Options of `queens count`
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The same command resumes an interrupted run. A run that takes over 30 s is saved in queens-N.run.

Prints the number of solutions to stdout and the time to stderr. With --fundamental, a second line has the number of \
solutions up to rotation and reflection.

Several boards, --runs or --csv print a timing table. Its counts are not saved, and saved runs are ignored.

Exit codes: 0 done, 1 error, 2 wrong arguments, 3 stopped before the end, 4 a count or a saved file is wrong, \
5 another process uses the run directory, 130 second Ctrl-C.")]
pub struct CountArgs {
    /// Rows of the board, 1 to 32, or several boards as in 8..20
    #[arg(value_name = "N")]
    pub boards: BoardRange,
    /// Count each board this many times, in turn, and print a timing table
    #[arg(long, value_name = "COUNT", value_parser = whole::<u32>(1, 10_000), help_heading = TIMING)]
    pub runs: Option<u32>,
    /// Print the timing table as CSV instead of Markdown
    #[arg(long, conflicts_with = "json", help_heading = TIMING)]
    pub csv: bool,
    /// Counting threads, 1 to 1024 [default: one per core]
    #[arg(short, long, help_heading = COUNTING, env = THREADS, hide_env_values = true, value_parser = threads)]
    pub threads: Option<u16>,
    /// The innermost loop: auto, or a kernel that this machine can run
    #[arg(short, long, default_value = "auto", value_parser = kernel, help_heading = COUNTING)]
    pub kernel: Auto<Kernel>,
    /// What to count with: cpu, gpu, or a part of a device's name
    #[arg(long, value_name = "NAME", default_value = "cpu", env = DEVICE, hide_env_values = true)]
    #[arg(long_help = DEVICES, help_heading = COUNTING)]
    pub device: Processor,
    /// How to count: auto, halves, cross or rows
    #[arg(short, long, default_value = "auto", value_parser = method, long_help = METHODS)]
    #[arg(help_heading = COUNTING)]
    pub method: Auto<Method>,
    /// How finely to cut the board, 1 to 10: each level makes about eight times as many units
    /// [default: depends on N]
    #[arg(short, long, value_parser = whole::<usize>(1, Plan::MAX_DEPTH as u64), help_heading = COUNTING)]
    pub depth: Option<usize>,
    /// Stop after this long, as in 8h, 30m or 1h30m, and save all finished units
    #[arg(long, value_name = "TIME", value_parser = time_limit, help_heading = COUNTING)]
    pub max_time: Option<Duration>,
    /// Also count the solutions up to rotation and reflection
    #[arg(long, help_heading = CHECKING)]
    pub fundamental: bool,
    /// Count again with the other method and compare
    #[arg(long, help_heading = CHECKING)]
    pub double_check: bool,
    /// Save the run in this directory, however short it is
    #[arg(short, long, value_name = "DIR", help_heading = KEEPING)]
    pub run: Option<PathBuf>,
    /// Directory in which a long run without --run makes its queens-N.run
    #[arg(long, value_name = "FOLDER", env = RUN_DIR, hide_env_values = true, help_heading = KEEPING)]
    #[arg(value_parser = PathBufValueParser::new().try_map(existing_folder))]
    pub run_dir: Option<PathBuf>,
    /// Save nothing, however long the count takes
    #[arg(long, conflicts_with_all = ["run", "fresh", "repair"], help_heading = KEEPING)]
    pub no_checkpoint: bool,
    /// Move an old run directory aside and start over; omit this option to resume
    #[arg(long, help_heading = KEEPING)]
    pub fresh: bool,
    /// Move damaged lines of the ledger to ledger.rejected and recount their units
    #[arg(long, conflicts_with = "fresh", help_heading = KEEPING)]
    pub repair: bool,
    /// Add a record of the finished count for `queens publish` [default: in results/records]
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "results/records")]
    #[arg(help_heading = KEEPING)]
    pub record: Option<PathBuf>,
}

impl CountArgs {
    /// What is to be counted, and how. Opens the device.
    pub fn settings(&self) -> Result<CountSettings, SettingsError> {
        let is_table = self.boards != self.boards.first().into() || self.runs.is_some() || self.csv;
        if is_table {
            self.refuse_options_of_one_count()?;
        }
        let table = is_table.then_some(Table { runs: self.runs.unwrap_or(1), csv: self.csv });
        let how = how(self.threads, self.kernel, self.method, self.depth, &self.device)?;
        Ok(CountSettings {
            boards: self.boards,
            table,
            how,
            saving: Saving { place: self.place(is_table), fresh: self.fresh, repair: self.repair },
            fundamental: self.fundamental,
            double_check: self.double_check,
            max_time: self.max_time,
            record: self.record.clone(),
        })
    }

    fn place(&self, is_table: bool) -> Place {
        let folder = || self.run_dir.clone().unwrap_or_default();
        match &self.run {
            _ if self.no_checkpoint || is_table => Place::Nowhere,
            Some(run) => Place::In(run.clone()),
            None => Place::WhenLong(folder().join(format!("queens-{}.run", self.boards.first()))),
        }
    }

    /// Rejects options that a timing table would ignore.
    fn refuse_options_of_one_count(&self) -> Result<(), SettingsError> {
        let given = [
            ("--run", self.run.is_some()),
            ("--fresh", self.fresh),
            ("--repair", self.repair),
            ("--fundamental", self.fundamental),
            ("--double-check", self.double_check),
            ("--max-time", self.max_time.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(SettingsError::Usage(format!(
                "{option} does not apply to a timing table: omit it, or count one N without --runs and --csv"
            ))),
            None => Ok(()),
        }
    }
}

/// How to count, as options ask for it. Opens the device.
fn how(
    threads: Option<u16>,
    Auto(kernel): Auto<Kernel>,
    Auto(method): Auto<Method>,
    depth: Option<usize>,
    processor: &Processor,
) -> Result<How, SettingsError> {
    if kernel.is_some() && *processor != Processor::Cpu {
        return Err(SettingsError::Usage(
            "--kernel selects a kernel of the CPU, but --device does not select the CPU: omit one of them"
                .to_owned(),
        ));
    }
    Ok(How { threads: threads_or_cores(threads), kernel, method, depth, device: devices::open(processor)? })
}

/// The requested number of threads, or one per core.
pub fn threads_or_cores(asked: Option<u16>) -> usize {
    asked.map_or_else(count::cores, usize::from)
}

/// Options of `queens status`
#[derive(Args, Debug)]
pub struct StatusArgs {
    /// The run directory, or the directory of a plan's shards [default: every queens-N.run]
    pub dir: Option<PathBuf>,
    /// Directory in which to look for every queens-N.run [default: the current one]
    #[arg(long, value_name = "FOLDER", env = RUN_DIR, hide_env_values = true)]
    #[arg(value_parser = PathBufValueParser::new().try_map(existing_folder))]
    pub run_dir: Option<PathBuf>,
    /// The plan of the shards, as written by `queens plan` [default: read from their manifests]
    #[arg(long, requires = "dir")]
    pub plan: Option<PathBuf>,
    /// Number of threads for which to show the time left [default: one per core]
    #[arg(short, long, env = THREADS, hide_env_values = true, value_parser = threads)]
    pub threads: Option<u16>,
}

/// Options of `queens estimate`
#[derive(Args, Debug)]
#[command(after_help = "\
Counts random units of the board until their mean is known well enough, or the time is up. For one board, prints all \
details; for several, as in `queens estimate 18 20..27`, a table, or with --json one object each. Ctrl-C ends it early \
with the estimate so far.")]
pub struct EstimateArgs {
    /// Rows of the board, 1 to 32, or several boards as in 20..27
    #[arg(value_name = "N", required = true)]
    pub boards: Vec<BoardRange>,
    /// Counting threads, 1 to 1024 [default: one per core]
    ///
    /// Threads beyond the cores are not started: they are taken to be as fast as the others.
    #[arg(short, long, env = THREADS, hide_env_values = true, value_parser = threads)]
    pub threads: Option<u16>,
    /// The innermost loop: auto, or a kernel that this machine can run
    #[arg(short, long, default_value = "auto", value_parser = kernel)]
    pub kernel: Auto<Kernel>,
    /// What to count with: cpu, gpu, or a part of a device's name
    #[arg(long, value_name = "NAME", default_value = "cpu", env = DEVICE, hide_env_values = true)]
    #[arg(long_help = DEVICES)]
    pub device: Processor,
    /// How to count: auto, halves, cross or rows
    #[arg(short, long, default_value = "auto", value_parser = method, long_help = METHODS)]
    pub method: Auto<Method>,
    /// The standard error that is small enough, as in 5%
    #[arg(long, default_value = "5%", value_name = "SHARE", value_parser = error)]
    pub error: f64,
    /// Seconds after which no unit is begun [default: 5 up to N = 24, 60 above]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Seed for the choice of units
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
}

impl EstimateArgs {
    /// With what to count, and how. Opens the device.
    pub fn how(&self) -> Result<How, SettingsError> {
        how(self.threads, self.kernel, self.method, None, &self.device)
    }
}

/// Options of `queens verify`
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes: 0 all agree, 1 error, 2 wrong arguments, 3 stopped before the end, 4 a unit or a saved file is wrong.")]
pub struct VerifyArgs {
    /// The run directory, finished or not
    pub dir: PathBuf,
    /// How many of the finished units to recount: a share as in 5%, or a number
    #[arg(long, default_value = "1%", value_name = "AMOUNT")]
    pub sample: Amount,
    /// Seed for the choice of units [default: random, and printed]
    #[arg(long, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Counting threads, 1 to 1024 [default: one per core]
    #[arg(short, long, env = THREADS, hide_env_values = true, value_parser = threads)]
    pub threads: Option<u16>,
    /// The kernel: auto takes another than before, scalar unless it is too slow
    #[arg(short, long, default_value = "auto", value_parser = kernel)]
    pub kernel: Auto<Kernel>,
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
