//! The state of the shards of a plan in one directory: finished, running, stopped, or not begun.
//!
//! It takes no lock and writes nothing. It needs no plan file, because the manifest of every shard
//! describes the plan.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use super::gather::look_for;
use super::{Error, PlanFile, ShardList, shard_directory, shard_number};
use crate::plan::Shard;
use crate::plan::tally::UnitTime;
use crate::run::{self, Manifest, Notice};

/// What a plan counts, and its number of shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The manifest that a run of the whole plan would have.
    pub whole: Manifest,
    /// Shards, numbered from 0.
    pub shards: u64,
}

/// The state of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Every unit is counted, and the result is written.
    Finished,
    /// A process is counting it.
    Running,
    /// It was begun, but no process is counting it.
    Stopped,
    /// It has no units yet.
    NotBegun,
    /// Its directory is damaged or belongs to another plan.
    Unusable,
}

/// The progress of the shards of a plan.
#[derive(Debug, Default)]
pub struct Overview {
    /// Finished units.
    pub units_done: u64,
    /// Solutions that they account for.
    pub solutions: u128,
    /// Nodes that were visited for them.
    pub nodes: u128,
    /// Time spent in them.
    pub time: UnitTime,
    /// Notices about the state of the directories.
    pub notices: Vec<Notice>,
    /// Directories that cannot be used, and why.
    pub problems: Vec<Error>,
    shards: BTreeMap<State, Vec<u64>>,
}

impl Overview {
    /// The shards in one state.
    #[must_use]
    pub fn shards(&self, state: State) -> ShardList {
        self.shards.get(&state).into_iter().flatten().copied().collect()
    }
}

impl From<&PlanFile> for Deal {
    fn from(file: &PlanFile) -> Self {
        Self { whole: file.manifest(Shard::WHOLE), shards: file.shards }
    }
}

impl Deal {
    /// The plan of the shards in `directory`, read from the first one that is readable.
    /// `None` if there is none.
    #[must_use]
    pub fn found_in(directory: &Path) -> Option<Self> {
        let manifest = |number| run::read_manifest(&shard_directory(directory, number)).ok();
        let manifest = numbers_in(directory).ok()?.into_iter().find_map(manifest)?;
        Some(Self { shards: manifest.shard().of, whole: Manifest { shard: None, ..manifest } })
    }

    /// The progress of the shards in `directory`. Errors of single shards are among the problems.
    ///
    /// # Errors
    /// If the directory cannot be listed.
    pub fn overview(&self, directory: &Path) -> Result<Overview, Error> {
        let mut overview = Overview::default();
        let found =
            numbers_in(directory).map_err(|cause| Error::io("look for shards in", directory, cause))?;
        for number in 0..self.shards {
            let state = match found.contains(&number) {
                true => self.look(directory, number, &mut overview),
                false => State::NotBegun,
            };
            overview.shards.entry(state).or_default().push(number);
        }
        for &number in found.range(self.shards..) {
            overview.problems.push(Error::beyond(shard_directory(directory, number), self.shards));
        }
        Ok(overview)
    }

    /// Adds the contents of the directory of shard `number` to `overview`.
    fn look(&self, directory: &Path, number: u64, overview: &mut Overview) -> State {
        let shard = Shard { number, of: self.shards };
        let wanted = Manifest { shard: (shard != Shard::WHOLE).then_some(shard), ..self.whole.clone() };
        let inspection = match look_for(&wanted, &shard_directory(directory, number), |_| ()) {
            Ok(Some(inspection)) => inspection,
            Ok(None) => return State::NotBegun,
            Err(problem) => {
                overview.problems.push(problem);
                return State::Unusable;
            }
        };
        let tally = &inspection.saved.tally;
        overview.units_done += tally.finished().len();
        overview.solutions += tally.solutions();
        overview.nodes += tally.nodes();
        overview.time += tally.time();
        overview.notices.extend(inspection.saved.notices);
        match (inspection.saved.result, inspection.holder) {
            (Some(_), _) => State::Finished,
            (None, Some(_)) => State::Running,
            (None, None) => State::Stopped,
        }
    }
}

/// The numbers of the shards that have a directory in `directory`.
fn numbers_in(directory: &Path) -> io::Result<BTreeSet<u64>> {
    let mut numbers = BTreeSet::new();
    for entry in fs::read_dir(directory)? {
        numbers.extend(entry?.file_name().to_str().and_then(shard_number));
    }
    Ok(numbers)
}
