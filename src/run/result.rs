//! Reads `result.json`. It contains a finished run's total and what the ledger lacks, such as who counted and
//! how long it took.

use super::manifest::FORMAT;
use super::{Manifest, Total, sealed};
use crate::plan::Tally;
use crate::text::grouped;

/// The reason why a result cannot be used.
#[derive(Debug, PartialEq)]
pub(super) enum Unusable {
    /// The file is damaged or lacks a field. The total can still be computed from the ledger.
    Damaged(String),
    /// The file is intact, but contradicts the ledger or belongs to another run. Either the file or the
    /// ledger is wrong.
    Contradicts(String),
}

impl Unusable {
    pub fn reason(self) -> String {
        match self {
            Self::Damaged(reason) | Self::Contradicts(reason) => reason,
        }
    }
}

/// Parses the contents of `result.json`. `tally` contains the units in the ledger. Returns `None` if the
/// ledger lacks units. Takes from the file only what the ledger does not contain.
///
/// # Errors
/// Fails if the file cannot be used.
pub(super) fn parse(bytes: &[u8], manifest: &Manifest, tally: &Tally) -> Result<Option<Total>, Unusable> {
    let file: Total = sealed::value(bytes).map_err(Unusable::Damaged)?;
    // The file is untrusted. Quote no more characters than a name can have.
    let method = file.method.chars().take(sealed::MAX_NAME_BYTES).collect();
    for (field, stated, ours) in [
        ("n", file.n.to_string(), manifest.identity.n.to_string()),
        ("method", method, manifest.identity.method.to_string()),
        ("depth", file.depth.to_string(), manifest.identity.depth.to_string()),
        ("units", file.units.to_string(), manifest.unit_count().to_string()),
        ("shard", format!("{:?}", file.shard), format!("{:?}", manifest.shard())),
    ] {
        if stated != ours {
            let reason = format!("its {field} is {stated}, but this run has {ours}");
            return Err(Unusable::Contradicts(reason));
        }
    }
    check_counted(&file).map_err(Unusable::Damaged)?;
    if tally.finished().len() < manifest.unit_count() {
        return Ok(None);
    }
    if file.solutions != tally.sums().solutions {
        let [stated, sum] = [file.solutions, tally.sums().solutions].map(grouped);
        let reason = format!("it states {stated} solutions, but the ledger sums to {sum}");
        return Err(Unusable::Contradicts(reason));
    }
    let (nodes, [cpu_s, thread_wall_s]) =
        (tally.sums().nodes, [tally.sums().cpu_s(), tally.sums().wall_s()].map(Some));
    Ok(Some(Total { format: FORMAT, nodes, cpu_s, thread_wall_s, ..file }))
}

/// Checks the fields about the machine or the shards that counted the units.
///
/// # Errors
/// Fails if a field is missing or out of range.
fn check_counted(file: &Total) -> Result<(), String> {
    let &Total { threads, wall_s, resumed, units, ref host, ref merged, .. } = file;
    match (threads, wall_s, resumed, host) {
        _ if merged.is_some() => Ok(()),
        (_, _, Some(resumed), _) if resumed > units => {
            Err(format!("`resumed` is {resumed}, more than the number of units, {units}"))
        }
        (_, Some(wall_s), ..) if wall_s < 0.0 => {
            Err(format!("`wall_s` is {wall_s}, which is not a time in seconds"))
        }
        (Some(1..), Some(_), Some(_), Some(_)) => Ok(()),
        _ => Err("`threads`, `wall_s`, `resumed` or `host` is missing or 0".to_owned()),
    }
}
