//! Notices about the state of a run directory: what was found or repaired when it was opened.

use std::fmt;
use std::path::PathBuf;

use crate::board::numbers::{self, grouped};

/// Something about a run directory that its user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum RunNotice {
    /// An interrupted writer left part of a line at the end of the ledger, which was dropped.
    TornLine { path: PathBuf, bytes: u64 },
    /// Lines of the ledger repeat a unit with the same count, and were ignored.
    Repeated { path: PathBuf, lines: u64 },
    /// A file or directory was renamed to make room, perhaps because something was wrong with it.
    MovedAside { from: PathBuf, to: PathBuf, reason: Option<String> },
    /// A damaged or missing manifest was written again.
    ManifestRewritten { path: PathBuf },
    /// An incomplete copy was left out: other directories have all units of its shard.
    LeftOut {
        /// The reason why it cannot be used.
        incomplete: String,
    },
    /// Bad lines of the ledger were moved to `ledger.rejected`. `line` is the first, if one is bad;
    /// `reason` says why, or is the first of several reasons.
    LedgerRepaired { path: PathBuf, line: Option<u64>, reason: String },
}

impl fmt::Display for RunNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TornLine { path, bytes } => {
                let (path, bytes) = (path.display(), grouped(*bytes));
                write!(f, "the last line of {path} is incomplete; dropped its {bytes} bytes")
            }
            Self::Repeated { path, lines } => {
                let path = path.display();
                let lines = numbers::counted(*lines, "line");
                write!(f, "ignored {lines} of {path} with repeated units: the counts agree")
            }
            Self::MovedAside { from, to, reason } => {
                write!(f, "moved {} aside to {}", from.display(), to.display())?;
                reason.iter().try_for_each(|reason| write!(f, ": {reason}"))
            }
            Self::ManifestRewritten { path } => {
                write!(f, "{} was damaged or missing and has been written again", path.display())
            }
            Self::LeftOut { incomplete } => {
                write!(f, "{incomplete}; left out, because other directories have all units of this shard")
            }
            Self::LedgerRepaired { path, line, reason } => {
                write!(f, "repaired {}{}: {reason}", path.display(), super::error::place(line))
            }
        }
    }
}
