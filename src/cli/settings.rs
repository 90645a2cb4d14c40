//! What the command line asks for, in the program's own types, with every choice made that needs
//! no file and no device. No command sees an option. The choices have their names on the command
//! line beside them.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use crate::board::BoardSize;
use crate::check::verify::Amount;
use crate::cluster::ShardList;
use crate::count::{How, Save};
use crate::explore::find::PartialPlacement;
use crate::methods::device::Processor;
use crate::methods::{Kernel, Method};
use crate::run::Options;

#[derive(Clone, Debug, Default)]
pub struct Output {
    pub json: bool,
    /// Only errors on stderr.
    pub quiet: bool,
    /// The form of progress on stderr.
    pub progress: ProgressForm,
    /// When to use colour.
    pub color: Color,
    /// Time between lines of progress.
    pub interval: Duration,
}

/// The form of progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProgressForm {
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

/// When to use colour.
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

/// The form of a printed solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SolutionForm {
    /// The column of each row's queen, from 1: up to 9 rows run together, above that separated by
    /// spaces
    #[default]
    Digits,
    /// A drawing of the board, with Q for a queen; an empty line between boards
    Board,
    /// The squares as one hexadecimal number: bit row * N + column, from 0 at the top left
    Hex,
}

/// The form of a list of shards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ListForm {
    /// One number per line
    #[default]
    Lines,
    /// One line of numbers and ranges, for `sbatch --array` and `queens work --shards`:
    /// 3,7,10-20
    Slurm,
}

#[derive(Clone, Debug)]
pub struct CountSettings {
    /// One board, or several for a timing table, the smallest first.
    pub boards: Vec<BoardSize>,
    /// A timing table instead of a single count.
    pub table: Option<Table>,
    pub how: How,
    pub processor: Processor,
    pub save: Save,
    pub options: Options,
    /// Also the solutions up to rotation and reflection.
    pub fundamental: bool,
    /// Count again by another method and compare.
    pub double_check: bool,
    pub max_time: Option<Duration>,
    /// The directory for a record.
    pub record: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// How often each board is counted.
    pub runs: u32,
    pub csv: bool,
}

#[derive(Clone, Debug)]
pub struct StatusSettings {
    /// The run directory, or that of the shards of a plan; without it, every run in `folder`.
    pub directory: Option<PathBuf>,
    /// The current one without it.
    pub folder: Option<PathBuf>,
    /// The file of the plan of the shards.
    pub plan: Option<PathBuf>,
    /// How many threads are to count the rest.
    pub threads: usize,
}

#[derive(Clone, Debug)]
pub struct EstimateSettings {
    pub boards: Vec<BoardSize>,
    /// The relative standard error to reach.
    pub error: f64,
    /// After this time no further unit is begun; it depends on the board without it.
    pub time: Option<Duration>,
    pub seed: u64,
    pub how: How,
    pub processor: Processor,
}

#[derive(Clone, Debug)]
pub struct VerifySettings {
    /// The run directory.
    pub directory: PathBuf,
    /// How many of its finished units.
    pub sample: Amount,
    /// After this time no further unit is counted.
    pub time: Option<Duration>,
    pub seed: u64,
    pub threads: usize,
    /// Another than before without it.
    pub kernel: Option<Kernel>,
}

#[derive(Clone, Debug)]
pub struct PlanSettings {
    pub n: BoardSize,
    /// The fastest without it.
    pub method: Option<Method>,
    /// The standard one without it.
    pub depth: Option<usize>,
    pub shards: u64,
    pub file: PathBuf,
}

#[derive(Clone, Debug)]
pub struct WorkSettings {
    /// The file of the plan.
    pub plan: PathBuf,
    pub shards: ShardList,
    /// The folder that gets the directories of the shards.
    pub directory: PathBuf,
    pub how: How,
    pub processor: Processor,
    pub options: Options,
    pub max_time: Option<Duration>,
}

#[derive(Clone, Debug)]
pub struct MergeSettings {
    /// The file of the plan.
    pub plan: PathBuf,
    /// The folders with the directories of the shards.
    pub directories: Vec<PathBuf>,
    /// The run directory to write.
    pub run: Option<PathBuf>,
    /// Move an old run directory aside.
    pub fresh: bool,
    /// The directory for a record.
    pub record: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
pub struct ListSettings {
    pub n: BoardSize,
    pub form: SolutionForm,
    /// At most this many solutions.
    pub limit: usize,
    /// One solution of each class under rotation and reflection.
    pub fundamental: bool,
}

#[derive(Clone, Debug)]
pub struct FindSettings {
    pub rows: usize,
    pub complete: Option<PartialPlacement>,
    /// A random one without it.
    pub seed: Option<u64>,
    pub form: SolutionForm,
}

#[derive(Clone, Debug)]
pub struct PublishSettings {
    /// The directory of records.
    pub records: PathBuf,
    /// The directory of records of other programs.
    pub rivals: PathBuf,
    pub without_rivals: bool,
    /// The directory of the document.
    pub folder: PathBuf,
    /// A README for a summary and a table.
    pub readme: Option<PathBuf>,
    pub force: bool,
}
