//! Every solution of a board, one at a time, in lexicographic order: one row of state per queen, and
//! the next solution is found on demand, so the first solutions of a large board come at once.

use std::fmt;
use std::iter::FusedIterator;

use queens::board::{BoardSize, Square};

/// One queen in every row, none attacking another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Solution {
    size: BoardSize,
    /// Entries from the size on are 0.
    columns: [u8; BoardSize::MAX],
}

impl Solution {
    /// The solution with these columns, one per row, from 0; `None` if two queens attack each
    /// other, if a column is not on the board, or if there are not 1 to 32 rows.
    #[must_use]
    pub fn new(columns: &[u8]) -> Option<Self> {
        let size = BoardSize::new(columns.len()).ok()?;
        let mut filled = [0; BoardSize::MAX];
        filled[..columns.len()].copy_from_slice(columns);
        is_solution(columns).then_some(Self { size, columns: filled })
    }

    /// The side of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The column of the queen in each row, from 0.
    #[must_use]
    pub fn columns(&self) -> &[u8] {
        &self.columns[..self.size.get()]
    }

    /// The squares of the queens, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.columns().iter().enumerate().map(|(row, &column)| Square::new(row, usize::from(column)))
    }

    /// How many distinct boards the eight symmetries make of this one (8, 4, 2 or 1), when it comes
    /// first among them in lexicographic order; `None` when another comes before it.
    #[must_use]
    pub fn class_size(&self) -> Option<u8> {
        // The same answer as the least of the eight images of the squares, without
        // allocation: exchanging rows and columns gives the inverse permutation, so the eight
        // images are this one and its inverse, read forwards or backwards, mirrored or not.
        let columns = self.columns();
        let n = columns.len();
        let mut rows = [0; BoardSize::MAX];
        for (row, &column) in columns.iter().enumerate() {
            rows[usize::from(column)] = row as u8;
        }
        let mut stabiliser = 0;
        for line in [columns, &rows[..n]] {
            for (backwards, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
                let image = (0..n).map(|i| {
                    let image = line[if backwards { n - 1 - i } else { i }];
                    if mirrored { n as u8 - 1 - image } else { image }
                });
                match image.cmp(columns.iter().copied()) {
                    std::cmp::Ordering::Less => return None,
                    std::cmp::Ordering::Equal => stabiliser += 1,
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
        Some(8 / stabiliser)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solution").field(&self.columns()).finish()
    }
}

/// Whether one queen per row on these columns (from 0) solves the board, in time proportional to
/// its side.
///
/// Works for boards of any size; the empty board is not accepted.
pub(super) fn is_solution<C: Copy + Into<u64>>(columns: &[C]) -> bool {
    let n = columns.len();
    let mut taken = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
    let mut take = |line: usize, at: usize| !std::mem::replace(&mut taken[line][at], true);
    n > 0
        && columns.iter().enumerate().all(|(row, &column)| {
            usize::try_from(column.into())
                .is_ok_and(|c| c < n && take(0, c) && take(1, row + c) && take(2, n + c - row))
        })
}

/// Squares still to be tried in one row, and the lines taken above it.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Free squares not yet tried, bit `i` = column `i`.
    untried: u32,
    columns: u32,
    /// Antidiagonals of the queens above: they move one column to the right per row.
    antidiagonals: u32,
    /// Diagonals of the queens above: they move one column to the left per row.
    diagonals: u32,
}

/// An iterator over all solutions of a board, in lexicographic order of their columns.
#[derive(Clone, Debug)]
pub struct Solutions {
    size: BoardSize,
    levels: [Level; BoardSize::MAX],
    columns: [u8; BoardSize::MAX],
    /// The row to try next; `None` after the last solution.
    row: Option<usize>,
}

impl Solutions {
    /// All solutions of a board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self::starting_in(size, all_columns(size))
    }

    /// One solution of each class under the eight symmetries, the first of its class in
    /// lexicographic order, and how many solutions the class has: 8, 4 or 2, or 1 on the board of
    /// one square.
    pub fn fundamental(size: BoardSize) -> impl FusedIterator<Item = (Solution, u8)> + Clone {
        // A queen right of the middle of the first row comes after its mirror image.
        let left_half = all_columns(size) >> (size.get() / 2);
        Self::starting_in(size, left_half).filter_map(|solution| Some((solution, solution.class_size()?)))
    }

    fn starting_in(size: BoardSize, first_row: u32) -> Self {
        let mut levels = [Level::default(); BoardSize::MAX];
        levels[0].untried = first_row;
        Self { size, levels, columns: [0; BoardSize::MAX], row: Some(0) }
    }
}

/// A bit for each column of a board.
pub(crate) fn all_columns(size: BoardSize) -> u32 {
    u32::MAX >> (BoardSize::MAX - size.get())
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let last = self.size.get() - 1;
        let mut row = self.row?;
        loop {
            let level = &mut self.levels[row];
            if level.untried == 0 {
                // Back to the row above; from the first row the search ends.
                if row == 0 {
                    self.row = None;
                    return None;
                }
                row -= 1;
                continue;
            }
            let column = level.untried.trailing_zeros();
            let queen = 1 << column;
            level.untried ^= queen;
            self.columns[row] = column as u8;
            if row == last {
                self.row = Some(row);
                return Some(Solution { size: self.size, columns: self.columns });
            }
            let columns = level.columns | queen;
            let antidiagonals = (level.antidiagonals | queen) << 1;
            let diagonals = (level.diagonals | queen) >> 1;
            let untried = all_columns(self.size) & !(columns | antidiagonals | diagonals);
            row += 1;
            self.levels[row] = Level { untried, columns, antidiagonals, diagonals };
        }
    }
}

impl FusedIterator for Solutions {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use queens::board::Symmetry;
    use queens::check::known::Sequence;

    #[test]
    fn lists_the_known_number_in_order() {
        for size in BoardSize::all().take(10) {
            let solutions: Vec<_> = Solutions::new(size).collect();
            assert_eq!(Some(solutions.len() as u128), Sequence::Solutions.known(size), "N = {size}");
            assert!(solutions.windows(2).all(|pair| pair[0].columns() < pair[1].columns()));
            assert!(solutions.iter().all(|solution| is_solution(solution.columns())));
        }
    }

    #[test]
    fn fundamental_solutions_cover_all_solutions() {
        for size in BoardSize::all().take(9) {
            for solution in Solutions::new(size) {
                let squares: Vec<_> = solution.squares().collect();
                let mut images = Symmetry::ALL.map(|symmetry| {
                    let mut image: Vec<_> =
                        squares.iter().map(|&square| symmetry.apply(size, square)).collect();
                    image.sort_unstable();
                    image
                });
                images.sort_unstable();
                let is_first = images[0] == squares;
                let expected = is_first.then(|| BTreeSet::from(images).len() as u8);
                assert_eq!(solution.class_size(), expected, "{solution:?}");
            }
            let classes: Vec<_> = Solutions::fundamental(size).collect();
            assert_eq!(Some(classes.len() as u128), Sequence::Fundamental.known(size), "N = {size}");
            let covered: u128 = classes.iter().map(|&(_, class_size)| u128::from(class_size)).sum();
            assert_eq!(Some(covered), Sequence::Solutions.known(size), "N = {size}");
        }
    }

    #[test]
    fn yields_solutions_of_a_large_board_at_once() {
        let large = BoardSize::new(20).unwrap();
        assert!(Solutions::new(large).take(3).all(|solution| is_solution(solution.columns())));
        let mut none = Solutions::new(BoardSize::new(3).unwrap());
        assert!(none.next().is_none() && none.next().is_none());
    }

    #[test]
    fn rejects_attacks_and_columns_outside_the_board() {
        assert!(is_solution(&[1u32, 3, 0, 2]) && is_solution(&[0u8]));
        for wrong in [&[][..], &[1], &[1, 3, 0, 3], &[0, 1, 3, 2], &[1, 3, 2, 0], &[1, 4, 0, 2], &[0, 0]] {
            assert!(!is_solution::<u8>(wrong), "{wrong:?}");
        }
        assert!(Solution::new(&[1, 3, 0, 2]).is_some() && Solution::new(&[0, 1, 2, 3]).is_none());
        assert!(Solution::new(&[0; 33]).is_none());
    }
}
