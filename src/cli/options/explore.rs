//! The options of the commands that explore, publish and help.

use std::path::PathBuf;

use clap::Args;
use clap::ValueHint::{DirPath, FilePath};

use super::shared::{JsonArgs, OutputArgs, QuietArgs};
use super::values::whole;
use crate::board::BoardSize;
use crate::cli::settings::{PublishSettings, SolutionForm};
use crate::explore::find::PartialPlacement;

/// Options of `queens list`
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Rows of the board, 1 to 32
    pub n: BoardSize,
    /// How to print a solution
    #[arg(short, long, value_enum, default_value_t, conflicts_with = "json")]
    pub format: SolutionForm,
    /// Stop after this many solutions
    #[arg(short, long, value_name = "K", value_parser = whole::<u64>(0, u64::MAX))]
    pub limit: Option<u64>,
    /// Print only one solution of each class under rotation and reflection, with the size of the
    /// class
    #[arg(long)]
    pub fundamental: bool,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Options of `queens find`
#[derive(Args, Debug)]
pub struct FindArgs {
    /// Rows of the board, 1 to 10000000
    #[arg(required_unless_present = "complete", value_parser = whole::<u32>(1, 10_000_000))]
    pub n: Option<u32>,
    /// Seed for the choice of the solution [default: random, and printed on stderr]
    #[arg(long, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Keep these queens: one column per row, from 1, or '-' for none, separated by commas; up to 9
    /// rows also without commas, as in `queens list` and the page of `queens board`; at most 32
    /// rows
    #[arg(short, long, value_name = "COLUMNS", allow_hyphen_values = true)]
    pub complete: Option<PartialPlacement>,
    /// How to print the solution
    #[arg(short, long, value_enum, default_value_t, conflicts_with = "json")]
    pub format: SolutionForm,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `queens ladder`
#[derive(Args, Debug)]
pub struct LadderArgs {
    /// Rows of the board, 1 to 32 [default: a board that suits each rung]
    pub n: Option<BoardSize>,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Options of `queens board`
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The file to write [default: stdout]
    #[arg(short = 'o', long = "output", value_name = "FILE", value_hint = FilePath)]
    pub file: Option<PathBuf>,
    /// Replace a file that this program did not make
    #[arg(long)]
    pub force: bool,
}

/// Options of `queens publish`
#[derive(Args, Debug)]
pub struct PublishArgs {
    /// The directory with the records
    #[arg(long, value_name = "DIR", value_hint = DirPath, default_value = "results/records")]
    pub records: PathBuf,
    /// The directory for README.md, index.html and the charts. If it has a ladder.json, from
    /// `queens ladder --json`, or an estimate.json, from `queens estimate 16..27 --json`, these are
    /// published too
    #[arg(short = 'o', long = "output", value_name = "DIR", value_hint = DirPath, default_value = "results")]
    pub folder: PathBuf,
    /// The directory with the records of other programs, as written by `scripts/measure.py rival`
    #[arg(long, value_name = "DIR", value_hint = DirPath, default_value = "results/rivals")]
    pub rivals: PathBuf,
    /// Leave out other programs
    #[arg(long)]
    pub without_rivals: bool,
    /// Replace files that this program did not make
    #[arg(long)]
    pub force: bool,
    /// Also write a summary and a table into this Markdown file: between the lines <!--
    /// summary:begin --> and <!-- summary:end -->, and between <!-- table:begin --> and <!--
    /// table:end -->
    #[arg(long, value_name = "FILE", value_hint = FilePath)]
    pub readme: Option<PathBuf>,
    #[command(flatten)]
    pub quiet: QuietArgs,
}

impl PublishArgs {
    pub fn settings(&self) -> PublishSettings {
        PublishSettings {
            records: self.records.clone(),
            rivals: self.rivals.clone(),
            without_rivals: self.without_rivals,
            folder: self.folder.clone(),
            readme: self.readme.clone(),
            force: self.force,
        }
    }
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
    /// Write one page per command into this directory
    #[arg(short = 'o', long = "output", value_name = "DIR", value_hint = DirPath)]
    pub folder: Option<PathBuf>,
    /// Replace files that this program did not make
    #[arg(long)]
    pub force: bool,
}
