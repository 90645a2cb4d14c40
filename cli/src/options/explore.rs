//! The options of the commands that explore, publish and help.

use std::path::PathBuf;

use crate::solutions::PartialPlacement;
use clap::Args;
use clap::ValueHint::{DirPath, FilePath};
use queens::board::BoardSize;
use queens_format::grouped;

use super::values::{output_path, whole};
use crate::failure::Failure;
use crate::output::SolutionFormat;

/// What `queens list` prints
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Rows of the board, 1 to 32
    pub n: BoardSize,
    /// How to print a solution
    #[arg(short, long, value_enum, default_value_t, conflicts_with = "json")]
    pub format: SolutionFormat,
    /// Print only one solution of each class under rotation and reflection, with the size of the
    /// class
    #[arg(long)]
    pub fundamental: bool,
}

/// The largest board that is drawn.
const MAX_DRAWN_ROWS: usize = 1_000;

/// What `queens find` finds
#[derive(Args, Debug)]
pub struct FindArgs {
    /// Rows of the board, 1 to 10,000,000
    #[arg(required_unless_present = "complete", conflicts_with = "complete", value_parser = whole::<u32>(1, 10_000_000))]
    n: Option<u32>,
    /// Seed for the choice of the solution [default: random, and printed on stderr]
    #[arg(long, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Complete this placement: for each row, the column of its queen, from 1, or '-' for no queen, separated
    /// by commas. At most 32 rows; the commas may be omitted for up to 9 rows, as in `queens list` and
    /// `queens board`
    #[arg(short, long, value_name = "COLUMNS", allow_hyphen_values = true)]
    pub complete: Option<PartialPlacement>,
    /// How to print the solution
    #[arg(short, long, value_enum, default_value_t, conflicts_with = "json")]
    pub format: SolutionFormat,
}

impl FindArgs {
    /// The rows of the board.
    pub fn rows(&self) -> Result<usize, Failure> {
        let entries = self.complete.as_ref().map(|placement| placement.size().get());
        let rows = self.n.map(|n| n as usize).or(entries).unwrap_or_default();
        if self.format != SolutionFormat::Digits && rows > MAX_DRAWN_ROWS {
            return Err(Failure::usage(format!(
                "--format board is limited to {} rows: use --format digits or --json",
                grouped(MAX_DRAWN_ROWS as u128)
            )));
        }
        Ok(rows)
    }
}

/// Which board `queens ladder` counts
#[derive(Args, Debug)]
pub struct LadderArgs {
    /// Rows of the board, 1 to 32 [default: a board that suits each rung]
    pub n: Option<BoardSize>,
}

/// Where `queens board` writes its page
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The file to write, or - for stdout
    #[arg(short = 'o', long = "output", value_name = "FILE", default_value = "-", value_hint = FilePath)]
    pub file: PathBuf,
    /// Replace the file even if this program did not make it
    #[arg(long)]
    pub force: bool,
}

/// What `queens publish` publishes, and where
#[derive(Args, Debug)]
pub struct PublishArgs {
    /// The directory with the records
    #[arg(long, value_name = "DIR", value_hint = DirPath, default_value = "results/records", value_parser = output_path())]
    pub records: PathBuf,
    /// The directory for README.md and the chart. If it contains an estimate.json, as `queens estimate 20..28
    /// --json` prints it, its estimates are published, too
    #[arg(short = 'o', long = "output", value_name = "DIR", value_hint = DirPath, default_value = "results", value_parser = output_path())]
    pub folder: PathBuf,
    /// The directory with the records of other programs, as written by `scripts/measure.py rival`
    #[arg(long, value_name = "DIR", value_hint = DirPath, default_value = "results/rivals", value_parser = output_path())]
    pub rivals: PathBuf,
    /// Replace files even if this program did not make them
    #[arg(long)]
    pub force: bool,
    /// Also write a summary and a table into this Markdown file, between the lines <!-- summary:begin --> and
    /// <!-- summary:end -->, and <!-- table:begin --> and <!-- table:end -->
    #[arg(long, value_name = "FILE", value_hint = FilePath, value_parser = output_path())]
    pub readme: Option<PathBuf>,
}

/// Which shell `queens completions` is for
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Where `queens man` writes its pages
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Write one page per command into this directory
    #[arg(short = 'o', long = "output", value_name = "DIR", value_hint = DirPath, value_parser = output_path())]
    pub folder: Option<PathBuf>,
    /// Replace files even if this program did not make them
    #[arg(long)]
    pub force: bool,
}
