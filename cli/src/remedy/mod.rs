//! The exit code and the remedy that the program adds to an error. A remedy says what to type to
//! fix it.
//!
//! The library knows no command line: its errors say what happened, where, and what is allowed.
//! Every error type that can end a command implements [`Remedy`] here. No match of the variants of an
//! error has a wildcard, so the compiler asks for the remedy of a new one.
//!
//! * [`command`]: the command that ends, whose options a remedy may name
//! * `run`: errors of a run directory; `refusal`: operations that the file system refuses
//! * `cluster`: errors of a plan and its shards; `records`: errors of records and of publishing

use std::fmt::Display;
use std::io;

use queens::board::BoardError;
use queens::count::CountError;
use queens::methods::MethodError;
use queens::plan::TallyError;

use self::command::Command;
use crate::exit::Exit;
pub use run::damage_remedy;

mod cluster;
pub mod command;
mod records;
mod refusal;
mod run;

/// The exit that an error leads to, and advice on what the user can do, in words that follow the
/// message. There is no advice if the message gives it, or if nothing helps.
pub type Advice = (Exit, Option<String>);

fn usage(remedy: impl Into<String>) -> Advice {
    (Exit::Usage, Some(remedy.into()))
}

fn failed(remedy: impl Into<String>) -> Advice {
    (Exit::Failed, Some(remedy.into()))
}

fn wrong(remedy: impl Into<String>) -> Advice {
    (Exit::Wrong, Some(remedy.into()))
}

/// An error of a command.
pub trait Remedy: Display {
    /// Returns what the program adds to the message when `command` ends with this error.
    fn advice(&self, command: &Command) -> Advice;
}

impl Remedy for io::Error {
    fn advice(&self, _: &Command) -> Advice {
        // It knows neither the file nor what it was for.
        (Exit::Failed, refusal::of_system(self))
    }
}

/// The remedy for errors that may not occur again.
pub const AGAIN: &str = "run the same command again";

/// Returns what to do before a file can grow, if `cause` says that it cannot.
pub fn make_room(cause: &io::Error) -> Option<String> {
    let first = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free some space",
        io::ErrorKind::FileTooLarge => "raise the file size limit",
        _ => return None,
    };
    Some(format!("{first} and {AGAIN}"))
}

impl Remedy for BoardError {
    fn advice(&self, _: &Command) -> Advice {
        match self {
            // The message says what to write.
            Self::Size(_) => (Exit::Usage, None),
        }
    }
}

impl Remedy for TallyError {
    fn advice(&self, _: &Command) -> Advice {
        match self {
            // A fault of the program.
            Self::Unexpected(_) | Self::Overflow(_) => (Exit::Wrong, None),
        }
    }
}

impl Remedy for MethodError {
    fn advice(&self, command: &Command) -> Advice {
        let (exit, ways): (Exit, &[&str]) = match self {
            // The message says what to choose, or the parser of the option adds it.
            Self::UnknownName { .. } | Self::NoSuchDepth { .. } => (Exit::Usage, &[]),
            // The system refuses a thread.
            Self::Start { .. } => (Exit::Failed, &[]),
            Self::TooDeep { .. } | Self::TooFine { .. } => (Exit::Usage, &["use a smaller --depth"]),
            Self::NoKernel { .. } => (Exit::Usage, &["choose one of these, or auto"]),
            Self::NoKernelOfMethod { .. } => (Exit::Usage, &["or choose auto", "another --method"]),
            Self::Memory { .. } => {
                const LIMIT: &str = "raise the limit on its memory, as with `ulimit -v`";
                (Exit::Failed, &["use fewer --threads", LIMIT])
            }
        };
        (exit, command.any_of(ways))
    }
}

impl Remedy for CountError {
    fn advice(&self, command: &Command) -> Advice {
        match self {
            Self::Size(error) => error.advice(command),
            Self::Method(error) => error.advice(command),
            Self::Run(error) => error.advice(command),
            Self::Tally(error) => error.advice(command),
            Self::Threads { .. } => (Exit::Failed, command.way("use fewer with --threads")),
            Self::BegunElsewhere(_) => failed(format!("{AGAIN} to resume it")),
            // The commands ask only for shards and units that the plan has, and save no others.
            Self::NoSuchShard { .. } | Self::NoSuchUnit { .. } | Self::CannotSaveUnits => {
                (Exit::Failed, None)
            }
            // Whoever set the flag knows what to do.
            Self::Stopped => (Exit::Failed, None),
        }
    }
}

#[cfg(test)]
mod tests;
