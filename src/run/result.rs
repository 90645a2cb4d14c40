//! Reads `result.json`: a finished run's total, with everything that the ledger cannot tell, such as who
//! counted and how long it took.

use super::manifest::FORMAT;
use super::{Manifest, Total, sealed};
use crate::plan::Tally;
use crate::text::grouped;

/// Why a result cannot be used, in words.
#[derive(Debug, PartialEq)]
pub(super) enum Unusable {
    /// The file is damaged or lacks a field. The ledger determines the total without it.
    Damaged(String),
    /// The file is intact, but disagrees with the ledger or belongs to another run. Either the file or the
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

/// Parses the result of `manifest`'s run, whose ledger sums to `tally`. Returns `None` if the ledger lacks
/// units. Everything that the ledger tells is recomputed; the file supplies only the rest.
///
/// # Errors
/// If the file cannot be used.
pub(super) fn parse(bytes: &[u8], manifest: &Manifest, tally: &Tally) -> Result<Option<Total>, Unusable> {
    let file: Total = sealed::value(bytes).map_err(Unusable::Damaged)?;
    // The file is untrusted, so quote no more than a name's length.
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

/// Checks that the file tells which machine or shards counted the units.
///
/// # Errors
/// If a field is missing or out of range.
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
