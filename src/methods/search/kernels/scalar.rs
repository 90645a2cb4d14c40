//! The scalar kernel. It searches one placement at a time, on plain integers, and runs on any machine.
//!
//! # Idea
//!
//! Recurse over the remaining rows. Put a queen on the row's lowest free square, and search below only if the
//! next row *and the row after it* still have a free square. Checking the second row costs two shifts and a
//! test, and removes about a fifth of the placements that pass a check on only the first row.
//!
//! `free & (free - 1)` removes a square after it is tried. So a single loop is enough, without branches on
//! the geometry of the board. With three rows left, all three rows and all three unused columns are checked,
//! which makes N = 15 faster by 6%.
//!
//! The last two rows need no search. There are as many unused columns as rows left, so there are exactly two,
//! `a < b`. All free squares of both rows are in these columns, and each column gets a queen. If `b - a`
//! equals the distance between the rows, there is no completion, because the queens would attack each other
//! along a diagonal. Otherwise,
//!
//! ```text
//! completions = [a free above and b free below] + [b free above and a free below]
//! ```
//!
//! # Cost
//!
//! With `cross` at N = 16, about 7 queens are placed per solution of the whole board.

use super::{Batch, Counts};
use crate::methods::search::{AlignedPlacement, RemainingRows};

/// Counts the completions of a batch's placements.
pub fn count(Batch { rows, row, placements }: Batch) -> Counts {
    let mut search = ScalarSearch { rows, solutions: 0, nodes: 0 };
    let rows_left = rows.len - row;
    for &placement in placements {
        match rows_left {
            0 => search.solutions += 1,
            1 => {
                // With one row left, there is one unused column. So the row has at most one free square, and
                // a queen there gives a solution.
                let free = placement.free(rows, row);
                search.nodes += u64::from(free.count_ones());
                search.solutions += u64::from(free.count_ones());
            }
            2 => search.last_two(&placement, row),
            _ => search.fill(&placement, row),
        }
    }
    Counts { solutions: search.solutions.into(), nodes: search.nodes }
}

struct ScalarSearch<'a> {
    rows: &'a RemainingRows,
    /// A `u64` is enough for every kernel, because even the whole board of N = 28 has only about 2.6e18
    /// solutions.
    solutions: u64,
    nodes: u64,
}

impl ScalarSearch<'_> {
    /// Fills row `k` and the rows below it. At least three rows must be left.
    fn fill(&mut self, placement: &AlignedPlacement, k: usize) {
        let rows_below = self.rows.len - k - 1;
        let mut free = placement.free(self.rows, k);
        while free != 0 {
            let square = free & free.wrapping_neg();
            free &= free - 1;
            self.nodes += 1;
            let child = placement.child(self.rows, k, square);
            match rows_below {
                2 => self.last_two(&child, k + 1),
                3 if self.three_can_be_filled(&child, k + 1) => self.fill(&child, k + 1),
                3 => {}
                _ if child.free(self.rows, k + 1) != 0 && self.free_after_next(&child, k + 1) != 0 => {
                    self.fill(&child, k + 1);
                }
                _ => {}
            }
        }
    }

    /// Returns whether the last three rows, which start with row `k`, and all unused columns have a free
    /// square.
    #[inline]
    fn three_can_be_filled(&self, placement: &AlignedPlacement, k: usize) -> bool {
        let second = placement.child(self.rows, k, 0);
        let third = second.child(self.rows, k + 1, 0).free(self.rows, k + 2);
        let first = placement.free(self.rows, k);
        let second = second.free(self.rows, k + 1);
        // All free squares are in the three unused columns, so this union has three bits unless a column has
        // no free square.
        let columns = first | second | third;
        let all_but_one = columns & columns.wrapping_sub(1);
        first != 0 && second != 0 && third != 0 && all_but_one & all_but_one.wrapping_sub(1) != 0
    }

    /// Returns the free squares of row `k + 1`, for a placement aligned to row `k`.
    #[inline]
    fn free_after_next(&self, placement: &AlignedPlacement, k: usize) -> u32 {
        placement.child(self.rows, k, 0).free(self.rows, k + 1)
    }

    /// Counts the completions of a placement whose last two rows are `k` and `k + 1`.
    #[inline]
    fn last_two(&mut self, placement: &AlignedPlacement, k: usize) {
        let upper = placement.free(self.rows, k);
        let lower = self.free_after_next(placement, k);
        // All free squares are in the two unused columns, so this is the set of these columns if both have a
        // free square.
        let unused = upper | lower;
        if upper == 0 || lower == 0 || unused & (unused - 1) == 0 || unused & unused << self.rows.step[k] != 0
        {
            return;
        }
        let solutions = if upper & lower == unused { 2 } else { 1 };
        self.nodes += 2 * solutions;
        self.solutions += solutions;
    }
}
