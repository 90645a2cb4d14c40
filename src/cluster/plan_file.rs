//! The plan file: what is counted and into how many shards, for machines that share nothing else.
//!
//! It is sealed JSON of a few hundred bytes, whatever the plan. It describes the units instead of
//! listing them: every machine makes them again from (N, method, depth), and the hash shows whether
//! they are the same. `docs/internals/run-directory.md` has an example.

use std::io::{self, ErrorKind};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ClusterError, ShardedPlan};
use crate::board::numbers::{counted, grouped};
use crate::files;
use crate::plan::{Identity, Plan};
use crate::run::{Action, Program, RunError, sealed};

/// The format of plan files. Lower numbers belong to development builds.
pub const PLAN_FORMAT: u32 = 4;

/// The rule that gives each unit its shard: see [`Shard`](crate::plan::Shard).
const DEAL: &str = "unit % shards";

/// A plan file: a plan split into shards, and what to expect of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "Fields")]
#[non_exhaustive]
pub struct PlanFile {
    /// The plan and its shards.
    pub sharded: ShardedPlan,
    /// The expected cost of the shards.
    expected: Shares,
}

/// The fields of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    format: u32,
    program_version: String,
    #[serde(flatten)]
    identity: Identity,
    shards: u64,
    /// The shard of a unit; always `unit % shards`, which spreads neighbours, as they cost about
    /// the same.
    deal: String,
    expected: Shares,
}

impl From<PlanFile> for Fields {
    fn from(PlanFile { sharded, expected }: PlanFile) -> Self {
        let ShardedPlan { program_version, identity, shards } = sharded;
        Self { format: PLAN_FORMAT, program_version, identity, shards, deal: DEAL.to_owned(), expected }
    }
}

/// The expected cost of the shards of a plan, as shares of the whole from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shares {
    smallest: f64,
    mean: f64,
    largest: f64,
}

impl PlanFile {
    /// Splits `plan` into `shards`.
    ///
    /// # Errors
    /// If `shards` is 0, above 1,000,000 or above the number of units, or if the plan has more than
    /// 2^28 units.
    pub fn new(plan: &Plan, shards: u64) -> Result<Self, ClusterError> {
        let sharded = ShardedPlan { program_version: String::new(), identity: plan.identity(), shards };
        sharded.check_limits()?;
        Ok(Self { sharded, expected: Shares::of(plan, shards) })
    }

    /// The expected cost of the smallest and the largest shard, as multiples of their mean.
    #[must_use]
    pub fn extremes(&self) -> [f64; 2] {
        [self.expected.smallest, self.expected.largest].map(|share| share * self.sharded.shards as f64)
    }

    /// Sets the program that makes the plan, whose version the file has. By default it has none.
    #[must_use]
    pub fn by(mut self, program: Program) -> Self {
        program.version.clone_into(&mut self.sharded.program_version);
        self
    }

    /// Writes the plan to a new file. A file with the same plan is left as it is.
    ///
    /// # Errors
    /// If something else is there, or if it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ClusterError> {
        let plan = |file: &Self| (file.sharded.identity.clone(), file.sharded.shards);
        let bytes = sealed::seal(self).map_err(|reason| ClusterError::corrupt_plan(path, reason))?;
        let refused = |cause: io::Error| match cause.kind() {
            ErrorKind::IsADirectory | ErrorKind::NotADirectory => {
                ClusterError::io(Action::Write, path)(cause)
            }
            ErrorKind::AlreadyExists => ClusterError::PlanExists { path: path.to_owned() },
            // It is not a regular file.
            _ if cause.get_ref().is_some() => ClusterError::PlanExists { path: path.to_owned() },
            _ => ClusterError::io(Action::CompareWith, path)(cause),
        };
        match files::open_to_read(path).and_then(sealed::read_from) {
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                files::write_new(path, &bytes).map_err(ClusterError::io(Action::Write, path))
            }
            Err(cause) => Err(refused(cause)),
            Ok(found) => match Self::parse(path, &found) {
                // Another version may estimate the cost of units differently.
                Ok(found) if plan(&found) == plan(self) => {
                    files::make_durable(path).map_err(ClusterError::io(Action::Sync, path))
                }
                Err(error @ ClusterError::Plan(RunError::Former { .. })) => Err(error),
                _ => Err(refused(ErrorKind::AlreadyExists.into())),
            },
        }
    }

    /// Reads a plan file. Whether this version makes the same units is only known after
    /// [`PlanFile::plan`].
    ///
    /// # Errors
    /// If it cannot be read, was changed since it was written, or is of another format.
    pub fn read(path: &Path) -> Result<Self, ClusterError> {
        let bytes = files::open_to_read(path)
            .and_then(sealed::read_from)
            .map_err(ClusterError::io(Action::ReadPlan, path))?;
        Self::parse(path, &bytes)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Self, ClusterError> {
        let fields: Fields = sealed::parse(bytes, PLAN_FORMAT, path, path).map_err(ClusterError::Plan)?;
        let Fields { program_version, identity, shards, deal, expected, .. } = fields;
        if deal != DEAL {
            return Err(ClusterError::corrupt_plan(path, format!("its deal is not '{DEAL}'")));
        }
        identity.check_hash().map_err(|reason| ClusterError::corrupt_plan(path, reason))?;
        let sharded = ShardedPlan { program_version, identity, shards };
        if sharded.check_limits().is_err() {
            let units = counted(sharded.identity.units, "unit");
            let reason = format!("{units} cannot be split into {} shards", grouped(shards));
            return Err(ClusterError::corrupt_plan(path, reason));
        }
        Ok(Self { sharded, expected })
    }

    /// Makes the units of this plan again. `path` names the plan file in messages.
    ///
    /// # Errors
    /// If this version of the program makes other units than the one that wrote the plan.
    pub fn plan(&self, path: &Path) -> Result<Plan, ClusterError> {
        self.sharded.plan_of(path, "a plan").map_err(ClusterError::Plan)
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
    use proptest::prelude::*;

    use super::*;
    use crate::board::BoardSize;
    use crate::methods::Method;
    use crate::run::tests::altered::altered;

    fn fields() -> serde_json::Value {
        let plan = Plan::standard(BoardSize::new(12).unwrap(), Method::Cross);
        serde_json::to_value(Fields::from(PlanFile::new(&plan, 3).unwrap())).unwrap()
    }

    proptest! {
        #[test]
        fn sealed_plan_is_one_that_can_be_written(value in altered(fields())) {
            let path = Path::new("plan.json");
            if let Ok(found) = PlanFile::parse(path, &sealed::seal(&value).unwrap()) {
                found.sharded.check_limits().unwrap();
                let written = sealed::seal(&found).unwrap();
                prop_assert_eq!(&PlanFile::parse(path, &written).unwrap(), &found);
                // A larger board takes long.
                if found.sharded.identity.n.get() <= 13 && let Ok(plan) = found.plan(path) {
                    prop_assert_eq!(plan.identity(), found.sharded.identity);
                }
            }
        }
    }

    #[test]
    fn messages_name_no_more_than_fits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        let written = fields();
        for field in ["method", "program_version", "plan_hash", "deal"] {
            let mut forged = written.clone();
            forged[field] = "ab".repeat(450_000).into();
            if field == "program_version" {
                forged["format"] = 99.into();
            }
            std::fs::write(&path, sealed::seal(&forged).unwrap()).unwrap();
            let error = PlanFile::read(&path).and_then(|file| file.plan(&path)).unwrap_err().to_string();
            assert!(error.contains(field) && error.chars().count() < 400, "{field}: {}", error.len());
        }
    }

    /// A file that cannot be examined is not reported as another plan.
    #[cfg(unix)]
    #[test]
    fn passes_on_why_a_file_cannot_be_compared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        std::os::unix::fs::symlink(&path, &path).unwrap();
        let cause = std::fs::metadata(&path).unwrap_err();
        let plan = Plan::standard(BoardSize::new(8).unwrap(), Method::Cross);
        let error = PlanFile::new(&plan, 1).unwrap().write(&path).unwrap_err().to_string();
        assert_eq!(error, format!("cannot compare the plan with {}: {cause}", path.display()));
    }

    #[test]
    fn shares_in_a_plan_are_those_of_its_units() {
        for (n, shards) in [(15, 10), (16, 100), (16, 7)] {
            let plan = Plan::standard(BoardSize::new(n).unwrap(), Method::Cross);
            let PlanFile { sharded, expected: Shares { smallest, mean, largest } } =
                PlanFile::new(&plan, shards).unwrap();
            let dealt = (0..shards).map(|number| (number..plan.units()).step_by(shards as usize));
            let costs: Vec<f64> = dealt.map(|units| units.map(|unit| plan.cost(unit)).sum()).collect();
            let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
            let greatest = costs.iter().copied().fold(0.0, f64::max);
            for (share, cost) in [(smallest, least), (mean, 1.0 / shards as f64), (largest, greatest)] {
                assert!((share / cost - 1.0).abs() < 1e-8, "{share} instead of {cost}");
                let digits = share.to_string().trim_start_matches(['0', '.']).len();
                assert!(digits <= 9, "{share}");
            }
            let units: u64 = (0..shards).map(|number| sharded.shard(number).unwrap().len(plan.units())).sum();
            assert_eq!(units, plan.units());
        }
    }
}
