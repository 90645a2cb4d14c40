//! The plan file: what is counted and into how many shards, for machines that share nothing else.
//!
//! It is sealed JSON of a few hundred bytes, whatever the plan. It describes the units instead of
//! listing them: every machine makes them again from (N, method, depth), and the hash shows whether
//! they are the same. `docs/CLUSTER.md` has an example.

use std::io::ErrorKind;
use std::ops::Deref;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Error;
use super::survey::Deal;
use crate::methods::units::MOST_UNITS;
use crate::plan::{Identity, Plan, Shard};
use crate::run::manifest::{self, Manifest};
use crate::run::{self, Damage, atomic, file, sealed};

/// The format of plan files. Lower numbers belong to development builds.
pub const PLAN_FORMAT: u32 = 4;

/// The rule by which units are dealt: see [`Shard`].
const DEAL: &str = "unit % shards";

/// A plan and its deal to shards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanFile {
    /// Format of the file: 4.
    pub format: u32,
    /// Version of the program that wrote it.
    pub program_version: String,
    /// Board, method, depth, units and hash of the plan.
    #[serde(flatten)]
    pub identity: Identity,
    /// Shards, numbered from 0.
    pub shards: u64,
    /// The shard of a unit; always `unit % shards`, which spreads neighbours, as they cost about
    /// the same.
    pub deal: String,
    /// The expected cost of the shards.
    pub expected: Shares,
}

/// The expected cost of the shards of a plan, as shares of the whole from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shares {
    /// Of the smallest shard.
    pub smallest: f64,
    /// Of a shard on average: 1 / shards.
    pub mean: f64,
    /// Of the largest one.
    pub largest: f64,
}

impl Deref for PlanFile {
    type Target = Identity;

    fn deref(&self) -> &Identity {
        &self.identity
    }
}

impl PlanFile {
    /// Deals `plan` into `shards`.
    ///
    /// # Errors
    /// If `shards` is 0, above 1,000,000 or above the number of units, or if the plan has more than
    /// 2^28 units.
    pub fn new(plan: &Plan, shards: u64) -> Result<Self, Error> {
        let file = Self {
            format: PLAN_FORMAT,
            program_version: env!("CARGO_PKG_VERSION").to_owned(),
            identity: plan.identity(),
            shards,
            deal: DEAL.to_owned(),
            expected: Shares { smallest: 0.0, mean: 0.0, largest: 0.0 },
        };
        file.check_limits()?;
        Ok(Self { expected: Shares::of(plan, shards), ..file })
    }

    /// Whether this plan may have so many shards and units.
    fn check_limits(&self) -> Result<(), Error> {
        let (shards, units) = (self.shards, self.units);
        match shards {
            0 => Err(Error::NoShards { units }),
            _ if shards > manifest::MAX_SHARDS => {
                Err(Error::TooManyShards { units, shards, max: manifest::MAX_SHARDS })
            }
            _ if shards > units => Err(Error::TooFewUnits { units, shards, depth: self.depth as usize }),
            _ if units > MOST_UNITS => Err(Error::TooManyUnits { units, shards, max: MOST_UNITS }),
            _ => Ok(()),
        }
    }

    /// Writes the plan to a new file. A file with the same plan is left as it is.
    ///
    /// # Errors
    /// If something else is there, or if it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let exists = || Error::PlanExists { path: path.to_owned() };
        let bytes = sealed::seal(self).map_err(|reason| Error::corrupt_plan(path, reason))?;
        match file::open_to_read(path).and_then(sealed::read_from) {
            Ok(found) if found == bytes => Ok(()),
            Ok(found) => match Self::parse(path, &found) {
                // Another version may estimate the cost of units differently.
                Ok(found) if (&found.identity, found.shards) == (&self.identity, self.shards) => Ok(()),
                _ => Err(exists()),
            },
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                atomic::write_new(path, &bytes).map_err(|cause| Error::io("write", path, cause))
            }
            Err(cause) if cause.kind() == ErrorKind::IsADirectory => Err(Error::io("write", path, cause)),
            Err(_) => Err(exists()),
        }
    }

    /// Reads a plan file. Whether this version makes the same units is only known after
    /// [`PlanFile::plan`].
    ///
    /// # Errors
    /// If it cannot be read, was changed since it was written, or is of another format.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = file::open_to_read(path)
            .and_then(sealed::read_from)
            .map_err(|cause| Error::io("read the plan", path, cause))?;
        Self::parse(path, &bytes)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Error> {
        let file: Self =
            sealed::parse(bytes, PLAN_FORMAT, path, (path, Damage::Plan)).map_err(Error::Plan)?;
        let Self { identity: Identity { units, .. }, shards, deal, .. } = &file;
        if deal != DEAL {
            return Err(Error::corrupt_plan(path, format!("the deal '{deal}' does not exist")));
        }
        match file.check_limits() {
            Err(_) => {
                let reason = format!("{units} units cannot be dealt into {shards} shards");
                Err(Error::corrupt_plan(path, reason))
            }
            Ok(()) => Ok(file),
        }
    }

    /// Makes the units of this plan again. `path` names the plan file in messages.
    ///
    /// # Errors
    /// If this version of the program makes other units than the one that wrote the plan.
    pub fn plan(&self, path: &Path) -> Result<Plan, Error> {
        self.identity.plan().map_err(|difference| {
            let (path, program_version) = (path.to_owned(), self.program_version.clone());
            Error::Plan(run::Error::OtherUnits { path, what: "a plan", program_version, difference })
        })
    }

    /// The shard with this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn shard(&self, number: u64) -> Result<Shard, Error> {
        match number < self.shards {
            true => Ok(Shard { number, of: self.shards }),
            false => Err(Error::NoSuchShard { number, last: self.shards - 1 }),
        }
    }

    /// What the plan counts, and its shards, for a survey.
    pub(crate) fn for_survey(&self) -> Deal {
        Deal { whole: Manifest::of(self.identity.clone(), Shard::WHOLE), shards: self.shards }
    }
}

impl Shares {
    fn of(plan: &Plan, shards: u64) -> Self {
        let costs = plan.costs_of(shards);
        Self {
            smallest: nine_figures(costs.iter().copied().fold(f64::INFINITY, f64::min)),
            mean: nine_figures(1.0 / shards as f64),
            largest: nine_figures(costs.iter().copied().fold(0.0, f64::max)),
        }
    }
}

/// A number without the digits that rounding errors in sums of many costs affect.
fn nine_figures(number: f64) -> f64 {
    format!("{number:.8e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::methods::Method;

    #[test]
    fn shares_in_a_plan_are_rounded() {
        for (n, shards) in [(15, 10), (16, 100), (16, 7)] {
            let plan = Plan::standard(BoardSize::new(n).unwrap(), Method::Cross);
            let Shares { smallest, mean, largest } = PlanFile::new(&plan, shards).unwrap().expected;
            assert!(smallest <= mean && mean <= largest, "{smallest} {mean} {largest}");
            for share in [smallest, mean, largest] {
                let digits = share.to_string().trim_start_matches(['0', '.']).len();
                assert!(digits <= 9, "{share}");
            }
        }
    }

    #[test]
    fn limits_units_and_shards() {
        let plan = Plan::standard(BoardSize::new(8).unwrap(), Method::Cross);
        let file = PlanFile::new(&plan, 1).unwrap();
        for (units, shards, fits) in [
            (8, 0, false),
            (8, 8, true),
            (8, 9, false),
            (manifest::MAX_SHARDS + 1, manifest::MAX_SHARDS, true),
            (manifest::MAX_SHARDS + 1, manifest::MAX_SHARDS + 1, false),
            (MOST_UNITS, 1, true),
            (MOST_UNITS + 1, 1, false),
        ] {
            let identity = Identity { units, ..file.identity.clone() };
            let file = PlanFile { identity, shards, ..file.clone() };
            assert_eq!(file.check_limits().is_ok(), fits, "{units} units in {shards} shards");
        }
    }
}
