//! Why a command failed: the error, its exit code, and advice.

use std::fmt;
use std::io;

use queens::board::BoardSizeError;
use queens::check::verify;
use queens::cluster;
use queens::count::choice::KernelChoiceError;
use queens::count::schedule::{self, PoolError};
use queens::count::session;
use queens::methods::counter::CounterError;
use queens::methods::device::DeviceError;
use queens::methods::split::DepthError;
use queens::run::{self, ErrorKind};

use crate::cli::report::record::RecordError;
use advice::advice;

mod advice;
#[cfg(test)]
mod tests;

/// Why a command failed. Errors with an exit code or advice of their own have a variant.
#[derive(Debug)]
pub enum Failure {
    /// Arguments that are each valid but not together.
    Usage(String),
    /// A run directory cannot be used.
    Run(run::Error),
    /// A plan or its shards cannot be used.
    Cluster(cluster::Error),
    /// A session failed.
    Session(session::Error),
    /// The threads failed.
    Schedule(schedule::Error),
    /// No such kernel for these units.
    Kernel(KernelChoiceError),
    /// No such device, or it does not count.
    Device(DeviceError),
    /// No such depth for this board.
    Depth(DepthError),
    /// This version cannot verify the run.
    OtherUnits(verify::PlanError),
    /// A record cannot be used.
    Record(RecordError),
    /// Anything else, with what led to it.
    Other(anyhow::Error),
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

    fn error(&self) -> &dyn fmt::Display {
        match self {
            Self::Usage(text) => text,
            Self::Run(error) => error,
            Self::Cluster(error) => error,
            Self::Session(error) => error,
            Self::Schedule(error) => error,
            Self::Kernel(error) => error,
            Self::Device(error) => error,
            Self::Depth(error) => error,
            Self::OtherUnits(error) => error,
            Self::Record(error) => error,
            Self::Other(error) => error,
        }
    }
}

impl fmt::Display for Failure {
    /// The error, then the advice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error())?;
        advice(self).map_or(Ok(()), |advice| write!(f, "; {advice}"))
    }
}

/// Failures from errors that a variant holds.
macro_rules! failures {
    ($($variant:ident($error:ty)),* $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::$variant(error.into())
            }
        }
    )*};
}

failures!(
    Run(run::Error),
    Cluster(cluster::Error),
    Session(session::Error),
    Schedule(schedule::Error),
    Schedule(PoolError),
    Schedule(CounterError),
    Kernel(KernelChoiceError),
    Device(DeviceError),
    Depth(DepthError),
    OtherUnits(verify::PlanError),
    Record(RecordError),
    Other(BoardSizeError),
    Other(io::Error),
    Other(anyhow::Error),
);

impl From<verify::Error> for Failure {
    fn from(error: verify::Error) -> Self {
        match error {
            verify::Error::Schedule(error) => Self::Schedule(error),
            verify::Error::Kernel(error) => Self::Kernel(error),
            other => Self::Other(other.into()),
        }
    }
}
