//! Numbers the column sets that the queens of a quarter may fill.

#[cfg(test)]
use super::reach::{self, Size};
use crate::board::mask;

/// Marks a set that has no number.
const NO_NUMBER: u16 = u16::MAX;

/// The column sets of a quarter, as masks with one bit per column. The number of a set is its index.
#[derive(Debug, Default)]
pub struct ColumnSets {
    /// The sets, by number.
    sets: Vec<u32>,
    /// The number of each mask, or [`NO_NUMBER`] if the mask is not in the list.
    numbers: Vec<u16>,
    /// A bit for each mask, set if at least one column set contains the mask.
    subsets: Vec<u64>,
}

impl ColumnSets {
    /// Replaces all sets with `sets`, in this order. Each set is a mask with `columns` bits.
    pub fn assign(&mut self, columns: usize, sets: impl Iterator<Item = u32>) {
        self.sets.clear();
        self.sets.extend(sets);
        assert!(
            self.sets.len() < usize::from(NO_NUMBER),
            "too many column sets: there must be fewer than {NO_NUMBER}"
        );
        #[cfg(test)]
        reach::record(Size::ColumnSets, self.sets.len());
        #[cfg(test)]
        reach::record(Size::Columns, columns);
        self.numbers.clear();
        self.numbers.resize(1 << columns, NO_NUMBER);
        self.subsets.clear();
        self.subsets.resize((1_usize << columns).div_ceil(64), 0);
        for (number, &set) in self.sets.iter().enumerate() {
            assert!(set <= mask(columns), "columns {set:b} of {columns}");
            self.numbers[set as usize] = number as u16;
            self.subsets[set as usize / 64] |= 1 << (set % 64);
        }
        self.close(columns);
    }

    /// Marks the subsets of all sets, by removing one column after another.
    fn close(&mut self, columns: usize) {
        /// For each of the first six columns, a word in which bit `i` is set if the `i`-th of 64 consecutive
        /// masks lacks this column.
        const SETS_WITHOUT_COLUMN: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        for (column, without) in SETS_WITHOUT_COLUMN.iter().enumerate().take(columns) {
            for word in &mut self.subsets {
                *word |= *word >> (1 << column) & without;
            }
        }
        for column in 6..columns {
            let step = 1 << (column - 6);
            for word in (0..self.subsets.len()).filter(|word| word & step == 0) {
                self.subsets[word] |= self.subsets[word + step];
            }
        }
    }

    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns the number of `set`, or `None` if it is not in the list.
    #[inline(always)]
    pub fn number(&self, set: u32) -> Option<u16> {
        let number = self.numbers[set as usize];
        (number != NO_NUMBER).then_some(number)
    }

    /// Returns true if and only if at least one column set contains all columns in `set`.
    #[inline(always)]
    pub fn has_subset(&self, set: u32) -> bool {
        self.subsets[set as usize / 64] >> (set % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::subsets;

    #[test]
    fn numbers_sets_and_knows_their_subsets() {
        let mut rng = fastrand::Rng::with_seed(3);
        for columns in [0, 1, 3, 6, 7, 9, 11, 16] {
            let mut all: Vec<u32> = (0..=mask(columns)).collect();
            rng.shuffle(&mut all);
            all.truncate(rng.usize(0..=all.len().min(9)));
            let mut sets = ColumnSets::default();
            // The second call must remove everything that the first has added.
            sets.assign(columns, (0..=mask(columns)).take(12_870));
            sets.assign(columns, all.iter().copied());
            assert_eq!(sets.len(), all.len());
            for set in 0..=mask(columns) {
                let number = all.iter().position(|&other| other == set).map(|number| number as u16);
                assert_eq!(sets.number(set), number, "{set:b} of {all:?}");
                let is_subset = all.iter().any(|&other| set & !other == 0);
                assert_eq!(sets.has_subset(set), is_subset, "{set:b} of {all:?}");
            }
        }
    }

    #[test]
    fn numbers_all_sets_of_the_largest_quarter() {
        let mut sets = ColumnSets::default();
        sets.assign(16, subsets(16, 8));
        assert_eq!(sets.len(), 12_870);
        assert!(subsets(16, 8).enumerate().all(|(number, set)| sets.number(set) == Some(number as u16)));
        assert!((0..=mask(16)).all(|set| sets.has_subset(set) == (set.count_ones() <= 8)));
    }
}
