//! Why a command failed: the error, its exit code, and advice.

use std::io;

use crate::board::BoardSizeError;
use crate::check::verify;
use crate::cluster;
use crate::count::choice::KernelChoiceError;
use crate::count::schedule::{self, PoolError};
use crate::count::session;
use crate::methods::counter::CounterError;
use crate::methods::device::DeviceError;
use crate::methods::split::DepthError;
use crate::run::{self, ErrorKind};

use crate::cli::report::files::RecordError;
use advice::advice;

mod advice;
#[cfg(test)]
mod tests;

/// Why a command failed. Errors with an exit code or advice of their own have a variant.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum Failure {
    /// Arguments that are each valid but not together.
    #[error("{0}")]
    Usage(String),
    /// A run directory cannot be used.
    Run(#[from] run::Error),
    /// A plan or its shards cannot be used.
    Cluster(#[from] cluster::Error),
    /// A session failed.
    Session(#[from] session::Error),
    /// The threads failed.
    Schedule(#[from] schedule::Error),
    /// No such kernel for these units.
    Kernel(#[from] KernelChoiceError),
    /// No such device, or it does not count.
    Device(#[from] DeviceError),
    /// No such depth for this board.
    Depth(#[from] DepthError),
    /// This version cannot verify the run.
    OtherUnits(#[from] verify::PlanError),
    /// A record cannot be used.
    Record(#[from] RecordError),
    /// Anything else, with what led to it.
    Other(#[from] anyhow::Error),
}

impl Failure {
    /// What the failure means.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Usage(_) | Self::Kernel(_) | Self::Depth(_) => ErrorKind::Request,
            Self::Device(DeviceError::NotBuilt | DeviceError::NotThere { .. }) => ErrorKind::Request,
            Self::Device(DeviceError::Differs { .. }) => ErrorKind::Wrong,
            Self::Run(error) => error.kind(),
            Self::Cluster(error) => error.kind(),
            Self::Session(error) => error.kind(),
            Self::Record(RecordError::Wrong { .. }) => ErrorKind::Wrong,
            Self::Device(_) | Self::Schedule(_) | Self::OtherUnits(_) | Self::Record(_) | Self::Other(_) => {
                ErrorKind::Obstacle
            }
        }
    }

    /// The error, then the advice.
    pub fn message(&self) -> String {
        let advice = advice(self).map_or_else(String::new, |advice| format!("; {advice}"));
        format!("{self:#}{advice}")
    }
}

/// Failures from errors that become those of a variant.
macro_rules! failures {
    ($($variant:ident($error:ty)),* $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::$variant(error.into())
            }
        }
    )*};
}

failures!(Schedule(PoolError), Schedule(CounterError), Other(BoardSizeError), Other(io::Error));

impl From<verify::Error> for Failure {
    fn from(error: verify::Error) -> Self {
        match error {
            verify::Error::Schedule(error) => Self::Schedule(error),
            verify::Error::Kernel(error) => Self::Kernel(error),
            other => Self::Other(other.into()),
        }
    }
}
