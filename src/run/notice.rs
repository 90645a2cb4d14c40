//! Notices about the state of a run directory: what was found when it was opened or read.

use std::fmt;
use std::path::PathBuf;

use crate::board::numbers;

/// Something about a run directory that its user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum RunNotice {
    /// Lines of the ledger were skipped, because they are torn, damaged or not of this run. `first` is the
    /// number of the first.
    Skipped { path: PathBuf, lines: u64, first: u64 },
    /// The ledger of a finished run lacks units: so many, the first of which are these.
    Lost { path: PathBuf, units: Vec<u64>, count: u64 },
    /// Lines of the ledger repeat a unit with the same count, and were ignored.
    Repeated { path: PathBuf, lines: u64 },
    /// A run directory was renamed to make room.
    MovedAside { from: PathBuf, to: PathBuf },
    /// An incomplete copy was left out: other directories have all units of its shard.
    LeftOut {
        /// The reason why it cannot be used.
        incomplete: String,
    },
}

impl fmt::Display for RunNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped { path, lines, first } => {
                let (path, lines) = (path.display(), numbers::counted(*lines, "line"));
                write!(
                    f,
                    "skipped {lines} of {path}, torn, damaged or of another run: the first is line {first}"
                )
            }
            Self::Lost { path, units, count } => {
                let (path, lost) = (path.display(), numbers::counted(*count, "unit"));
                write!(f, "{path} lacks {lost} of a finished run: ")?;
                let more = if *count > units.len() as u64 { ", …" } else { "" };
                let units: Vec<_> = units.iter().map(u64::to_string).collect();
                write!(f, "{}{more}", units.join(", "))
            }
            Self::Repeated { path, lines } => {
                let path = path.display();
                let lines = numbers::counted(*lines, "line");
                write!(f, "ignored {lines} of {path} with repeated units: the counts agree")
            }
            Self::MovedAside { from, to } => {
                write!(f, "moved {} aside to {}", from.display(), to.display())
            }
            Self::LeftOut { incomplete } => {
                write!(f, "{incomplete}; left out, because other directories have all units of this shard")
            }
        }
    }
}
