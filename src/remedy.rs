//! What an error says besides its message: what it means to the caller, and what helps.
//!
//! Every error type that can end a command implements [`Remedy`] beside its messages. No match in
//! `remedy` has a wildcard, so the compiler asks for the remedy of a new variant. The program is a
//! module of the crate, and remedies name its options; the names stand in one table, [`option`].

use std::fmt::Display;
use std::io;

/// What an error means to the caller. The exit code of the program follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// The request names something that does not exist, or makes no sense.
    Request,
    /// An obstacle: the file system, another run, a newer format.
    Obstacle,
    /// A count or a saved file is wrong.
    Wrong,
    /// Another process holds the directory.
    InUse,
}

/// An error with its meaning and its remedy.
pub(crate) trait Remedy: Display {
    /// What this error means.
    fn kind(&self) -> ErrorKind;

    /// What the user can do, in words that follow the message; `None` if the message says it, or if
    /// nothing helps.
    fn remedy(&self) -> Option<String>;
}

impl Remedy for io::Error {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Obstacle
    }

    /// None: it knows neither the file nor what it was for.
    fn remedy(&self) -> Option<String> {
        None
    }
}

/// The remedy for errors that may not occur again.
pub(crate) const AGAIN: &str = "run the same command again";

/// What to do before a file can grow, if `cause` says that it cannot.
pub(crate) fn make_room(cause: &io::Error) -> Option<String> {
    let first = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free some space",
        io::ErrorKind::FileTooLarge => "raise the file size limit",
        _ => return None,
    };
    Some(format!("{first} and {AGAIN}"))
}

/// The options that remedies name. A test compares them with those of the program.
pub(crate) mod option {
    macro_rules! table {
        ($($name:ident = $option:literal),* $(,)?) => {
            $(pub(crate) const $name: &str = $option;)*
            /// All of them.
            #[cfg(all(test, feature = "cli"))]
            pub(crate) const ALL: &[&str] = &[$($name),*];
        };
    }

    table! {
        DEPTH = "--depth",
        DEVICE = "--device",
        DIR = "--dir",
        FRESH = "--fresh",
        METHOD = "--method",
        NO_CHECKPOINT = "--no-checkpoint",
        OUTPUT = "-o",
        RECORD = "--record",
        REPAIR = "--repair",
        RUN = "--run",
        THREADS = "--threads",
    }
}
