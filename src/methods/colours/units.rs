//! Units of colours: ranges of the odd rows that are counted with some even rows.
//!
//! # Units
//!
//! A unit has the even rows of the white queens, a set, and some of the sets of odd rows that are counted
//! with it, one after the other. So the lists of both colours, whose rows are the even ones, are made once
//! for each unit.
//!
//! Sets of even rows differ in the column sets that are counted with them ([`super::symmetry`]), and
//! with these the cost of each set of odd rows. A unit has more of these where they cost less:
//!
//! ```text
//! pairs(even rows) = pairs of the board / share of the column pairs that are counted with them
//! ```
//!
//! # The table
//!
//! `pairs` of a board is the number of sets of odd rows in a unit with all column sets. With `avx512` on
//! one core of an AMD EPYC (Zen 4), units then take 4 ms on average at N = 20, TODO.

use std::ops::Range;

use super::symmetry::{Symmetry, reversed};
use crate::board::{BoardSize, binomial};
use crate::methods::MethodError;
use crate::methods::units::MOST_UNITS;

/// The depth of a plan when none is asked for; each level deeper makes eight times as many units.
pub const STANDARD_DEPTH: usize = 4;

/// The number of sets of odd rows in a unit with all column sets, at the standard depth.
fn standard_pairs(n: usize) -> u64 {
    match n {
        ..=11 => 64,
        12..=15 => 32,
        16 | 17 => 16,
        18 | 19 => 8,
        20..=23 => 4,
        24..=27 => 2,
        _ => 1,
    }
}

/// All units of a board.
#[derive(Clone, Debug)]
pub struct ColourUnits {
    pub n: usize,
    /// The number of sets of odd rows in a unit with all column sets.
    pairs: u64,
    /// Sets of even rows, in the order of their units.
    rows: Vec<EvenRows>,
    /// The number of units, at least 1.
    pub count: u64,
    /// The cost of all, in sets of odd rows with all column sets.
    cost: f64,
    /// Whether the images of the units are counted: the board upside down.
    pub upside_down: bool,
}

/// A set of even rows, and how its sets of odd rows are divided into units.
#[derive(Clone, Copy, Debug)]
struct EvenRows {
    symmetry: Symmetry,
    rows: u32,
    /// The number of its first unit.
    first: u64,
    /// The number of sets of odd rows.
    partners: u64,
    /// Those of a unit; the last unit may have fewer.
    each: u64,
    /// The cost of one, as a share of that with all column sets.
    cost: f64,
}

/// A unit: even rows, and the indices of some of the sets of odd rows that are counted with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub symmetry: Symmetry,
    pub even: u32,
    pub odd: Range<usize>,
}

impl ColourUnits {
    /// The units of a board, at a depth.
    ///
    /// # Errors
    /// If the depth asks for more units than there are pairs of row sets, or than a run may have.
    pub fn new(size: BoardSize, depth: usize) -> Result<Self, MethodError> {
        let n = size.get();
        let standard = standard_pairs(n);
        let pairs = match depth.checked_sub(STANDARD_DEPTH) {
            Some(deeper) => standard >> (3 * deeper).min(63),
            None => standard << (3 * (STANDARD_DEPTH - depth)),
        };
        let found = Self::of_pairs(n, pairs.max(1));
        if pairs == 0 || found.count > MOST_UNITS {
            let most = Self::of_pairs(n, 1).count.min(MOST_UNITS);
            return Err(MethodError::TooFine { depth, size, most });
        }
        Ok(found)
    }

    /// The units with so many sets of odd rows, at least 1, with all column sets.
    fn of_pairs(n: usize, pairs: u64) -> Self {
        let mut rows = Vec::new();
        let mut count = 0;
        let mut cost = 0.0;
        for symmetry in Symmetry::every(n) {
            let mut ranks: Vec<u32> = symmetry.every_even_column().map(|(_, rank, _)| rank).collect();
            ranks.sort_unstable();
            for even in symmetry.even_rows() {
                let columns = ranks.partition_point(|&rank| rank <= even) as u64;
                let next = EvenRows::new(symmetry, even, columns, count, pairs);
                count += next.units();
                cost += next.cost * next.partners as f64;
                rows.push(next);
            }
        }
        Self { n, pairs, rows, count, cost, upside_down: false }
    }

    /// The same units, each counted as the board upside down.
    pub fn upside_down(&self) -> Self {
        Self { upside_down: true, ..self.clone() }
    }

    /// The even rows of `unit`.
    fn even_rows(&self, unit: u64) -> &EvenRows {
        assert!(unit < self.count, "unit {unit} of {}", self.count);
        &self.rows[self.rows.partition_point(|rows| rows.first <= unit) - 1]
    }

    /// The rows of `unit`.
    ///
    /// # Panics
    /// If `unit` is not below the number of units.
    pub fn unit(&self, unit: u64) -> Unit {
        let rows = self.even_rows(unit);
        let begin = (unit - rows.first) * rows.each;
        let end = rows.partners.min(begin + rows.each);
        Unit { symmetry: rows.symmetry, even: rows.rows, odd: begin as usize..end as usize }
    }

    /// The cost of `unit`, as a share of all.
    pub fn cost(&self, unit: u64) -> f64 {
        let rows = self.even_rows(unit);
        let begin = (unit - rows.first) * rows.each;
        rows.cost * (rows.partners - begin).min(rows.each) as f64 / self.cost
    }

    /// Ranges of units of equal cost, with the cost of each.
    pub fn costs(&self) -> impl Iterator<Item = (Range<u64>, f64)> + '_ {
        let ranges = |rows: &EvenRows| {
            let last = rows.first + rows.units() - 1;
            [rows.first..last, last..last + 1]
        };
        let all = self.rows.iter().flat_map(ranges).filter(|range| !range.is_empty());
        all.map(|range| (range.clone(), self.cost(range.start)))
    }

    /// Writes the words that define the units; some sets of even rows stand for all. Saved runs have the
    /// hash of these words, so their order must never change.
    pub fn write_words(&self, write: &mut dyn FnMut(u64)) {
        const SOME: usize = 16;
        /// A word behind the others, so that no saved run takes images for its own units.
        const UPSIDE_DOWN: u64 = u64::MAX;
        [self.n as u64, self.pairs, self.rows.len() as u64].into_iter().for_each(&mut *write);
        for rows in (0..SOME).map(|i| &self.rows[self.rows.len() * i / SOME]) {
            let set = (rows.symmetry.queens as u64) << 32 | u64::from(rows.rows);
            [set, rows.first, rows.partners, rows.each].into_iter().for_each(&mut *write);
        }
        if self.upside_down {
            write(UPSIDE_DOWN);
        }
    }
}

impl EvenRows {
    /// `rows`, counted with so many sets of even columns, with units from `first` on, if a unit with all
    /// column sets has so many sets of odd rows.
    fn new(symmetry: Symmetry, rows: u32, columns: u64, first: u64, pairs: u64) -> Self {
        let [even, odd] = symmetry.sides();
        let sets = |side: usize, queens: usize| binomial(side as u32, queens as u32);
        let [all_even, all_odd] = [sets(even, symmetry.queens), sets(odd, symmetry.odd_queens())];
        let (odd_columns, partners) = match symmetry.n % 2 {
            0 => (columns, columns),
            _ if reversed(rows, even) == rows => (all_odd, symmetry.odd_rows(rows).count() as u64),
            _ => (all_odd, all_odd),
        };
        let (all, counted) = (all_even * all_odd, columns * odd_columns);
        let each = (pairs * all).div_ceil(counted).min(partners);
        Self { symmetry, rows, first, partners, each, cost: counted as f64 / all as f64 }
    }

    fn units(&self) -> u64 {
        self.partners.div_ceil(self.each)
    }
}
