//! The command that repairs a damaged directory, for the commands that only read it and have no
//! `--repair`.

use std::path::Path;

use queens::cluster::{ClusterError, ShardDirectories, ShardList};
use queens::run::{RunError, SavedRun};

use super::{Exit, Failure};
use crate::command_line;
use crate::remedy::damage_remedy;
use crate::report;

/// The failure of a command that reads a run directory.
pub fn failure_of_run(error: RunError) -> Failure {
    let remedy = remedy(&error, Path::new("PLAN"));
    with(error.into(), remedy)
}

/// The failure of a command that reads the directories of the shards of `plan`.
pub fn failure_of_shards(error: ClusterError, plan: &Path) -> Failure {
    let remedy = match &error {
        ClusterError::Run(error) => remedy(error, plan),
        _ => None,
    };
    with(error.into(), remedy)
}

/// Reports the problems of several shards of `plan`. The worst decides the exit code.
pub fn all_failed(problems: Vec<ClusterError>, plan: &Path) -> Exit {
    let exits = problems.into_iter().map(|problem| report::failed(&failure_of_shards(problem, plan)));
    exits.fold(Exit::Done, Exit::max)
}

/// Returns the remedy for a damaged file, with the command that repairs its directory; `None` for
/// any other error, or if neither the name of the directory nor its manifest says what it counts.
fn remedy(error: &RunError, plan: &Path) -> Option<String> {
    let RunError::Corrupt { path, damage, .. } = error else { return None };
    let directory = path.parent()?;
    let repair = match ShardDirectories::shard_number(directory) {
        Some(number) => {
            let shards = ShardList::from_iter([number]);
            let all = directory.parent().filter(|all| !all.as_os_str().is_empty());
            command_line::repair_shards(plan, &shards, all.unwrap_or(Path::new(".")))
        }
        None => {
            let n = SavedRun::at(directory).manifest().ok()?.identity.n;
            format!("{} --repair", command_line::resume_run(directory, n))
        }
    };
    damage_remedy(*damage, Some(&format!("`{repair}`")), None)
}

/// `failure` with `better` in place of a remedy that names an option the reader does not have.
fn with(failure: Failure, better: Option<String>) -> Failure {
    Failure { remedy: better.or(failure.remedy), ..failure }
}
