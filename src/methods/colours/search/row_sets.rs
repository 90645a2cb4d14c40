//! Sets of rows of the searched quarter, in an order in which sets that begin alike are side by side.
//!
//! ```text
//! order of the rows        5 6 4 7 3 8 ...           from the middle outwards
//! sets                     5 6 4 7
//!                          5 6 4 3                   shares three rows with the set before
//!                          5 6 7 3                   two
//!                          5 4 7 3                   one
//! ```
//!
//! The search places the queens in shared rows once for all of these sets.

use std::cmp::Reverse;

use crate::methods::colours::quarters::MAX_SIDE;

/// The rows of a quarter with `rows` rows, in the order of the search: from the middle outwards.
pub fn search_order(rows: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..rows).map(move |place| {
        let (middle, distance) = ((rows - 1) / 2, place.div_ceil(2));
        if (rows + place) % 2 == 1 { middle + distance } else { middle - distance }
    })
}

/// The set of rows whose bit is set in `code`: the highest of `rows` bits stands for the first row of the
/// search, so sets whose codes are close begin alike.
pub fn from_code(rows: usize, code: u32) -> u32 {
    let in_code = search_order(rows).rev().enumerate().filter(|(bit, _)| code >> bit & 1 == 1);
    in_code.fold(0, |set, (_, row)| set | 1 << row)
}

/// A set of rows of the searched quarter.
#[derive(Clone, Copy, Debug)]
pub struct RowSet {
    /// Its rows, in the order of the search.
    pub rows: [u8; MAX_SIDE],
    /// Its index among the sets as they were given.
    pub index: usize,
    /// A bit for each row, the highest for the first of the search.
    code: u32,
}

/// Sets of equally many rows.
#[derive(Debug, Default)]
pub struct RowSets {
    pub sets: Vec<RowSet>,
    /// The number of rows of each.
    pub queens: usize,
}

impl RowSets {
    /// Makes these the `sets` of rows of a quarter with `rows` rows.
    ///
    /// # Panics
    /// If the sets differ in size.
    pub fn assign(&mut self, rows: usize, sets: impl Iterator<Item = u32>) {
        self.sets.clear();
        for (index, set) in sets.enumerate() {
            let queens = set.count_ones() as usize;
            assert!(index == 0 || queens == self.queens, "sets of one size");
            self.queens = queens;
            let mut next = RowSet { rows: [0; MAX_SIDE], index, code: 0 };
            let mut len = 0;
            for row in search_order(rows) {
                next.code = next.code << 1 | (set >> row & 1);
                if set >> row & 1 == 1 {
                    next.rows[len] = row as u8;
                    len += 1;
                }
            }
            self.sets.push(next);
        }
        self.sets.sort_unstable_by_key(|set| Reverse(set.code));
    }
}

/// Every row that some of `sets` have at `depth`, with the sets that do.
#[inline(always)]
pub fn by_row(sets: &[RowSet], depth: usize) -> impl Iterator<Item = (usize, &[RowSet])> {
    let runs = sets.chunk_by(move |a, b| a.rows[depth] == b.rows[depth]);
    runs.map(move |sets| (usize::from(sets[0].rows[depth]), sets))
}
