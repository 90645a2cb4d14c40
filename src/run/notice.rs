//! Notices for users of a count or a run directory.

use std::fmt;
use std::path::PathBuf;

use crate::text;

/// A message for the user of a count or a run directory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum Notice {
    /// Torn, damaged or foreign ledger lines were skipped. `first` is the line number of the first one.
    Skipped { path: PathBuf, lines: u64, first: u64 },
    /// A finished run's result is damaged and was ignored. The ledger determines the total.
    DamagedResult { path: PathBuf, reason: String },
    /// The run was finished, but its ledger has lost `lost` of the `units` units.
    Lost { path: PathBuf, lost: u64, units: u64 },
    /// Ledger lines that repeat a unit with the same counts were ignored.
    Repeated { path: PathBuf, lines: u64 },
    /// The manifest was lost or damaged, and was written again. The ledger contains `units` units of its
    /// plan.
    ManifestRestored { path: PathBuf, units: u64 },
    /// A run directory was renamed to make room for a new one.
    MovedAside { from: PathBuf, to: PathBuf },
    /// An incomplete copy was skipped, because other directories contain all units of its shard.
    LeftOut {
        /// Why the copy cannot be used.
        incomplete: String,
    },
    /// Earlier sessions have finished `units_done` of the `units` units.
    Resumed { units_done: u64, units: u64 },
    /// The run was already finished, so its result is returned again.
    AlreadyFinished,
    /// The count takes a long time, so it is now saved in this new directory.
    Saving { path: PathBuf },
    /// The count continues, but cannot be saved.
    NotSaved { reason: String },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped { path, lines, first } => {
                let path = path.display();
                if *lines == 1 {
                    write!(f, "skipped line {first} of {path}")?;
                } else {
                    write!(f, "skipped {} lines of {path}, from line {first} on", text::grouped(*lines))?;
                }
                f.write_str(": incomplete, damaged or from another run")
            }
            Self::DamagedResult { path, reason } => {
                write!(f, "ignored the damaged {}: {reason}", path.display())
            }
            Self::Lost { path, lost, units } => {
                let [lost, units] = [*lost, *units].map(text::grouped);
                write!(f, "{} has lost {lost} of the {units} units of a finished run", path.display())
            }
            Self::Repeated { path, lines } => {
                let path = path.display();
                let repeat = if *lines == 1 { "repeats a unit" } else { "repeat units" };
                let lines = text::counted(*lines, "line");
                write!(f, "ignored {lines} of {path} that {repeat} with the same counts")
            }
            Self::ManifestRestored { path, units } => {
                let (path, units) = (path.display(), text::counted(*units, "unit"));
                write!(f, "recreated {path}, which was lost or damaged; the ledger has {units} of this plan")
            }
            Self::MovedAside { from, to } => {
                write!(f, "moved {} aside to {}", from.display(), to.display())
            }
            Self::LeftOut { incomplete } => {
                write!(f, "{incomplete}; skipped it, because other directories have all units of this shard")
            }
            Self::Resumed { units_done, units } if units_done == units => {
                write!(f, "all {} units are finished; writing the result", text::grouped(*units))
            }
            Self::Resumed { units_done, units } => {
                let [done, units] = [*units_done, *units].map(text::grouped);
                write!(f, "resuming with {done} of {units} units finished")
            }
            Self::AlreadyFinished => f.write_str("this run was already finished"),
            Self::Saving { path } => {
                write!(f, "this is a long count: saving progress in {}", path.display())
            }
            Self::NotSaved { reason } => write!(f, "the count continues, but is not saved: {reason}"),
        }
    }
}
