//! Options for `queens completions` and `queens man`.

use std::path::PathBuf;

use clap::Args;
use clap::ValueHint::DirPath;

use super::values::output_path;

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
