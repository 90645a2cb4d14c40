//! Surveys a plan's shard directories in one pass, to find out which units are counted.
//!
//! A survey takes no lock, writes nothing, and trusts only ledgers. It reads all sites shard by shard, so
//! that only one shard is in memory at a time.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::{ClusterError, ShardDirectories, ShardList, ShardedPlan};
use crate::board::ErrorKind;
use crate::methods::Kernel;
use crate::plan::{Entry, PlanIdentity, Shard, Sums, Tally};
use crate::run::{Host, Inspection, Notice, RunError, SavedRun};
use crate::stop;

/// A shard's state. If a shard has several directories, the state that comes first in this list applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ShardState {
    /// Every unit is counted.
    Finished,
    /// A process is counting the shard.
    Running,
    /// The count has been started, but no process is counting the shard now.
    Stopped,
    /// The shard's directory is damaged or belongs to a different plan.
    Unusable,
    /// The count has not been started.
    #[default]
    NotBegun,
}

/// The directory contents of all shards, or of a single shard.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Survey {
    /// The sums over all units found. A unit found several times is included only once.
    pub sums: Sums,
    /// The sums over the units counted with a kernel that this machine can run.
    pub sums_here: Sums,
    /// Shards with missing units.
    pub missing: ShardList,
    /// The number of times that a unit was found again with the same solutions.
    pub repeated: u64,
    /// The units whose solutions differ between directories, as pairs of shard and unit.
    pub(super) conflicting: Vec<(u64, u64)>,
    /// For each kernel, the number of shards in which it was used.
    pub kernels: BTreeMap<String, u64>,
    /// For each machine named in a result, its number of shards.
    pub machines: BTreeMap<Host, u64>,
    /// Notices about the directories.
    pub notices: Vec<Notice>,
    /// The errors for directories that cannot be used. Units in these directories count as missing.
    pub problems: Vec<ClusterError>,
    states: BTreeMap<ShardState, ShardList>,
    /// The units found, and their sums. Meaningless if there are problems.
    pub(super) tally: Tally,
    /// The directories that contain these units, in the order in which they were read.
    pub(super) directories: Vec<PathBuf>,
}

impl Survey {
    /// Returns the shards in this state.
    #[must_use]
    pub fn shards(&self, state: ShardState) -> ShardList {
        self.states.get(&state).cloned().unwrap_or_default()
    }

    /// Reads a plan's shards in `sites`. If several directories contain a unit, the first entry counts.
    ///
    /// # Errors
    /// Returns [`ClusterError::Run`] with [`RunError::Stopped`] soon after `stop` is set.
    pub fn of(
        sharded: &ShardedPlan,
        sites: &ShardDirectories,
        stop: &AtomicBool,
    ) -> Result<Self, ClusterError> {
        let ShardedPlan { identity, shards, .. } = sharded;
        let tally = Tally::new(identity.units);
        let mut survey = Self { problems: sites.strays().collect(), tally, ..Self::default() };
        for number in 0..*shards {
            if stop::is_set(stop) {
                let path = sites.directories.first().cloned().unwrap_or_default();
                return Err(ClusterError::Run(RunError::Stopped { path }));
            }
            let shard = Shard { number, of: *shards };
            let mut copies = sites.copies(number);
            let mut problems = Vec::new();
            // Drop unusable directories before adding anything, since the remaining ones may contain every
            // unit.
            if copies.len() > 1 {
                copies.retain(|copy| {
                    read_directory(identity, shard, SavedRun::at(copy).until(stop), |_| ())
                        .map_err(|problem| problems.push(problem))
                        .is_ok()
                });
            }
            let surveyed = survey_shard(identity, shard, (&copies, stop), &mut survey.tally);
            let (contents, mut state) = surveyed.unwrap_or_else(|problem| {
                problems.push(problem);
                Default::default()
            });
            if !problems.is_empty() {
                state = state.min(ShardState::Unusable);
            }
            let units = shard.len(identity.units);
            let is_whole = contents.sums.units == units;
            if is_whole {
                state = ShardState::Finished;
            }
            for problem in problems {
                if problem.kind() == ErrorKind::Stopped {
                    return Err(problem);
                } else if is_whole && problem.is_incomplete_copy() {
                    survey.notices.push(Notice::LeftOut { incomplete: problem.to_string() });
                } else {
                    survey.problems.push(problem);
                }
            }
            survey.add(number, units, state, contents);
        }
        Ok(survey)
    }

    /// Adds the survey of shard `number`, which has `units` units.
    fn add(&mut self, number: u64, units: u64, state: ShardState, shard: Self) {
        if shard.sums.units < units {
            self.missing.push(number, number);
        }
        self.states.entry(state).or_default().push(number, number);
        self.sums += shard.sums;
        self.sums_here += shard.sums_here;
        self.repeated += shard.repeated;
        self.conflicting.extend(shard.conflicting);
        shard.kernels.into_iter().for_each(|(kernel, one)| *self.kernels.entry(kernel).or_default() += one);
        shard.machines.into_iter().for_each(|(host, one)| *self.machines.entry(host).or_default() += one);
        self.notices.extend(shard.notices);
        self.directories.extend(shard.directories);
    }
}

/// Reads the directories `copies` of one shard, and adds every unit's first entry to `tally`.
///
/// # Errors
/// Fails if a directory cannot be used, or soon after `stop` is set.
fn survey_shard(
    identity: &PlanIdentity,
    shard: Shard,
    (copies, stop): (&[PathBuf], &AtomicBool),
    tally: &mut Tally,
) -> Result<(Survey, ShardState), ClusterError> {
    let mut survey = Survey::default();
    let mut state = ShardState::NotBegun;
    let kernels = Kernel::all_available();
    // This is a map rather than an array, because a plan may claim many more units than the ledgers contain.
    let mut solutions: HashMap<u64, u128> = HashMap::new();
    for path in copies {
        let inspection = read_directory(identity, shard, SavedRun::at(path).until(stop), |entry| {
            match solutions.get(&entry.unit) {
                Some(first) if *first == entry.solutions => survey.repeated += 1,
                Some(_) => survey.conflicting.push((shard.number, entry.unit)),
                None => {
                    // In a single directory, each unit is read only once, so there is nothing to compare.
                    if copies.len() > 1 {
                        solutions.insert(entry.unit, entry.solutions);
                    }
                    survey.sums += Sums::from(entry);
                    if entry.is_by_one_of(&kernels) {
                        survey.sums_here += Sums::from(entry);
                    }
                    if !survey.kernels.contains_key(&*entry.kernel) {
                        survey.kernels.insert(entry.kernel.to_string(), 1);
                    }
                    // Ignore the error. If the tally rejects a unit, the merge notices that the sums of the
                    // tally and the survey differ.
                    let _ = tally.add(entry);
                }
            }
        });
        let Some(inspection) = inspection? else { continue };
        let is_running = inspection.holder.is_some() && inspection.total.is_none();
        state = state.min(if is_running { ShardState::Running } else { ShardState::Stopped });
        let host = inspection.total.and_then(|total| total.host);
        survey.machines.extend(host.map(|host| (host, 1)));
        survey.notices.extend(inspection.notices);
        survey.directories.push(path.clone());
    }
    // A unit appears more than once if several copies contradict the first one.
    survey.conflicting.sort_unstable();
    survey.conflicting.dedup();
    Ok((survey, state))
}

/// Reads `run`, which should count `shard`, and passes every finished unit to `visit` once. Returns `None` if
/// the run was not started.
fn read_directory(
    identity: &PlanIdentity,
    shard: Shard,
    run: SavedRun<'_>,
    mut visit: impl FnMut(&Entry),
) -> Result<Option<Inspection>, ClusterError> {
    let Some(manifest) = run.manifest_if_started()? else { return Ok(None) };
    match manifest.difference(identity, shard) {
        Some(difference) => Err(ClusterError::foreign_directory(run.path().to_owned(), &difference)),
        None => Ok(Some(run.inspect_all(manifest, &mut visit)?)),
    }
}
