//! The error type for run directories.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::names::RunFile;
use crate::board::ErrorKind;
use crate::os;
use crate::text;

/// The operation that failed. `Display` formats it as a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words say it")]
pub enum Action {
    AppendTo,
    CompareWith,
    Create,
    List,
    Lock,
    LookForShards,
    MoveAside,
    Open,
    Read,
    ReadPlan,
    Sync,
    Write,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AppendTo => "append to",
            Self::CompareWith => "compare the plan with",
            Self::Create => "create",
            Self::List => "list",
            Self::Lock => "lock",
            Self::LookForShards => "look for shards in",
            Self::MoveAside => "move aside",
            Self::Open => "open",
            Self::Read => "read",
            Self::ReadPlan => "read the plan",
            Self::Sync => "sync",
            Self::Write => "write",
        })
    }
}

/// The reason why a run directory cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum RunError {
    /// The file system reported an error. During a count, `saved` is the number of units in the ledger.
    #[error(
        "cannot {action} {path}: {cause}{saved}", path = .path.display(), saved = units_saved(.saved)
    )]
    Io { action: Action, path: PathBuf, cause: io::Error, saved: Option<u64> },
    /// The path is not a run directory, or does not exist.
    #[error("{path} {found}", path = .path.display())]
    NotARun { path: PathBuf, found: String },
    /// The run counts something other than expected.
    #[error("{path} counts {difference}", path = .path.display())]
    Mismatch { path: PathBuf, difference: String },
    /// Only another version can read this run directory or plan.
    #[error("{path} {reason}", path = .path.display())]
    OtherVersion { path: PathBuf, reason: String },
    /// The run or plan was made by a version that divides the board differently.
    #[error(
        "{path} was made by queens{version}, whose units differ from this version's: {difference}",
        path = .path.display(), version = prefixed_version(" ", .program_version)
    )]
    OtherUnits { path: PathBuf, program_version: String, difference: String },
    /// A saved file is damaged or contradicts another file. `file` is `None` for a plan.
    #[error("{path} is damaged: {reason}", path = .path.display())]
    Corrupt { path: PathBuf, file: Option<RunFile>, reason: String },
    /// The result is intact, but contradicts the ledger or belongs to another run. One of the two files is
    /// wrong.
    #[error("{path} and the ledger beside it disagree: {reason}", path = .path.display())]
    Disagreement { path: PathBuf, reason: String },
    /// Two ledger lines have different solutions for the same unit.
    #[error(
        "{path} contradicts itself: lines {} and {} have different counts for unit {unit}, so one of them \
         is wrong",
        lines[0], lines[1], path = .path.display()
    )]
    Contradiction { path: PathBuf, unit: u64, lines: [u64; 2] },
    /// Every ledger line is damaged or from another run. A count would have to start over.
    #[error("{path} has no usable line: {reason}", path = .path.display())]
    NoGoodLine { path: PathBuf, reason: &'static str },
    /// A file is missing. The directory may be an incomplete copy.
    #[error("{path} is incomplete: it has no {missing}", path = .path.display())]
    Incomplete { path: PathBuf, missing: RunFile },
    /// Another process is using the directory.
    #[error("{path} is in use by {holder}", path = .path.display())]
    Locked { path: PathBuf, holder: String },
    /// The ledger or its directory was changed, moved or removed during the count.
    #[error(
        "{path} was changed, moved or removed during the count; {saved} had been saved there",
        path = .path.display(), saved = text::counted(*.saved, "unit")
    )]
    Changed { path: PathBuf, saved: u64 },
    /// The old run was moved aside, but then the new run could not be started or merged.
    #[error("{error}; before that, the old run was moved aside to {moved_to}", moved_to = .moved_to.display())]
    NotStarted { error: Box<RunError>, moved_to: PathBuf },
    /// The stop flag was set while the ledger was being read.
    #[error("stopped while reading {path}", path = .path.display())]
    Stopped { path: PathBuf },
    /// The request would have corrupted the run, so nothing was written.
    #[error("{path}: {reason}", path = .path.display())]
    Refused { path: PathBuf, reason: String },
}

fn units_saved(units: &Option<u64>) -> String {
    match units {
        None => String::new(),
        Some(1) => "; 1 unit is saved".to_owned(),
        Some(count) => format!("; {} are saved", text::counted(*count, "unit")),
    }
}

impl RunError {
    /// Returns the kind of this error. Callers use it to decide how to continue.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Mismatch { .. } => ErrorKind::Mismatch,
            Self::OtherVersion { .. } | Self::OtherUnits { .. } => ErrorKind::OtherVersion,
            Self::Locked { .. } => ErrorKind::Busy,
            Self::Corrupt { .. }
            | Self::Disagreement { .. }
            | Self::Contradiction { .. }
            | Self::NoGoodLine { .. }
            | Self::Incomplete { .. } => ErrorKind::Corrupt,
            Self::Stopped { .. } => ErrorKind::Stopped,
            Self::NotStarted { error, .. } => error.kind(),
            _ => ErrorKind::Io,
        }
    }

    /// Returns the path of the affected file or directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. }
            | Self::NotARun { path, .. }
            | Self::Mismatch { path, .. }
            | Self::OtherVersion { path, .. }
            | Self::OtherUnits { path, .. }
            | Self::Corrupt { path, .. }
            | Self::Disagreement { path, .. }
            | Self::Contradiction { path, .. }
            | Self::NoGoodLine { path, .. }
            | Self::Incomplete { path, .. }
            | Self::Locked { path, .. }
            | Self::Changed { path, .. }
            | Self::Stopped { path }
            | Self::Refused { path, .. } => path,
            Self::NotStarted { error, .. } => error.path(),
        }
    }

    /// Returns whether the storage device itself failed.
    #[must_use]
    pub fn is_of_a_failing_device(&self) -> bool {
        let Self::Io { cause, .. } = self else { return false };
        cause.raw_os_error().is_some_and(|code| os::DEVICE_FAILURE_CODES.contains(&code))
    }

    /// Returns whether the manifest is lost or damaged.
    pub(super) fn is_of_the_manifest(&self) -> bool {
        matches!(
            self,
            Self::Incomplete { missing: RunFile::Manifest, .. }
                | Self::Corrupt { file: Some(RunFile::Manifest), .. }
        )
    }

    /// Returns whether any other write would fail, too. This is the case if the file system is full or
    /// read-only, or if this process has reached a quota or a limit on open files or file sizes.
    #[must_use]
    pub fn is_of_the_whole_disk(&self) -> bool {
        let cause = match self {
            Self::Io { cause, .. } => cause,
            Self::NotStarted { error, .. } => return error.is_of_the_whole_disk(),
            _ => return false,
        };
        os::refuses_everywhere(cause)
    }

    /// Returns a function that wraps a file system error. The error mentions no saved units.
    pub(crate) fn io(action: Action, path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |cause| Self::Io { action, path: path.to_owned(), cause, saved: None }
    }
}

/// Returns `mark` followed by `version`, or an empty string if the version is unknown.
pub(super) fn prefixed_version(mark: &str, version: &str) -> String {
    if version.is_empty() { String::new() } else { format!("{mark}{version}") }
}
