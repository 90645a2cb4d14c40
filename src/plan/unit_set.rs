//! A set of units that takes one bit per unit. Ten million units take little more than a megabyte.

use crate::board::bits;

/// The number of units in a block.
const BLOCK_UNITS: u64 = 1 << 16;

/// A bit for each unit in a block.
type Block = [u64; BLOCK_UNITS as usize / 64];

/// A set of unit numbers below a bound. A block is allocated only when a unit is added to it, because a
/// recount adds only a few units from a plan that may have billions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitSet {
    blocks: Vec<Option<Box<Block>>>,
    units: u64,
    count: u64,
}

impl UnitSet {
    /// Creates an empty set for the units `0..units`.
    pub fn new(units: u64) -> Self {
        Self { blocks: vec![None; units.div_ceil(BLOCK_UNITS) as usize], units, count: 0 }
    }

    /// Returns whether the set contains `unit`. Returns `false` if `unit` is out of range.
    pub fn contains(&self, unit: u64) -> bool {
        let block = self.blocks.get((unit / BLOCK_UNITS) as usize).and_then(Option::as_ref);
        block.is_some_and(|block| block[word(unit)] >> (unit % 64) & 1 == 1)
    }

    /// Adds `unit`. Returns `false` if the unit is already in the set or is out of range.
    pub fn insert(&mut self, unit: u64) -> bool {
        let is_new = unit < self.units && !self.contains(unit);
        if is_new {
            let block = &mut self.blocks[(unit / BLOCK_UNITS) as usize];
            let block = block.get_or_insert_with(|| Box::new([0; BLOCK_UNITS as usize / 64]));
            block[word(unit)] |= 1 << (unit % 64);
            self.count += 1;
        }
        is_new
    }

    pub fn len(&self) -> u64 {
        self.count
    }

    /// Iterates over the units in the set, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        let blocks = self.blocks.iter().zip((0..).step_by(BLOCK_UNITS as usize));
        let words = blocks
            .flat_map(|(block, first)| block.iter().flat_map(|block| &block[..]).zip((first..).step_by(64)));
        words.flat_map(|(&word, first)| bits(word).map(move |bit| first + bit as u64))
    }

    /// Returns `units` randomly chosen units from the set, or all units if there are fewer, lowest first. The
    /// same `seed` gives the same units.
    pub fn choose(&self, units: u64, seed: u64) -> Vec<u64> {
        let mut chosen =
            fastrand::Rng::with_seed(seed).choose_multiple(self.iter(), units.min(self.len()) as usize);
        chosen.sort_unstable();
        chosen
    }
}

/// Returns the index of the word for `unit` in its block.
fn word(unit: u64) -> usize {
    (unit % BLOCK_UNITS / 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::units::MAX_UNITS;

    #[test]
    fn adds_units_once_and_lists_them_in_order() {
        let mut set = UnitSet::new(130);
        assert!(set.len() == 0 && !set.contains(129));
        assert!(!set.insert(130));
        for unit in [129, 0, 64, 63] {
            assert!(set.insert(unit) && !set.insert(unit) && set.contains(unit));
        }
        assert!(!set.insert(u64::MAX) && !set.contains(u64::MAX) && !UnitSet::new(0).insert(0));
        assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (4, vec![0, 63, 64, 129]));
    }

    #[test]
    fn adds_any_unit_of_the_largest_plan_once_and_chooses_it() {
        let mut rng = fastrand::Rng::with_seed(28);
        let mut set = UnitSet::new(MAX_UNITS);
        let around = (0..28).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        let mut units: Vec<u64> = around.chain((0..2_000).map(|_| rng.u64(..MAX_UNITS))).collect();
        units.extend([MAX_UNITS - 1, MAX_UNITS, MAX_UNITS + 1]);
        rng.shuffle(&mut units);
        let mut added = std::collections::BTreeSet::new();
        for unit in units {
            let is_new = unit < MAX_UNITS && added.insert(unit);
            assert_eq!(set.insert(unit), is_new, "unit {unit}");
            assert!(!set.insert(unit), "unit {unit}");
        }
        assert!(set.len() == added.len() as u64 && set.iter().eq(added.iter().copied()));
        for all in [set.len(), u64::MAX] {
            assert_eq!(set.choose(all, 3), set.iter().collect::<Vec<_>>());
        }
        let chosen = (0..30).flat_map(|seed| set.choose(set.len() / 2, seed));
        assert!(chosen.collect::<std::collections::BTreeSet<_>>() == added);
    }

    /// The self-test recounts units in plans too large for a run.
    #[test]
    fn few_units_of_billions_take_a_few_blocks() {
        let units = 80_985_251_898 * 2;
        let mut set = UnitSet::new(units);
        let few = [0, 65_535, 65_536, 80_985_251_898, units - 1];
        assert!(few.iter().all(|&unit| set.insert(unit)));
        assert!(set.iter().eq(few));
        assert_eq!(set.blocks.iter().flatten().count(), 4);
    }

    #[test]
    fn chooses_every_unit_as_often_as_others() {
        for (units, sample) in [(2, 1), (10, 3), (5_000, 1_000), (70_000, 20_000)] {
            let mut finished = UnitSet::new(units);
            (0..units).for_each(|unit| assert!(finished.insert(unit)));
            let mut chosen = vec![0_u32; units as usize];
            const ROUNDS: u64 = 60;
            for seed in 0..ROUNDS {
                let sample = finished.choose(sample, seed);
                assert!(sample.is_sorted());
                sample.into_iter().for_each(|unit| chosen[unit as usize] += 1);
            }
            // Checks the first units, the last ones and some in between.
            let mean = (ROUNDS * sample / units) as u32;
            let ends = chosen.iter().take(2).chain(chosen.iter().rev().take(2));
            for &times in ends.chain(chosen.iter().step_by(units as usize / 2)) {
                assert!(times > 0 && times.abs_diff(mean) <= 16, "{sample} of {units}: {times}, mean {mean}");
            }
            let all = finished.choose(finished.len(), 1);
            assert!(all.into_iter().eq(0..units), "all of {units}");
        }
    }
}
