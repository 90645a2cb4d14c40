//! The words that define units, of which the hash of a plan is made.

use super::super::piece::Piece;
use super::{ColourUnits, Unit};
use crate::methods::walk::Walk;

/// The largest board whose plans keep the hash of version 1.1, which covers the cut alone, if odd columns are not
/// cut into ranges: there are saved runs of these.
const LARGEST_BY_CUT: usize = 24;

/// The units whose pieces stand for all, of a board whose units are defined by their pieces, too.
const SAMPLE: u64 = 128;

impl ColourUnits {
    /// Writes the words that define the units. Saved runs have the hash of these words, so their order must
    /// never change.
    pub fn write_words(&self, write: &mut dyn FnMut(u64)) {
        /// A word behind the others, so that no saved run takes images for its own units.
        const UPSIDE_DOWN: u64 = u64::MAX;
        self.write_cut(write);
        if self.n > LARGEST_BY_CUT || self.cut.ranges > 1 {
            write(self.checksum_of_rows());
            write(self.checksum_of_pieces());
        }
        if self.upside_down {
            write(UPSIDE_DOWN);
        }
    }

    /// Writes the cut; some sets of even rows stand for all.
    fn write_cut(&self, write: &mut dyn FnMut(u64)) {
        const SOME: usize = 16;
        [self.n as u64, self.cut.pairs, self.cut.ranges, self.rows.len() as u64]
            .into_iter()
            .for_each(&mut *write);
        for rows in (0..SOME).map(|i| &self.rows[self.rows.len() * i / SOME]) {
            let first = rows.symmetry.odd_rows(rows.rows).next().map_or(0, |(odd, _)| u64::from(odd));
            [rows.word(), rows.first_unit, rows.odd_sets, rows.sets_per_unit, first]
                .into_iter()
                .for_each(&mut *write);
        }
    }

    /// A checksum of all sets of even rows, and of how their sets of odd rows are divided into units.
    fn checksum_of_rows(&self) -> u64 {
        let mut sum = Checksum::new();
        for rows in &self.rows {
            let words = [rows.word(), rows.first_unit, rows.odd_sets, rows.sets_per_unit, rows.ranges];
            words.into_iter().for_each(|word| sum.add(word));
        }
        sum.0
    }

    /// A checksum of all rows and columns of each number of queens, and of the pieces of some units.
    fn checksum_of_pieces(&self) -> u64 {
        let walk = Walk::new(self.count);
        let some = (0..SAMPLE).filter_map(|steps| walk.at(steps)).map(|unit| self.unit(unit));
        let mut sum = Checksum::new();
        let mut piece = Piece::default();
        for unit in self.whole_lists().chain(some) {
            piece.assign(&unit);
            piece.write_words(&mut |word| sum.add(word));
        }
        sum.0
    }

    /// For each number of queens, all sets of odd rows with the first and with the last set of even rows: more
    /// than units of large boards have. With the last one all columns are counted.
    fn whole_lists(&self) -> impl Iterator<Item = Unit> {
        let of_queens = self.rows.chunk_by(|a, b| a.symmetry == b.symmetry);
        let ends = of_queens.flat_map(|rows| rows.first().into_iter().chain(rows.last()));
        ends.map(|rows| Unit {
            symmetry: rows.symmetry,
            even: rows.rows,
            odd: 0..rows.odd_sets as usize,
            range: [0, 1],
        })
    }
}

/// A checksum that changes with each word, with their order and with their number.
struct Checksum(u64);

impl Checksum {
    /// The bits of the golden ratio: any odd number whose bits look random.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    fn new() -> Self {
        Self(Self::FACTOR)
    }

    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(Self::FACTOR);
    }
}
