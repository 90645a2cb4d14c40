//! The options of the commands that explore, publish and help.

use std::path::PathBuf;

use crate::solutions::PartialPlacement;
use clap::Args;
use clap::ValueHint::{DirPath, FilePath};
use queens::board::BoardSize;
use queens_format::grouped;

use super::values::{output_path, whole};
use crate::failure::Failure;
use crate::output::SolutionForm;

/// What `queens list` prints
#[derive(Args, Debug)]
pub struct ListSettings {
    /// Rows of the board, 1 to 32
    pub n: BoardSize,
    /// How to print a solution
    #[arg(short, long, value_enum, default_value_t, conflicts_with = "json")]
    pub format: SolutionForm,
    /// Print only one solution of each class under rotation and reflection, with the size of the
    /// class
    #[arg(long)]
    pub fundamental: bool,
}

/// The largest board that is written square by square.
const LARGEST_BY_SQUARE: usize = 1_000;

/// What `queens find` finds
#[derive(Args, Debug)]
pub struct FindSettings {
    /// Rows of the board, 1 to 10,000,000
    #[arg(required_unless_present = "complete", conflicts_with = "complete", value_parser = whole::<u32>(1, 10_000_000))]
    n: Option<u32>,
    /// Seed for the choice of the solution [default: random, and printed on stderr]
    #[arg(long, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Keep these queens: one column per row, from 1, or '-' for none, separated by commas. Up to 9
    /// rows, the commas may be omitted, as in `queens list` and the page of `queens board`. At most
    /// 32 rows
    #[arg(short, long, value_name = "COLUMNS", allow_hyphen_values = true)]
    pub complete: Option<PartialPlacement>,
    /// How to print the solution
    #[arg(short, long, value_enum, default_value_t, conflicts_with = "json")]
    pub format: SolutionForm,
}

impl FindSettings {
    /// The rows of the board.
    pub fn rows(&self) -> Result<usize, Failure> {
        let entries = self.complete.as_ref().map(|placement| placement.size().get());
        let rows = self.n.map(|n| n as usize).or(entries).unwrap_or_default();
        if self.format != SolutionForm::Digits && rows > LARGEST_BY_SQUARE {
            return Err(Failure::usage(format!(
                "--format board is limited to {} rows: use digits or --json",
                grouped(LARGEST_BY_SQUARE as u128)
            )));
        }
        Ok(rows)
    }
}

/// Which board `queens ladder` counts
#[derive(Args, Debug)]
pub struct LadderSettings {
    /// Rows of the board, 1 to 32 [default: a board that suits each rung]
    pub n: Option<BoardSize>,
}

/// Where `queens board` writes its page
#[derive(Args, Debug)]
pub struct BoardSettings {
    /// The file to write, or - for stdout
    #[arg(short = 'o', long = "output", value_name = "FILE", default_value = "-", value_hint = FilePath)]
    pub file: PathBuf,
    /// Replace a file that this program did not make
    #[arg(long)]
    pub force: bool,
}

/// What `queens publish` publishes, and where
#[derive(Args, Debug)]
pub struct PublishSettings {
    /// The directory with the records
    #[arg(long, value_name = "DIR", value_hint = DirPath, default_value = "results/records", value_parser = output_path())]
    pub records: PathBuf,
    /// The directory for README.md and the chart. If it has an estimate.json, from
    /// `queens estimate 20..28 --json`, its estimates are published too
    #[arg(short = 'o', long = "output", value_name = "DIR", value_hint = DirPath, default_value = "results", value_parser = output_path())]
    pub folder: PathBuf,
    /// The directory with the records of other programs, as written by `scripts/measure.py rival`
    #[arg(long, value_name = "DIR", value_hint = DirPath, default_value = "results/rivals", value_parser = output_path())]
    pub rivals: PathBuf,
    /// Replace files that this program did not make
    #[arg(long)]
    pub force: bool,
    /// Also write a summary and a table into this Markdown file: between the lines <!--
    /// summary:begin --> and <!-- summary:end -->, and between <!-- table:begin --> and <!--
    /// table:end -->
    #[arg(long, value_name = "FILE", value_hint = FilePath, value_parser = output_path())]
    pub readme: Option<PathBuf>,
}

/// Which shell `queens completions` is for
#[derive(Args, Debug)]
pub struct CompletionsSettings {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Where `queens man` writes its pages
#[derive(Args, Debug)]
pub struct ManSettings {
    /// Write one page per command into this directory
    #[arg(short = 'o', long = "output", value_name = "DIR", value_hint = DirPath, value_parser = output_path())]
    pub folder: Option<PathBuf>,
    /// Replace files that this program did not make
    #[arg(long)]
    pub force: bool,
}
