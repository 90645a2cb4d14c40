//! Deals the units of a plan to machines, and puts those of a machine in the order in which it takes them.

use serde::{Deserialize, Serialize};

/// Every unit of a plan whose number leaves the remainder `number` when divided by `of`. Neighbouring units cost
/// alike, so dealing them in turn gives all shards of a plan about the same work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which shard, from 0 to `of - 1`.
    pub number: u64,
    /// How many shards the plan has, at least 1.
    pub of: u64,
}

impl Shard {
    /// All units of a plan.
    pub const WHOLE: Self = Self { number: 0, of: 1 };

    /// Whether `unit` belongs to this shard.
    #[must_use]
    pub fn contains(self, unit: u64) -> bool {
        unit.checked_rem(self.of) == Some(self.number)
    }

    /// How many of a plan's `units` belong to this shard.
    #[must_use]
    pub fn len(self, units: u64) -> u64 {
        units.saturating_sub(self.number).div_ceil(self.of.max(1))
    }

    /// The units of this shard, each once, in the order in which they are taken: a walk around the circle of their numbers
    /// in steps of the golden ratio. Any stretch of it is a fair sample of the whole, so that the time a run
    /// still needs can be read off the part that is done.
    #[must_use]
    pub fn order(self, units: u64) -> Order {
        let len = self.len(units);
        Order { shard: self, len, stride: stride(len) }
    }
}

/// See [`Shard::order`].
#[derive(Clone, Copy, Debug)]
pub struct Order {
    shard: Shard,
    len: u64,
    stride: u64,
}

impl Order {
    /// The unit that is taken at `position`; `None` from the end of the walk on.
    #[must_use]
    pub fn unit_at(&self, position: u64) -> Option<u64> {
        (position < self.len).then(|| {
            let place = u128::from(position) * u128::from(self.stride) % u128::from(self.len);
            self.shard.number + self.shard.of * place as u64
        })
    }

    /// All units, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len).map_while(|position| self.unit_at(position))
    }
}

/// A step around a circle of `places` that meets each of them once: near the golden ratio of the circle, and without a
/// common divisor with it.
fn stride(places: u64) -> u64 {
    let golden = (places as f64 * 0.618_033_988_749_895) as u64;
    (golden.max(1)..).find(|&step| gcd(step, places) == 1).unwrap_or(1)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shards_of_a_plan_take_every_unit_once() {
        for units in [1, 2, 3, 10, 97, 1000] {
            for of in [1, 2, 3, 7, 40] {
                let mut taken = vec![0; units as usize];
                for number in 0..of {
                    let shard = Shard { number, of };
                    let order = shard.order(units);
                    assert_eq!(order.iter().count() as u64, shard.len(units));
                    for unit in order.iter() {
                        assert!(shard.contains(unit));
                        taken[unit as usize] += 1;
                    }
                    assert_eq!(order.unit_at(shard.len(units)), None);
                }
                assert!(taken.iter().all(|&times| times == 1), "{units} units, {of} shards");
            }
        }
    }

    #[test]
    fn any_stretch_of_the_walk_is_spread_over_the_plan() {
        let order = Shard::WHOLE.order(10_000);
        for start in [0, 1234, 9000] {
            let mean = (start..start + 500).map(|i| order.unit_at(i).unwrap() as f64).sum::<f64>() / 500.0;
            assert!((mean - 5000.0).abs() < 100.0, "{mean}");
        }
    }
}
