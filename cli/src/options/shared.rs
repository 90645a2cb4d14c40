//! Option groups shared by several commands.

use std::env;
use std::ffi::OsString;
use std::time::Duration;

use clap::{Args, ValueEnum};
use queens::methods::{Kernel, Method};
use queens::plan::Plan;
use queens::run::Host;

use super::values::{Auto, kernel, method, time, whole};
use crate::output::{Color, Output, ProgressFormat};
use crate::usage::THREADS_VARIABLE;

/// The heading for options that choose how to count.
pub const COUNTING: &str = "Counting";

/// The options of every command
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Print JSON on stdout
    #[arg(long, global = true)]
    json: bool,
    /// Print only errors on stderr: no progress, no notices
    #[arg(short, long, alias = "silent", global = true)]
    quiet: bool,
    /// Progress on stderr: bar, plain, json or none; auto draws a bar on a terminal, and prints plain lines
    /// otherwise
    #[arg(long, global = true, value_enum, default_value_t, value_name = "HOW")]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    progress: ProgressFormat,
    /// When to use colour: always, never, or auto (on a terminal, unless NO_COLOR is set)
    #[arg(long, alias = "colour", global = true, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    color: Color,
    /// Time between lines of plain or json progress
    #[arg(long, global = true, default_value = "10s", value_name = "TIME", value_parser = time)]
    #[arg(hide_short_help = true)]
    interval: Duration,
}

impl OutputArgs {
    pub fn output(&self) -> Output {
        let &Self { json, quiet, progress, color, interval } = self;
        Output { json, quiet, progress, color, interval }
    }
}

/// Returns the output settings for reporting a parse error, as far as they can be read from `words`.
pub fn output_for_parse_error(words: impl Iterator<Item = OsString>) -> Output {
    let words: Vec<_> = words.take_while(|word| word != "--").collect();
    let json = words.iter().any(|word| word == "--json");
    let is_progress = |pair: &[OsString]| pair[0] == "--progress" && pair[1] == "json";
    let events = words.windows(2).any(is_progress) || words.iter().any(|word| word == "--progress=json");
    let progress = if events { ProgressFormat::Json } else { ProgressFormat::default() };
    let color = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1].to_str());
    let joined = words.iter().map(|word| word.to_str()?.strip_prefix("--color="));
    let color = color.chain(joined).flatten().find_map(|value| Color::from_str(value, false).ok());
    Output { json, progress, color: color.unwrap_or_default(), ..Output::default() }
}

#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadsArgs {
    /// Number of threads, 1 to 8,192 [default: one per core]
    #[arg(short, long, aliases = ["cores", "jobs", "workers", "processes"], short_alias = 'j', help_heading = COUNTING)]
    #[arg(env = threads_variable(), hide_env = true)]
    #[arg(value_parser = whole::<usize>(1, 8_192))]
    threads: Option<usize>,
}

/// Returns the environment variable that sets the default for `--threads`. An empty value counts as unset
/// here, although clap would reject it.
fn threads_variable() -> Option<&'static str> {
    env::var_os(THREADS_VARIABLE).is_some_and(|value| !value.is_empty()).then_some(THREADS_VARIABLE)
}

impl ThreadsArgs {
    /// Returns the requested number of threads, or one per core.
    pub fn count(self) -> usize {
        self.threads.unwrap_or_else(Host::cores)
    }
}

/// How to run the innermost loop
#[derive(Args, Clone, Copy, Debug)]
pub struct ExecutionArgs {
    #[command(flatten)]
    pub threads: ThreadsArgs,
    /// The kernel, the code for one kind of processor: auto, or one that this CPU can run
    #[arg(short, long, default_value = "auto", value_parser = kernel(), help_heading = COUNTING)]
    #[arg(hide_possible_values = true)]
    pub kernel: Auto<Kernel>,
}

/// How to cut a board into units
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct PlanningArgs {
    /// How to count: auto, colours, cross or rows
    ///
    /// auto chooses the fastest method on this machine: cross up to about N = 17, and colours from there on.
    /// colours counts queens on white squares and queens on black squares separately. cross places queens on
    /// the central rows and columns, then searches the rest of the board. rows places a queen on the first
    /// row, then searches; it is slower.
    #[arg(short, long, default_value = "auto", value_parser = method(), help_heading = COUNTING)]
    #[arg(hide_possible_values = true)]
    pub method: Auto<Method>,
    /// How finely to cut the board, 1 to 10 [default: depends on N]
    ///
    /// Each level increases the number of units about eightfold.
    #[arg(short, long, value_parser = whole::<usize>(1, Plan::MAX_DEPTH as u64), help_heading = COUNTING)]
    #[arg(hide_short_help = true)]
    pub depth: Option<usize>,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::Cli;

    #[test]
    fn output_follows_every_option() {
        let typed = "queens count 8 --json --quiet --progress plain --color never --interval 5s";
        let cli = Cli::try_parse_from(typed.split(' ')).unwrap();
        let Output { json, quiet, progress, color, interval } = cli.output.output();
        assert!(json && quiet);
        let expected = (ProgressFormat::Plain, Color::Never, Duration::from_secs(5));
        assert_eq!((progress, color, interval), expected);
        for (typed, json, events) in [
            ("count x --json", true, false),
            ("count --progress json x", false, true),
            ("count --progress=json --json", true, true),
            ("count x --progress plain json", false, false),
            ("count -- --json", false, false),
        ] {
            let output = output_for_parse_error(typed.split(' ').map(OsString::from));
            assert_eq!((output.json, output.progress == ProgressFormat::Json), (json, events), "{typed}");
        }
    }
}
