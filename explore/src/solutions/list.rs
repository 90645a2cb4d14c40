//! Lists a board's solutions in lexicographic order. The search continues only when the next solution is
//! requested, so even a large board yields its first solutions at once. The search keeps one small state per
//! row.

use queens::board::BoardSize;

/// A placement of one queen per row, in which no two queens attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    size: BoardSize,
    /// The column of each row's queen. Entries beyond the last row are 0.
    columns: [u8; BoardSize::MAX],
}

impl Solution {
    /// Creates a solution from the column of each row's queen, counted from 0. Returns `None` if two queens
    /// attack each other, a column is off the board, or the number of rows is not from 1 to 32.
    #[must_use]
    pub fn new(columns: &[u8]) -> Option<Self> {
        let size = BoardSize::new(columns.len()).ok()?;
        let mut filled = [0; BoardSize::MAX];
        filled[..columns.len()].copy_from_slice(columns);
        is_solution(columns).then_some(Self { size, columns: filled })
    }

    /// Returns the column of each row's queen, counted from 0.
    #[must_use]
    pub fn columns(&self) -> &[u8] {
        &self.columns[..self.size.get()]
    }

    /// Returns the number of distinct images of this solution under the eight symmetries: 8, 4, 2 or 1.
    /// Returns `None` if this solution is not lexicographically first among its images.
    #[must_use]
    pub fn class_size(&self) -> Option<u8> {
        // Exchanging rows and columns inverts the permutation. The eight images are therefore the permutation
        // and its inverse, forwards or backwards, mirrored or not. Comparing them one by one needs no
        // allocation.
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

/// Returns true if queens on these columns, one per row, solve the board. Columns are counted from 0. Takes
/// time proportional to the number of rows.
///
/// Works for boards of any size, but rejects the empty board.
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

/// A row's untried squares, and the lines taken by queens above it.
#[derive(Clone, Copy, Debug, Default)]
struct RowState {
    /// Free squares that have not been tried yet. Bit `i` is column `i`.
    untried: u32,
    columns: u32,
    /// Antidiagonals of the queens above. They move one column to the right per row.
    antidiagonals: u32,
    /// Diagonals of the queens above. They move one column to the left per row.
    diagonals: u32,
}

/// An iterator over a board's solutions, in lexicographic order of their columns.
#[derive(Clone, Debug)]
pub struct Solutions {
    size: BoardSize,
    rows: [RowState; BoardSize::MAX],
    columns: [u8; BoardSize::MAX],
    /// The row to search next, or `None` after the last solution.
    row: Option<usize>,
}

impl Solutions {
    /// Lists a board's solutions.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self::starting_in(size, all_columns(size))
    }

    /// Lists the lexicographically first solution of each class under the eight symmetries, with the class
    /// size. The size is 8, 4 or 2, or 1 on the board with one square.
    pub fn fundamental(size: BoardSize) -> impl Iterator<Item = (Solution, u8)> {
        Self::starting_in(size, left_half(size))
            .filter_map(|solution| Some((solution, solution.class_size()?)))
    }

    fn starting_in(size: BoardSize, first_row: u32) -> Self {
        let mut rows = [RowState::default(); BoardSize::MAX];
        rows[0].untried = first_row;
        Self { size, rows, columns: [0; BoardSize::MAX], row: Some(0) }
    }
}

/// Returns a mask of the columns where a fundamental solution's first queen may stand. Right of the middle,
/// the solution's mirror image would come first.
fn left_half(size: BoardSize) -> u32 {
    all_columns(size) >> (size.get() / 2)
}

/// Returns a mask of all columns.
pub(super) fn all_columns(size: BoardSize) -> u32 {
    u32::MAX >> (BoardSize::MAX - size.get())
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let last = self.size.get() - 1;
        let mut row = self.row?;
        loop {
            let state = &mut self.rows[row];
            if state.untried == 0 {
                // Go back one row. At the first row, the search ends.
                if row == 0 {
                    self.row = None;
                    return None;
                }
                row -= 1;
                continue;
            }
            let column = state.untried.trailing_zeros();
            let queen = 1 << column;
            state.untried ^= queen;
            self.columns[row] = column as u8;
            if row == last {
                self.row = Some(row);
                return Some(Solution { size: self.size, columns: self.columns });
            }
            let columns = state.columns | queen;
            let antidiagonals = (state.antidiagonals | queen) << 1;
            let diagonals = (state.diagonals | queen) >> 1;
            let untried = all_columns(self.size) & !(columns | antidiagonals | diagonals);
            row += 1;
            self.rows[row] = RowState { untried, columns, antidiagonals, diagonals };
        }
    }
}

#[cfg(test)]
mod tests;
