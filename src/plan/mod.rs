//! A plan divides a board into numbered units with expected costs. Its hash identifies it.
//!
//! A plan depends only on N, the method and the depth, so all machines make the same plan. The method defines
//! what a unit contains (`crate::methods::Units`). To all other code, a unit is a number with a cost.
//!
//! * [`Plan`] is a board divided into units. [`PlanIdentity`] has the fields that identify a plan in files.
//!   `upside_down` makes plans that count the board upside down, for recounts.
//! * [`Shard`] is the part of a plan that one machine counts, in a given order.
//! * [`Entry`] is a finished unit with its line in the ledger. [`Sums`] are sums over finished units. `tally`
//!   adds up finished units, each exactly once. `unit_set` is a set of units. `pace` estimates the time left.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::board::BoardSize;
use crate::methods::colours::ColourUnits;
use crate::methods::{Method, MethodError, SavedMethod, Units};
use crate::text::hexadecimal;

pub(crate) mod entry;
pub(crate) mod pace;
mod shard;
pub(crate) mod tally;
mod unit_set;
mod upside_down;

pub use entry::Entry;
pub use shard::Shard;
pub use tally::Sums;
pub(crate) use tally::{Tally, machine_was_busy};
pub(crate) use unit_set::UnitSet;

/// A plan's identity: the fields common to manifests and plan files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlanIdentity {
    /// Side of the board.
    pub n: BoardSize,
    /// The method that counts the units.
    pub method: SavedMethod,
    /// How finely the board is cut into units, 1 to [`Plan::MAX_DEPTH`].
    pub depth: u32,
    /// The whole plan's units, numbered from 0.
    pub units: u64,
    /// The plan's hash, 32 hexadecimal digits. Equal hashes mean the same work in every unit.
    pub plan_hash: String,
}

impl PlanIdentity {
    /// Rebuilds the plan with this identity.
    ///
    /// # Errors
    /// Returns a description of the difference if this program does not build the same plan.
    pub(crate) fn plan(&self) -> Result<Plan, String> {
        let method = self.method.current().ok_or_else(|| format!("no method {}", self.method))?;
        let plan = Plan::new(self.n, method, self.depth as usize).map_err(|error| error.to_string())?;
        self.difference(&plan.identity()).map_or(Ok(plan), Err)
    }

    /// Checks that `plan_hash` has 32 hexadecimal digits.
    pub(crate) fn check_hash(&self) -> Result<(), String> {
        let is_hash =
            self.plan_hash.len() == 32 && self.plan_hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash.then_some(()).ok_or_else(|| "plan_hash is not 32 hexadecimal digits".to_owned())
    }

    /// Describes the first field that differs from `expected`, in words that complete the sentence "it counts
    /// …". Differences in later fields follow from the first one.
    pub(crate) fn difference(&self, expected: &Self) -> Option<String> {
        let fields = [
            (format!("N = {}", self.n), expected.n.to_string(), self.n == expected.n),
            (format!("by {}", self.method), expected.method.to_string(), self.method == expected.method),
            (format!("at depth {}", self.depth), expected.depth.to_string(), self.depth == expected.depth),
            (format!("{} units", self.units), expected.units.to_string(), self.units == expected.units),
            (
                format!("plan {}", self.plan_hash),
                expected.plan_hash.clone(),
                self.plan_hash == expected.plan_hash,
            ),
        ];
        let different = fields.into_iter().find(|(.., is_same)| !is_same);
        different.map(|(found, expected, _)| format!("{found}, not {expected}"))
    }
}

/// A board divided into units, numbered from 0 to [`Plan::units`] - 1. The units are never listed in memory.
#[derive(Clone, Debug)]
pub struct Plan {
    size: BoardSize,
    method: Method,
    depth: usize,
    units: Arc<dyn Units>,
    hash: String,
}

impl Plan {
    /// The maximum depth.
    pub const MAX_DEPTH: usize = 10;

    /// Creates the plan that divides a board into units for `method` at `depth`.
    ///
    /// # Errors
    /// Fails if the depth is 0 or above [`Plan::MAX_DEPTH`], or if it gives more units than the method can
    /// handle.
    pub fn new(size: BoardSize, method: Method, depth: usize) -> Result<Self, MethodError> {
        if !(1..=Self::MAX_DEPTH).contains(&depth) {
            return Err(MethodError::NoSuchDepth { depth, max: Self::MAX_DEPTH });
        }
        let units = method.units(size, depth)?;
        let hash = hash(size, method, depth, &*units);
        Ok(Self { size, method, depth, units, hash })
    }

    /// Creates a plan for [`Method::Colours`], even if it has more units than a run may have. Such a plan is
    /// only good for counting single units.
    pub(crate) fn of_any_number(size: BoardSize, depth: usize) -> Self {
        let (method, units) = (Method::Colours, Arc::new(ColourUnits::of_any_number(size, depth)));
        let hash = hash(size, method, depth, &*units);
        Self { size, method, depth, units, hash }
    }

    /// Creates the plan at the method's standard depth.
    #[must_use]
    pub fn standard(size: BoardSize, method: Method) -> Self {
        Self::new(size, method, method.standard_depth(size)).expect("a standard depth is a valid one")
    }

    pub(crate) fn identity(&self) -> PlanIdentity {
        let n = self.size;
        let method = self.method.into();
        let depth = self.depth as u32;
        PlanIdentity { n, method, depth, units: self.units(), plan_hash: self.hash.clone() }
    }

    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the method that counts the units.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// Returns the depth. In the search, units start with this many queens on the board. With colours, each
    /// further level multiplies the number of units by about eight.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the number of units, at least 1.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units.count()
    }

    /// Returns the hash of everything that defines the units, as 32 hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    pub(crate) fn method_units(&self) -> &dyn Units {
        &*self.units
    }

    /// Returns the expected cost of `unit`, as a fraction of the whole plan's cost.
    ///
    /// # Panics
    /// Panics if `unit` is not below [`Plan::units`].
    #[must_use]
    pub fn cost(&self, unit: u64) -> f64 {
        assert!(unit < self.units(), "unit {unit} of {}", self.units());
        self.units.cost(unit)
    }

    /// Returns the total expected cost in `shard`, as a fraction of the whole plan's cost.
    pub(crate) fn cost_of(&self, shard: Shard) -> f64 {
        let stretches = self.units.costs();
        stretches.map(|(units, cost)| (shard.len(units.end) - shard.len(units.start)) as f64 * cost).sum()
    }

    /// Divides the plan into `shards` shards, and returns the expected cost of each as a fraction of the
    /// whole plan's cost.
    pub(crate) fn costs_of(&self, shards: u64) -> Vec<f64> {
        let mut costs = vec![0.0; shards as usize];
        let mut everywhere = 0.0;
        for (units, cost) in self.units.costs() {
            let length = units.end - units.start;
            everywhere += (length / shards) as f64 * cost;
            for unit in units.start..units.start + length % shards {
                costs[(unit % shards) as usize] += cost;
            }
        }
        costs.iter_mut().for_each(|cost| *cost += everywhere);
        costs
    }
}

/// Returns the first half of the SHA-256 hash of everything that defines the units, in hexadecimal.
fn hash(size: BoardSize, method: Method, depth: usize, units: &dyn Units) -> String {
    let mut hasher = Sha256::new();
    hasher.update(method.name());
    let mut write = |word: u64| hasher.update(word.to_le_bytes());
    [size.get() as u64, depth as u64, units.count()].into_iter().for_each(&mut write);
    units.describe(&mut write);
    hexadecimal(&hasher.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_cost_is_the_sum_of_its_units() {
        for (n, method, of) in
            [(3, Method::Cross, 1), (13, Method::Cross, 3), (16, Method::Rows, 7), (16, Method::Cross, 100)]
        {
            let plan = Plan::standard(BoardSize::new(n).unwrap(), method);
            let costs = plan.costs_of(of);
            assert_eq!(costs.len() as u64, of);
            for (number, cost) in (0..of).zip(costs) {
                let shard = Shard { number, of };
                let expected: f64 =
                    (0..).map_while(shard.order(plan.units())).map(|unit| plan.cost(unit)).sum();
                assert!((cost - expected).abs() < 1e-9, "N = {n}, {method}, shard {number} of {of}");
                assert!(
                    (plan.cost_of(shard) - expected).abs() < 1e-9,
                    "N = {n}, {method}, shard {number} of {of}"
                );
            }
            assert!((plan.cost_of(Shard::WHOLE) - 1.0).abs() < 1e-9, "N = {n}, {method}");
        }
    }

    #[test]
    fn another_hash_is_another_plan() {
        for (n, method) in
            [(8, Method::Rows), (20, Method::Cross), (28, Method::Colours), (32, Method::Colours)]
        {
            let identity = Plan::standard(BoardSize::new(n).unwrap(), method).identity();
            for place in [0, 15, 31] {
                let mut other = identity.clone();
                let digit = if &identity.plan_hash[place..=place] == "7" { "8" } else { "7" };
                other.plan_hash.replace_range(place..=place, digit);
                let expected = format!("plan {}, not {}", other.plan_hash, identity.plan_hash);
                assert_eq!(other.plan().map(drop), Err(expected), "N = {n}, {method}");
            }
        }
    }

    #[test]
    fn rebuilds_only_the_identical_plan() {
        let plan = Plan::standard(BoardSize::new(8).unwrap(), Method::Rows);
        let identity = plan.identity();
        let units = plan.units();
        assert_eq!(identity.plan().unwrap().hash(), plan.hash());
        let error = |other: PlanIdentity| other.plan().map(drop).unwrap_err();
        assert_eq!(error(PlanIdentity { units: 7, ..identity.clone() }), format!("7 units, not {units}"));
        assert!(error(PlanIdentity { depth: 0, ..identity.clone() }).starts_with("the depth must be"));
        assert!(error(PlanIdentity { depth: 4, ..identity }).contains("units, not "));
    }
}
