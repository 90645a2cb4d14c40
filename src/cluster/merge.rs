//! The merge: combines all shards of a plan into one run, if they cover the plan and agree.
//!
//! It trusts only ledgers. It reads the directories of all sites shard by shard
//! ([`super::gather`]), so memory holds one shard and one bit per unit. Every directory must belong
//! to this plan and be intact; every unit must be in at least one of them; a unit in several must
//! have the same solutions in all. The tally rejects a second count of a unit, so no mistake above
//! it could count one twice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::gather::{Conflict, Gathered, gather};
use super::{Error, PlanFile, ShardList, Sites};
use crate::plan::tally::{Tally, TallyError};
use crate::run::{self, Entry, Host, Notice, RunDirectory};

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

/// The progress of the shards of a plan.
#[derive(Debug)]
pub struct Progress {
    /// Shards with missing units.
    pub missing: ShardList,
    /// Units that were found.
    pub covered: u64,
    /// Notices about the state of the directories.
    pub notices: Vec<Notice>,
    /// Directories that cannot be used, and why. Their units count as missing.
    pub problems: Vec<Error>,
}

/// Adds up the shards of `plan` found in `sites`.
///
/// # Errors
/// If a directory is damaged or of another plan, or if two of them contradict each other.
pub fn merge(plan: &PlanFile, sites: &Sites) -> Result<Merged, Error> {
    if let Some(stray) = sites.strays(plan).next() {
        return Err(stray);
    }
    let (mut tally, mut repeated) = (Tally::new(plan.units), 0);
    let (mut kernels, mut machines) = (BTreeMap::new(), BTreeMap::new());
    let (mut missing, mut conflicting, mut notices) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..plan.shards {
        let mut refused: Result<(), TallyError> = Ok(());
        let mut of_shard: BTreeSet<String> = BTreeSet::new();
        let gathered = gather_shard(plan, sites, number, &mut |entry| {
            if refused.is_ok() {
                refused = tally.add(entry);
            }
            if !of_shard.contains(&entry.kernel) {
                of_shard.insert(entry.kernel.clone());
            }
        })?;
        if let Some(problem) = gathered.problems.into_iter().next() {
            return Err(problem);
        }
        refused?;
        repeated += gathered.repeated;
        notices.extend(gathered.notices);
        of_shard.into_iter().for_each(|kernel| *kernels.entry(kernel).or_default() += 1);
        gathered.hosts.into_iter().for_each(|host| *machines.entry(host).or_default() += 1);
        conflicting.extend(gathered.conflicting.into_iter().map(|unit| (number, unit)));
        if gathered.covered < gathered.units {
            missing.push(number);
        }
    }
    match conflicting.first() {
        Some(&(shard, unit)) => Err(conflict(&sites.copies(shard)?, unit, conflicting.len() as u64 - 1)?),
        None => {
            let missing = missing.into_iter().collect();
            Ok(Merged { tally, kernels, machines, repeated, notices, missing })
        }
    }
}

/// Appends the units of a complete merge that `directory` lacks, after checking that the others
/// agree.
///
/// # Errors
/// As [`merge`]; also if the directory has another count of a unit, or rejects one.
pub fn write(plan: &PlanFile, sites: &Sites, directory: &mut RunDirectory) -> Result<(), Error> {
    compare(plan, sites, directory)?;
    for number in 0..plan.shards {
        let mut written = Ok(());
        let gathered = gather_shard(plan, sites, number, &mut |entry| {
            if written.is_ok() && !directory.finished().contains(entry.unit) {
                written = directory.append(entry);
            }
        })?;
        written?;
        if let Some(problem) = gathered.problems.into_iter().next() {
            return Err(problem);
        }
    }
    Ok(())
}

/// Checks that the shards do not contradict `directory`, where an earlier merge or count may have
/// been interrupted.
fn compare(plan: &PlanFile, sites: &Sites, directory: &RunDirectory) -> Result<(), Error> {
    if directory.finished().is_empty() {
        return Ok(());
    }
    let mut there = BTreeMap::new();
    run::inspect(directory.path(), |entry| {
        there.insert(entry.unit, entry.solutions);
    })?;
    for number in 0..plan.shards {
        let mut contradicted = Vec::new();
        let _: Gathered = gather_shard(plan, sites, number, &mut |entry| {
            if there.get(&entry.unit).is_some_and(|found| *found != entry.solutions) {
                contradicted.push(entry.unit);
            }
        })?;
        if let Some(&unit) = contradicted.first() {
            let mut copies = sites.copies(number)?;
            copies.push(directory.path().to_owned());
            return Err(conflict(&copies, unit, contradicted.len() as u64 - 1)?);
        }
    }
    Ok(())
}

/// The progress of the shards of `plan` found in `sites`.
///
/// # Errors
/// If the directories cannot be listed.
pub fn progress(plan: &PlanFile, sites: &Sites) -> Result<Progress, Error> {
    let (mut missing, mut covered) = (Vec::new(), 0);
    let (mut notices, mut problems) = (Vec::new(), Vec::from_iter(sites.strays(plan)));
    for number in 0..plan.shards {
        let gathered = gather_shard(plan, sites, number, &mut |_| ())?;
        covered += gathered.covered;
        notices.extend(gathered.notices);
        problems.extend(gathered.problems);
        if gathered.covered < gathered.units {
            missing.push(number);
        }
    }
    Ok(Progress { missing: missing.into_iter().collect(), covered, notices, problems })
}

fn gather_shard(
    plan: &PlanFile,
    sites: &Sites,
    number: u64,
    visit: &mut dyn FnMut(&Entry),
) -> Result<Gathered, Error> {
    Ok(gather(plan, plan.shard(number)?, &sites.copies(number)?, visit))
}

fn conflict(copies: &[PathBuf], unit: u64, others: u64) -> Result<Error, Error> {
    match Conflict::find(unit, copies)? {
        Some(conflict) => Ok(Error::Conflict { conflict: Box::new(conflict), others }),
        None => Err(TallyError::Unexpected(unit).into()),
    }
}
