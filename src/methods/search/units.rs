//! Units of the search: numbered pieces of the work below the prefixes.
//!
//! The search below a prefix starts by filling its first rows until `depth` queens are on the
//! board. The placements reached in this way are dealt to units of about equal size. A prefix with
//! many placements becomes several units, which take them in turn; consecutive prefixes with few
//! share one unit. So
//!
//! * a unit is identified by its number alone, which depends only on (N, method, depth);
//! * the units of a board are a table with a line per prefix, not per unit;
//! * prefixes are counted whole when their units are: no placement is lost or dealt twice.

use std::ops::ControlFlow;

use super::groups::{Group, group, target_units};
use super::remaining::{Placement, RemainingRows, count_extensions, extend};
use super::{Prefix, Prefixes};
use crate::board::BoardSize;
use crate::methods::MethodError;
#[cfg(doc)]
use crate::methods::Units;

/// The most placements that are dealt into units: counting them takes some seconds. Set by hand.
pub const MAX_PLACEMENTS: u64 = 1 << 30;

/// All units of a board, described: their numbers run from 0 to [`Units::count`].
#[derive(Clone, Debug)]
pub struct SearchUnits {
    pub(super) size: BoardSize,
    depth: usize,
    pub(super) prefixes: Vec<Prefix>,
    pub(super) groups: Vec<Group>,
    pub(super) count: u64,
    pub(super) placements: u64,
}

/// One prefix's part of a unit: some of the placements below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixPart {
    /// Solutions of the board that each completion accounts for.
    pub weight: u8,
    /// The rows that the prefix leaves.
    pub rows: RemainingRows,
    /// The remaining row that the placements fill next.
    pub row: usize,
    /// Where to start.
    pub placements: Vec<Placement>,
}

impl SearchUnits {
    /// The units of a board below prefixes of one kind, `depth` queens deep.
    ///
    /// # Errors
    /// If the depth makes more than [`MAX_PLACEMENTS`] of the board.
    pub fn new(size: BoardSize, kind: Prefixes, depth: usize) -> Result<Self, MethodError> {
        Self::below(kind.of(size), size, depth, target_units(size, kind, depth))
    }

    /// The same below any prefixes, about `target` units.
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
            let below = below.ok_or(MethodError::TooDeep { depth, size, max: MAX_PLACEMENTS })?;
            placements += u64::from(below);
            sizes.push(below);
        }
        let per_unit = placements.div_ceil(target).max(1);
        let (groups, count) = group(&sizes, per_unit);
        Ok(Self { size, depth, prefixes, groups, count, placements })
    }

    /// The units of a board at the standard depth.
    #[must_use]
    pub fn standard(size: BoardSize, kind: Prefixes) -> Self {
        Self::new(size, kind, kind.standard_depth(size)).expect("a standard depth is a valid one")
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    pub(super) fn cost_in(&self, group: usize) -> f64 {
        let placements = f64::from(self.groups[group].placements) / self.pieces(group) as f64;
        if self.placements == 0 { 1.0 / self.count as f64 } else { placements / self.placements as f64 }
    }

    /// Whether `unit` consists of whole prefixes, and not of a part of one.
    ///
    /// # Panics
    /// If `unit` is not below [`Units::count`].
    #[must_use]
    pub fn is_whole(&self, unit: u64) -> bool {
        self.pieces(self.group_of(unit)) == 1
    }

    /// The subproblems that make up `unit`; their order is fixed.
    ///
    /// # Panics
    /// If `unit` is not below [`Units::count`].
    #[must_use]
    pub fn parts(&self, unit: u64) -> Vec<PrefixPart> {
        let group = self.group_of(unit);
        let (piece, pieces) = (unit - self.groups[group].first_unit, self.pieces(group));
        let first = self.groups[group].first_prefix as usize;
        let end = self.groups.get(group + 1).map_or(self.prefixes.len(), |next| next.first_prefix as usize);
        let mut parts = Vec::with_capacity(end - first);
        for prefix in &self.prefixes[first..end] {
            let rows = RemainingRows::below(self.size, &prefix.occupancy);
            let row = rows_to_fill(prefix, &rows, self.depth);
            let (mut placements, mut turns) = (Vec::new(), (0..pieces).cycle());
            each_extension(prefix, &rows, row, &mut |placement| {
                if turns.next() == Some(piece) {
                    placements.push(placement);
                }
            });
            if !placements.is_empty() {
                parts.push(PrefixPart { weight: prefix.weight, rows, row, placements });
            }
        }
        parts
    }

    pub(super) fn group_of(&self, unit: u64) -> usize {
        assert!(unit < self.count, "unit {unit} of {}", self.count);
        self.groups.partition_point(|group| group.first_unit <= unit) - 1
    }

    pub(super) fn pieces(&self, group: usize) -> u64 {
        let end = self.groups.get(group + 1).map_or(self.count, |next| next.first_unit);
        end - self.groups[group].first_unit
    }
}

/// Remaining rows that are filled below `prefix` to bring `depth` queens on the board.
fn rows_to_fill(prefix: &Prefix, rows: &RemainingRows, depth: usize) -> usize {
    depth.saturating_sub(prefix.occupancy.rows.count_ones() as usize).min(rows.len)
}

/// How many placements `depth` queens deep `prefix` has; `None` if they are more than `most`, which
/// is below 2^32.
fn extensions(size: BoardSize, prefix: &Prefix, depth: usize, most: u64) -> Option<u32> {
    let rows = RemainingRows::below(size, &prefix.occupancy);
    let root = Placement::root(prefix.occupancy.columns);
    let count = count_extensions(&rows, 0, rows_to_fill(prefix, &rows, depth), root, most);
    (count <= most).then_some(count as u32)
}

/// Visits the placements that fill the first `end` remaining rows below `prefix`.
fn each_extension(prefix: &Prefix, rows: &RemainingRows, end: usize, visit: &mut dyn FnMut(Placement)) {
    let _: ControlFlow<()> =
        extend(rows, 0, end, Placement::root(prefix.occupancy.columns), &mut |placement| {
            visit(placement);
            ControlFlow::Continue(())
        });
}
