//! Chooses which of a run's finished units to verify, and how many.

use crate::plan::UnitSet;

/// How many of the finished units to verify.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// A share in percent, above 0 and up to 100.
    Percent(f64),
    /// A number of units, at least 1.
    Units(u64),
}

impl Amount {
    /// How many of `finished` units this is, rounded up: at least one if there is one.
    pub fn of(self, finished: u64) -> u64 {
        match self {
            Self::Percent(percent) => ((finished as f64 * percent / 100.0).ceil() as u64).min(finished),
            Self::Units(units) => units.min(finished),
        }
    }

    /// A random choice of this amount among `finished` units, in order; the same for the same
    /// `seed`.
    pub fn choose(self, finished: &UnitSet, seed: u64) -> Vec<u64> {
        let amount = self.of(finished.len()) as usize;
        let mut units = fastrand::Rng::with_seed(seed).choose_multiple(finished.iter(), amount);
        units.sort_unstable();
        units
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::units::MOST_UNITS;

    #[test]
    fn samples_at_least_one_unit_and_at_most_all() {
        let amounts = [Amount::Percent(1.0), Amount::Percent(100.0), Amount::Units(30)];
        assert_eq!(amounts.map(|amount| amount.of(0)), [0, 0, 0]);
        assert_eq!(amounts.map(|amount| amount.of(7)), [1, 7, 7]);
        assert_eq!(amounts.map(|amount| amount.of(1000)), [10, 1000, 30]);
        assert_eq!(amounts.map(|amount| amount.of(100_000)), [1000, 100_000, 30]);
    }

    #[test]
    fn chooses_every_unit_as_often_as_others() {
        for (units, sample) in [(2, 1), (10, 3), (5_000, 1_000), (70_000, 20_000)] {
            let finished = UnitSet::new(units);
            (0..units).for_each(|unit| assert!(finished.insert(unit)));
            let mut chosen = vec![0_u32; units as usize];
            const ROUNDS: u64 = 60;
            for seed in 0..ROUNDS {
                let sample = Amount::Units(sample).choose(&finished, seed);
                sample.into_iter().for_each(|unit| chosen[unit as usize] += 1);
            }
            // Of the first units, the last ones and some between.
            let mean = (ROUNDS * sample / units) as u32;
            let ends = chosen.iter().take(2).chain(chosen.iter().rev().take(2));
            for &times in ends.chain(chosen.iter().step_by(units as usize / 2)) {
                assert!(times > 0 && times.abs_diff(mean) <= 16, "{sample} of {units}: {times}, mean {mean}");
            }
            let all = Amount::Percent(100.0).choose(&finished, 1);
            assert!(all.into_iter().eq(0..units), "all of {units}");
        }
    }

    #[test]
    fn seed_chooses_among_finished_units() {
        let finished = UnitSet::new(1000);
        for unit in (0..1000).step_by(3) {
            finished.insert(unit);
        }
        let sample = |seed| Amount::Units(20).choose(&finished, seed);
        assert_eq!(sample(1), sample(1));
        assert_ne!(sample(1), sample(2));
        assert_eq!(sample(1).len(), 20);
        assert!(sample(1).is_sorted_by(|a, b| a < b), "each once, lowest first");
        assert!(sample(1).iter().all(|&unit| finished.contains(unit)));
        assert_eq!(Amount::Percent(100.0).choose(&finished, 9), finished.iter().collect::<Vec<_>>());
    }

    #[test]
    fn chooses_among_all_units_of_the_largest_plan() {
        // Two units of each power of two, the last units among them.
        let finished = UnitSet::new(MOST_UNITS);
        (1..=28).for_each(|bit| assert!(finished.insert((1 << bit) - 1) && finished.insert((1 << bit) - 2)));
        let all: Vec<u64> = finished.iter().collect();
        assert_eq!(Amount::Percent(100.0).choose(&finished, 3), all);
        let mut chosen: Vec<u64> =
            (0..20).flat_map(|seed| Amount::Percent(50.0).choose(&finished, seed)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        assert_eq!(chosen, all);
    }
}
