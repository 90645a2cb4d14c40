//! Why a command failed: the error, its exit code, and advice.

use std::io;

use advice::advice;

use crate::board::BoardSizeError;
use crate::cli::report::files::RecordError;
use crate::cli::settings::SettingsError;
use crate::cluster;
use crate::count::CountError;
use crate::count::schedule::PoolError;
use crate::methods::device::DeviceError;
use crate::methods::{DepthError, Unavailable};
use crate::run::{self, ErrorKind};

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
    /// A count failed.
    Count(#[from] CountError),
    /// No such device, or it does not count.
    Device(#[from] DeviceError),
    /// No such depth for this board.
    Depth(#[from] DepthError),
    /// A record cannot be used.
    Record(#[from] RecordError),
    /// Anything else, with what led to it.
    Other(#[from] anyhow::Error),
}

impl Failure {
    /// What the failure means.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Usage(_) | Self::Depth(_) => ErrorKind::Request,
            Self::Device(DeviceError::NotBuilt | DeviceError::NotThere { .. }) => ErrorKind::Request,
            Self::Device(DeviceError::Differs { .. }) => ErrorKind::Wrong,
            Self::Run(error) => error.kind(),
            Self::Cluster(error) => error.kind(),
            Self::Count(error) => error.kind(),
            Self::Record(RecordError::Wrong { .. }) => ErrorKind::Wrong,
            Self::Device(_) | Self::Record(_) | Self::Other(_) => ErrorKind::Obstacle,
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

failures!(Count(PoolError), Count(Unavailable), Other(BoardSizeError), Other(io::Error));

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        match error {
            SettingsError::Usage(text) => Self::Usage(text),
            SettingsError::Device(error) => Self::Device(error),
        }
    }
}
