//! What can go wrong with a plan and its shards: what happened, and where. As in [`run::Error`],
//! what to do is the caller's to say.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::gather::Conflict;
use crate::run;

/// What was tried with a file or a directory.
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
    #[error("a plan has at least one")]
    None,
    /// Too many shards for any plan.
    #[error("a plan has at most {most}")]
    TooMany {
        /// The most shards a plan may have.
        most: u64,
    },
    /// More shards than units.
    #[error("a shard has at least one unit")]
    FewUnits {
        /// The depth at which there are more units, where there is one.
        deeper: Option<u32>,
    },
    /// More units than a run may have.
    #[error("a run has at most {most} units")]
    ManyUnits {
        /// The most units a run may have.
        most: u64,
    },
}

/// Why a plan cannot be made, worked or merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system refused something.
    #[error("cannot {action} {path}: {cause}", path = .path.display())]
    Io {
        /// What was tried.
        action: Action,
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A plan that cannot be dealt into that many shards.
    #[error("{units} units cannot be dealt into {shards} shards: {limit}")]
    Shards {
        /// The units of the plan.
        units: u64,
        /// The shards asked for.
        shards: u64,
        /// Why not.
        limit: ShardLimit,
    },
    /// A file of another plan where this one is to be written.
    #[error("{path} is there already and is not this plan", path = .path.display())]
    PlanExists {
        /// The file.
        path: PathBuf,
    },
    /// A plan file that is not as it was written.
    #[error("{path} is not a valid plan: {reason}", path = .path.display())]
    CorruptPlan {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
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
        "{path} is a plan of queens {program_version} whose units are not those of this version: {difference}",
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
    /// A number that is no shard's.
    #[error("there is no shard {number}: the shards of this plan are numbered 0 to {last}")]
    NoSuchShard {
        /// The number.
        number: u64,
        /// The greatest one there is.
        last: u64,
    },
    /// One directory given twice, which would confirm itself.
    #[error("{path} is named twice, and would only agree with itself", path = .path.display())]
    Twice {
        /// The directory.
        path: PathBuf,
    },
    /// The merged run would take the place of one of its shards.
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
    /// A directory of some other plan, or of another shard.
    #[error("{path} is not of this plan: {difference}", path = .path.display())]
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
        /// How many more units there are like it.
        others: u64,
    },
    /// A directory for the merged run that holds another total.
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
    /// The sums are not to be trusted.
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
    /// A directory that is of something else is not of this plan. All other errors of a shard's
    /// directory stay as they are.
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
    pub fn kind(&self) -> run::ErrorKind {
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
            Self::Io { .. } | Self::PlanExists { .. } | Self::NewerPlan { .. } | Self::Foreign { .. } => {
                run::ErrorKind::Obstacle
            }
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
