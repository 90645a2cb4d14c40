//! Errors of plans and shards.

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
    /// Not a list of numbers.
    #[error("not a list of numbers and ranges, as in 3,7,10-20")]
    NotAList,
    /// The plan cannot be split into this many shards.
    #[error("{} cannot be split into {} shards: {reason}", counted(*.units, "unit"), grouped(*.shards))]
    NoSuchSplit { units: u64, shards: u64, reason: String },
    /// The file to write already exists, and is not this plan.
    #[error("{path} already exists and is not this plan", path = .path.display())]
    PlanExists { path: PathBuf },
    /// The plan file is damaged, or of another version.
    #[error(transparent)]
    Plan(RunError),
    /// The plan has no such shard.
    #[error("there is no shard {number}: the shards of this plan are numbered 0 to {last}")]
    NoSuchShard { number: u64, last: u64 },
    /// A directory is named twice.
    #[error("{path} was given twice", path = .path.display())]
    DuplicateDirectory { path: PathBuf },
    /// The shards are one level down, in several sites' directories.
    #[error(
        "{path} contains no shards, but {below}",
        path = .path.display(), below = list_with_verb(.below)
    )]
    OneLevelDown { path: PathBuf, below: Vec<PathBuf> },
    /// The directory is a run directory, perhaps a single shard's, instead of a directory of shards.
    #[error(
        "{path} is a run directory{of_shard}, not a directory of shards",
        path = .path.display(), of_shard = of_shard(.shard)
    )]
    IsARun { path: PathBuf, shard: Option<Shard> },
    /// The merged run would replace one of its shards.
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
    /// A directory in which every shard belongs to another plan.
    #[error("{path} contains shards of a different plan, which counts {difference}", path = .path.display())]
    OtherPlan { path: PathBuf, difference: String },
    /// Two directories contradict each other, perhaps about other units too.
    #[error(
        "CONFLICT: {found}{more}",
        more = more_contradictions(*.others)
    )]
    Conflict { unit: u64, found: String, others: u64 },
    /// Contradicting ledgers agreed when they were read again.
    #[error(
        "two ledgers disagreed about unit {unit} and now agree: one of them changed while it was being read"
    )]
    Changed { unit: u64 },
    /// The merged run's directory contains an unfinished run whose units are not copies of the shards' units.
    #[error(
        "{path} is an unfinished run with {} that were not copied from these shards",
        counted(*.units, "unit"), path = .path.display()
    )]
    Unfinished { path: PathBuf, units: u64 },
    /// The merged run's directory contains a different total.
    #[error(
        "{path} is a finished run of this plan with {found} solutions, but the shards add up to {merged}: \
         one of the two totals is wrong",
        path = .path.display(), found = grouped(*.found), merged = grouped(*.merged)
    )]
    OtherResult { path: PathBuf, found: u128, merged: u128 },
    /// The list of missing shards contradicts the units added up.
    #[error(
        "{added} of {units} units were added up, which contradicts the list of missing shards: this is a bug \
         in queens, and there is no total",
        added = grouped(*.added), units = grouped(*.units)
    )]
    InconsistentTotal { added: u64, units: u64 },
    /// A shard's directory, the merged run's directory or the plan's file cannot be used.
    #[error(transparent)]
    Run(RunError),
}

/// Lists the directories that contain shards, or only the first few of many, followed by "does" or "do".
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
    /// Turns errors about another run's directory into [`ClusterError::Foreign`]. Leaves all others as they
    /// are.
    fn from(error: RunError) -> Self {
        match error {
            RunError::Mismatch { path, difference } => Self::foreign_directory(path, &difference),
            other => Self::Run(other),
        }
    }
}

impl ClusterError {
    /// Returns the error's kind, by which a caller can decide how to continue.
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

    /// Returns the error for a shard directory that counts something else. `difference` completes "it counts
    /// …".
    pub(super) fn foreign_directory(path: PathBuf, difference: &str) -> Self {
        Self::Foreign { path, difference: format!("it counts {difference}") }
    }

    /// Returns the error for an invalid plan file.
    pub(super) fn corrupt_plan(path: &Path, reason: String) -> Self {
        Self::Plan(RunError::Corrupt { path: path.to_owned(), file: None, reason })
    }

    /// Returns whether a shard's directory merely lacks something, so that none of its units is wrong.
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

    /// Checks that `path` is a directory, and neither a run directory nor a single shard's directory.
    ///
    /// # Errors
    /// If it is not.
    pub(super) fn check_not_a_run(path: &Path) -> Result<(), Self> {
        match SavedRun::at(path).manifest() {
            Ok(found) => Err(Self::IsARun { path: path.to_owned(), shard: found.shard }),
            Err(error @ RunError::NotARun { .. }) if !path.is_dir() => Err(Self::Run(error)),
            Err(_) => Ok(()),
        }
    }

    /// Wraps a file system error.
    pub(super) fn io(action: Action, path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |cause| Self::Run(RunError::io(action, path)(cause))
    }
}
