//! Units: prefixes become the pieces of work that are scheduled and recorded.
//!
//! The search below a prefix starts by filling its first rows until `depth` queens are on the board. The placements
//! reached that way are dealt into units of about equal size: a prefix with many of them becomes several units, each
//! taking every so-manieth placement, and consecutive prefixes with few of them share one unit. So
//!
//! * a unit is known by its number alone, which depends on (N, split, depth) and on nothing else;
//! * a plan of ten million units is a table with a line per prefix, not per unit;
//! * prefixes are counted whole when their units are: no placement is lost or dealt twice.
//!
//! [`crate::split::shard`] says in which order they are taken, and by whom.

use std::ops::ControlFlow;

use sha2::{Digest, Sha256};

use crate::board::BoardSize;
use crate::split::remaining::{Placement, RemainingRows, count_extensions, extend};
use crate::split::{Prefix, Split};

/// All units of a count, described: unit numbers run from 0 to [`Plan::units`].
#[derive(Clone, Debug)]
pub struct Plan {
    size: BoardSize,
    split: Split,
    depth: usize,
    prefixes: Vec<Prefix>,
    groups: Vec<Group>,
    units: u64,
    placements: u64,
    hash: String,
}

/// Consecutive prefixes that share one unit, or one prefix that is dealt into several. Ends where the next begins.
#[derive(Clone, Copy, Debug)]
struct Group {
    first_prefix: u32,
    first_unit: u64,
    /// Placements `depth` queens deep below all prefixes of the group.
    placements: u32,
}

/// One prefix's part of a unit: a subproblem with its weight.
#[derive(Clone, Debug)]
pub struct Part {
    /// Solutions of the board that each completion stands for.
    pub weight: u8,
    /// What the prefix leaves to be filled.
    pub rows: RemainingRows,
    /// The remaining row that the placements fill next.
    pub row: usize,
    /// Where to start.
    pub placements: Vec<Placement>,
}

/// A depth that a board cannot be split at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DepthError {
    /// No board can.
    #[error("the depth must be a number of queens from 1 to {max}, not {depth}", max = Plan::MAX_DEPTH)]
    OutOfRange {
        /// The depth asked for.
        depth: usize,
    },
    /// This board is too large for it.
    #[error(
        "a depth of {depth} splits a board of {size} into more than {max} placements: ask for less with --depth",
        max = Plan::MAX_PLACEMENTS
    )]
    TooDeep {
        /// The depth asked for.
        depth: usize,
        /// The board.
        size: BoardSize,
    },
}

impl Plan {
    /// The greatest depth: beyond it there are more placements than seconds in the search.
    pub const MAX_DEPTH: usize = 10;

    /// The most placements that a plan deals into units: counting so many takes some seconds.
    pub const MAX_PLACEMENTS: u64 = 1 << 30;

    /// The units of a board, split in one of the two ways, `depth` queens deep.
    ///
    /// # Errors
    /// When the depth is 0 or above [`Plan::MAX_DEPTH`], and when it makes more than [`Plan::MAX_PLACEMENTS`] of the board.
    pub fn new(size: BoardSize, split: Split, depth: usize) -> Result<Self, DepthError> {
        if !(1..=Self::MAX_DEPTH).contains(&depth) {
            return Err(DepthError::OutOfRange { depth });
        }
        let prefixes = split.prefixes(size);
        let mut sizes: Vec<u32> = Vec::with_capacity(prefixes.len());
        let mut placements = 0;
        for prefix in &prefixes {
            let below = extensions(size, prefix, depth, Self::MAX_PLACEMENTS - placements);
            let below = below.ok_or(DepthError::TooDeep { depth, size })?;
            placements += u64::from(below);
            sizes.push(below);
        }
        let per_unit = placements.div_ceil(target_units(size, split, depth)).max(1);
        let (groups, units) = group(&sizes, per_unit);
        let mut plan = Self { size, split, depth, prefixes, groups, units, placements, hash: String::new() };
        plan.hash = plan.digest();
        Ok(plan)
    }

    /// The plan that `queens count` uses when no depth is asked for.
    #[must_use]
    pub fn standard(size: BoardSize, split: Split) -> Self {
        Self::new(size, split, standard_depth(size, split)).expect("a standard depth is a valid one")
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// How the board is split.
    #[must_use]
    pub fn split(&self) -> Split {
        self.split
    }

    /// Queens on the board when a unit's placements begin.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The number of units, at least 1.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The number of prefixes.
    #[must_use]
    pub fn prefixes(&self) -> usize {
        self.prefixes.len()
    }

    /// 32 hexadecimal digits that change with anything that decides what a unit is.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// What `unit` costs, as a share of the whole plan from 0 to 1, judged by its number of placements.
    ///
    /// # Panics
    /// When `unit` is not below [`Plan::units`].
    #[must_use]
    pub fn cost(&self, unit: u64) -> f64 {
        let group = self.group_of(unit);
        let placements = f64::from(self.groups[group].placements) / self.pieces(group) as f64;
        if self.placements == 0 { 1.0 / self.units as f64 } else { placements / self.placements as f64 }
    }

    /// Whether `unit` consists of whole prefixes, and not of a part of one.
    ///
    /// # Panics
    /// When `unit` is not below [`Plan::units`].
    #[must_use]
    pub fn is_whole(&self, unit: u64) -> bool {
        self.pieces(self.group_of(unit)) == 1
    }

    /// Whether `a` and `b` are made from the same prefixes, so that [`Plan::parts_of`] lists them together.
    ///
    /// # Panics
    /// When one of them is not below [`Plan::units`].
    #[must_use]
    pub fn share_prefixes(&self, a: u64, b: u64) -> bool {
        self.group_of(a) == self.group_of(b)
    }

    /// The subproblems that make up `unit`; their order is fixed.
    ///
    /// # Panics
    /// When `unit` is not below [`Plan::units`].
    #[must_use]
    pub fn parts(&self, unit: u64) -> Vec<Part> {
        self.parts_of(&[unit]).swap_remove(0)
    }

    /// [`Plan::parts`] of each of `units`, which must be distinct and share their prefixes: these are gone through once, whose
    /// placements can be a million, and not once for every unit.
    ///
    /// # Panics
    /// When a unit is not below [`Plan::units`], and when two do not share their prefixes or are the same.
    #[must_use]
    pub fn parts_of(&self, units: &[u64]) -> Vec<Vec<Part>> {
        let Some(&unit) = units.first() else { return Vec::new() };
        let group = self.group_of(unit);
        let mut takers = vec![None; self.pieces(group) as usize];
        for (taker, &unit) in units.iter().enumerate() {
            assert!(self.share_prefixes(unit, units[0]), "units {unit} and {} have other prefixes", units[0]);
            let before = takers[(unit - self.groups[group].first_unit) as usize].replace(taker);
            assert!(before.is_none(), "unit {unit} is there twice");
        }
        let first = self.groups[group].first_prefix as usize;
        let end = self.groups.get(group + 1).map_or(self.prefixes.len(), |next| next.first_prefix as usize);
        let mut parts = vec![Vec::with_capacity(end - first); units.len()];
        for prefix in &self.prefixes[first..end] {
            let rows = RemainingRows::below(self.size, &prefix.occupancy);
            let row = rows_to_fill(prefix, &rows, self.depth);
            let mut placements = vec![Vec::new(); units.len()];
            let mut turns = (0..takers.len()).cycle();
            each_extension(prefix, &rows, row, &mut |placement| {
                if let Some(taker) = turns.next().and_then(|turn| takers[turn]) {
                    placements[taker].push(placement);
                }
            });
            for (parts, placements) in parts.iter_mut().zip(placements) {
                if !placements.is_empty() {
                    parts.push(Part { weight: prefix.weight, rows: rows.clone(), row, placements });
                }
            }
        }
        parts
    }

    fn group_of(&self, unit: u64) -> usize {
        assert!(unit < self.units, "unit {unit} of a plan with {}", self.units);
        self.groups.partition_point(|group| group.first_unit <= unit) - 1
    }

    fn pieces(&self, group: usize) -> u64 {
        let end = self.groups.get(group + 1).map_or(self.units, |next| next.first_unit);
        end - self.groups[group].first_unit
    }

    /// The first half of a SHA-256 over all that the plan is made of.
    fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        let mut write = |word: u64| hasher.update(word.to_le_bytes());
        for word in
            [self.size.get() as u64, self.split as u64, self.depth as u64, self.units, self.placements]
        {
            write(word);
        }
        for Prefix { occupancy: lines, weight } in &self.prefixes {
            let words = [lines.rows.into(), lines.columns.into(), lines.diagonals, lines.antidiagonals];
            words.into_iter().for_each(&mut write);
            write(u64::from(*weight));
        }
        for group in &self.groups {
            write(group.first_prefix.into());
            write(group.first_unit);
        }
        hasher.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The depth at which a unit has some tens of placements: enough to deal evenly, few enough to list at no cost.
fn standard_depth(size: BoardSize, split: Split) -> usize {
    match (split, size.get()) {
        // The prefixes of odd boards are two queens where those of even ones are four: small ones are better off with one row
        // of placements less to list.
        (Split::Cross, ..=13 | 15 | 17) => 4,
        (Split::Cross, 14..=19) => 5,
        (Split::Cross, _) => 6,
        // Its prefixes are one queen each: fewer of them, with more placements below.
        (Split::Rows, ..=12) => 3,
        (Split::Rows, 13..=19) => 4,
        (Split::Rows, _) => 5,
    }
}

/// How many units a plan aims at: enough that none takes long and the pool stays busy to the end, few enough that a unit
/// outweighs the cost of handing it out. A level deeper than the standard one aims at eight times as many.
///
/// With the fastest kernel a unit takes about 0.1 ms at N = 16, 20 ms at N = 20, and 6 s at N = 24.
fn target_units(size: BoardSize, split: Split, depth: usize) -> u64 {
    let standard = match size.get() {
        n @ ..=12 => n as u64,
        13..=14 => 64,
        15..=16 => 512,
        17..=18 => 2_000,
        19 => 5_000,
        20 => 10_000,
        21 => 25_000,
        22 => 50_000,
        23 => 100_000,
        _ => 180_000,
    };
    let standard_depth = standard_depth(size, split);
    if depth >= standard_depth {
        standard << (3 * (depth - standard_depth))
    } else {
        (standard >> (3 * (standard_depth - depth))).max(1)
    }
}

/// Cuts the prefixes into groups of about `per_unit` placements, and counts the units they make.
fn group(sizes: &[u32], per_unit: u64) -> (Vec<Group>, u64) {
    let (mut groups, mut units): (Vec<Group>, u64) = (Vec::new(), 0);
    let mut shared = false;
    for (prefix, &placements) in sizes.iter().enumerate() {
        let large = u64::from(placements) > per_unit;
        match groups.last_mut() {
            Some(group)
                if shared && !large && u64::from(group.placements) + u64::from(placements) <= per_unit =>
            {
                group.placements += placements;
            }
            _ => {
                groups.push(Group { first_prefix: prefix as u32, first_unit: units, placements });
                units += u64::from(placements).div_ceil(per_unit).max(1);
                shared = !large;
            }
        }
    }
    if groups.is_empty() {
        // A board without a single prefix (N = 2, 3) still has one unit, so that its run looks like any other.
        groups.push(Group { first_prefix: 0, first_unit: 0, placements: 0 });
        units = 1;
    }
    (groups, units)
}

/// Remaining rows that the split fills below `prefix` to bring `depth` queens on the board.
fn rows_to_fill(prefix: &Prefix, rows: &RemainingRows, depth: usize) -> usize {
    depth.saturating_sub(prefix.occupancy.rows.count_ones() as usize).min(rows.len)
}

/// How many placements `depth` queens deep `prefix` has; `None` if they are more than `most`, which is below 2^32.
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
