//! Writes the words that define a plan's units. The plan's hash is computed from these words.

use super::super::piece::Piece;
use super::{ColourUnits, Unit};
use crate::methods::walk::Walk;

/// Up to this board size, plans keep the hash of version 1.1, because saved runs contain it. That hash covers
/// only the granularity and a sample of the even rows, so it is not used for plans with ranges of odd
/// columns.
const LARGEST_HASHED_BY_GRANULARITY: usize = 24;

/// The number of units whose pieces the hash covers, on boards where it covers pieces.
const SAMPLED_UNITS: u64 = 128;

impl ColourUnits {
    /// Writes the words that define the units. Saved runs contain a hash of these words, so their order must
    /// never change.
    pub fn write_words(&self, write: &mut dyn FnMut(u64)) {
        self.write_words_with(&mut |unit, piece| piece.assign(unit), write);
    }

    /// Like [`Self::write_words`], but makes the pieces with `assign`.
    fn write_words_with(&self, assign: &mut dyn FnMut(&Unit, &mut Piece), write: &mut dyn FnMut(u64)) {
        /// The last word in a plan counted upside down. It makes the hash differ from the hash of the
        /// upright plan.
        const UPSIDE_DOWN_WORD: u64 = u64::MAX;
        self.write_granularity(write);
        if self.n > LARGEST_HASHED_BY_GRANULARITY || self.granularity.column_ranges > 1 {
            write(self.checksum_of_rows());
            write(self.checksum_of_pieces(assign));
        }
        if self.upside_down {
            write(UPSIDE_DOWN_WORD);
        }
    }

    /// Writes the granularity and sampled sets of even rows.
    fn write_granularity(&self, write: &mut dyn FnMut(u64)) {
        const SAMPLED_ROWS: usize = 16;
        [self.n as u64, self.granularity.row_pairs, self.granularity.column_ranges, self.rows.len() as u64]
            .into_iter()
            .for_each(&mut *write);
        for rows in (0..SAMPLED_ROWS).map(|i| &self.rows[self.rows.len() * i / SAMPLED_ROWS]) {
            let first = rows.split.odd_rows(rows.rows).next().map_or(0, |(odd, _)| u64::from(odd));
            [rows.word(), rows.first_unit, rows.odd_sets, rows.sets_per_unit, first]
                .into_iter()
                .for_each(&mut *write);
        }
    }

    /// Returns a checksum over all sets of even rows, and over how their sets of odd rows are divided into
    /// units.
    fn checksum_of_rows(&self) -> u64 {
        let mut sum = Checksum::new();
        for rows in &self.rows {
            let words = [rows.word(), rows.first_unit, rows.odd_sets, rows.sets_per_unit, rows.ranges];
            words.into_iter().for_each(|word| sum.add(word));
        }
        sum.0
    }

    /// Returns a checksum over the rows and columns for each number of queens, and the pieces of some units.
    fn checksum_of_pieces(&self, assign: &mut dyn FnMut(&Unit, &mut Piece)) -> u64 {
        let walk = Walk::new(self.count);
        let some = (0..SAMPLED_UNITS).filter_map(|steps| walk.at(steps)).map(|unit| self.unit(unit));
        let mut sum = Checksum::new();
        let mut piece = Piece::default();
        for unit in self.whole_lists().chain(some) {
            assign(&unit, &mut piece);
            piece.write_words(&mut |word| sum.add(word));
        }
        sum.0
    }

    /// Returns two units for each number of queens, with the first and the last set of even rows. Each has
    /// all sets of odd rows, while no real unit of a large board has them all. With the last set of even
    /// rows, all columns are counted.
    fn whole_lists(&self) -> impl Iterator<Item = Unit> {
        let of_queens = self.rows.chunk_by(|a, b| a.split == b.split);
        let ends = of_queens.flat_map(|rows| rows.first().into_iter().chain(rows.last()));
        ends.map(|rows| Unit {
            split: rows.split,
            even: rows.rows,
            odd: 0..rows.odd_sets as usize,
            range: [0, 1],
        })
    }
}

/// A checksum over words that depends on their values, their order and their number.
struct Checksum(u64);

impl Checksum {
    /// The golden ratio's bits. Any odd number with random-looking bits would do.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    fn new() -> Self {
        Self(Self::FACTOR)
    }

    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(Self::FACTOR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::methods::colours::STANDARD_DEPTH;

    /// A fault and its name. Each fault changes what a unit is.
    type PieceFault<'a> = (&'a str, &'a dyn Fn(&mut Piece));
    type UnitsFault<'a> = (&'a str, fn(&mut ColourUnits, usize));

    /// Returns the units of large boards, and of boards whose odd columns are cut into ranges.
    fn boards() -> [ColourUnits; 4] {
        [(12, STANDARD_DEPTH + 2), (13, STANDARD_DEPTH + 2), (25, STANDARD_DEPTH), (28, STANDARD_DEPTH)]
            .map(|(n, depth)| ColourUnits::new(BoardSize::new(n).unwrap(), depth).unwrap())
    }

    /// Returns the words for `units`, with every piece altered by `alter`.
    fn words(units: &ColourUnits, alter: &dyn Fn(&mut Piece)) -> Vec<u64> {
        let mut words = Vec::new();
        let mut assign = |unit: &Unit, piece: &mut Piece| {
            piece.assign(unit);
            alter(piece);
        };
        units.write_words_with(&mut assign, &mut |word| words.push(word));
        words
    }

    #[test]
    fn all_of_a_piece_decides_the_words() {
        let faults: [PieceFault; 9] = [
            ("other even rows", &|piece| piece.even_rows ^= 1),
            ("another order of odd rows", &|piece| piece.odd_rows.reverse()),
            ("odd rows of the next unit", &|piece| piece.odd_rows.truncate(1)),
            ("the weight of rows", &|piece| piece.odd_rows.iter_mut().for_each(|rows| rows.1 ^= 2)),
            ("another order of even columns", &|piece| piece.even_columns.sets.reverse()),
            ("another order of odd columns", &|piece| piece.odd_columns.sets.reverse()),
            ("another border of a range", &|piece| _ = piece.odd_columns.sets.pop()),
            ("level columns", &|piece| {
                piece.odd_columns.weights.iter_mut().for_each(|w| w.has_row_rank ^= true);
            }),
            ("an orbit", &|piece| piece.even_columns.weights.iter_mut().for_each(|w| w.orbit ^= 3)),
        ];
        for units in boards() {
            let right = words(&units, &|_| ());
            for (name, fault) in faults {
                assert_ne!(words(&units, fault), right, "N = {}: {name}", units.n);
                // Alters only the pieces with this number of queens.
                let fewest = units.n.div_ceil(4) as u32 + 2;
                let of_some = |piece: &mut Piece| {
                    if piece.even_rows.count_ones() == fewest {
                        fault(piece);
                    }
                };
                assert_ne!(words(&units, &of_some), right, "N = {}: {name}, {fewest} queens", units.n);
            }
        }
    }

    #[test]
    fn each_set_of_even_rows_decides_the_words() {
        let faults: [UnitsFault; 6] = [
            ("another order", |units, i| {
                let [a, b] = [units.rows[i].rows, units.rows[i + 1].rows];
                (units.rows[i].rows, units.rows[i + 1].rows) = (b, a);
            }),
            ("other queens", |units, i| units.rows[i].split.queens += 1),
            ("the first unit", |units, i| units.rows[i].first_unit += 1),
            ("sets of odd rows", |units, i| units.rows[i].odd_sets += 1),
            ("their number in a unit", |units, i| units.rows[i].sets_per_unit += 1),
            ("ranges of the odd columns", |units, i| units.rows[i].ranges += 1),
        ];
        for units in boards() {
            let right = units.checksum_of_rows();
            for (name, fault) in faults {
                for i in [1, units.rows.len() / 3 + 1, units.rows.len() - 2] {
                    let mut other = units.clone();
                    fault(&mut other, i);
                    assert_ne!(other.checksum_of_rows(), right, "N = {}: {name} {i}", units.n);
                }
            }
        }
    }

    #[test]
    fn a_checksum_depends_on_the_order_of_its_words() {
        let of = |words: &[u64]| {
            let mut sum = Checksum::new();
            words.iter().for_each(|&word| sum.add(word));
            sum.0
        };
        let all = [&[][..], &[0], &[1], &[0, 1], &[1, 0], &[1 << 63, 0], &[0, 1 << 63], &[0, 0, 1]].map(of);
        for (i, sum) in all.iter().enumerate() {
            assert!(!all[..i].contains(sum), "{all:?}");
        }
    }
}
