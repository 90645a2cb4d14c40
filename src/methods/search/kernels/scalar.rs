//! The scalar kernel: one placement at a time, on plain integers; runs on any machine.
//!
//! # Idea
//!
//! Recursion over the remaining rows. Take the lowest free square of the row, put a queen there, and search
//! below only if the next row *and the row after it* still have a free square. Of the placements that survive
//! a one-row look-ahead, the second row removes about a fifth, for two shifts and a test. `free & (free - 1)`
//! removes a tried square, so there is one loop and no branch on the board's geometry. When three rows are
//! left, all three rows and all three unused columns are checked, which makes N = 15 faster by 6%.
//!
//! The last two rows need no search. The number of unused columns equals the number of rows left, so a
//! placement with two rows left has exactly two unused columns `a < b`, and the free squares of both rows are
//! in them. One queen goes to each column. If `b - a` equals the distance of the rows, both ways are
//! impossible, because the queens would attack each other along a diagonal. Otherwise,
//!
//! ```text
//! completions = [a free above and b free below] + [b free above and a free below]
//! ```
//!
//! # Cost
//!
//! About 7 queens placed per solution of the whole board by `cross` at N = 16.

use super::{Batch, Counts};
use crate::methods::search::{Placement, RemainingRows};

/// Counts the completions of each placement of `batch`.
pub fn count(Batch { rows, row, placements }: Batch) -> Counts {
    let mut search = ScalarSearch { rows, solutions: 0, nodes: 0 };
    let rows_left = rows.len - row;
    for &placement in placements {
        match rows_left {
            0 => search.solutions += 1,
            1 => {
                // One row left means one unused column. The row's only free square, if there is one, gives
                // the solution.
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
    /// Below 2^64, as for every kernel: a whole board of 28 has about 2.6e18.
    solutions: u64,
    nodes: u64,
}

impl ScalarSearch<'_> {
    /// Fills row `k`, with at least three rows left.
    fn fill(&mut self, placement: &Placement, k: usize) {
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

    /// Returns whether each of the last three rows, from `k` on, and each unused column has a free
    /// square.
    #[inline]
    fn three_can_be_filled(&self, placement: &Placement, k: usize) -> bool {
        let second = placement.child(self.rows, k, 0);
        let third = second.child(self.rows, k + 1, 0).free(self.rows, k + 2);
        let first = placement.free(self.rows, k);
        let second = second.free(self.rows, k + 1);
        // Free squares lie in the three unused columns, so there are three bits unless a column has no free
        // square.
        let columns = first | second | third;
        let all_but_one = columns & columns.wrapping_sub(1);
        first != 0 && second != 0 && third != 0 && all_but_one & all_but_one.wrapping_sub(1) != 0
    }

    /// The free squares of row `k + 1` as seen by a placement at row `k`.
    #[inline]
    fn free_after_next(&self, placement: &Placement, k: usize) -> u32 {
        placement.child(self.rows, k, 0).free(self.rows, k + 1)
    }

    /// Counts the completions of a placement whose last two rows are `k` and `k + 1`.
    #[inline]
    fn last_two(&mut self, placement: &Placement, k: usize) {
        let upper = placement.free(self.rows, k);
        let lower = self.free_after_next(placement, k);
        // Free squares lie in the two unused columns, so this is their mask if each has a free square.
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
