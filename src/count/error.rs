//! Errors that a count can return.

use std::io;
use std::path::PathBuf;

use crate::board::{BoardError, ErrorKind};
use crate::methods::MethodError;
use crate::plan::Shard;
use crate::run::RunError;
use crate::text::counted;

/// Why a count failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum CountError {
    /// The board size is invalid.
    #[error(transparent)]
    Size(#[from] BoardError),
    /// The depth or kernel does not exist, or a counter failed.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// The plan has no such shard.
    #[error("a plan of {units} units has no shard {number} of {of}", number = .shard.number, of = .shard.of)]
    NoSuchShard { shard: Shard, units: u64 },
    /// The plan has no such unit.
    #[error("a plan of {units} units has no unit {unit}")]
    NoSuchUnit { unit: u64, units: u64 },
    /// Only the units of a whole board or shard can be saved, not a selection.
    #[error("a count of only some of the units in a plan cannot be saved")]
    CannotSaveUnits,
    /// The threads could not be started.
    #[error("cannot start {}: {cause}", counted(*.threads as u64, "thread"))]
    Threads { threads: usize, cause: io::Error },
    /// The run directory cannot be used.
    #[error(transparent)]
    Run(#[from] RunError),
    /// By the time the count proved to be long, another process had started a run in its directory.
    #[error(
        "another process started this run in {path} in the meantime",
        path = .0.display()
    )]
    BegunElsewhere(PathBuf),
    /// A unit was counted twice, is not in the plan, or makes the total exceed 128 bits, so the sums cannot
    /// be trusted.
    #[error("unit {0} was counted twice or is impossible: this is a bug in queens, and there is no total")]
    Tally(u64),
    /// The stop flag was set before counting began.
    #[error("stopped before counting began")]
    Stopped,
}

impl CountError {
    /// Returns the kind of this error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Method(error) => error.kind(),
            Self::Run(error) => error.kind(),
            Self::Threads { .. } | Self::BegunElsewhere(_) => ErrorKind::Io,
            Self::Tally(_) => ErrorKind::Corrupt,
            Self::Stopped => ErrorKind::Stopped,
            _ => ErrorKind::Usage,
        }
    }
}
