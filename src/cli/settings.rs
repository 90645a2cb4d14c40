//! What the command line asks for, in the program's own types. The choices have their names on the
//! command line beside them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;

use crate::board::BoardSize;
use crate::count::Count;
use crate::methods::device::Device;
use crate::methods::{Kernel, Method};

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

/// What to count with, and how.
#[derive(Clone, Debug)]
pub struct How {
    pub threads: usize,
    /// The fastest without it.
    pub kernel: Option<Kernel>,
    /// The fastest without it, or that of a saved run.
    pub method: Option<Method>,
    /// The standard one without it, or that of a saved run.
    pub depth: Option<usize>,
    /// The device that counts instead of the CPU.
    pub device: Option<Arc<dyn Device>>,
}

impl How {
    /// `count` with these settings.
    pub fn apply<'a>(&self, count: Count<'a>) -> Count<'a> {
        let count = count.threads(self.threads).kernel(self.kernel).method(self.method).depth(self.depth);
        count.device(self.device.clone())
    }

    /// The same on the CPU by `method`, at its standard depth, with the same kernel if it has that.
    pub fn on_cpu_by(&self, method: Method) -> Self {
        let kernel = self.kernel.filter(|&kernel| method.kernel(Some(kernel)).is_ok());
        Self { kernel, method: Some(method), depth: None, device: None, ..self.clone() }
    }
}

/// What `queens count` counts.
#[derive(Clone, Debug)]
pub struct CountSettings {
    /// One board, or several for a timing table, the smallest first.
    pub boards: Vec<BoardSize>,
    /// A timing table instead of a single count.
    pub table: Option<Table>,
    pub how: How,
    pub saving: Saving,
    /// Also the solutions up to rotation and reflection.
    pub fundamental: bool,
    /// Count again by another method and compare.
    pub double_check: bool,
    /// Stop after this time.
    pub max_time: Option<Duration>,
    /// The directory for a record.
    pub record: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// How often each board is counted.
    pub runs: u32,
    /// CSV instead of Markdown.
    pub csv: bool,
}

/// What `queens publish` reads and writes.
#[derive(Clone, Debug)]
pub struct PublishSettings {
    /// The directory of records.
    pub records: PathBuf,
    /// The directory of records of other programs, if they are to be shown.
    pub rivals: PathBuf,
    pub without_rivals: bool,
    /// The directory of the document.
    pub folder: PathBuf,
    /// A README for a summary and a table.
    pub readme: Option<PathBuf>,
    /// Replace any file.
    pub force: bool,
}

/// Whether and where a count is saved.
#[derive(Clone, Debug)]
pub struct Saving {
    pub place: Place,
    /// Move an old run aside.
    pub fresh: bool,
    /// Repair a damaged run.
    pub repair: bool,
}

/// Where a count is saved.
#[derive(Clone, Debug)]
pub enum Place {
    Nowhere,
    /// In this directory, however short it is.
    In(PathBuf),
    /// In this directory, if it is long.
    WhenLong(PathBuf),
}

impl Place {
    /// The run directory, if the count may be saved.
    pub fn path(&self) -> Option<&PathBuf> {
        match self {
            Self::Nowhere => None,
            Self::In(path) | Self::WhenLong(path) => Some(path),
        }
    }
}
