//! The search units. A unit is a numbered share of the work below the prefixes.
//!
//! Below a prefix, the search first fills rows until `depth` queens are on the board. The resulting
//! placements are dealt to units of similar size. If a prefix has many placements, several units take them in
//! rotation. Consecutive prefixes with few placements share a unit. So
//!
//! * a unit's contents depend only on N, method and depth;
//! * a board's units are stored as a table with an entry per prefix, not per unit;
//! * every placement belongs to exactly one unit.

use std::ops::ControlFlow;

use super::groups::{PrefixGroup, group, unit_target};
use super::kernels::Batch;
use super::remaining_rows::{AlignedPlacement, RemainingRows, count_extensions, extend};
use super::{Prefix, Prefixes};
use crate::board::BoardSize;
use crate::methods::MethodError;
#[cfg(doc)]
use crate::methods::Units;
use crate::methods::units::MAX_UNITS;

/// The maximum number of placements to deal. Merely listing this many takes a few seconds. Not tuned.
pub const MAX_PLACEMENTS: u64 = 1 << 30;

/// A board's units, numbered from 0 to [`Units::count`] - 1.
#[derive(Clone, Debug)]
pub struct SearchUnits {
    pub(super) size: BoardSize,
    depth: usize,
    pub(super) prefixes: Vec<Prefix>,
    pub(super) groups: Vec<PrefixGroup>,
    pub(super) count: u64,
    pub(super) placements: u64,
}

/// A unit's placements below one prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixPart {
    /// The number of solutions that each completion represents.
    pub weight: u8,
    /// The rows that the prefix leaves to fill.
    pub rows: RemainingRows,
    /// The index of the row to fill next.
    pub row: usize,
    pub placements: Vec<AlignedPlacement>,
}

impl PrefixPart {
    /// Returns the placements as kernel input.
    pub fn batch(&self) -> Batch<'_> {
        Batch { rows: &self.rows, row: self.row, placements: &self.placements }
    }
}

impl SearchUnits {
    /// Divides a board into units, by counting the placements with `depth` queens below the prefixes of
    /// `kind`.
    ///
    /// # Errors
    /// Fails if this depth gives more than [`MAX_PLACEMENTS`] placements, or more units than a run can have.
    pub fn new(size: BoardSize, kind: Prefixes, depth: usize) -> Result<Self, MethodError> {
        Self::below(kind.of(size), size, depth, unit_target(size, kind, depth))
    }

    /// Divides the work below arbitrary prefixes into about `target` units.
    pub(super) fn below(
        prefixes: Vec<Prefix>,
        size: BoardSize,
        depth: usize,
        target: u64,
    ) -> Result<Self, MethodError> {
        let mut sizes: Vec<u32> = Vec::with_capacity(prefixes.len());
        let mut placements = 0;
        for prefix in &prefixes {
            let below = extensions(size, prefix, depth, MAX_PLACEMENTS - placements);
            let below = below.ok_or(MethodError::TooFine { depth, size })?;
            placements += u64::from(below);
            sizes.push(below);
        }
        let per_unit = placements.div_ceil(target).max(1);
        let (groups, count) = group(&sizes, per_unit);
        if count > MAX_UNITS {
            return Err(MethodError::TooFine { depth, size });
        }
        Ok(Self { size, depth, prefixes, groups, count, placements })
    }

    /// Returns the cost per unit in a group, as a fraction of the total cost. The cost is proportional to the
    /// number of placements.
    pub(super) fn cost_in(&self, group: usize) -> f64 {
        let placements = f64::from(self.groups[group].placements) / self.units_in(group) as f64;
        if self.placements == 0 { 1.0 / self.count as f64 } else { placements / self.placements as f64 }
    }

    /// Returns the parts of `unit`, in a fixed order.
    pub fn parts(&self, unit: u64) -> Vec<PrefixPart> {
        let group = self.group_of(unit);
        let own_turn = unit - self.groups[group].first_unit;
        let turns = self.units_in(group);
        let begin = self.groups[group].first_prefix as usize;
        let end = self.groups.get(group + 1).map_or(self.prefixes.len(), |next| next.first_prefix as usize);
        let mut parts = Vec::with_capacity(end - begin);
        for prefix in &self.prefixes[begin..end] {
            let rows = RemainingRows::below(self.size, &prefix.occupancy);
            let row = rows_to_fill(prefix, &rows, self.depth);
            let mut placements = Vec::new();
            let mut turns = (0..turns).cycle();
            each_extension(prefix, &rows, row, &mut |placement| {
                if turns.next() == Some(own_turn) {
                    placements.push(placement);
                }
            });
            if !placements.is_empty() {
                parts.push(PrefixPart { weight: prefix.weight, rows, row, placements });
            }
        }
        parts
    }

    /// Returns the index of the group that contains `unit`.
    pub(super) fn group_of(&self, unit: u64) -> usize {
        assert!(unit < self.count, "unit {unit} of {}", self.count);
        self.groups.partition_point(|group| group.first_unit <= unit) - 1
    }

    pub(super) fn units_in(&self, group: usize) -> u64 {
        let end = self.groups.get(group + 1).map_or(self.count, |next| next.first_unit);
        end - self.groups[group].first_unit
    }
}

/// Returns the number of rows to fill below `prefix` until `depth` queens are on the board.
fn rows_to_fill(prefix: &Prefix, rows: &RemainingRows, depth: usize) -> usize {
    depth.saturating_sub(prefix.occupancy.rows.count_ones() as usize).min(rows.len)
}

/// Counts the placements with `depth` queens below `prefix`. Returns `None` if there are more than `max`,
/// which must be below 2^32.
pub(super) fn extensions(size: BoardSize, prefix: &Prefix, depth: usize, max: u64) -> Option<u32> {
    let rows = RemainingRows::below(size, &prefix.occupancy);
    let root = AlignedPlacement::root(prefix.occupancy.columns);
    let count = count_extensions(&rows, 0, rows_to_fill(prefix, &rows, depth), root, max);
    (count <= max).then_some(count as u32)
}

/// Visits all ways to fill the first `end` rows below `prefix`.
fn each_extension(
    prefix: &Prefix,
    rows: &RemainingRows,
    end: usize,
    visit: &mut dyn FnMut(AlignedPlacement),
) {
    let _: ControlFlow<()> =
        extend(rows, 0, end, AlignedPlacement::root(prefix.occupancy.columns), &mut |placement| {
            visit(placement);
            ControlFlow::Continue(())
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Units;

    /// Returns the placements' words, sorted.
    fn sorted(placements: impl IntoIterator<Item = AlignedPlacement>) -> Vec<[u32; 3]> {
        let words =
            |placement: AlignedPlacement| [placement.columns, placement.antidiagonals, placement.diagonals];
        let mut words: Vec<[u32; 3]> = placements.into_iter().map(words).collect();
        words.sort_unstable();
        words
    }

    /// Checks that a group's units contain each placement below its prefixes exactly once.
    fn check_group(units: &SearchUnits, group: usize) {
        let what = format!("N = {}, {} units", units.size, units.units_in(group));
        let begin = units.groups[group].first_prefix as usize;
        let end = units.groups.get(group + 1).map_or(units.prefixes.len(), |next| next.first_prefix as usize);
        let first = units.groups[group].first_unit;
        let parts: Vec<_> =
            (first..first + units.units_in(group)).flat_map(|unit| units.parts(unit)).collect();
        let mut expected = 0;
        for prefix in &units.prefixes[begin..end] {
            let rows = RemainingRows::below(units.size, &prefix.occupancy);
            let row = rows_to_fill(prefix, &rows, units.depth);
            let mut every = Vec::new();
            each_extension(prefix, &rows, row, &mut |placement| every.push(placement));
            // If different prefixes leave the same rows, their parts are indistinguishable.
            let below = |part: &&PrefixPart| {
                let root = part.placements[0].columns & prefix.occupancy.columns;
                part.rows == rows && part.weight == prefix.weight && root == prefix.occupancy.columns
            };
            let dealt = parts.iter().filter(below).flat_map(|part| part.placements.iter().copied());
            assert_eq!(sorted(dealt), sorted(every.iter().copied()), "{what}");
            expected += every.len();
        }
        assert_eq!(parts.iter().map(|part| part.placements.len()).sum::<usize>(), expected, "{what}");
        assert_eq!(expected, units.groups[group].placements as usize, "{what}");
    }

    #[test]
    fn units_of_a_group_have_each_placement_once() {
        for n in [4, 5, 8, 9, 12, 13] {
            let size = BoardSize::new(n).unwrap();
            for kind in [Prefixes::Cross, Prefixes::Rows] {
                let units = SearchUnits::new(size, kind, kind.standard_depth(size)).unwrap();
                (0..units.groups.len()).for_each(|group| check_group(&units, group));
            }
        }
        let mut rng = fastrand::Rng::with_seed(81);
        for (size, kind) in BoardSize::all()
            .skip(20)
            .flat_map(|size| [Prefixes::Cross, Prefixes::Rows].map(|kind| (size, kind)))
        {
            let units = SearchUnits::new(size, kind, 4).unwrap();
            for group in (0..4).map(|_| rng.usize(..units.groups.len())).chain([0, units.groups.len() - 1]) {
                // Skips groups with many units. The next test covers a large group.
                if units.units_in(group) < 200 {
                    check_group(&units, group);
                }
            }
        }
    }

    /// On large boards, a single prefix can have more than 1,024 units.
    #[test]
    fn units_of_a_large_group_have_each_placement_once() {
        let size = BoardSize::new(17).unwrap();
        let prefix = &Prefixes::Rows.of(size)[2..3];
        let mut max_units = 0;
        for target in [2, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 2048, 2049, 4097, 5000] {
            let units = SearchUnits::below(prefix.to_vec(), size, 5, target).unwrap();
            check_group(&units, 0);
            max_units = max_units.max(units.count());
        }
        assert!(max_units > 4096, "{max_units} units");
    }
}
