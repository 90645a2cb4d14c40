//! The subcommands, one file each: validated options in, exit code out.

use std::path::Path;
use std::process::ExitCode;

use crate::cli::signals;
use queens::cluster;
use queens::count::session;
use queens::methods::cpu;
use queens::run;
use queens::run::{ErrorKind, Manifest, Options, RunDirectory};

use crate::cli::options::{Cli, Command, Format, Output, Progress};
use crate::cli::report::record::RecordError;
use crate::cli::report::{self, event};

mod bench;
mod board;
mod checks;
mod command_line;
mod count;
mod estimate;
mod find;
mod ladder;
mod list;
mod manual;
mod merge;
mod missing;
mod options;
mod plan;
mod publish;
mod selftest;
mod shell;
mod status;
mod verify;
mod work;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// All is done.
    Done = 0,
    /// It could not be done.
    Failed = 1,
    /// The arguments are wrong, or contradict each other.
    Usage = 2,
    /// It was stopped before the end.
    Stopped = 3,
    /// A count or a saved file is wrong.
    Wrong = 4,
    /// Another process holds the run directory.
    Locked = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl Exit {
    /// The exit code of an error.
    pub fn of(error: &anyhow::Error) -> Self {
        match kind(error) {
            Some(ErrorKind::Request) => Self::Usage,
            Some(ErrorKind::Wrong) => Self::Wrong,
            Some(ErrorKind::InUse) => Self::Locked,
            Some(ErrorKind::Obstacle) | None => Self::Failed,
        }
    }
}

/// What an error means, as far as its type tells.
fn kind(error: &anyhow::Error) -> Option<ErrorKind> {
    if let Some(error) = error.downcast_ref::<run::Error>() {
        return Some(error.kind());
    }
    if let Some(error) = error.downcast_ref::<cluster::Error>() {
        return Some(error.kind());
    }
    match error.downcast_ref() {
        Some(session::Error::Run(error)) => return Some(error.kind()),
        Some(session::Error::Tally(_)) => return Some(ErrorKind::Wrong),
        _ => {}
    }
    match error.downcast_ref() {
        Some(RecordError::Wrong { .. }) => Some(ErrorKind::Wrong),
        _ => error.is::<UsageError>().then_some(ErrorKind::Request),
    }
}

impl Exit {
    /// The one that matters more of two: a wrong count before an error, an error before a stop, and so on down.
    fn or_worse(self, other: Self) -> Self {
        let weight = |exit| match exit {
            Self::Done => 0,
            Self::Locked => 1,
            Self::Stopped => 2,
            Self::Usage => 3,
            Self::Failed => 4,
            Self::Wrong => 5,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

/// Arguments that are each right but do not go together: said like clap's own errors, with exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Refuses a closed stdout, and environment variables that ask for what there is not: a count with another kernel than the one
/// that was meant misleads.
pub fn check_environment() -> anyhow::Result<()> {
    report::check_stdout()?;
    cpu::check_environment().map_err(|error| UsageError(error.to_string()).into())
}

/// Runs the command, or prints the help or version that was asked for in its place.
pub fn run(cli: Result<Cli, clap::Error>) -> anyhow::Result<Exit> {
    match cli {
        Ok(cli) => run_command(&cli),
        Err(asked) => Ok(report::help(&asked).map(|()| Exit::Done)?),
    }
}

fn run_command(cli: &Cli) -> anyhow::Result<Exit> {
    if cli.output.progress == Progress::Json {
        event::speak_json();
    }
    signals::let_large_writes_fail()?;
    match &cli.command {
        Command::Count(args) => count::run(args, &cli.output),
        Command::Status(args) => status::run(args, &cli.output),
        Command::Estimate(args) => estimate::run(args, &cli.output),
        Command::Verify(args) => verify::run(args, &cli.output),
        Command::Plan(args) => plan::run(args, &cli.output),
        Command::Work(args) => work::run(args, &cli.output),
        Command::Missing(args) => missing::run(args, &cli.output),
        Command::Merge(args) => merge::run(args, &cli.output),
        Command::Selftest => selftest::run(&cli.output),
        Command::Bench(args) => bench::run(args, &cli.output),
        Command::List(args) => list::run(args, &cli.output),
        Command::Find(args) => find::run(args, &cli.output),
        Command::Ladder(args) => ladder::run(args, &cli.output),
        Command::Board(args) => board::run(args),
        Command::Publish(args) => publish::run(args, &cli.output),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
    }
}

/// Says what is wrong with some of the shards that were looked at. The exit code is that of the worst.
fn report_all(problems: Vec<cluster::Error>) -> Exit {
    let mut exit = Exit::Done;
    for problem in problems {
        let problem = problem.into();
        report::error(&problem);
        exit = exit.or_worse(Exit::of(&problem));
    }
    exit
}

/// Moves what was saved at `path` aside and begins the run of `manifest` there anew. Says what was moved.
fn begin_anew(path: &Path, manifest: &Manifest) -> Result<Vec<String>, run::Error> {
    let (_, saved) = RunDirectory::open(path, manifest, Options { fresh: true, repair: false })?;
    Ok(saved.notices)
}

/// The format that was asked for; `--json` asks for one too.
fn format(format: Option<Format>, output: &Output) -> Result<Format, UsageError> {
    match (format, output.json) {
        (None, true) => Ok(Format::Json),
        (Some(other), true) if other != Format::Json => {
            Err(UsageError("--json and --format ask for different formats: leave one of them out".into()))
        }
        (format, _) => Ok(format.unwrap_or(Format::Digits)),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use queens::plan::tally::TallyError;

    use super::*;

    #[test]
    fn every_kind_of_error_has_its_exit_code_wherever_it_comes_from() {
        let path = PathBuf::from("x.run");
        let corrupt =
            || run::Error::Corrupt { path: path.clone(), line: None, reason: String::new(), remedy: "" };
        let locked = run::Error::Locked { path: path.clone(), holder: String::new() };
        let errors: [(anyhow::Error, Exit); 9] = [
            (corrupt().into(), Exit::Wrong),
            (session::Error::Run(corrupt()).into(), Exit::Wrong),
            (cluster::Error::Run(corrupt()).into(), Exit::Wrong),
            (session::Error::Tally(TallyError::Overflow(1)).into(), Exit::Wrong),
            (cluster::Error::Tally(TallyError::Unexpected(1)).into(), Exit::Wrong),
            (session::Error::Run(locked).into(), Exit::Locked),
            (run::Error::NotARun { path: path.clone() }.into(), Exit::Failed),
            (cluster::Error::NoSuchShard { number: 1, last: 0 }.into(), Exit::Usage),
            (UsageError(String::new()).into(), Exit::Usage),
        ];
        for (error, exit) in errors {
            assert_eq!(Exit::of(&error), exit, "{error:?}");
        }
    }
}
