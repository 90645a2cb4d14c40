//! Remedies for the errors of a plan and its shards.

use std::io;

use queens::cluster::ClusterError;
use queens::run::{Action, RunError};
use queens_format::grouped;

use super::command::Command;
use super::refusal::{self, Directory, READ_BY_OWNER};
use super::run::{FINISH, advice_in, merge_elsewhere};
use super::{AGAIN, Advice, Remedy, failed, usage, wrong};
use crate::exit::Exit;

impl Remedy for ClusterError {
    fn advice(&self, command: &Command) -> Advice {
        match self {
            Self::Io { action, cause, .. } => failed(after_refusal(*action, cause, command)),
            // A fault of the program.
            Self::InconsistentTotal { .. } => (Exit::Wrong, None),
            // The message says what to write.
            Self::NotAList(_)
            | Self::Backwards(_)
            | Self::NoSuchShard { .. }
            | Self::NoShards { .. }
            | Self::TooManyShards { .. } => (Exit::Usage, None),
            Self::TooFewUnits { units, .. } => {
                usage(format!("request at most {} shards", grouped((*units).into())))
            }
            Self::TooManyUnits { .. } => {
                (Exit::Usage, command.way("make fewer units with a smaller --depth"))
            }
            Self::PlanExists { .. } => {
                const REMOVE: &str = "remove it if none of its units have been counted";
                (Exit::Failed, command.any_of(&["name another file with -o", REMOVE]))
            }
            Self::Plan(RunError::Development { .. }) => failed("make a new plan with `queens plan`"),
            Self::Plan(RunError::Former { .. }) => {
                failed(format!("{FINISH}, or make a new plan in another file"))
            }
            Self::Plan(RunError::Newer { .. }) => failed("use that version or a later one"),
            Self::Plan(RunError::OtherUnits { .. }) => {
                wrong("use that version, or make a new plan and count it in a new directory")
            }
            Self::DuplicateDirectory { .. } => usage("name each directory once"),
            Self::OutputIsInput { .. } => {
                usage(format!("name another directory{}", command.with("--run RUN")))
            }
            Self::Foreign { .. } => {
                failed(format!("give every plan its own directory{}", command.with("--dir DIR")))
            }
            Self::Conflict { .. } => wrong(format!(
                "count the shard again on a third machine, in another directory, and merge that with each of the two\
                 {}: the one that conflicts is wrong, and everything else from its machine may be wrong too",
                command.with("--dir DIR")
            )),
            Self::Changed { .. } => failed(format!("{AGAIN} once no process writes into these directories")),
            Self::OtherResult { .. } => wrong(format!(
                "keep both, and write this merge into another directory{} to compare them",
                command.with("--run DIR")
            )),
            Self::Unfinished { .. } => (Exit::Failed, merge_elsewhere(command)),
            Self::MergedRun(error) => advice_in(Directory::Merged, error, command),
            Self::Plan(error) | Self::Run(error) => advice_in(Directory::Shards, error, command),
        }
    }
}

/// Returns the remedy if the system refused an `action` because of `cause`.
fn after_refusal(action: Action, cause: &io::Error, command: &Command) -> String {
    use io::ErrorKind::{IsADirectory, NotFound, PermissionDenied};
    let output = command.with("-o FILE");
    if let Some(remedy) = refusal::of_system(cause) {
        return remedy;
    }
    match (action, cause.kind()) {
        (Action::ReadPlan | Action::LookForShards, PermissionDenied) => READ_BY_OWNER.to_owned(),
        (Action::ReadPlan, _) => "name the file that `queens plan` wrote".to_owned(),
        (Action::CompareWith, _) => format!("make it readable, or name another file{output}"),
        (Action::LookForShards, _) => command
            .way("name a directory that was given to `queens work` with --dir")
            .unwrap_or_else(|| "name a directory in which shards were counted".to_owned()),
        (Action::Write, IsADirectory) => format!("name a file{output}"),
        (Action::Write, NotFound) => "create its directory first".to_owned(),
        (Action::Write, _) => {
            format!("name a file in another directory{output}")
        }
        _ => "make it readable, or omit its directory".to_owned(),
    }
}
