//! A shard is the part of a plan that one machine counts.

use serde::{Deserialize, Serialize};

use crate::methods::walk::Walk;

/// The units whose numbers leave the remainder `number` when divided by `of`. Neighbouring units cost about
/// the same, so dealing them round-robin gives all shards about the same work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The shard's number, 0 to `of - 1`. Any other number names no shard.
    pub number: u64,
    /// How many shards the plan is divided into, at least 1.
    pub of: u64,
}

impl Shard {
    /// The whole plan.
    pub const WHOLE: Self = Self { number: 0, of: 1 };

    /// Returns whether `unit` belongs to this shard.
    #[must_use]
    pub fn contains(self, unit: u64) -> bool {
        unit.checked_rem(self.of) == Some(self.number)
    }

    /// Returns the number of units in this shard if the plan has `units` units.
    #[must_use]
    pub fn len(self, units: u64) -> u64 {
        units.saturating_sub(self.number).div_ceil(self.of.max(1))
    }

    /// Returns the order in which this shard's units are counted. The returned function maps a position to a
    /// unit, or to `None` past the end. The order follows a [walk](Walk). Any stretch of a walk samples the
    /// whole fairly, so the finished units predict how long the unfinished ones will take.
    pub(crate) fn order(self, units: u64) -> impl Fn(u64) -> Option<u64> {
        let walk = Walk::new(self.len(units));
        move |position| Some(self.number + self.of * walk.at(position)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::units::MAX_UNITS;

    #[test]
    fn shards_cover_every_unit_once() {
        for units in [1, 2, 3, 10, 97, 1000] {
            for of in [1, 2, 3, 7, 40] {
                let mut taken = vec![0; units as usize];
                for number in 0..of {
                    let shard = Shard { number, of };
                    let order = shard.order(units);
                    let all: Vec<_> = (0..).map_while(&order).collect();
                    assert_eq!(all.len() as u64, shard.len(units));
                    for unit in all {
                        assert!(shard.contains(unit));
                        taken[unit as usize] += 1;
                    }
                    assert_eq!(order(shard.len(units)), None);
                }
                assert!(taken.iter().all(|&times| times == 1), "{units} units, {of} shards");
            }
        }
    }

    #[test]
    fn shards_of_the_largest_plans_have_their_own_units() {
        let mut rng = fastrand::Rng::with_seed(30);
        for units in [1_300_000, 40_000_000, MAX_UNITS, 1 << 40] {
            for of in [1, 2, 999, 10_000, 1_000_000] {
                let number = rng.u64(..of);
                let shard = Shard { number, of };
                let order = shard.order(units);
                let walk = Walk::new(shard.len(units));
                for position in (0..200).map(|_| rng.u64(..shard.len(units))) {
                    let unit = order(position).unwrap();
                    let what = format!("unit {unit} of {units}, shard {number} of {of}");
                    assert!(unit < units && shard.contains(unit), "{what}");
                    assert_eq!(Some(unit / of), walk.at(position), "{what}");
                }
                let taken: u64 = (0..of).map(|number| Shard { number, of }.len(units)).sum();
                assert_eq!(taken, units, "{of} shards");
            }
        }
    }
}
