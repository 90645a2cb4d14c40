//! Notices about the state of a run directory: what was found or repaired when it was opened.

use std::fmt;
use std::path::PathBuf;

/// Something about a run directory that its user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// An interrupted writer left part of a line at the end of the ledger, which was dropped.
    TornLine {
        /// Path of the ledger.
        path: PathBuf,
        /// The length of the part.
        bytes: u64,
    },
    /// Lines of the ledger repeat a unit with the same count, and were ignored.
    Repeated {
        /// Path of the ledger.
        path: PathBuf,
        /// The number of such lines.
        lines: u64,
    },
    /// A file or directory was renamed to make room.
    MovedAside {
        /// The path until now.
        from: PathBuf,
        /// The path from now on.
        to: PathBuf,
        /// What was wrong with it, if anything was.
        reason: Option<String>,
    },
    /// A damaged manifest was written again.
    ManifestRewritten {
        /// Path of the manifest.
        path: PathBuf,
    },
    /// Bad lines of the ledger were moved to `ledger.rejected`.
    LedgerRepaired {
        /// Path of the ledger.
        path: PathBuf,
        /// The first bad line, if one is bad.
        line: Option<u64>,
        /// Why that line is bad, or the first of several reasons.
        reason: String,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TornLine { path, bytes } => {
                write!(f, "the last line of {} is incomplete; dropped its {bytes} bytes", path.display())
            }
            Self::Repeated { path, lines } => {
                let path = path.display();
                write!(f, "ignored lines of {path} that repeat a unit with the same count: {lines}")
            }
            Self::MovedAside { from, to, reason } => {
                write!(f, "moved {} aside to {}", from.display(), to.display())?;
                reason.iter().try_for_each(|reason| write!(f, ": {reason}"))
            }
            Self::ManifestRewritten { path } => {
                write!(f, "{} was damaged and has been rewritten", path.display())
            }
            Self::LedgerRepaired { path, line, reason } => {
                write!(f, "repaired {}{}: {reason}", path.display(), super::error::place(line))
            }
        }
    }
}
