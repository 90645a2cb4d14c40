//! The command line, as clap reads it: names, options and help texts, no logic.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use queens::auto::SplitChoice;
use queens::board::{BoardRange, BoardSize};
use queens::engine::{self, KernelChoice};
use queens::find::PartialPlacement;
use queens::kernel::Kernel;
use queens::verify::Amount;

mod cluster;

pub use cluster::{ListFormat, MergeArgs, MissingArgs, PlanArgs, WorkArgs};

/// Count all solutions of the N-queens problem, list them, or find one
#[derive(Debug, Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), max_term_width = 100, after_long_help = ELSEWHERE)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// How to say it
    #[command(flatten)]
    pub output: Output,
}

/// What is not an option.
const ELSEWHERE: &str = "\
Signals: SIGINT (Ctrl-C) and SIGTERM stop a count with all finished units saved, a second Ctrl-C stops it at once; SIGUSR1 \
makes it print a line of progress.

Environment: NO_COLOR is respected. QUEENS_CPU=avx2 or scalar plays a CPU that has no more than that. \
QUEENS_AVX512=rounds or refill makes the avx512 kernel work in that way instead of the one that suits the CPU's maker.";

/// Options of every command
#[derive(Args, Clone, Debug)]
pub struct Output {
    /// Print JSON on stdout
    #[arg(long, global = true)]
    pub json: bool,
    /// No progress and no notices on stderr, errors only
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// How to show progress on stderr
    #[arg(long, global = true, value_enum, default_value_t, value_name = "HOW")]
    pub progress: Progress,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
    /// Seconds between two lines of plain progress
    #[arg(long, global = true, default_value = "10", value_name = "SECONDS", value_parser = seconds)]
    pub interval: Duration,
}

/// How progress is shown
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Progress {
    /// A bar on a terminal, plain lines elsewhere
    #[default]
    Auto,
    /// A bar
    Bar,
    /// A line now and then
    Plain,
    /// A JSON object a line, notices and errors too
    Json,
    /// Nothing
    None,
}

/// When colour is used
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
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
    /// Show how far a run is, also while it goes on
    Status(StatusArgs),
    /// Estimate, before a run, how many solutions a board has and how long counting them takes
    Estimate(EstimateArgs),
    /// Count a random sample of a run's finished units again, in another way, and compare
    Verify(VerifyArgs),
    /// Deal a count to many machines: write the plan that they share
    Plan(PlanArgs),
    /// Work shards of a plan, each in a directory of its own; finished ones are left as they are
    Work(WorkArgs),
    /// List the shards of a plan that are not finished
    Missing(MissingArgs),
    /// Add up the shards of a plan, and prove that every unit is there and counted once
    Merge(MergeArgs),
    /// Check this program on this machine, in some seconds: every way of counting against every other, whole, interrupted and in shards
    Selftest,
    /// Measure every kernel of every method on this machine, for a few seconds each
    Bench(BenchArgs),
    /// Print every solution of a board, in lexicographic order
    List(ListArgs),
    /// Find one solution of a board of any size, or complete a given placement
    Find(FindArgs),
    /// Measure the road from brute force to this program, one idea at a time
    Ladder(LadderArgs),
    /// Write a web page on which to place queens, ask for hints and see solutions
    Board(BoardArgs),
    /// Make tables, charts and a web page of recorded counts
    Publish(PublishArgs),
    /// Print the completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, or write those of all commands
    Man(ManArgs),
}

/// The splits, as commands that choose one explain them.
const SPLITS: &str = "\
How the board is cut, and by which method it is counted:
- auto:   halves or cross, whichever is faster for this board with the kernel of this machine
- halves: by the columns of the queens in the upper half; both halves are filled by themselves and joined
- cross:  queens on the central rows and columns first, the rest is searched
- rows:   the first row's queen in the left half, the rest is searched; slower, it shares less with the others
What was begun goes on by its own split, on any machine.";

/// How many threads may be asked for: beyond that they wait for each other for minutes.
const THREADS: RangeInclusive<i64> = 1..=1024;

/// Options of `queens count`
#[derive(Args, Debug)]
#[command(after_help = "\
Typing the same command again goes on where an interrupted run was. A run that takes over 30 s is kept in \
queens-N.run without being asked.

Prints the number of solutions; with --fundamental, on a second line, the number of them up to rotation and reflection. \
How long it took stands on stderr.

Exit codes: 0 done, 1 error, 2 wrong arguments, 3 stopped before the end, 4 a count or a saved file is wrong, \
5 another process holds the run directory, 130 second Ctrl-C.")]
pub struct CountArgs {
    /// Rows of the board, 1 to 32
    pub n: BoardSize,
    /// Threads that count, 1 to 1024 [default: one per core]
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(THREADS))]
    pub threads: Option<u16>,
    /// The innermost loop: auto, or one of the kernels that this machine has
    #[arg(short, long, default_value = "auto")]
    pub kernel: KernelChoice,
    /// How the board is cut, and by which method it is counted: auto, halves, cross or rows
    #[arg(short, long, default_value = "auto", long_help = SPLITS)]
    pub split: SplitChoice,
    /// How finely the board is cut, 1 to 10: one more makes about eight times as many units [default: by N]
    #[arg(short, long)]
    pub depth: Option<usize>,
    /// Stop by itself after this time, as in 8h, 30m or 1h30m, with all finished units saved: for queues with a time limit
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    pub max_time: Option<Duration>,
    /// Also count the solutions up to rotation and reflection, from those that a half or a quarter turn leaves unchanged
    #[arg(long)]
    pub fundamental: bool,
    /// Count everything once more by the other method, the search by cross or the join of halves, and compare
    #[arg(long)]
    pub double_check: bool,
    /// Keep the run in this directory, however short it is
    #[arg(short, long, value_name = "DIR")]
    pub run: Option<PathBuf>,
    /// Keep nothing, however long it takes
    #[arg(long, conflicts_with_all = ["run", "fresh", "repair"])]
    pub no_checkpoint: bool,
    /// Move an old run directory aside and start over; leave this out to go on afterwards
    #[arg(long)]
    pub fresh: bool,
    /// Move damaged lines of the ledger to ledger.rejected and count their units again
    #[arg(long, conflicts_with = "fresh")]
    pub repair: bool,
    /// Keep a record of the finished count for `queens publish`, in results/records or another folder
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "results/records")]
    pub record: Option<PathBuf>,
}

/// Options of `queens status`
#[derive(Args, Debug)]
pub struct StatusArgs {
    /// The run directory
    pub dir: PathBuf,
}

/// Options of `queens bench`
#[derive(Args, Debug)]
#[command(after_help = "\
The units that are in hand when the time is over are not counted. A kernel that ends none in its time has no speed: give it more, \
or a smaller board.")]
pub struct BenchArgs {
    /// Rows of the board whose units are counted, 1 to 32
    #[arg(default_value = "18")]
    pub n: BoardSize,
    /// Seconds per kernel
    #[arg(long, default_value = "2", value_name = "SECONDS", value_parser = seconds)]
    pub time: Duration,
}

/// Options of `queens estimate`
#[derive(Args, Debug)]
#[command(after_help = "\
One board is described at length. Of several, as in `queens estimate 18 20..27`, each is a line of a table; with --json an object. \
What a stop loses is the processor time of the units in hand, which are counted again.")]
pub struct EstimateArgs {
    /// Rows of the board, 1 to 32, or several boards as in 20..27
    #[arg(value_name = "N", required = true)]
    pub boards: Vec<BoardRange>,
    /// Threads that would count, 1 to 1024 [default: one per core]
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(THREADS))]
    pub threads: Option<u16>,
    /// The kernel that would count: auto, or one of those that this machine has
    #[arg(short, long, default_value = "auto")]
    pub kernel: KernelChoice,
    /// How the board would be cut, and by which method counted: auto, halves, cross or rows
    #[arg(short, long, default_value = "auto", long_help = SPLITS)]
    pub split: SplitChoice,
    /// A number that decides which samples are taken
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Seconds for which the speed of this machine is measured
    #[arg(long, default_value = "1.5", value_name = "SECONDS", value_parser = seconds)]
    pub time: Duration,
}

/// Options of `queens verify`
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes: 0 all agree, 1 error, 2 wrong arguments, 3 stopped before the end, 4 a unit or a saved file is wrong.")]
pub struct VerifyArgs {
    /// The run directory, finished or not
    pub dir: PathBuf,
    /// How many of the finished units: a share as in 5%, or a number of units
    #[arg(long, default_value = "1%", value_name = "AMOUNT")]
    pub sample: Amount,
    /// A number that decides which units; chosen at random and printed if not given
    #[arg(long)]
    pub seed: Option<u64>,
    /// Threads that count, 1 to 1024 [default: one per core]
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(THREADS))]
    pub threads: Option<u16>,
    /// How to count: auto is another kernel than before, the scalar one if it does not take long
    #[arg(short, long, default_value = "auto")]
    pub kernel: KernelChoice,
}

/// How a solution is written
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The column of each row's queen, from 1: run together up to 9 rows, separated by spaces above
    Digits,
    /// A board of text, Q for a queen; an empty line between boards
    Board,
    /// A JSON object per line
    Json,
    /// The squares as one hexadecimal number: bit row * N + column, from 0 at the top left
    Hex,
}

/// Options of `queens list`
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Rows of the board, 1 to 32
    pub n: BoardSize,
    /// How to write a solution [default: digits]
    #[arg(short, long, value_enum)]
    pub format: Option<Format>,
    /// Stop after this many
    #[arg(short, long, value_name = "K")]
    pub limit: Option<u64>,
    /// Of solutions that rotations and reflections make of each other only the first, and how many there are
    #[arg(long)]
    pub fundamental: bool,
}

/// Options of `queens find`
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 a solution was printed, 1 none exists (stderr says why), 2 wrong arguments."
)]
pub struct FindArgs {
    /// Rows of the board, 1 to 10000000
    #[arg(required_unless_present = "complete", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub n: Option<u32>,
    /// A number that decides which solution is found; chosen at random and printed on stderr if not given
    #[arg(long)]
    pub seed: Option<u64>,
    /// Keep these queens: a column per row from 1, '-' for none, separated by commas or, up to 9 rows, run together; as
    /// `queens list` prints a solution and the page of `queens board` shows it; up to 32 rows
    #[arg(short, long, value_name = "COLUMNS", allow_hyphen_values = true)]
    pub complete: Option<PartialPlacement>,
    /// How to write the solution [default: digits]
    #[arg(short, long, value_enum)]
    pub format: Option<Format>,
}

/// Options of `queens ladder`
#[derive(Args, Debug)]
pub struct LadderArgs {
    /// Rows of the board, 1 to 32; without it each rung is run on a board that takes it a fair time
    pub n: Option<BoardSize>,
}

/// Options of `queens board`
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The file to write; stdout if not given
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// Options of `queens publish`
#[derive(Args, Debug)]
pub struct PublishArgs {
    /// The folder with the records
    #[arg(long, value_name = "DIR", default_value = "results/records")]
    pub records: PathBuf,
    /// The folder to write into: README.md, index.html, records.csv and the charts. A ladder.json that lies there, made
    /// by `queens ladder --json`, and an estimate.json, made by `queens estimate 22..27 --json`, are published too
    #[arg(short = 'o', long = "output", value_name = "DIR", default_value = "results")]
    pub folder: PathBuf,
    /// The folder with the records of other programs, as scripts/measure-rival.py writes them
    #[arg(long, value_name = "DIR", default_value = "results/rivals")]
    pub rivals: PathBuf,
    /// Leave out other programs
    #[arg(long)]
    pub without_others: bool,
    /// Put a sentence on the speed and a short table into this Markdown file: between the lines <!-- summary:begin --> and
    /// <!-- summary:end -->, and between <!-- table:begin --> and <!-- table:end -->
    #[arg(long, value_name = "FILE")]
    pub readme: Option<PathBuf>,
}

/// Options of `queens completions`
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Options of `queens man`
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Write a page per command into this folder
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// What `--version` says; `-V` says the number alone.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let kernels: Vec<_> = engine::available().iter().map(Kernel::to_string).collect();
    format!(
        "{} (commit {}, kernels: {})",
        env!("CARGO_PKG_VERSION"),
        env!("QUEENS_COMMIT"),
        kernels.join(", ")
    )
});

/// A time from a tenth of a second to a day.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.1..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds from 0.1 to 86400 is needed".to_owned()),
    }
}

/// A time with a unit, longer than nothing.
fn time_limit(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ => Err("a time with its unit is needed, as in 8h, 30m, 45s or 1h30m".to_owned()),
    }
}
