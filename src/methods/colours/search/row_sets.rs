//! Sorts the row sets of the searched quarter, so that sets with the same first rows are next to each other.
//!
//! ```text
//! order of the rows        5 6 4 7 3 8 ...           from the middle outwards
//! sets                     5 6 4 7
//!                          5 6 4 3                   shares three rows with the set before
//!                          5 6 7 3                   two
//!                          5 4 7 3                   one
//! ```
//!
//! The search places queens in shared rows only once for all of these sets.

use std::cmp::Reverse;

use crate::methods::colours::quarters::MAX_SIDE;
use crate::methods::colours::row_order::search_order;

/// A row set of the searched quarter.
#[derive(Clone, Copy, Debug)]
pub struct RowSet {
    /// The rows, in search order.
    pub rows: [u8; MAX_SIDE],
    /// The set's index in the order given to [`RowSets::assign`].
    pub index: usize,
    /// A bit for each row of the quarter. The highest bit is the first row in search order.
    code: u32,
}

/// Row sets of equal size.
#[derive(Debug, Default)]
pub struct RowSets {
    pub sets: Vec<RowSet>,
    /// The number of rows in each set, which is also the number of queens.
    pub queens: usize,
}

impl RowSets {
    /// Replaces the row sets with `sets`, for a quarter with `rows` rows.
    ///
    /// # Panics
    /// Panics if the sets differ in size.
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

/// Groups `sets` by their row at index `depth`.
#[inline(always)]
pub fn by_row(sets: &[RowSet], depth: usize) -> impl Iterator<Item = (usize, &[RowSet])> {
    let runs = sets.chunk_by(move |a, b| a.rows[depth] == b.rows[depth]);
    runs.map(move |sets| (usize::from(sets[0].rows[depth]), sets))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fastrand::Rng;

    use super::*;

    /// Follows `sets` row by row in search order, and collects each set's rows.
    fn follow(sets: &[RowSet], rows: &mut Vec<u8>, queens: usize, found: &mut Vec<(usize, Vec<u8>)>) {
        if rows.len() == queens {
            found.extend(sets.iter().map(|set| (set.index, rows.clone())));
            return;
        }
        let mut met = HashSet::new();
        for (row, sets) in by_row(sets, rows.len()) {
            assert!(met.insert(row), "row {row} twice after {rows:?}");
            rows.push(row as u8);
            follow(sets, rows, queens, found);
            rows.pop();
        }
    }

    #[test]
    fn each_set_is_found_once_by_its_rows() {
        let mut rng = Rng::with_seed(66);
        for rows in 1..=MAX_SIDE {
            for queens in 1..=rows {
                let mut order: Vec<usize> = (0..rows).collect();
                let mut given: Vec<u32> = Vec::new();
                for _ in 0..300 {
                    rng.shuffle(&mut order);
                    let set = order[..queens].iter().fold(0, |set, row| set | 1 << row);
                    if !given.contains(&set) {
                        given.push(set);
                    }
                }
                let mut sets = RowSets::default();
                sets.assign(rows, given.iter().copied());
                let mut found = Vec::new();
                follow(&sets.sets, &mut Vec::new(), queens, &mut found);
                found.sort_unstable();
                let in_order = |set: u32| search_order(rows).filter(move |row| set >> row & 1 == 1);
                let expected = given.iter().map(|&set| in_order(set).map(|row| row as u8).collect());
                assert!(found.into_iter().eq(expected.enumerate()), "{queens} of {rows} rows");
            }
        }
    }
}
