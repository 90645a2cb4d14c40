//! What helps against the errors of a run directory.

use queens::run::{Damage, RunError};

use super::option::{DIR, FRESH, REPAIR, RUN};
use super::refusal::Directory::{self, Merged, Run, Shards};
use super::{AGAIN, Advice, Remedy, UNKNOWN, failed, refusal, wrong};
use crate::exit::Exit;

impl Remedy for RunError {
    fn advice(&self) -> Advice {
        advice_in(Run, self)
    }
}

/// The advice on an error in `directory`.
pub(super) fn advice_in(directory: Directory, error: &RunError) -> Advice {
    let option = directory.option();
    match error {
        RunError::Io { action, cause, saved, .. } => {
            (Exit::Failed, refusal::remedy(*action, cause, *saved, directory))
        }
        RunError::NotADirectory { .. } => {
            failed(format!("name a run directory or a new directory with {option} DIR"))
        }
        RunError::Foreign { .. } => failed(format!("name an empty or new directory with {option} DIR")),
        RunError::NotThere { .. } | RunError::NotARun { .. } => {
            failed("name the run directory of a count, as in queens-20.run")
        }
        RunError::Newer { .. } => {
            failed(format!("resume it with that version or a later one, or move it aside with {FRESH}"))
        }
        RunError::Mismatch { .. } | RunError::Development { .. } if directory == Shards => {
            failed(format!("give this plan its own directory with {DIR} DIR"))
        }
        RunError::Mismatch { .. } | RunError::Development { .. } => failed(format!(
            "give this run its own directory with {option} DIR, or move the other one aside with {FRESH}"
        )),
        RunError::OtherUnits { .. } => failed("verify the run with that version"),
        RunError::Corrupt { .. } if directory == Merged => wrong(merge_elsewhere()),
        RunError::Changed { .. } if directory == Merged => failed(merge_elsewhere()),
        RunError::Corrupt { damage, .. } => wrong(against(*damage, REPAIR)),
        RunError::Locked { .. } if directory == Shards => {
            (Exit::Locked, Some("wait until it has finished the shard".to_owned()))
        }
        RunError::Locked { .. } => {
            let text =
                format!("wait for it or stop it, or give this run its own directory with {option} DIR");
            (Exit::Locked, Some(text))
        }
        RunError::Moved { .. } => {
            failed(format!("move the directory back, or name its new path with {option} DIR, and {AGAIN}"))
        }
        RunError::Removed { .. } => failed(format!("restore it from a copy, if there is one, and {AGAIN}")),
        RunError::Changed { .. } => failed(format!(
            "{AGAIN} with {REPAIR} to count the units that it lacks, after restoring it from a copy if there is one"
        )),
        // Whoever set the flag knows what to do.
        RunError::Stopped { .. } => (Exit::Failed, None),
        // A fault of the program.
        RunError::Refused { .. } => (Exit::Failed, None),
        _ => UNKNOWN,
    }
}

/// What helps if a directory cannot hold a merge.
pub fn merge_elsewhere() -> String {
    format!("merge into another directory with {RUN} DIR, or move this one aside with {FRESH}")
}

/// What helps against `damage`, where `repair` is the option or the command that repairs.
pub fn against(damage: Damage, repair: &str) -> String {
    match damage {
        Damage::Manifest => format!(
            "resume with {repair}, which rewrites it if it still identifies this run, or use {FRESH} to \
             move the directory aside and start over"
        ),
        Damage::NoManifest => format!(
            "if it is a copy, copy it again; or resume with {repair}, which makes the manifest again if the units are \
             of this run; or use {FRESH} to move the directory aside and start over"
        ),
        Damage::Ledger => format!(
            "resume with {repair} to move the bad lines to ledger.rejected and recount only their units"
        ),
        Damage::Converted => format!("resume with {repair} to convert the lines back"),
        Damage::NoLedger => {
            format!("if it is a copy, copy it again; or resume with {repair} to recount every unit")
        }
        Damage::Behind => format!(
            "if it is a copy, copy it again; or resume with {repair} to move the result aside and count the missing \
             units"
        ),
        Damage::Result => {
            format!("resume with {repair} to move the result aside and rebuild it from the ledger")
        }
        Damage::Plan => "copy it again from where it was made, or recreate it with `queens plan`, which \
                         writes the same plan for the same options"
            .to_owned(),
        _ => format!("resume with {repair}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_after_a_change_names_an_option_of_the_command() {
        let changed =
            || RunError::Changed { path: "run/ledger.jsonl".into(), length: 10, written: 200, saved: 2 };
        let [count, merge] = [Run, Merged].map(|directory| advice_in(directory, &changed()).1.unwrap());
        assert!(count.starts_with("run the same command again with --repair to count the units"), "{count}");
        assert!(merge.ends_with("or move this one aside with --fresh"), "{merge}");
    }
}
