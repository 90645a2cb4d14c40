//! Errors about plans and shards.

use std::io;
use std::path::{Path, PathBuf};

use crate::board::ErrorKind;
use crate::plan::Shard;
use crate::run::{Action, RunError, RunFile, SavedRun};
use crate::text::{counted, grouped};

/// Why a plan cannot be created, counted or merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum ClusterError {
    /// The text is not a list of numbers.
    #[error("not a list of numbers and ranges such as 3,7,10-20")]
    NotAList,
    /// The plan cannot be split into this many shards.
    #[error("{} cannot be split into {} shards: {reason}", counted(*.units, "unit"), grouped(*.shards))]
    NoSuchSplit { units: u64, shards: u64, reason: String },
    /// Another file already exists at the path where the plan is to be written.
    #[error("{path} already exists and is not this plan", path = .path.display())]
    PlanExists { path: PathBuf },
    /// The file is not a plan, is damaged, or belongs to another version.
    #[error(transparent)]
    Plan(RunError),
    /// The plan has no such shard.
    #[error("there is no shard {number}: the shards of this plan are numbered 0 to {last}")]
    NoSuchShard { number: u64, last: u64 },
    /// The same directory was given twice.
    #[error("{path} was given twice", path = .path.display())]
    DuplicateDirectory { path: PathBuf },
    /// The directory contains no shards, but its subdirectories do.
    #[error(
        "{path} contains no shards, but {below}",
        path = .path.display(), below = list_with_verb(.below)
    )]
    OneLevelDown { path: PathBuf, below: Vec<PathBuf> },
    /// A directory of shards was expected, but this is a run directory, perhaps of a single shard.
    #[error(
        "{path} is a run directory{of_shard}, not a directory of shards",
        path = .path.display(), of_shard = of_shard(.shard)
    )]
    IsARun { path: PathBuf, shard: Option<Shard> },
    /// The merged run would overwrite one of its shards.
    #[error(
        "{path} cannot hold the merged run: {input} is one of its shards",
        path = .path.display(), input = .input.display()
    )]
    OutputIsInput { path: PathBuf, input: PathBuf },
    /// The directory belongs to a different plan or shard.
    #[error(
        "{path} does not belong to this plan: {difference}", path = .path.display()
    )]
    Foreign { path: PathBuf, difference: String },
    /// All shards in the directory belong to a different plan.
    #[error("{path} contains shards of a different plan, which counts {difference}", path = .path.display())]
    OtherPlan { path: PathBuf, difference: String },
    /// Two directories disagree about a unit, and perhaps about others as well.
    #[error(
        "CONFLICT: {found}{more}",
        more = more_contradictions(*.others)
    )]
    Conflict { unit: u64, found: String, others: u64 },
    /// Two ledgers disagreed, but agreed when they were read again.
    #[error(
        "two ledgers disagreed about unit {unit} and now agree: one of them changed while it was being read"
    )]
    Changed { unit: u64 },
    /// The merged run's directory contains an unfinished run with units not copied from the shards.
    #[error(
        "{path} is an unfinished run with {} that were not copied from these shards",
        counted(*.units, "unit"), path = .path.display()
    )]
    Unfinished { path: PathBuf, units: u64 },
    /// The merged run's directory contains a finished run with a different total.
    #[error(
        "{path} is a finished run of this plan with {found} solutions, but the shards add up to {merged}: \
         one of the two totals is wrong",
        path = .path.display(), found = grouped(*.found), merged = grouped(*.merged)
    )]
    OtherResult { path: PathBuf, found: u128, merged: u128 },
    /// The units added up do not match the list of missing shards.
    #[error(
        "{added} of {units} units were added up, which contradicts the list of missing shards: this is a bug \
         in queens, and there is no total",
        added = grouped(*.added), units = grouped(*.units)
    )]
    InconsistentTotal { added: u64, units: u64 },
    /// A shard's directory, the merged run's directory or the plan file cannot be used.
    #[error(transparent)]
    Run(RunError),
}

/// Lists up to ten directories, followed by "does" or "do".
fn list_with_verb(below: &[PathBuf]) -> String {
    let names: Vec<_> = below.iter().take(10).map(|path| path.display().to_string()).collect();
    let names = names.join(", ");
    match below.len() {
        1 => format!("{names} does"),
        2..=10 => format!("{names} do"),
        _ => format!("{names}, … do"),
    }
}

fn of_shard(shard: &Option<Shard>) -> String {
    shard.map_or_else(String::new, |shard| format!(", of shard {}", shard.number))
}

fn more_contradictions(others: u64) -> String {
    if others == 0 { String::new() } else { format!(" (and {} more)", grouped(others)) }
}

impl From<RunError> for ClusterError {
    /// Converts [`RunError::Mismatch`] to [`ClusterError::Foreign`], and wraps all other errors.
    fn from(error: RunError) -> Self {
        match error {
            RunError::Mismatch { path, difference } => Self::foreign_directory(path, &difference),
            other => Self::Run(other),
        }
    }
}

impl ClusterError {
    /// Returns the kind of this error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Changed { .. } | Self::OneLevelDown { .. } => ErrorKind::Io,
            Self::Conflict { .. } | Self::OtherResult { .. } | Self::InconsistentTotal { .. } => {
                ErrorKind::Corrupt
            }
            Self::Plan(error) | Self::Run(error) => error.kind(),
            Self::PlanExists { .. }
            | Self::Foreign { .. }
            | Self::OtherPlan { .. }
            | Self::Unfinished { .. } => ErrorKind::Mismatch,
            _ => ErrorKind::Usage,
        }
    }

    /// Returns the error for a directory that belongs to a different plan or shard. `difference` completes
    /// the sentence "it counts …".
    pub(super) fn foreign_directory(path: PathBuf, difference: &str) -> Self {
        Self::Foreign { path, difference: format!("it counts {difference}") }
    }

    /// Returns the error for an invalid plan file.
    pub(super) fn corrupt_plan(path: &Path, reason: String) -> Self {
        Self::Plan(RunError::Corrupt { path: path.to_owned(), file: None, reason })
    }

    /// Returns true if a shard directory is merely incomplete, so that none of its units is wrong.
    pub(super) fn is_incomplete_copy(&self) -> bool {
        matches!(
            self,
            Self::Run(
                RunError::Incomplete { .. }
                    | RunError::NoGoodLine { .. }
                    | RunError::Corrupt { file: Some(RunFile::Manifest), .. }
            )
        )
    }

    /// Checks that `path` is a directory, but not a run directory. A single shard's directory is a run
    /// directory.
    ///
    /// # Errors
    /// Returns [`ClusterError::IsARun`] for a run directory, and [`ClusterError::Run`] if there is no
    /// directory.
    pub(super) fn check_not_a_run(path: &Path) -> Result<(), Self> {
        match SavedRun::at(path).manifest() {
            Ok(found) => Err(Self::IsARun { path: path.to_owned(), shard: found.shard }),
            Err(error @ RunError::NotARun { .. }) if !path.is_dir() => Err(Self::Run(error)),
            Err(_) => Ok(()),
        }
    }

    /// Returns a function that wraps file system errors.
    pub(super) fn io(action: Action, path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |cause| Self::Run(RunError::io(action, path)(cause))
    }
}
