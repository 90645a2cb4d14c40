//! The scalar kernel: one placement at a time, on plain integers. It runs on any machine.
//!
//! # Idea
//!
//! Recurse over the remaining rows: put a queen on the row's lowest free square, and search below only if the
//! next row *and the row after it* still have a free square. For two shifts and a test, the second row
//! removes about a fifth of what a one-row look-ahead leaves. `free & (free - 1)` removes a tried square, so
//! there is one loop, without branches on the board's geometry. With three rows left, all three rows and all
//! three unused columns are checked, which makes N = 15 faster by 6%.
//!
//! The last two rows need no search. As many columns as rows remain, so there are exactly two unused columns
//! `a < b`; they contain both rows' free squares, and each receives a queen. If `b - a` equals the distance
//! between the rows, both ways are impossible, because the queens would attack each other along a diagonal.
//! Otherwise,
//!
//! ```text
//! completions = [a free above and b free below] + [b free above and a free below]
//! ```
//!
//! # Cost
//!
//! About 7 queens placed per solution of the whole board by `cross` at N = 16.

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
                // One row left means one unused column, so the row's only free square, if any, is a solution.
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
    /// Fills row `k`. At least three rows are left.
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

    /// Returns whether the last three rows, starting with `k`, and all unused columns have a free square.
    #[inline]
    fn three_can_be_filled(&self, placement: &AlignedPlacement, k: usize) -> bool {
        let second = placement.child(self.rows, k, 0);
        let third = second.child(self.rows, k + 1, 0).free(self.rows, k + 2);
        let first = placement.free(self.rows, k);
        let second = second.free(self.rows, k + 1);
        // All free squares lie in the three unused columns, so the union has three bits unless a column has
        // no free square.
        let columns = first | second | third;
        let all_but_one = columns & columns.wrapping_sub(1);
        first != 0 && second != 0 && third != 0 && all_but_one & all_but_one.wrapping_sub(1) != 0
    }

    /// Returns row `k + 1`'s free squares for a placement at row `k`.
    #[inline]
    fn free_after_next(&self, placement: &AlignedPlacement, k: usize) -> u32 {
        placement.child(self.rows, k, 0).free(self.rows, k + 1)
    }

    /// Counts the completions of a placement whose last two rows are `k` and `k + 1`.
    #[inline]
    fn last_two(&mut self, placement: &AlignedPlacement, k: usize) {
        let upper = placement.free(self.rows, k);
        let lower = self.free_after_next(placement, k);
        // All free squares lie in the two unused columns, so this is their mask if both have one.
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
