//! What helps against the errors of a run directory.

use super::option::{DIR, FRESH, REPAIR, RUN};
use super::{AGAIN, ErrorKind, Remedy, refusal};
use crate::run::{Damage, Error};

impl Remedy for Error {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Corrupt { .. } => ErrorKind::Wrong,
            Self::Locked { .. } => ErrorKind::InUse,
            _ => ErrorKind::Obstacle,
        }
    }

    fn remedy(&self) -> Option<String> {
        remedy_with(self, RUN)
    }
}

/// The remedy where `option` names the directory: `--run`, or `--dir` for the shards of a plan.
pub(super) fn remedy_with(error: &Error, option: &str) -> Option<String> {
    Some(match error {
        Error::Io { action, cause, saved, .. } => return refusal::remedy(action, cause, *saved, option),
        Error::NotADirectory { .. } => {
            format!("name a run directory or a new directory with {option} DIR")
        }
        Error::Foreign { .. } => format!("name an empty or new directory with {option} DIR"),
        Error::NotThere { .. } | Error::NotARun { .. } => {
            "name the run directory of a count, as in queens-20.run".to_owned()
        }
        Error::Mismatch { .. } => {
            format!(
                "give this run its own directory with {option} DIR, or move the other one aside with {FRESH}"
            )
        }
        Error::Newer { .. } => {
            format!("resume it with that version or a later one, or move it aside with {FRESH}")
        }
        Error::Development { .. } if option == DIR => {
            format!("give this plan its own directory with {DIR} DIR")
        }
        Error::Development { .. } => {
            format!(
                "give this run its own directory with {option} DIR, or move the old one aside with {FRESH}"
            )
        }
        Error::OtherUnits { .. } => "verify the run with that version".to_owned(),
        Error::Corrupt { damage, .. } => against(*damage),
        Error::Locked { .. } if option == DIR => "let it finish the shard".to_owned(),
        Error::Locked { .. } => {
            format!("wait for it or stop it, or give this run its own directory with {option} DIR")
        }
        Error::Moved { .. } => {
            format!("move the directory back, or name its new path with {option} DIR, and {AGAIN}")
        }
        Error::Removed { .. } => format!("restore it from a copy, if there is one, and {AGAIN}"),
        Error::Changed { .. } => {
            format!(
                "{AGAIN} to count the units that it lacks, after restoring it from a copy if there is one"
            )
        }
        // Whoever set the flag knows what to do.
        Error::Stopped { .. } => return None,
        // A fault of the program.
        Error::Refused { .. } => return None,
    })
}

/// What helps against `damage`.
fn against(damage: Damage) -> String {
    match damage {
            Damage::Manifest => format!(
                "resume with {REPAIR}, which rewrites it if it still identifies this run, or use {FRESH} to move the \
                 directory aside and start over"
            ),
            Damage::NoManifest => {
                format!("put the manifest back, or use {FRESH} to move the directory aside and start over")
            }
            Damage::Ledger => {
                format!("resume with {REPAIR} to move the bad lines to ledger.rejected and recount only their units")
            }
            Damage::NoLedger => format!("put it back, or resume with {REPAIR} to recount every unit"),
            Damage::Result => {
                format!("resume with {REPAIR} to move the result aside and rebuild it from the ledger")
            }
            Damage::Plan => {
                "copy it again from where it was made, or recreate it with `queens plan`, which writes the same plan \
                 for the same options"
                    .to_owned()
            }
        }
}
