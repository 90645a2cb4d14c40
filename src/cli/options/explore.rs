//! The options of the commands that explore, publish and help.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::whole;
use crate::board::BoardSize;
use crate::cli::settings::{SettingsError, SolutionForm};
use crate::explore::find::PartialPlacement;

/// The form of a printed solution
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The column of each row's queen, from 1: up to 9 rows run together, above that separated by
    /// spaces
    Digits,
    /// A drawing of the board, with Q for a queen; an empty line between boards
    Board,
    /// One JSON object per line
    Json,
    /// The squares as one hexadecimal number: bit row * N + column, from 0 at the top left
    Hex,
}

/// The requested form, which --json requests too.
fn form(format: Option<Format>, json: bool) -> Result<SolutionForm, SettingsError> {
    match (format, json) {
        (Some(Format::Json), _) | (None, true) => Ok(SolutionForm::Json),
        (Some(_), true) => {
            Err(SettingsError::Usage("--json and --format select different formats: omit one of them".into()))
        }
        (Some(Format::Digits) | None, false) => Ok(SolutionForm::Digits),
        (Some(Format::Board), false) => Ok(SolutionForm::Board),
        (Some(Format::Hex), false) => Ok(SolutionForm::Hex),
    }
}

/// Options of `queens list`
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Rows of the board, 1 to 32
    pub n: BoardSize,
    /// How to print a solution [default: digits]
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// Stop after this many solutions
    #[arg(short, long, value_name = "K", value_parser = whole::<u64>(0, u64::MAX))]
    pub limit: Option<u64>,
    /// Print only one solution of each class under rotation and reflection, with the size of the
    /// class
    #[arg(long)]
    pub fundamental: bool,
}

impl ListArgs {
    /// How to print a solution; `json` is the option of that name.
    pub fn form(&self, json: bool) -> Result<SolutionForm, SettingsError> {
        form(self.format, json)
    }
}

/// Options of `queens find`
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 a solution was printed, 1 none exists (stderr explains why), 2 wrong arguments."
)]
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
    /// How to print the solution [default: digits]
    #[arg(short, long, value_enum)]
    format: Option<Format>,
}

impl FindArgs {
    /// How to print the solution; `json` is the option of that name.
    pub fn form(&self, json: bool) -> Result<SolutionForm, SettingsError> {
        form(self.format, json)
    }
}

/// Options of `queens ladder`
#[derive(Args, Debug)]
pub struct LadderArgs {
    /// Rows of the board, 1 to 32 [default: a board that suits each rung]
    pub n: Option<BoardSize>,
}

/// Options of `queens board`
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The file to write [default: stdout]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Replace a file that this program did not make
    #[arg(long)]
    pub force: bool,
}

/// Options of `queens publish`
#[derive(Args, Debug)]
pub struct PublishArgs {
    /// The directory with the records
    #[arg(long, value_name = "DIR", default_value = "results/records")]
    pub records: PathBuf,
    /// The directory for README.md, index.html and the charts. If it has a ladder.json, from
    /// `queens ladder --json`, or an estimate.json, from `queens estimate 16..27 --json`, these are
    /// published too
    #[arg(short = 'o', long = "output", value_name = "DIR", default_value = "results")]
    pub folder: PathBuf,
    /// The directory with the records of other programs, as written by `scripts/measure.py rival`
    #[arg(long, value_name = "DIR", default_value = "results/rivals")]
    pub rivals: PathBuf,
    /// Leave out other programs
    #[arg(long)]
    pub without_others: bool,
    /// Replace files that this program did not make
    #[arg(long)]
    pub force: bool,
    /// Also write a summary and a table into this Markdown file: between the lines <!--
    /// summary:begin --> and <!-- summary:end -->, and between <!-- table:begin --> and <!--
    /// table:end -->
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
    /// Write one page per command into this directory
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Replace files that this program did not make
    #[arg(long)]
    pub force: bool,
}
