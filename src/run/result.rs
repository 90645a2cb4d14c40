//! The file `result.json`: the total of a finished run, with everything that cannot be computed again
//! from the ledger, such as who counted and how long it took.

use super::{Manifest, Program, Total, sealed};
use crate::board::numbers::grouped;
use crate::plan::Tally;

/// The reason why a file is not the result of a ledger.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(super) enum ResultError {
    /// The ledger lacks units.
    #[error("only {done} of {all} units are in the ledger", done = grouped(*.done), all = grouped(*.all))]
    Behind { done: u64, all: u64 },
    /// The file is damaged, or another run's.
    #[error("{0}")]
    Wrong(String),
}

impl From<String> for ResultError {
    fn from(reason: String) -> Self {
        Self::Wrong(reason)
    }
}

/// The total in the bytes of the file, whose run has this `manifest` and a ledger with the sums
/// `tally`, or why it is not theirs. What follows from the ledger is computed from it again; only
/// what no ledger tells is taken from the file.
pub(super) fn parse(bytes: &[u8], manifest: &Manifest, tally: &Tally) -> Result<Total, ResultError> {
    let file: Total = sealed::value(bytes)?;
    let done = tally.finished().len();
    let all = manifest.unit_count();
    if done != all {
        return Err(ResultError::Behind { done, all });
    }
    check_run(&file, manifest, tally)?;
    check_counted(&file)?;
    Ok(Total {
        program: file.program,
        version: file.version,
        commit: file.commit,
        threads: file.threads,
        wall_s: file.wall_s,
        resumed: file.resumed,
        host: file.host,
        merged: file.merged,
        ..Total::of(Program::default(), manifest, tally, file.kernel)
    })
}

/// Checks that this is the result of the run of `manifest`, whose ledger has the sums `tally`.
///
/// # Errors
/// The first difference in words.
fn check_run(file: &Total, manifest: &Manifest, tally: &Tally) -> Result<(), String> {
    if file.solutions != tally.solutions() {
        let [stated, sum] = [file.solutions, tally.solutions()].map(grouped);
        return Err(format!("its solutions are {stated}, but the ledger sums to {sum}"));
    }
    // Anybody may have written the file: a message quotes no more than a name.
    let method = file.method.chars().take(sealed::LONGEST_NAME).collect();
    for (field, stated, ours) in [
        ("n", file.n.to_string(), manifest.identity.n.to_string()),
        ("method", method, manifest.identity.method.to_string()),
        ("depth", file.depth.to_string(), manifest.identity.depth.to_string()),
        ("units", file.units.to_string(), manifest.unit_count().to_string()),
        ("shard", format!("{:?}", file.shard), format!("{:?}", manifest.shard())),
        ("nodes", file.nodes.to_string(), tally.nodes().to_string()),
    ] {
        if stated != ours {
            return Err(format!("its {field} is {stated}, but this run has {ours}"));
        }
    }
    Ok(())
}

/// Checks that the file says which machine or which shards counted.
///
/// # Errors
/// If it does not say it all, or if a value is out of range.
fn check_counted(file: &Total) -> Result<(), String> {
    let &Total { threads, wall_s, resumed, units, ref host, ref merged, .. } = file;
    match (threads, wall_s, resumed, host) {
        _ if merged.is_some() => Ok(()),
        (_, _, Some(resumed), _) if resumed > units => {
            Err(format!("resumed is {resumed}, but there are {units} units"))
        }
        (_, Some(wall_s), ..) if wall_s < 0.0 => {
            Err(format!("wall_s is {wall_s}, which is not a time in seconds"))
        }
        (Some(1..), Some(_), Some(_), Some(_)) => Ok(()),
        _ => Err("`threads`, `wall_s`, `resumed` or `host` is missing or 0".to_owned()),
    }
}
