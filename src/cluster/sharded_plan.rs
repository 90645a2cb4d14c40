//! A plan that is split into shards.

use std::path::Path;

use super::{ClusterError, ShardDirectories, shard_directories};
use crate::methods::units::MOST_UNITS;
use crate::plan::{Identity, Plan, Shard};
use crate::run::manifest::MAX_SHARDS;
use crate::run::{RunError, SavedRun};

/// A plan that is split into shards. The manifest of every shard says the same, so no plan file is
/// needed to look at the shards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShardedPlan {
    /// Version of the program that made the plan, empty if it gave none.
    pub program_version: String,
    /// Board, method, depth, units and hash of the plan.
    pub identity: Identity,
    /// Shards, numbered from 0.
    pub shards: u64,
}

impl ShardedPlan {
    /// The plan of the shards in `directory`, read from the first one that is readable; `None` if
    /// there is none.
    #[must_use]
    pub fn found_in(directory: &Path) -> Option<Self> {
        let manifest =
            |number| SavedRun::at(&ShardDirectories::shard_directory(directory, number)).manifest().ok();
        let found = shard_directories::numbers_in(directory).ok()?.into_iter().find_map(manifest)?;
        let shards = found.shard().of;
        Some(Self { program_version: found.program_version, identity: found.identity, shards })
    }

    /// The shard with this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn shard(&self, number: u64) -> Result<Shard, ClusterError> {
        if number < self.shards {
            Ok(Shard { number, of: self.shards })
        } else {
            Err(ClusterError::NoSuchShard { number, last: self.shards - 1 })
        }
    }

    /// Makes the units of this plan again. `path` names its file or the directory of its shards in
    /// messages, and `what` says which of the two it is, as in `a plan`.
    ///
    /// # Errors
    /// If this version of the program makes other units than the one that made the plan.
    pub(super) fn plan_of(&self, path: &Path, what: &'static str) -> Result<Plan, RunError> {
        self.identity.plan().map_err(|difference| {
            let path = path.to_owned();
            let program_version = self.program_version.clone();
            RunError::OtherUnits { path, what, program_version, difference }
        })
    }

    /// Checks that this version of the program makes the same units as the one that counted the
    /// shards in `directory`: only then their totals count.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_units(&self, directory: &Path) -> Result<(), RunError> {
        self.plan_of(directory, "a run").map(drop)
    }

    /// Checks that a plan may have this many shards and units.
    pub(super) fn check_limits(&self) -> Result<(), ClusterError> {
        let Self { shards, identity: Identity { units, .. }, .. } = *self;
        match shards {
            0 => Err(ClusterError::NoShards { units }),
            _ if shards > MAX_SHARDS => Err(ClusterError::TooManyShards { units, shards, max: MAX_SHARDS }),
            _ if shards > units => Err(ClusterError::TooFewUnits { units, shards }),
            _ if units > MOST_UNITS => Err(ClusterError::TooManyUnits { units, shards, max: MOST_UNITS }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::cluster::PlanFile;
    use crate::methods::Method;

    #[test]
    fn limits_units_and_shards() {
        let plan = Plan::standard(BoardSize::new(8).unwrap(), Method::Cross);
        let sharded = PlanFile::new(&plan, 1).unwrap().sharded;
        for (units, shards, fits) in [
            (8, 0, false),
            (8, 8, true),
            (8, 9, false),
            (MAX_SHARDS + 1, MAX_SHARDS, true),
            (MAX_SHARDS + 1, MAX_SHARDS + 1, false),
            (MOST_UNITS, 1, true),
            (MOST_UNITS + 1, 1, false),
        ] {
            let identity = Identity { units, ..sharded.identity.clone() };
            let sharded = ShardedPlan { identity, shards, ..sharded.clone() };
            assert_eq!(sharded.check_limits().is_ok(), fits, "{units} units in {shards} shards");
        }
    }
}
