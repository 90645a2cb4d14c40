//! The manifest describes what a run counts.
//!
//! It is sealed JSON, written once, before the first unit. A count can resume the run only if it has the same
//! board, method, depth, units, plan and shard. The program's version and the start time are for human
//! readers.

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

/// The run directory format, which `docs/internals/run-directory-format.md` specifies. Development builds
/// used lower numbers.
pub const FORMAT: u32 = 4;

/// The maximum number of shards in a plan. With more shards, handling the directories would take longer than
/// counting.
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
    /// Rebuilds the plan, which `program_version` made. Error messages mention this version and `path`, the
    /// plan's file or run directory.
    ///
    /// # Errors
    /// Fails if this version does not support the method, or divides the board differently.
    pub fn remake(&self, program_version: &str, path: &Path) -> Result<Plan, RunError> {
        self.check_method(path)?;
        self.plan().map_err(|difference| {
            let (path, program_version) = (path.to_owned(), program_version.to_owned());
            RunError::OtherUnits { path, program_version, difference }
        })
    }

    /// Checks that this version supports the plan's method. The error message mentions `path`, the plan's
    /// file or run directory.
    ///
    /// # Errors
    /// Returns [`RunError::OtherVersion`] if only earlier versions support the method.
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

    /// Parses the contents of the `manifest.json` in the directory `path`.
    ///
    /// # Errors
    /// Fails if the seal is broken, if the format is not [`FORMAT`], or if a field is unknown, missing or out
    /// of range.
    pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Self, RunError> {
        let file = Some(RunFile::Manifest);
        let manifest: Self = sealed::parse(bytes, FORMAT, path, file)?;
        match manifest.check() {
            Ok(()) => Ok(manifest),
            Err(reason) => Err(RunError::Corrupt { path: path.join(RunFile::Manifest), file, reason }),
        }
    }

    /// Returns the contents of `manifest.json`, or the reason why this manifest is invalid.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.check()?;
        sealed::seal(self)
    }

    /// Durably writes this manifest into the run directory at `path`, which this process must have locked.
    ///
    /// # Errors
    /// Fails if the manifest is invalid, or if the storage fails.
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

    /// Rebuilds the run's plan. Error messages mention the run directory, `path`.
    ///
    /// # Errors
    /// Fails if this version does not support the method, or divides the board differently from the version
    /// that started the run.
    pub fn plan(&self, path: &Path) -> Result<Plan, RunError> {
        self.identity.remake(&self.program_version, path)
    }

    /// Returns the seed for the checksums of the ledger lines.
    pub(crate) fn checksum_seed(&self) -> ChecksumSeed {
        ChecksumSeed::new(&self.identity.plan_hash)
    }

    /// Returns the shard that the run counts. This can be the whole plan.
    #[must_use]
    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    pub(crate) fn has_unit(&self, unit: u64) -> bool {
        unit < self.identity.units && self.shard().contains(unit)
    }

    /// Returns whether `entry` can be from this run. Its unit must belong to the run, and its solutions must
    /// not exceed the maximum for the whole board.
    pub(crate) fn can_have(&self, entry: &Entry) -> bool {
        self.has_unit(entry.unit) && entry.solutions <= self.identity.n.most_solutions()
    }

    /// Returns the number of units in the run.
    #[must_use]
    pub fn unit_count(&self) -> u64 {
        self.shard().len(self.identity.units)
    }

    /// Compares this run with a count of `shard` in the plan `identity`. Returns the first difference in
    /// words that complete "it counts …", or `None` if there is no difference.
    pub(crate) fn difference(&self, identity: &PlanIdentity, shard: Shard) -> Option<String> {
        let named = |shard: Shard| match shard {
            Shard::WHOLE => "all shards".to_owned(),
            Shard { number, of } => format!("shard {number} of {of}"),
        };
        let [found, expected] = [self.shard(), shard].map(named);
        let of_shards = || (found != expected).then(|| format!("{found}, not {expected}"));
        self.identity.difference(identity).or_else(of_shards)
    }

    /// Returns the error for a run at `path` that is not the `expected` run. If both have the same board,
    /// method and depth but different units, then another version has divided the board differently.
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
