//! Divides a board into units.
//!
//! A unit combines one set of the white queens' even rows with consecutive sets of odd rows. Both colours'
//! lists depend only on the even rows, so each unit builds them once. On the largest boards, the odd columns
//! are also split into ranges, and a unit covers one range.
//!
//! The even rows determine how many column sets are counted ([`super::symmetry`]), and so how much a set of
//! odd rows costs. If sets of odd rows cost less, a unit contains more of them:
//!
//! ```text
//! row pairs in a unit = row_pairs / the share of all column pairs that are counted with its even rows
//! ```
//!
//! [`Granularity::standard`] defines `row_pairs` for each board. This is the number of row pairs in a unit
//! that counts all column sets.

mod words;

use std::ops::Range;

use super::symmetry::QueenSplit;
use crate::board::{BoardSize, binomial, reversed};
use crate::methods::MethodError;
use crate::methods::units::MAX_UNITS;

/// A plan's default depth. Each further level makes about eight times as many units.
pub const STANDARD_DEPTH: usize = 4;

/// How finely a board is divided into units.
#[derive(Clone, Copy, Debug)]
struct Granularity {
    /// The number of sets of odd rows in a unit that counts all column sets, at least 1.
    row_pairs: u64,
    /// The number of ranges into which the odd columns are divided.
    column_ranges: u64,
}

impl Granularity {
    /// Returns the granularity at the standard depth. With `avx512` on one core of an AMD EPYC (Zen 5), a
    /// unit takes 12 ms on average at N = 20, 80 ms at 22, 0.27 s at 24, 2.1 s at 26 and 9 s at 28.
    #[rustfmt::skip]
    fn standard(n: usize) -> Self {
        let (row_pairs, column_ranges) = match n {
        //  N    row_pairs column_ranges
            ..=11  => (64,  1),
            12..=15 => (32, 1),
            16..=23 => (16, 1),
            24..=26 => (8,  1),
            27      => (4,  1),
            28      => (4,  2),
            29      => (4,  16),
            30      => (4,  32),
            31      => (4,  24),
            _       => (4,  12),
        };
        Self { row_pairs, column_ranges }
    }

    /// Returns the granularity at `depth`. Each level divides the number of row pairs by eight until only one
    /// is left. Further levels multiply the number of ranges by eight.
    fn at(n: usize, depth: usize) -> Self {
        let Self { row_pairs, column_ranges } = Self::standard(n);
        let Some(deeper) = depth.checked_sub(STANDARD_DEPTH) else {
            return Self { row_pairs: row_pairs << (3 * (STANDARD_DEPTH - depth)), column_ranges };
        };
        let times = 1_u64 << (3 * deeper).min(32);
        Self {
            row_pairs: row_pairs.div_ceil(times),
            column_ranges: column_ranges * times.div_ceil(row_pairs),
        }
    }
}

/// A board's units.
#[derive(Clone, Debug)]
pub struct ColourUnits {
    pub n: usize,
    granularity: Granularity,
    /// The sets of even rows, in unit order.
    rows: Vec<EvenRowUnits>,
    /// The number of units, at least 1.
    pub count: u64,
    /// The total cost of all units. A set of odd rows with all column sets has cost 1.
    cost: f64,
    /// True if the units are counted with the board upside down.
    pub upside_down: bool,
}

/// A set of even rows, and how its sets of odd rows are divided into units.
#[derive(Clone, Copy, Debug)]
struct EvenRowUnits {
    split: QueenSplit,
    rows: u32,
    first_unit: u64,
    /// The number of sets of odd rows.
    odd_sets: u64,
    /// The number of sets of odd rows in a unit. The last units may have fewer.
    sets_per_unit: u64,
    /// The number of ranges of the odd columns. This many units have the same sets of odd rows.
    ranges: u64,
    /// The cost of a set of odd rows, relative to a set with all column sets.
    cost: f64,
}

/// A unit: a set of even rows, a range of the sets of odd rows counted with it, and a range of the odd
/// columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub split: QueenSplit,
    pub even: u32,
    pub odd: Range<usize>,
    /// The index of the range of odd columns, and the number of ranges.
    pub range: [usize; 2],
}

impl ColourUnits {
    /// Divides a board into units at `depth`.
    ///
    /// # Errors
    /// Returns [`MethodError::TooFine`] if this depth gives more units than a run may have.
    pub fn new(size: BoardSize, depth: usize) -> Result<Self, MethodError> {
        let units = Self::of_any_number(size, depth);
        if units.count > MAX_UNITS {
            return Err(MethodError::TooFine { depth, size });
        }
        Ok(units)
    }

    /// Like [`ColourUnits::new`], but allows more units than a run may have.
    pub fn of_any_number(size: BoardSize, depth: usize) -> Self {
        Self::with_granularity(size.get(), Granularity::at(size.get(), depth))
    }

    fn with_granularity(n: usize, granularity: Granularity) -> Self {
        let mut rows = Vec::new();
        let mut count = 0;
        let mut cost = 0.0;
        for split in QueenSplit::all(n) {
            let mut ranks: Vec<u32> = split.even_column_sets().map(|(_, rank, _)| rank).collect();
            ranks.sort_unstable();
            for even in split.even_rows() {
                let columns = ranks.partition_point(|&rank| rank <= even) as u64;
                let next = EvenRowUnits::new(split, even, columns, count, granularity);
                count += next.units();
                cost += next.cost * next.odd_sets as f64;
                rows.push(next);
            }
        }
        Self { n, granularity, rows, count, cost, upside_down: false }
    }

    /// Returns the same units, counted with the board upside down.
    pub fn upside_down(&self) -> Self {
        Self { upside_down: true, ..self.clone() }
    }

    fn even_rows(&self, unit: u64) -> &EvenRowUnits {
        assert!(unit < self.count, "unit {unit} of {}", self.count);
        &self.rows[self.rows.partition_point(|rows| rows.first_unit <= unit) - 1]
    }

    /// Returns unit number `unit`.
    ///
    /// # Panics
    /// Panics if there is no such unit.
    pub fn unit(&self, unit: u64) -> Unit {
        let rows = self.even_rows(unit);
        let number = unit - rows.first_unit;
        let odd = rows.odd_rows(number);
        let range = [number % rows.ranges, rows.ranges].map(|number| number as usize);
        Unit { split: rows.split, even: rows.rows, odd, range }
    }

    /// Returns the cost of `unit` as a fraction of the total cost.
    pub fn cost(&self, unit: u64) -> f64 {
        let rows = self.even_rows(unit);
        let pairs = rows.odd_rows(unit - rows.first_unit).len();
        rows.cost * pairs as f64 / rows.ranges as f64 / self.cost
    }

    /// Returns ranges of equally expensive units, each with the cost per unit.
    pub fn costs(&self) -> impl Iterator<Item = (Range<u64>, f64)> + '_ {
        let ranges = |rows: &EvenRowUnits| {
            let end = rows.first_unit + rows.units();
            let last = end - rows.ranges;
            [rows.first_unit..last, last..end]
        };
        let all = self.rows.iter().flat_map(ranges).filter(|range| !range.is_empty());
        all.map(|range| (range.clone(), self.cost(range.start)))
    }
}

impl EvenRowUnits {
    /// Divides the sets of odd rows counted with the even rows `rows` into units, numbered from
    /// `first_unit`. `columns` is how many sets of even columns are counted with `rows`.
    fn new(split: QueenSplit, rows: u32, columns: u64, first_unit: u64, granularity: Granularity) -> Self {
        let [even, odd] = split.sides();
        let sets = |side: usize, queens: usize| binomial(side as u32, queens as u32);
        let [all_even, all_odd] = [sets(even, split.queens), sets(odd, split.odd_queens())];
        let (odd_columns, odd_sets) = match split.n % 2 {
            0 => (columns, columns),
            _ if reversed(rows, even) == rows => (all_odd, split.odd_rows(rows).count() as u64),
            _ => (all_odd, all_odd),
        };
        let (all, counted) = (all_even * all_odd, columns * odd_columns);
        let sets_per_unit = (granularity.row_pairs * all).div_ceil(counted).min(odd_sets);
        let ranges = granularity.column_ranges.min(odd_columns);
        let cost = counted as f64 / all as f64;
        Self { split, rows, first_unit, odd_sets, sets_per_unit, ranges, cost }
    }

    /// Packs the even rows, and the number of queens in them, into a word.
    fn word(&self) -> u64 {
        (self.split.queens as u64) << 32 | u64::from(self.rows)
    }

    fn units(&self) -> u64 {
        self.odd_sets.div_ceil(self.sets_per_unit) * self.ranges
    }

    /// Returns the sets of odd rows in a unit. `unit` is counted from `first_unit`.
    fn odd_rows(&self, unit: u64) -> Range<usize> {
        let begin = unit / self.ranges * self.sets_per_unit;
        begin as usize..self.odd_sets.min(begin + self.sets_per_unit) as usize
    }
}
