//! What can go wrong with a plan and its shards: what happened, and where. As in [`run::Error`],
//! advice is left to the caller.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::gather::Conflict;
use crate::run;

/// The action that failed on a file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Open the directory of a shard.
    Open,
    /// Read a ledger.
    Read,
    /// Read a plan file.
    ReadPlan,
    /// Look for the directories of shards.
    Scan,
    /// Write a plan file.
    WritePlan,
}

/// Why a plan cannot be dealt into some number of shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardLimit {
    /// No shards at all.
    #[error("a plan needs at least one")]
    None,
    /// Too many shards for any plan.
    #[error("a plan can have at most {most}")]
    TooMany {
        /// The most shards a plan may have.
        most: u64,
    },
    /// More shards than units.
    #[error("a shard needs at least one unit")]
    FewUnits {
        /// A depth with more units, if there is one.
        deeper: Option<u32>,
    },
    /// More units than a run may have.
    #[error("a run can have at most {most} units")]
    ManyUnits {
        /// The most units a run may have.
        most: u64,
    },
}

/// Why a plan cannot be made, counted or merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system reported an error.
    #[error("cannot {action} {path}: {cause}", path = .path.display())]
    Io {
        /// The action that failed.
        action: Action,
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// The plan cannot be dealt into that many shards.
    #[error("{units} units cannot be dealt into {shards} shards: {limit}")]
    Shards {
        /// The units of the plan.
        units: u64,
        /// The shards asked for.
        shards: u64,
        /// Why not.
        limit: ShardLimit,
    },
    /// The file to write already exists and has another plan.
    #[error("{path} already exists and is not this plan", path = .path.display())]
    PlanExists {
        /// The file.
        path: PathBuf,
    },
    /// A damaged plan file.
    #[error("{path} is not a valid plan: {reason}", path = .path.display())]
    CorruptPlan {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A plan file of a development build.
    #[error(
        "{path} has format {format}: only development builds of queens read it, and this version leaves it as it is",
        path = .path.display()
    )]
    DevelopmentPlan {
        /// The plan file.
        path: PathBuf,
        /// Its format.
        format: u64,
    },
    /// A plan file of a newer version.
    #[error(
        "{path} was made by a newer version of queens, {program_version}: this one does not know {unknown}",
        path = .path.display()
    )]
    NewerPlan {
        /// The file.
        path: PathBuf,
        /// What this version does not know, in words.
        unknown: String,
        /// The version that wrote it.
        program_version: String,
    },
    /// A plan of units that this version does not make.
    #[error(
        "{path} is a plan of queens {program_version}, which makes other units than this version: {difference}",
        path = .path.display()
    )]
    OtherUnits {
        /// The file.
        path: PathBuf,
        /// The version that wrote it.
        program_version: String,
        /// What differs.
        difference: String,
    },
    /// The plan has no shard with this number.
    #[error("there is no shard {number}: the shards of this plan are numbered 0 to {last}")]
    NoSuchShard {
        /// The number.
        number: u64,
        /// The greatest one there is.
        last: u64,
    },
    /// A directory is given twice, and would confirm itself.
    #[error("{path} is named twice, but can only confirm itself", path = .path.display())]
    Twice {
        /// The directory.
        path: PathBuf,
    },
    /// The merged run would replace one of its shards.
    #[error(
        "{path} cannot hold the merged run: {input} is one of its shards",
        path = .path.display(), input = .input.display()
    )]
    OutputIsInput {
        /// Where the merged run was to be written.
        path: PathBuf,
        /// The directory of a shard.
        input: PathBuf,
    },
    /// A directory of another plan or shard.
    #[error("{path} does not belong to this plan: {difference}", path = .path.display())]
    Foreign {
        /// The run directory.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// Two directories contradict each other.
    #[error("CONFLICT: {conflict}{more}; one of them is wrong", more = more(*.others))]
    Conflict {
        /// The first contradiction.
        conflict: Box<Conflict>,
        /// How many more units conflict.
        others: u64,
    },
    /// The directory for the merged run has another total.
    #[error(
        "{path} is a finished run of this plan with {found} solutions, but the shards add up to {merged}: one of them is \
         wrong",
        path = .path.display()
    )]
    OtherResult {
        /// The directory.
        path: PathBuf,
        /// Its total.
        found: String,
        /// The total of the shards.
        merged: String,
    },
    /// The sums cannot be trusted.
    #[error(transparent)]
    Tally(#[from] crate::plan::tally::TallyError),
    /// The run directory of a shard cannot be used.
    #[error(transparent)]
    Run(run::Error),
}

impl fmt::Display for Action {
    /// The verb after "cannot".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Read => "read",
            Self::ReadPlan => "read the plan",
            Self::Scan => "look for shards in",
            Self::WritePlan => "write",
        })
    }
}

fn more(others: u64) -> String {
    if others == 0 { String::new() } else { format!(" (and {others} more contradictions)") }
}

impl From<run::Error> for Error {
    /// The directory of another run does not belong to this plan. All other errors of a shard's
    /// directory are kept.
    fn from(error: run::Error) -> Self {
        match error {
            run::Error::Mismatch { path, difference } => Self::Foreign { path, difference },
            run::Error::Foreign { path, found } => Self::Foreign {
                path,
                difference: format!("it holds '{found}' but no manifest.json of this program"),
            },
            run::Error::NotADirectory { path } => {
                Self::Foreign { path, difference: "it is not a directory".to_owned() }
            }
            other => Self::Run(other),
        }
    }
}

impl Error {
    /// What this error means.
    #[must_use]
    pub(crate) fn kind(&self) -> run::ErrorKind {
        match self {
            Self::Shards { .. }
            | Self::NoSuchShard { .. }
            | Self::Twice { .. }
            | Self::OutputIsInput { .. } => run::ErrorKind::Request,
            Self::CorruptPlan { .. }
            | Self::OtherUnits { .. }
            | Self::Conflict { .. }
            | Self::OtherResult { .. }
            | Self::Tally(_) => run::ErrorKind::Wrong,
            Self::Run(error) => error.kind(),
            Self::Io { .. }
            | Self::PlanExists { .. }
            | Self::DevelopmentPlan { .. }
            | Self::NewerPlan { .. }
            | Self::Foreign { .. } => run::ErrorKind::Obstacle,
        }
    }

    /// A directory named like a shard that a plan of `shards` does not have.
    pub(super) fn beyond(path: PathBuf, shards: u64) -> Self {
        Self::Foreign { path, difference: format!("the plan has only {shards} shards, numbered from 0") }
    }

    pub(super) fn io(action: Action, path: &Path, cause: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), cause }
    }
}
