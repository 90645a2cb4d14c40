//! What can go wrong with a run directory: what happened, and where.
//!
//! The messages give no advice, because that depends on how the caller opened the directory. The
//! binary knows its options and adds advice (`cli/commands/failure/advice.rs`); a caller of the
//! library matches on the variant.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What an error means to the caller.
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

/// The action that failed on a file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Add a unit to the ledger.
    Append,
    /// Make a file or a directory.
    Create,
    /// List the names in a directory.
    List,
    /// Take the lock.
    Lock,
    /// Rename an existing file or directory to a free name.
    MoveAside,
    /// Open a file, or examine a path.
    Open,
    /// Read a file.
    Read,
    /// Move the bad lines of the ledger to another file.
    Repair,
    /// Make what was written durable.
    Sync,
    /// Write a whole file.
    Write,
}

/// What is damaged, which decides how to repair it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// The manifest. [`Count::repair`](crate::Count::repair) rewrites it if it still identifies
    /// this run.
    Manifest,
    /// The manifest is missing, but there are finished units. Only a copy of it helps.
    NoManifest,
    /// Lines of the ledger. [`Count::repair`](crate::Count::repair) moves them to
    /// `ledger.rejected`; their units are recounted.
    Ledger,
    /// The ledger is missing. [`Count::repair`](crate::Count::repair) starts an empty one.
    NoLedger,
    /// The result does not match the ledger. [`Count::repair`](crate::Count::repair) moves it
    /// aside; it is rebuilt from the ledger.
    Result,
}

/// Why a run directory cannot be used, or no longer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system reported an error.
    #[error("cannot {action} {path}: {cause}{saved}", path = .path.display(), saved = units_saved(.saved))]
    Io {
        /// The action that failed.
        action: Action,
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
        /// Units in the ledger, if the failure came during the count.
        saved: Option<u64>,
    },
    /// A file where the run directory should be.
    #[error("{path} is not a directory", path = .path.display())]
    NotADirectory {
        /// The path given.
        path: PathBuf,
    },
    /// A directory without a manifest but with other contents.
    #[error(
        "{path} is not a run directory: it holds '{found}' but no manifest.json of this program",
        path = .path.display()
    )]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// Something in it that this program did not make.
        found: String,
    },
    /// The path does not exist.
    #[error("{path} does not exist", path = .path.display())]
    NotThere {
        /// The path given.
        path: PathBuf,
    },
    /// A directory without a manifest.
    #[error("{path} is not a run directory: it has no manifest.json", path = .path.display())]
    NotARun {
        /// The directory.
        path: PathBuf,
    },
    /// A run directory that counts something else.
    #[error("{path} belongs to another run: {difference}", path = .path.display())]
    Mismatch {
        /// The directory.
        path: PathBuf,
        /// Every field that differs, found and wanted.
        difference: String,
    },
    /// A run directory of a newer version.
    #[error(
        "{path} was made by a newer version of queens, {program_version}: this one does not know {unknown}",
        path = .path.display()
    )]
    Newer {
        /// The directory.
        path: PathBuf,
        /// What this version does not know, in words.
        unknown: String,
        /// The version that began the run.
        program_version: String,
    },
    /// A run directory of a development build.
    #[error(
        "{path} has format {format}: only development builds of queens read it, and this version leaves it as it is",
        path = .path.display()
    )]
    Development {
        /// The directory.
        path: PathBuf,
        /// Its format.
        format: u64,
    },
    /// A saved file is damaged.
    #[error("{path} is corrupt{place}: {reason}", path = .path.display(), place = place(.line))]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line in it, counted from 1, if known.
        line: Option<u64>,
        /// What is wrong.
        reason: String,
        /// What is damaged.
        damage: Damage,
    },
    /// Another process uses this directory.
    #[error("{path} is in use by {holder}", path = .path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
        /// The holder, as it describes itself.
        holder: String,
    },
    /// The directory was moved or replaced while a process counted in it.
    #[error(
        "{path} was moved or replaced during the count, which has stopped; units saved in the moved ledger: \
         {saved}",
        path = .path.display()
    )]
    Moved {
        /// Where the directory was.
        path: PathBuf,
        /// The units in its ledger.
        saved: u64,
    },
    /// The directory was removed while a process counted in it.
    #[error("{path} was removed during the count, which has stopped", path = .path.display())]
    Removed {
        /// Where the directory was.
        path: PathBuf,
    },
    /// The stop flag was set while the ledger was read; nothing was changed.
    #[error("stopped while reading {path}", path = .path.display())]
    Stopped {
        /// The directory.
        path: PathBuf,
    },
    /// The request would corrupt the run; nothing was written.
    #[error("{path}: {reason}", path = .path.display())]
    Refused {
        /// The directory.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for Action {
    /// The verb after "cannot".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Append => "append to",
            Self::Create => "create",
            Self::List => "list",
            Self::Lock => "lock",
            Self::MoveAside => "move aside",
            Self::Open => "open",
            Self::Read => "read",
            Self::Repair => "repair",
            Self::Sync => "sync",
            Self::Write => "write",
        })
    }
}

pub(super) fn place(line: &Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!(" in line {line}"))
}

fn units_saved(units: &Option<u64>) -> String {
    match units {
        None => String::new(),
        Some(1) => "; 1 unit is saved".to_owned(),
        Some(units) => format!("; {units} units are saved"),
    }
}

impl Error {
    /// What this error means.
    #[must_use]
    pub(crate) fn kind(&self) -> ErrorKind {
        match self {
            Self::Corrupt { .. } => ErrorKind::Wrong,
            Self::Locked { .. } => ErrorKind::InUse,
            Self::Io { .. }
            | Self::NotADirectory { .. }
            | Self::Foreign { .. }
            | Self::NotThere { .. }
            | Self::NotARun { .. }
            | Self::Mismatch { .. }
            | Self::Newer { .. }
            | Self::Development { .. }
            | Self::Stopped { .. }
            | Self::Moved { .. }
            | Self::Removed { .. }
            | Self::Refused { .. } => ErrorKind::Obstacle,
        }
    }

    /// An error of the file system before any unit was counted.
    pub(super) fn io(action: Action, path: &Path, cause: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), cause, saved: None }
    }
}
