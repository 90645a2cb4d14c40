//! A plan split into shards, and the plan file, which tells every machine what to count. Machines need to
//! share nothing else.
//!
//! The file is sealed JSON of a few hundred bytes, however large the plan is. It doesn't list the units.
//! Instead, every machine rebuilds them from N, the method and the depth, and a hash shows whether they are
//! the same. For an example, see `docs/internals/run-directory-format.md`.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ClusterError, ShardDirectories, shard_directories};
use crate::board::{BoardSize, ErrorKind};
use crate::files;
use crate::methods::SavedMethod;
use crate::methods::units::MAX_UNITS;
use crate::plan::{Plan, PlanIdentity, Shard};
use crate::run::manifest::MAX_SHARDS;
use crate::run::{Action, Manifest, Program, RunError, SavedRun, Total, sealed};
use crate::text::grouped;

/// The version of the plan file format. Lower versions belong to development builds.
pub const PLAN_FORMAT: u32 = 4;

/// How units are assigned to shards. See [`Shard`].
const DEAL: &str = "unit % shards";

/// A plan split into shards. Every shard's manifest repeats these fields, so shards can be inspected without
/// the plan file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "PlanFile")]
pub struct ShardedPlan {
    /// The version of the program that made the plan, empty if it gave none.
    pub(super) program_version: String,
    pub(super) identity: PlanIdentity,
    /// From 1 to [`MAX_SHARDS`], and at most the number of units.
    pub(super) shards: u64,
    /// The shards' expected cost, recorded only in the file.
    expected: Option<ExpectedShares>,
}

/// A plan file. It repeats the identity's fields, because serde does not support `deny_unknown_fields`
/// together with `flatten`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    format: u32,
    program_version: String,
    n: BoardSize,
    method: SavedMethod,
    depth: u32,
    units: u64,
    plan_hash: String,
    shards: u64,
    /// How units are assigned to shards: always `unit % shards`, which spreads neighbouring units, whose
    /// costs are similar, over all shards.
    deal: String,
    expected: Option<ExpectedShares>,
}

impl From<ShardedPlan> for PlanFile {
    fn from(ShardedPlan { program_version, identity, shards, expected }: ShardedPlan) -> Self {
        let PlanIdentity { n, method, depth, units, plan_hash } = identity;
        let (format, deal) = (PLAN_FORMAT, DEAL.to_owned());
        Self { format, program_version, n, method, depth, units, plan_hash, shards, deal, expected }
    }
}

/// The shards' expected cost, as shares of the whole from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedShares {
    smallest: f64,
    mean: f64,
    largest: f64,
}

impl ShardedPlan {
    /// Splits `plan` into this many shards.
    ///
    /// # Errors
    /// Fails if `shards` is 0, above 1,000,000 or above the number of units, or if the plan has more than
    /// 2^28 units.
    pub fn new(plan: &Plan, shards: u64) -> Result<Self, ClusterError> {
        let sharded = Self::of(String::new(), plan.identity(), shards);
        sharded.check_limits()?;
        Ok(Self { expected: Some(ExpectedShares::of(plan, shards)), ..sharded })
    }

    pub(super) fn of(program_version: String, identity: PlanIdentity, shards: u64) -> Self {
        Self { program_version, identity, shards, expected: None }
    }

    /// Returns the plan's board, method, depth, number of units and hash.
    #[must_use]
    pub fn identity(&self) -> &PlanIdentity {
        &self.identity
    }

    /// Returns the version of the program that made the plan, or an empty string if the program gave none.
    #[must_use]
    pub fn program_version(&self) -> &str {
        &self.program_version
    }

    /// Returns the number of shards, at least 1. Shards are numbered from 0.
    #[must_use]
    pub fn shards(&self) -> u64 {
        self.shards
    }

    /// Sets the program whose version is recorded in the plan file. By default, no version is recorded.
    #[must_use]
    pub fn written_by(mut self, program: Program) -> Self {
        program.version.clone_into(&mut self.program_version);
        self
    }

    /// Returns the plan of the first readable shard in `directory`, if there is one.
    #[must_use]
    pub fn found_in(directory: &Path) -> Option<Self> {
        let manifest =
            |number| SavedRun::at(&ShardDirectories::shard_directory(directory, number)).manifest().ok();
        let found = shard_directories::numbers_in(directory).ok()?.into_iter().find_map(manifest)?;
        let shards = found.shard().of;
        Some(Self::of(found.program_version, found.identity, shards))
    }

    /// Reads a plan file. To check that this version divides the board into the same units, call
    /// [`ShardedPlan::plan`].
    ///
    /// # Errors
    /// Fails if the file is unreadable, was changed after it was written, or has a different format.
    pub fn read(path: &Path) -> Result<Self, ClusterError> {
        let bytes =
            files::open_to_read(path).and_then(sealed::read_from).map_err(|cause| match cause.kind() {
                io::ErrorKind::NotFound => not_a_plan(path, "does not exist"),
                _ => ClusterError::io(Action::ReadPlan, path)(cause),
            })?;
        Self::parse(path, &bytes)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Self, ClusterError> {
        let corrupt = |reason| ClusterError::corrupt_plan(path, reason);
        let parsed = sealed::parse(bytes, PLAN_FORMAT, path, None);
        let file: PlanFile = parsed.map_err(|error| {
            // Manifests and results are sealed in the same way, so check whether this is one of them.
            let found = if Manifest::parse(path, bytes).is_ok() {
                "is not a plan, but the manifest of a run"
            } else if sealed::value::<Total>(bytes).is_ok() {
                "is not a plan, but the result of a run"
            } else if sealed::may_be_damaged(bytes) {
                return ClusterError::Plan(error);
            } else {
                "is not a plan"
            };
            not_a_plan(path, found)
        })?;
        let PlanFile { program_version, n, method, depth, units, plan_hash, shards, expected, .. } = file;
        if file.deal != DEAL || expected.is_none() {
            return Err(corrupt(format!("its `deal` is not '{DEAL}', or `expected` is missing")));
        }
        let identity = PlanIdentity { n, method, depth, units, plan_hash };
        let sharded = Self { program_version, identity, shards, expected };
        sharded.identity.check_hash().map_err(corrupt)?;
        sharded.check_limits().map_err(|error| corrupt(error.to_string()))?;
        Ok(sharded)
    }

    /// Writes the plan to a new or empty file, and returns true. If the file already contains the same plan,
    /// returns false and leaves the file unchanged.
    ///
    /// # Errors
    /// Fails if the file contains something else or cannot be written.
    pub fn write(&self, path: &Path) -> Result<bool, ClusterError> {
        let bytes = sealed::seal(self).map_err(|reason| ClusterError::corrupt_plan(path, reason))?;
        match files::open_to_read(path).and_then(sealed::read_from) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                let written = files::create_directory(files::parent(path));
                written
                    .and_then(|()| files::write_new(path, &bytes))
                    .map(|()| true)
                    .map_err(ClusterError::io(Action::Write, path))
            }
            Err(cause) => Err(ClusterError::io(Action::CompareWith, path)(cause)),
            // If a user redirects the output instead of passing -o, the shell creates an empty file.
            Ok(found) if found.is_empty() && path.symlink_metadata().is_ok_and(|file| file.is_file()) => {
                files::replace(path, &bytes).map(|()| true).map_err(ClusterError::io(Action::Write, path))
            }
            Ok(found) => match Self::parse(path, &found) {
                // Ignore `expected`, because other versions may estimate costs differently.
                Ok(found) if found.identity == self.identity && found.shards == self.shards => {
                    files::make_durable(path).map(|()| false).map_err(ClusterError::io(Action::Sync, path))
                }
                Err(error) if error.kind() == ErrorKind::OtherVersion => Err(error),
                _ => Err(ClusterError::PlanExists { path: path.to_owned() }),
            },
        }
    }

    /// Returns the shard with this number.
    ///
    /// # Errors
    /// Returns [`ClusterError::NoSuchShard`] if the plan has no such shard.
    pub fn shard(&self, number: u64) -> Result<Shard, ClusterError> {
        if number < self.shards {
            Ok(Shard { number, of: self.shards })
        } else {
            Err(ClusterError::NoSuchShard { number, last: self.shards - 1 })
        }
    }

    /// Rebuilds the plan. Errors name `path`, which is the plan file or the shards' directory.
    ///
    /// # Errors
    /// Fails if this version divides the board differently from the version that made the plan.
    pub fn plan(&self, path: &Path) -> Result<Plan, RunError> {
        self.identity.remake(&self.program_version, path)
    }

    /// Checks that the numbers of shards and units are within the limits.
    fn check_limits(&self) -> Result<(), ClusterError> {
        let Self { shards, identity: PlanIdentity { units, .. }, .. } = *self;
        let reason = match shards {
            0 => "a plan needs at least one shard".to_owned(),
            _ if shards > MAX_SHARDS => format!("a plan can have at most {} shards", grouped(MAX_SHARDS)),
            _ if shards > units => "a shard needs at least one unit".to_owned(),
            _ if units > MAX_UNITS => format!("a run can have at most {} units", grouped(MAX_UNITS)),
            _ => return Ok(()),
        };
        Err(ClusterError::NoSuchSplit { units, shards, reason })
    }
}

impl ExpectedShares {
    fn of(plan: &Plan, shards: u64) -> Self {
        let costs = plan.costs_of(shards);
        Self {
            smallest: nine_figures(costs.iter().copied().fold(f64::INFINITY, f64::min)),
            mean: nine_figures(1.0 / shards as f64),
            largest: nine_figures(costs.iter().copied().fold(0.0, f64::max)),
        }
    }
}

/// Rounds to nine significant figures. Rounding errors in sums of many costs affect only later digits.
fn nine_figures(number: f64) -> f64 {
    format!("{number:.8e}").parse().unwrap_or(number)
}

fn not_a_plan(path: &Path, found: &str) -> ClusterError {
    ClusterError::Plan(RunError::NotARun { path: path.to_owned(), found: found.to_owned() })
}

#[cfg(test)]
mod tests;
