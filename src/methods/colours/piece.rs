//! Defines a piece: row pairs with the same even rows, and the weighted column sets counted with them.
//!
//! An upright unit is one piece. If a board with an even number of rows is flipped upside down, even rows
//! become odd rows, and white squares become black squares. Then the row pairs of the unit no longer have the
//! same even rows, so each becomes a separate piece.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::symmetry::{ColumnWeight, ParitySets};
use super::units::Unit;
use crate::board::{mask, reversed};
use crate::methods::counter::Counts;

/// Row pairs with the same even rows, and the column pairs counted with them.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub even_rows: u32,
    /// The sets of odd rows, each with the weight of its row pair.
    pub odd_rows: Vec<(u32, u64)>,
    pub even_columns: WeightedColumnSets,
    pub odd_columns: WeightedColumnSets,
}

/// The white queens' sets of even or odd columns, with their weights.
#[derive(Clone, Debug, Default)]
pub struct WeightedColumnSets {
    pub sets: Vec<u32>,
    pub weights: Vec<ColumnWeight>,
}

impl WeightedColumnSets {
    fn assign(&mut self, columns: impl Iterator<Item = (u32, ColumnWeight)>) {
        self.sets.clear();
        self.weights.clear();
        for (set, weight) in columns {
            self.sets.push(set);
            self.weights.push(weight);
        }
    }

    fn write_words(&self, write: &mut dyn FnMut(u64)) {
        write(self.sets.len() as u64);
        for (&set, &ColumnWeight { orbit, has_row_rank }) in self.sets.iter().zip(&self.weights) {
            write(u64::from(set) << 32 | u64::from(orbit) << 1 | u64::from(has_row_rank));
        }
    }

    /// Returns the weights of the first and the last set.
    fn ends(&self) -> impl Iterator<Item = ColumnWeight> {
        self.weights.first().into_iter().chain(self.weights.last()).copied()
    }

    /// Removes all sets outside `range`.
    fn retain_range(&mut self, range: Range<usize>) {
        self.sets.truncate(range.end);
        self.sets.drain(..range.start);
        self.weights.truncate(range.end);
        self.weights.drain(..range.start);
    }
}

impl Piece {
    /// Replaces this piece with the piece of `unit`.
    pub fn assign(&mut self, unit: &Unit) {
        let split = unit.split;
        self.even_rows = unit.even;
        self.odd_rows.clear();
        let pairs = split.odd_rows(unit.even).skip(unit.odd.start);
        self.odd_rows.extend(pairs.take(unit.odd.len()));
        self.even_columns.assign(split.even_columns(unit.even));
        self.odd_columns.assign(split.odd_columns(unit.even));
        let [number, ranges] = unit.range;
        let sets = self.odd_columns.sets.len();
        self.odd_columns.retain_range(sets * number / ranges..sets * (number + 1) / ranges);
    }

    /// Flips this piece, which belongs to `unit`, upside down, and returns the resulting pieces.
    pub fn upside_down(&self, unit: &Unit) -> Vec<Self> {
        let [even, odd] = unit.split.sides();
        if unit.split.n % 2 == 1 {
            let flipped = |&(rows, weight): &(u32, u64)| (reversed(rows, odd), weight);
            let odd_rows = self.odd_rows.iter().map(flipped).collect();
            return vec![Self { even_rows: reversed(self.even_rows, even), odd_rows, ..self.clone() }];
        }
        let black = |sets: u32| !sets & mask(even);
        let columns = |columns: &WeightedColumnSets| WeightedColumnSets {
            sets: columns.sets.iter().map(|&set| black(set)).collect(),
            weights: columns.weights.clone(),
        };
        let (even_columns, odd_columns) = (columns(&self.even_columns), columns(&self.odd_columns));
        let odd_row = black(reversed(self.even_rows, even));
        let image = |&(odd, weight): &(u32, u64)| Self {
            even_rows: black(reversed(odd, even)),
            odd_rows: vec![(odd_row, weight)],
            even_columns: even_columns.clone(),
            odd_columns: odd_columns.clone(),
        };
        self.odd_rows.iter().map(image).collect()
    }

    /// Writes the words that define the piece.
    pub fn write_words(&self, write: &mut dyn FnMut(u64)) {
        write(self.even_rows.into());
        write(self.odd_rows.len() as u64);
        for &(odd, weight) in &self.odd_rows {
            write(u64::from(odd) << 32 | weight);
        }
        self.even_columns.write_words(write);
        self.odd_columns.write_words(write);
        for even in self.even_columns.ends() {
            self.odd_columns.ends().for_each(|odd| write(even.combined_with(odd).into()));
        }
    }

    /// Returns the row pairs with their weights.
    pub fn rows(&self) -> impl Iterator<Item = (ParitySets, u64)> {
        self.odd_rows.iter().map(|&(odd, weight)| (ParitySets { even: self.even_rows, odd }, weight))
    }

    /// Returns the columns that no set contains, and the columns that every set contains.
    pub fn fixed_columns(&self) -> [ParitySets; 2] {
        let none = |columns: &WeightedColumnSets| !columns.sets.iter().fold(0, |any, set| any | set);
        let all = |columns: &WeightedColumnSets| columns.sets.iter().fold(u32::MAX, |all, set| all & set);
        let Self { even_columns: even, odd_columns: odd, .. } = self;
        [ParitySets { even: none(even), odd: none(odd) }, ParitySets { even: all(even), odd: all(odd) }]
    }

    /// Returns a column pair's weight, or 0 if it is not counted.
    pub fn weight(&self, columns: ParitySets) -> u64 {
        let of = |columns: &WeightedColumnSets, set: u32| {
            let place = columns.sets.iter().position(|&other| other == set);
            place.map(|place| columns.weights[place])
        };
        match (of(&self.even_columns, columns.even), of(&self.odd_columns, columns.odd)) {
            (Some(even), Some(odd)) => u64::from(even.combined_with(odd)),
            _ => 0,
        }
    }
}

/// Counts a board's pieces, one at a time, and reuses memory.
pub trait PieceCounter: Send {
    /// Counts the solutions and the nodes of `piece`. Returns `None` if stopped.
    fn count(&mut self, piece: &Piece, stop: &AtomicBool) -> Option<Counts>;
}
