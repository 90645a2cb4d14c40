//! Remedies for the errors of a run directory.

use queens::run::{Damage, RunError};

use super::command::{Command, join};
use super::refusal::Directory::{self, Merged, Run, Shards};
use super::{AGAIN, Advice, Remedy, failed, refusal};
use crate::exit::Exit;

impl Remedy for RunError {
    fn advice(&self, command: &Command) -> Advice {
        advice_in(Run, self, command)
    }
}

/// The advice on an error in `directory`.
pub(super) fn advice_in(directory: Directory, error: &RunError, command: &Command) -> Advice {
    let named = command.with(directory.option());
    // In a merge, --fresh moves only the merged run.
    let aside = |way| command.way(way).filter(|_| directory != Shards || command.has("--shards"));
    match error {
        RunError::Io { action, cause, saved, .. } => {
            (Exit::Failed, refusal::remedy(*action, cause, *saved, directory, command))
        }
        RunError::NotADirectory { .. } => failed(format!("name a run directory or a new directory{named}")),
        RunError::Foreign { .. } => failed(format!("name an empty or new directory{named}")),
        RunError::NotFound { .. } | RunError::NotARun { .. } => {
            failed("name the run directory of a count, as in queens-20.run")
        }
        RunError::Newer { .. } => {
            let later = "resume it with that version or a later one".to_owned();
            (Exit::Failed, join([Some(later), aside("move it aside with --fresh")]))
        }
        RunError::Former { .. } => {
            let own = match directory {
                Shards => "give this plan its own directory with --dir DIR",
                Run | Merged => "give this run its own directory with --run DIR",
            };
            let aside = aside("move the other one aside with --fresh");
            (Exit::Failed, join([Some(FINISH.to_owned()), command.way(own), aside]))
        }
        RunError::Mismatch { .. } | RunError::Development { .. } if directory == Shards => {
            failed(format!("give this plan its own directory{named}"))
        }
        RunError::Mismatch { .. } | RunError::Development { .. } => {
            let own = format!("give this run its own directory{named}");
            (Exit::Failed, join([Some(own), aside("move the other one aside with --fresh")]))
        }
        RunError::OtherUnits { .. } => failed("verify the run with that version"),
        RunError::Corrupt { .. } if directory == Merged => (Exit::Wrong, merge_elsewhere(command)),
        RunError::Changed { .. } if directory == Merged => (Exit::Failed, merge_elsewhere(command)),
        RunError::Corrupt { damage, .. } => {
            let repair = command.has("--repair").then_some("--repair");
            (Exit::Wrong, damage_remedy(*damage, repair, aside(ASIDE)))
        }
        RunError::Locked { .. } if directory == Shards => {
            (Exit::Locked, Some("wait until it has finished the shard".to_owned()))
        }
        RunError::Locked { .. } => {
            (Exit::Locked, Some(format!("wait for it or stop it, or give this run its own directory{named}")))
        }
        RunError::Moved { .. } => {
            failed(format!("move the directory back, or name its new path{named}, and {AGAIN}"))
        }
        RunError::Removed { .. } => failed(format!("restore it from a copy, if there is one, and {AGAIN}")),
        RunError::Changed { .. } => {
            let repair = command.with("--repair to count the units that it lacks");
            failed(format!("restore it from a copy, if there is one, and {AGAIN}{repair}"))
        }
        RunError::ChangedWhileRead { .. } => failed(format!("{AGAIN} to read what is there now")),
        // Whoever set the flag knows what to do.
        RunError::Stopped { .. } => (Exit::Failed, None),
        // A fault of the program.
        RunError::Refused { .. } => (Exit::Failed, None),
    }
}

/// The way to go on with a method that this version lacks.
pub(super) const FINISH: &str = "finish it with version 1.1";

/// The ways to go on if a directory cannot hold a merge.
pub(super) fn merge_elsewhere(command: &Command) -> Option<String> {
    let elsewhere = format!("merge into another directory{}", command.with("--run DIR"));
    command.any_of(&[&elsewhere, "move this one aside with --fresh"])
}

const COPY: &str = "if it is a copy, copy it again";

/// The way to start over.
const ASIDE: &str = "move the directory aside and start over with --fresh";

/// Returns the remedy for `damage`. `repair` is the option or the command that repairs it, and
/// `aside` is the way to start over, if there are any.
pub fn damage_remedy(damage: Damage, repair: Option<&str>, aside: Option<String>) -> Option<String> {
    let (copy, does, aside) = match damage {
        Damage::Manifest => (Some(COPY), ", which rewrites it if it still identifies this run", aside),
        Damage::NoManifest => {
            (Some(COPY), ", which makes the manifest again if the units are of this run", aside)
        }
        Damage::Ledger => {
            (None, " to move the bad lines to ledger.rejected and recount only their units", None)
        }
        Damage::Converted => (None, " to convert the lines back", None),
        Damage::NoLedger => (Some(COPY), " to recount every unit", None),
        Damage::Behind => (Some(COPY), " to move the result aside and count the missing units", None),
        Damage::Result => (None, " to move the result aside and rebuild it from the ledger", None),
        Damage::Plan => {
            const AGAIN: &str = "copy it again from where it was made, or recreate it with `queens plan`, which writes the \
                                 same plan for the same options";
            return Some(AGAIN.to_owned());
        }
    };
    let repair = repair.map(|repair| format!("resume with {repair}{does}"));
    let copy = copy.or(repair.is_none().then_some(COPY)).map(str::to_owned);
    join([copy, repair, aside])
}

#[cfg(test)]
mod tests {
    use super::super::tests::command_named;
    use super::*;

    #[test]
    fn advice_after_a_change_names_an_option_of_the_command() {
        let changed =
            || RunError::Changed { path: "run/ledger.jsonl".into(), length: 10, written: 200, saved: 2 };
        let [count, merge] = [(Run, "count"), (Merged, "merge")]
            .map(|(directory, name)| advice_in(directory, &changed(), &command_named(name)).1.unwrap());
        assert!(
            count.ends_with("run the same command again with --repair to count the units that it lacks"),
            "{count}"
        );
        assert!(merge.ends_with("or move this one aside with --fresh"), "{merge}");
    }
}
