//! The failures of commands that read saved work and have no `--repair`.

use queens::ErrorKind;
use queens::cluster::ClusterError;
use queens::run::RunError;

use super::{Exit, Failure};
use crate::report;

/// The failure of a command that reads a run directory.
pub fn failure_of_run(error: RunError) -> Failure {
    let is_damaged = error.kind() == ErrorKind::Corrupt;
    let failure = Failure::from(error);
    if is_damaged { failure.with("to repair it, resume it with --repair") } else { failure }
}

/// The failure of a command that reads the directories of the shards of a plan.
pub fn failure_of_shards(error: ClusterError) -> Failure {
    match error {
        ClusterError::Run(error) => failure_of_run(error),
        other => other.into(),
    }
}

/// Reports the problems of several shards. The worst decides the exit code.
pub fn all_failed(problems: Vec<ClusterError>) -> Exit {
    let exits = problems.into_iter().map(|problem| report::failed(&failure_of_shards(problem)));
    exits.fold(Exit::Done, Exit::max)
}
