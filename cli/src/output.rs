//! Output settings and progress formats.

use std::env;
use std::time::Duration;

use clap::ValueEnum;

/// How a command prints.
#[derive(Clone, Debug, Default)]
pub struct Output {
    pub json: bool,
    /// Whether to print only errors on stderr.
    pub quiet: bool,
    pub progress: ProgressFormat,
    pub color: Color,
    /// Time between progress lines.
    pub interval: Duration,
}

/// How to show progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProgressFormat {
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

impl Color {
    /// Returns whether to colour a stream. By default, terminals are coloured unless NO_COLOR is set.
    pub fn is_on(self, is_terminal: bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => is_terminal && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}
