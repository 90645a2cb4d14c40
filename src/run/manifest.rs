//! The manifest, which says what a run counts.
//!
//! It is written once, before the first unit, as sealed JSON. To resume a run, a count needs the same board,
//! method, depth, units, plan and shard. The program's version and the start time are for human readers.

use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::error::{Action, RunError};
use super::names::RunFile;
use super::sealed::{self, MAX_NAME_BYTES};
use super::storage::{Storage, replace_durably};
use crate::board::BoardSize;
use crate::methods::SavedMethod;
use crate::methods::units::MAX_UNITS;
use crate::plan::entry::ChecksumSeed;
use crate::plan::{Entry, Plan, PlanIdentity, Shard};
use crate::text::{grouped, utc};

/// The run directory format, specified in `docs/internals/run-directory-format.md`. Lower numbers belong to
/// development builds.
pub const FORMAT: u32 = 4;

/// A plan's maximum number of shards. With more, the directories would cost more than the counting.
pub const MAX_SHARDS: u64 = 1_000_000;

/// A run's manifest, which says what it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ManifestFile", into = "ManifestFile")]
#[non_exhaustive]
pub struct Manifest {
    /// The directory format: 4.
    pub format: u32,
    /// The plan, with at most 2^28 units.
    pub identity: PlanIdentity,
    /// The version of the program that started the run, empty if it gave none.
    pub program_version: String,
    /// When the run was started, in RFC 3339 and UTC, for human readers.
    pub started: String,
    /// The shard to count; `None` for the whole plan.
    pub shard: Option<Shard>,
}

/// A `manifest.json`. It repeats the identity's fields, because serde does not support `deny_unknown_fields`
/// together with `flatten`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestFile {
    format: u32,
    n: BoardSize,
    method: SavedMethod,
    depth: u32,
    units: u64,
    plan_hash: String,
    program_version: String,
    started: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
}

impl From<ManifestFile> for Manifest {
    fn from(file: ManifestFile) -> Self {
        let ManifestFile { format, n, method, depth, units, plan_hash, program_version, started, shard } =
            file;
        let identity = PlanIdentity { n, method, depth, units, plan_hash };
        Self { format, identity, program_version, started, shard }
    }
}

impl From<Manifest> for ManifestFile {
    fn from(Manifest { format, identity, program_version, started, shard }: Manifest) -> Self {
        let PlanIdentity { n, method, depth, units, plan_hash } = identity;
        Self { format, n, method, depth, units, plan_hash, program_version, started, shard }
    }
}

impl PlanIdentity {
    /// Rebuilds the plan made by `program_version`. `path` names its file or run in messages.
    ///
    /// # Errors
    /// If this program lacks the method, or divides the board differently.
    pub fn remake(&self, program_version: &str, path: &Path) -> Result<Plan, RunError> {
        self.check_method(path)?;
        self.plan().map_err(|difference| {
            let (path, program_version) = (path.to_owned(), program_version.to_owned());
            RunError::OtherUnits { path, program_version, difference }
        })
    }

    /// Checks that this version still supports the method. `path` names the run or plan in messages.
    ///
    /// # Errors
    /// If only earlier versions do.
    pub(crate) fn check_method(&self, path: &Path) -> Result<(), RunError> {
        let SavedMethod::Former(method) = self.method else { return Ok(()) };
        let reason = format!("uses the method {method}, which only versions 1.0 and 1.1 have");
        Err(RunError::OtherVersion { path: path.to_owned(), reason })
    }
}

impl Manifest {
    /// Every `manifest.json` starts with these bytes.
    pub(super) const PREFIX: &[u8] = b"{\n  \"format\": 4,\n  \"n\": ";

    /// Creates the manifest for a run of `shard` that starts now.
    pub(crate) fn of(program_version: &str, identity: PlanIdentity, shard: Shard) -> Self {
        Self {
            format: FORMAT,
            identity,
            program_version: program_version.to_owned(),
            started: utc(SystemTime::now(), 0),
            shard: (shard != Shard::WHOLE).then_some(shard),
        }
    }

    /// Parses a `manifest.json`'s `bytes`. `path` is its directory.
    ///
    /// # Errors
    /// If the seal is broken, the format is newer, or a field is unknown, missing or out of range.
    pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Self, RunError> {
        let file = Some(RunFile::Manifest);
        let manifest: Self = sealed::parse(bytes, FORMAT, path, file)?;
        match manifest.check() {
            Ok(()) => Ok(manifest),
            Err(reason) => Err(RunError::Corrupt { path: path.join(RunFile::Manifest), file, reason }),
        }
    }

    /// Returns the bytes to write as `manifest.json`, or why this manifest must not be written.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.check()?;
        sealed::seal(self)
    }

    /// Writes this manifest durably into the run directory at `path`, which this process has locked.
    ///
    /// # Errors
    /// If it is invalid, or if the storage fails.
    pub(super) fn write(&self, storage: &dyn Storage, path: &Path) -> Result<(), RunError> {
        let refused = |reason| RunError::Refused { path: path.to_owned(), reason };
        let bytes = self.to_bytes().map_err(refused)?;
        let file = path.join(RunFile::Manifest);
        replace_durably(storage, &file, &bytes).map_err(RunError::io(Action::Write, &file))
    }

    fn check(&self) -> Result<(), String> {
        let Self { identity: PlanIdentity { units, .. }, shard, .. } = self;
        let Shard { number, of } = self.shard();
        if self.format != FORMAT {
            Err(format!("format {} does not exist", self.format))
        } else if !(1..=MAX_UNITS).contains(units) {
            Err(format!("{} units are outside the range from 1 to {}", grouped(*units), grouped(MAX_UNITS)))
        } else if let Err(reason) = self.identity.check_hash() {
            Err(reason)
        } else if self.started.len() > MAX_NAME_BYTES {
            Err("`started` is too long to be a time".to_owned())
        } else if number >= of || of > MAX_SHARDS || of > *units || *shard == Some(Shard::WHOLE) {
            Err(format!("there is no shard {number} of {of}"))
        } else {
            Ok(())
        }
    }

    /// Rebuilds the run's plan. `path` names the run directory in messages.
    ///
    /// # Errors
    /// If this program lacks the method, or divides the board differently from the one that started the run.
    pub fn plan(&self, path: &Path) -> Result<Plan, RunError> {
        self.identity.remake(&self.program_version, path)
    }

    /// Returns the seed for the checksums of this run's ledger lines.
    pub(crate) fn checksum_seed(&self) -> ChecksumSeed {
        ChecksumSeed::new(&self.identity.plan_hash)
    }

    /// Returns the part of the plan to count.
    #[must_use]
    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Returns whether `unit` belongs to this run.
    pub(crate) fn has_unit(&self, unit: u64) -> bool {
        unit < self.identity.units && self.shard().contains(unit)
    }

    /// Returns whether `entry` is possible: its unit belongs to this run, and has no more solutions than the
    /// whole board.
    pub(crate) fn can_have(&self, entry: &Entry) -> bool {
        self.has_unit(entry.unit) && entry.solutions <= self.identity.n.most_solutions()
    }

    /// Returns the number of units in the run.
    #[must_use]
    pub fn unit_count(&self) -> u64 {
        self.shard().len(self.identity.units)
    }

    /// Returns the first difference from a run of `shard` of the plan `identity`, in words that complete "it
    /// counts …"; `None` if both count the same.
    pub(crate) fn difference(&self, identity: &PlanIdentity, shard: Shard) -> Option<String> {
        let named = |shard: Shard| match shard {
            Shard::WHOLE => "all shards".to_owned(),
            Shard { number, of } => format!("shard {number} of {of}"),
        };
        let [found, expected] = [self.shard(), shard].map(named);
        let of_shards = || (found != expected).then(|| format!("{found}, not {expected}"));
        self.identity.difference(identity).or_else(of_shards)
    }

    /// Returns the error for the run at `path`, which differs from the `expected` one. If only the units
    /// differ, not the board, method or depth, another version divided the board.
    pub(super) fn mismatch(&self, expected: &Self, path: &Path, difference: String) -> RunError {
        let cut = |identity: &PlanIdentity| (identity.n, identity.method, identity.depth);
        let has_other_units =
            cut(&self.identity) == cut(&expected.identity) && self.identity != expected.identity;
        let (path, program_version) = (path.to_owned(), self.program_version.clone());
        if has_other_units && program_version != expected.program_version {
            RunError::OtherUnits { path, program_version, difference }
        } else {
            RunError::Mismatch { path, difference }
        }
    }
}
