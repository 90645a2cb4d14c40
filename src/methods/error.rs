//! The methods' error type.

use super::{Kernel, Method};
use crate::board::{BoardSize, ErrorKind};

/// The reason why a board cannot be counted as requested, or why a count cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum MethodError {
    /// An unknown kernel or method name.
    #[error("no {what} is called '{name}'")]
    UnknownName { what: &'static str, name: String },
    /// A depth invalid for every board.
    #[error("the depth must be a number from 1 to {max}, not {depth}")]
    NoSuchDepth { depth: usize, max: usize },
    /// A depth at which this board has too many placements or units.
    #[error("a depth of {depth} cuts N = {size} into too many units")]
    TooFine { depth: usize, size: BoardSize },
    /// This CPU cannot run the kernel.
    #[error("this CPU cannot run the {kernel} kernel: choose {available}")]
    NoKernel { kernel: Kernel, available: String },
    /// The method has no such kernel on this CPU, but another method does.
    #[error("the method {method} has no {kernel} kernel on this CPU: choose {available}")]
    NoKernelOfMethod { kernel: Kernel, method: Method, available: String },
}

impl MethodError {
    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        ErrorKind::Usage
    }
}
