//! The merge: combines all shards of a plan into one run, if they cover the plan and agree.
//!
//! Every directory must belong to the plan and be intact; every unit must be in at least one of
//! them; a unit in several must have the same solutions in all. The tally has a bit for every unit
//! and rejects a second count, and its number of units must match what the survey calls missing: no
//! mistake in the survey could count a unit twice or leave one out.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{Conflict, Error, PlanFile, ShardList, Sites};
use crate::plan::tally::{Tally, TallyError};
use crate::run::{Host, Notice};

/// The combined shards of a plan.
#[derive(Debug)]
pub struct Merged {
    /// The sums over all units that were found.
    pub tally: Tally,
    /// The kernels that counted them, each with the number of shards of which it counted units.
    pub kernels: BTreeMap<String, u64>,
    /// The machines that the results of the shards name, each with the number of its shards.
    pub machines: BTreeMap<Host, u64>,
    /// How many times a unit was found again, with the same solutions.
    pub repeated: u64,
    /// Notices about the state of the directories.
    pub notices: Vec<Notice>,
    /// Shards with missing units; the merge is complete if there are none.
    pub missing: ShardList,
}

/// Adds up the shards of `plan` found in `sites`.
///
/// # Errors
/// If a directory is damaged or of another plan, or if two of them contradict each other.
pub fn merge(plan: &PlanFile, sites: &Sites) -> Result<Merged, Error> {
    let (mut tally, mut added) = (Tally::new(plan.units), Ok(()));
    let survey = plan.for_survey().survey(sites, &mut |entry| {
        if added.is_ok() {
            added = tally.add(entry);
        }
    })?;
    if let Some(problem) = survey.problems.into_iter().next() {
        return Err(problem);
    }
    added?;
    if let Some(&(shard, unit)) = survey.conflicting.first() {
        return Err(conflict(&sites.copies(shard)?, unit, survey.conflicting.len() as u64 - 1)?);
    }
    check_cover(plan.units, &tally, &survey.missing)?;
    Ok(Merged {
        tally,
        kernels: survey.kernels,
        machines: survey.machines,
        repeated: survey.repeated,
        notices: survey.notices,
        missing: survey.missing,
    })
}

/// Checks that shards are missing exactly if the tally lacks units of the plan.
fn check_cover(units: u64, tally: &Tally, missing: &ShardList) -> Result<(), Error> {
    let added = tally.finished().len();
    if missing.is_empty() == (added == units) { Ok(()) } else { Err(Error::Cover { added, units }) }
}

/// The contradiction of `copies` about `unit`, one of several.
pub(super) fn conflict(copies: &[PathBuf], unit: u64, others: u64) -> Result<Error, Error> {
    match Conflict::find(unit, copies)? {
        Some(conflict) => Ok(Error::Conflict { conflict: Box::new(conflict), others }),
        None => Err(TallyError::Unexpected(unit).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Entry;

    #[test]
    fn rejects_a_total_that_misses_units() {
        let (mut tally, none, some) = (Tally::new(2), ShardList::default(), "1".parse().unwrap());
        let is_refused = |tally: &Tally, missing: &ShardList| check_cover(2, tally, missing).is_err();
        for unit in 0..2 {
            assert!(is_refused(&tally, &none) && !is_refused(&tally, &some));
            let (solutions, nodes, wall_ms, cpu_ms) = (8, 1, 1, 1);
            tally.add(&Entry { unit, solutions, nodes, wall_ms, cpu_ms, kernel: "scalar".into() }).unwrap();
        }
        assert!(!is_refused(&tally, &none) && is_refused(&tally, &some));
    }
}
