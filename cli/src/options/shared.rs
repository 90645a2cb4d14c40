//! Groups of options that several commands take. Each command takes only the groups it obeys.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint::DirPath;
use clap::{ArgMatches, Args};
use queens::count;
use queens::methods::{Kernel, Method, Processor};
use queens::plan::Plan;

use super::values::{Auto, kernel, method, place, threads, time, whole};
use crate::choice::How;
use crate::failure::Failure;
use crate::output::{Color, Output, ProgressForm};

/// The headings of options.
pub const COUNTING: &str = "Counting";
pub const PRINTING: &str = "Output";

/// `--json`
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = PRINTING)]
pub struct JsonArgs {
    /// Print JSON on stdout
    #[arg(long)]
    json: bool,
}

/// `--quiet`
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = PRINTING)]
pub struct QuietArgs {
    /// Print only errors on stderr: no progress, no notices
    #[arg(short, long)]
    quiet: bool,
}

/// The options of a command that prints a result and notices
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    quiet: QuietArgs,
}

/// The options of a command that takes a while: those above, and the form of its progress
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = PRINTING)]
pub struct ProgressArgs {
    #[command(flatten)]
    output: OutputArgs,
    /// Progress on stderr: bar, plain, json or none; auto draws a bar on a terminal and prints
    /// plain lines otherwise
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    progress: ProgressForm,
    /// Colour: always, never or auto; auto colours a terminal unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    color: Color,
    /// Time between lines of plain or json progress
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = time)]
    #[arg(hide_short_help = true)]
    interval: Duration,
}

/// How to print, by as many of these options as `command` has.
pub fn output(command: &ArgMatches) -> Output {
    fn given<T: Clone + Default + Send + Sync + 'static>(command: &ArgMatches, option: &str) -> T {
        command.try_get_one(option).ok().flatten().cloned().unwrap_or_default()
    }
    Output {
        json: given(command, "json"),
        quiet: given(command, "quiet"),
        progress: given(command, "progress"),
        color: given(command, "color"),
        interval: given(command, "interval"),
    }
}

/// `--threads`
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadsArgs {
    /// Threads, 1 to 1,024 [default: one per core]
    ///
    /// A machine with more than 1,024 cores accepts one per core.
    #[arg(short, long, help_heading = COUNTING, env = "QUEENS_THREADS", hide_env = true)]
    #[arg(value_parser = threads(count::cores()))]
    threads: Option<usize>,
}

impl ThreadsArgs {
    /// The requested number of threads, or one per core.
    pub fn count(self) -> usize {
        self.threads.unwrap_or_else(count::cores)
    }
}

/// What counts
#[derive(Args, Clone, Debug)]
pub struct ProcessorArgs {
    #[command(flatten)]
    threads: ThreadsArgs,
    /// The innermost loop: auto, or a kernel of this machine
    #[arg(short, long, default_value = "auto", value_parser = kernel(), help_heading = COUNTING)]
    #[arg(hide_possible_values = true)]
    kernel: Auto<Kernel>,
    /// cpu, gpu, or a part of a device's name
    ///
    /// gpu selects the first GPU. `queens devices` lists all. Devices count with the search, so
    /// --method auto means cross. Needs a program built with the feature gpu.
    #[arg(long, value_name = "NAME", default_value = "cpu", help_heading = COUNTING)]
    #[arg(env = "QUEENS_DEVICE", hide_env = true)]
    device: Processor,
}

impl ProcessorArgs {
    /// How to count by the plan that `plan` asks for, and on what.
    pub fn how(&self, plan: PlanningArgs) -> Result<(How, Processor), Failure> {
        if self.kernel.is_some() && self.device != Processor::Cpu {
            return Err(Failure::usage(
                "--kernel selects a kernel of the CPU, but --device does not select the CPU: omit one of them"
                    .to_owned(),
            ));
        }
        let threads = self.threads.count();
        let kernel = self.kernel;
        let how = How { threads, kernel, method: plan.method, depth: plan.depth, device: None };
        Ok((how, self.device.clone()))
    }
}

/// How to cut a board into units
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct PlanningArgs {
    /// How to count: auto, halves, cross or rows
    ///
    /// auto chooses halves or cross, whichever is faster on this machine. halves joins half boards.
    /// cross fills the central rows and columns and searches the rest. rows fills the first row and
    /// searches the rest; it is slower. A saved run resumes with its own method.
    #[arg(short, long, default_value = "auto", value_parser = method(), help_heading = COUNTING)]
    #[arg(hide_possible_values = true)]
    pub method: Auto<Method>,
    /// How finely to cut the board, 1 to 10 [default: depends on N]
    ///
    /// Each level makes about eight times as many units.
    #[arg(short, long, value_parser = whole::<usize>(1, Plan::MAX_DEPTH as u64), help_heading = COUNTING)]
    pub depth: Option<usize>,
}

/// `--run-dir`
#[derive(Args, Clone, Debug)]
pub struct RunFolderArgs {
    /// Directory for every queens-N.run [default: the current one]
    #[arg(long, value_name = "DIR", env = "QUEENS_RUN_DIR", hide_env = true)]
    #[arg(help_heading = "Saving", value_hint = DirPath, value_parser = place())]
    pub run_dir: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::options::Cli;

    #[test]
    fn output_follows_every_option() {
        let typed = "queens count 8 --json --quiet --progress plain --color never --interval 5s";
        let matches = Cli::command().get_matches_from(typed.split(' '));
        let Output { json, quiet, progress, color, interval } = output(matches.subcommand().unwrap().1);
        assert!(json && quiet);
        let expected = (ProgressForm::Plain, Color::Never, Duration::from_secs(5));
        assert_eq!((progress, color, interval), expected);
    }
}
