//! Prints the status of a run or a plan's shards, as read from the files in one or more directories.

use std::path::Path;

use queens::plan::PlanIdentity;
use queens::run::RunError;

use crate::program::PROGRAM;

mod progress_status;
pub mod run_status;
pub mod shards_status;

pub use run_status::RunStatus;
pub use shards_status::ShardsStatus;

/// The state of a run or shards whose total fails a check.
const WRONG: &str = "WRONG: do not use this total";

/// Explains which version can perform `action` ("finish" or "merge"). Returns `None` if this version can.
/// `identity` describes the plan of the run or shards, which were started by `program_version`. `path` is
/// only used in errors.
fn other_version(
    action: &str,
    identity: &PlanIdentity,
    program_version: &str,
    path: &Path,
) -> Option<String> {
    if program_version == PROGRAM.version {
        // The units are known to be the same, so skip building the plan, which can take a second.
        return None;
    }
    identity.remake(program_version, path).err().map(|error| match error {
        RunError::OtherUnits { program_version, .. } if !program_version.is_empty() => {
            format!("only version {program_version} can {action} it, because this version splits the board into different units")
        }
        RunError::OtherVersion { .. } => {
            format!("only version 1.1 can {action} it, because this version lacks {}", identity.method)
        }
        _ => format!("this version cannot {action} it, because it splits the board into different units"),
    })
}
