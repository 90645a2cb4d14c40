//! Options for `queens publish`.

use std::path::PathBuf;

use clap::Args;
use clap::ValueHint::{DirPath, FilePath};

use super::values::output_path;

/// What `queens publish` publishes, and where
#[derive(Args, Debug)]
pub struct PublishArgs {
    /// The directory with the records
    #[arg(long, value_name = "DIR", value_hint = DirPath, default_value = "results/records", value_parser = output_path())]
    pub records: PathBuf,
    /// The directory for README.md and the chart. If it contains estimate.json, the output of `queens
    /// estimate 20..28 --json`, its estimates are published, too
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
