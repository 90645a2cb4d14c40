//! The commands of the feature `explore` and their options.

use std::path::PathBuf;

use clap::ValueHint::FilePath;
use clap::{Args, Subcommand, ValueEnum};
use queens::board::BoardSize;
use queens_explore::solutions::{PartialPlacement, PlacementError};
use queens_format::grouped;

use super::values::{any_seed, board, whole};
use crate::failure::Failure;

/// The commands that explore, in the order of the help
#[derive(Debug, Subcommand)]
pub enum ExploreCommand {
    /// Print every solution of a board, in lexicographic order
    List(ListArgs),
    /// Find one solution of a large board, or complete a placement
    Find(FindArgs),
    /// Measure the steps from brute force to this program, idea by idea
    Ladder(LadderArgs),
    /// Write a web page for placing queens by hand
    Board(BoardArgs),
}

/// The format of a printed solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SolutionFormat {
    /// The column of each row's queen, from 1; spaces separate the columns if there are more than
    /// 9 rows
    #[default]
    Digits,
    /// A drawing of the board, with Q for a queen; an empty line between boards
    Board,
    /// The same as --json
    #[value(hide = true)]
    Json,
}

impl SolutionFormat {
    /// Returns JSON if --json requests it, otherwise this format.
    pub fn unless(self, is_json: bool) -> Self {
        if is_json { Self::Json } else { self }
    }
}

/// What `queens list` prints
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Rows of the board, 1 to 32
    #[arg(value_parser = board)]
    pub n: BoardSize,
    /// How to print a solution
    #[arg(short, long, value_enum, default_value_t)]
    pub format: SolutionFormat,
    /// Print only one solution of each class under rotation and reflection, with the size of the
    /// class
    #[arg(long, alias = "unique")]
    pub fundamental: bool,
}

/// The largest board to draw.
const MAX_DRAWN_ROWS: usize = 1_000;

/// What `queens find` finds
#[derive(Args, Debug)]
pub struct FindArgs {
    /// Rows of the board, 1 to 10,000,000
    #[arg(required_unless_present = "complete", value_parser = whole::<u32>(1, 10_000_000))]
    n: Option<u32>,
    /// Seed for the choice of the solution [default: random, and printed on stderr]
    #[arg(long, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Complete this placement: for each row, the column of its queen, from 1, or '-' for no queen, separated
    /// by commas. With N, rows may be missing at the end. At most 32 rows; the commas may be omitted for up
    /// to 9 rows, as in `queens list` and `queens board`
    #[arg(short, long, value_name = "COLUMNS", allow_hyphen_values = true)]
    complete: Option<String>,
    /// How to print the solution
    #[arg(short, long, value_enum, default_value_t)]
    pub format: SolutionFormat,
}

impl FindArgs {
    /// Returns the requested seed, or a random one.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(any_seed)
    }

    /// Parses the placement to complete, if given.
    pub fn placement(&self) -> Result<Option<PartialPlacement>, Failure> {
        let read = |text: &String| PartialPlacement::read(text, self.n.map(|n| n as usize));
        let placement = self.complete.as_ref().map(read).transpose();
        placement.map_err(|error| {
            let is_short = self.n.is_none() && matches!(error, PlacementError::Column { .. });
            let advice = if is_short { "; to leave rows open, add N" } else { "" };
            Failure::usage(format!("--complete: {error}{advice}"))
        })
    }

    /// Returns the number of rows. Fails if they are too many to draw.
    pub fn rows(&self, format: SolutionFormat) -> Result<usize, Failure> {
        let rows = self.n.unwrap_or_default() as usize;
        if format == SolutionFormat::Board && rows > MAX_DRAWN_ROWS {
            return Err(Failure::usage(format!(
                "--format board is limited to {} rows: use --format digits or --json",
                grouped(MAX_DRAWN_ROWS as u64)
            )));
        }
        Ok(rows)
    }
}

/// Which board `queens ladder` counts
#[derive(Args, Debug)]
pub struct LadderArgs {
    /// Rows of the board, 1 to 32 [default: a board that suits each rung]
    #[arg(value_parser = board)]
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
