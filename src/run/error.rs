//! What can go wrong with a run directory: each error says what happened, where, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use super::RESULT;

/// What an error means to the caller, whatever its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Something was asked for that does not exist or makes no sense.
    Request,
    /// Something stands in the way: the file system, another run, a newer format.
    Obstacle,
    /// A count or a saved file is wrong.
    Wrong,
    /// Another process is at work there.
    InUse,
}

/// Why a run directory cannot be used, or not any longer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system refused something.
    #[error("cannot {action} {path}: {cause}{hint}", path = .path.display())]
    Io {
        /// What was tried, as in "cannot …".
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
        /// What to do, with its leading punctuation, or nothing.
        hint: String,
    },
    /// A file where the run directory should be.
    #[error("{path} is not a directory: name a run directory, or a new one to count in with --run DIR", path = .path.display())]
    NotADirectory {
        /// The path given.
        path: PathBuf,
    },
    /// A directory with other things in it and without a manifest.
    #[error(
        "{path} is not a run directory: it holds '{found}' but no manifest.json of this program; \
         name an empty or a new directory with --run DIR",
        path = .path.display()
    )]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// Something in it that this program did not make.
        found: String,
    },
    /// Nothing at all.
    #[error("there is no {path}: name the run directory of a count, as in queens-20.run", path = .path.display())]
    NotThere {
        /// The path given.
        path: PathBuf,
    },
    /// Nothing to be read: no manifest.
    #[error(
        "{path} is not a run directory: it has no manifest.json; name the one of a count, as in queens-20.run",
        path = .path.display()
    )]
    NotARun {
        /// The directory.
        path: PathBuf,
    },
    /// A run directory that counts something else.
    #[error(
        "{path} belongs to another run: {difference}; give this run its own directory with --run DIR, \
         or move the other one aside with --fresh",
        path = .path.display()
    )]
    Mismatch {
        /// The directory.
        path: PathBuf,
        /// Every field that differs, found and wanted.
        difference: String,
    },
    /// A run directory of a newer version.
    #[error(
        "{path} was made by a newer version of queens: this one does not know {unknown}; continue it with queens \
         {program_version} or later, or move it aside with --fresh",
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
    /// What was saved is damaged.
    #[error("{path} is corrupt{place}: {reason}; {remedy}", path = .path.display(), place = place(.line))]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line in it, counted from 1, where there is one to name.
        line: Option<u64>,
        /// What is wrong.
        reason: String,
        /// What to do.
        remedy: &'static str,
    },
    /// Another process works in this directory.
    #[error(
        "{path} is in use by {holder}: wait for it or stop it, or give this run its own directory with --run DIR",
        path = .path.display()
    )]
    Locked {
        /// The directory.
        path: PathBuf,
        /// Who holds it, in its own words.
        holder: String,
    },
    /// The directory was moved or replaced while a process counted in it.
    #[error(
        "{path} was moved or replaced while this run was counted: stopped, with {saved} units saved in the ledger that was \
         moved; put the directory back, or name its new place with --run DIR, and run the same command again",
        path = .path.display()
    )]
    Moved {
        /// Where the directory was.
        path: PathBuf,
        /// The units in its ledger.
        saved: u64,
    },
    /// The directory was removed while a process counted in it.
    #[error(
        "{path} was removed while this run was counted: stopped; put it back from a copy, if there is one, and run the same \
         command again",
        path = .path.display()
    )]
    Removed {
        /// Where the directory was.
        path: PathBuf,
    },
    /// The caller asked for something that would spoil the run; nothing was written.
    #[error("{path}: {reason}", path = .path.display())]
    Refused {
        /// The directory.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// What helps against damaged lines.
pub(super) const REPAIR_LEDGER: &str =
    "go on counting with --repair to move the bad lines to ledger.rejected and count just those units again";
/// What helps against a damaged result.
pub(super) const REPAIR_RESULT: &str =
    "go on counting with --repair to move the result aside and make it anew from the ledger";
/// What helps against a result that says something else than it should.
const REMAKE_RESULT: &str = "move it aside, and the same command makes it anew from the ledger";
/// What helps against a damaged manifest.
pub(super) const REPAIR_MANIFEST: &str = "go on counting with --repair, which writes it anew if it still \
     shows that it was of this run, or with --fresh to move the directory aside and start over";
/// What helps when the ledger is gone.
pub(super) const RESTORE_LEDGER: &str =
    "put it back, or go on counting with --repair to count every unit again";
/// What helps when the manifest is gone.
pub(super) const RESTORE_MANIFEST: &str =
    "put the manifest back, or count with --fresh to move the directory aside and start over";

pub(super) fn place(line: &Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!(" in line {line}"))
}

impl Error {
    /// What this error means.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
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
            | Self::Moved { .. }
            | Self::Removed { .. }
            | Self::Refused { .. } => ErrorKind::Obstacle,
        }
    }

    /// What is in the `result.json` of the run directory at `path` cannot be shown, for this `reason`.
    #[must_use]
    pub fn unusable_result(path: &Path, reason: &dyn std::fmt::Display) -> Self {
        let (path, reason) = (path.join(RESULT), reason.to_string());
        Self::Corrupt { path, line: None, reason, remedy: REMAKE_RESULT }
    }

    /// A refusal by the file system before any unit was counted.
    pub(super) fn io(action: &'static str, path: &Path, cause: io::Error) -> Self {
        let hint = match cause.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
                if !READING.contains(&action) =>
            {
                "; name a directory that can be written with --run DIR, or use --no-checkpoint"
            }
            io::ErrorKind::NotADirectory => "; a file is in the way: name another directory",
            io::ErrorKind::NotFound if action == CREATE => "; make the directory that it is to lie in first",
            io::ErrorKind::Unsupported if action == LOCK => {
                "; this file system has no locks: name a directory on another one with --run DIR"
            }
            io::ErrorKind::InvalidFilename => "; name a directory with a shorter path with --run DIR",
            _ if is_full(&cause) => "; free some space and run the same command again",
            io::ErrorKind::FileTooLarge => {
                "; raise the limit on the size of files and run the same command again"
            }
            _ => "",
        };
        Self::Io { action, path: path.to_owned(), cause, hint: hint.to_owned() }
    }

    /// A refusal by the file system after `saved` units were put into the ledger.
    pub(super) fn io_while_counting(action: &'static str, path: &Path, cause: io::Error, saved: u64) -> Self {
        let first = match cause.kind() {
            _ if is_full(&cause) => "free some space and ",
            io::ErrorKind::FileTooLarge => "raise the limit on the size of files and ",
            _ => "",
        };
        let saved =
            if saved == 1 { "1 unit is saved".to_owned() } else { format!("{saved} units are saved") };
        let hint = format!("; {first}run the same command again: {saved}");
        Self::Io { action, path: path.to_owned(), cause, hint }
    }
}

/// The actions that only look, which `--no-checkpoint` is no way around.
const READING: [&str; 2] = ["list", "read"];

/// The actions with hints of their own.
pub(super) const CREATE: &str = "create";
pub(super) const LOCK: &str = "lock";

fn is_full(cause: &io::Error) -> bool {
    matches!(cause.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind::*;

    use super::*;

    #[test]
    fn a_refusal_comes_with_what_helps_against_it_and_with_nothing_else() {
        for (action, kind, hint) in [
            (LOCK, Unsupported, "this file system has no locks"),
            ("sync", Unsupported, ""),
            (CREATE, NotFound, "make the directory that it is to lie in first"),
            ("sync", NotFound, ""),
            ("sync", PermissionDenied, "or use --no-checkpoint"),
            ("read", PermissionDenied, ""),
            ("write", InvalidFilename, "with a shorter path"),
            ("write", StorageFull, "free some space"),
            ("write", FileTooLarge, "raise the limit"),
        ] {
            let Error::Io { hint: found, .. } = Error::io(action, Path::new("x"), kind.into()) else {
                unreachable!("it is a refusal by the file system")
            };
            assert!(found.contains(hint) && found.is_empty() == hint.is_empty(), "{action}, {kind}: {found}");
        }
    }
}
