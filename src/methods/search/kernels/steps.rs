//! The steps of the batched search on a vector of placements: one for four or more rows left, one
//! for the last three rows.

use super::lanes::{Lanes, MAX_LANES};
use super::workspace::{Queue, Words};
use crate::methods::search::RemainingRows;

/// The step of a row on a vector of its placements.
pub(super) trait Step<L: Lanes> {
    /// Puts a queen on the lowest untried square of the lanes of `busy`, and the children into
    /// `next`. Returns the placements with one square less to try.
    fn place(&mut self, lanes: L, busy: L::Set, words: Words<L::Words>, next: &mut Queue) -> Words<L::Words>;
}

/// A row with four or more rows left, this one included. Its placements are untried squares,
/// columns, antidiagonals and diagonals.
///
/// `LOOK` is the number of rows of a child to check. `ALL`: these are all its rows, so columns are
/// checked too; with three of them, the child is stored as their free squares.
pub(super) struct Row<L: Lanes, const LOOK: usize, const ALL: bool> {
    step: L::Words,
    columns: L::Words,
    /// Per row looked at, the squares the prefix leaves open and the distance from the child's row.
    below: [(L::Words, L::Words); LOOK],
}

impl<L: Lanes, const LOOK: usize, const ALL: bool> Row<L, LOOK, ALL> {
    #[inline(always)]
    pub fn new(lanes: L, rows: &RemainingRows, k: usize, columns: u32) -> Self {
        let mut below = [(lanes.splat(0), lanes.splat(0)); LOOK];
        let mut distance = 0;
        for (i, below) in below.iter_mut().enumerate() {
            *below = (lanes.splat(rows.open[k + 1 + i]), lanes.splat(distance));
            distance += rows.step[k + 1 + i];
        }
        Self { step: lanes.splat(rows.step[k]), columns: lanes.splat(columns), below }
    }
}

impl<L: Lanes, const LOOK: usize, const ALL: bool> Step<L> for Row<L, LOOK, ALL> {
    #[inline(always)]
    fn place(&mut self, lanes: L, busy: L::Set, words: Words<L::Words>, next: &mut Queue) -> Words<L::Words> {
        let [before, columns, antidiagonals, diagonals] = words;
        let after = lanes.and(before, lanes.minus_one(before));
        let parent = [after, columns, antidiagonals, diagonals];
        let columns = lanes.or_and_not(columns, before, after);
        let antidiagonals = lanes.up(lanes.or_and_not(antidiagonals, before, after), self.step);
        let diagonals = lanes.down(lanes.or_and_not(diagonals, before, after), self.step);

        let mut free = [columns; LOOK];
        for (i, &(open, distance)) in self.below.iter().enumerate() {
            // The child's own row needs no shift.
            let (antidiagonals, diagonals) = if i == 0 {
                (antidiagonals, diagonals)
            } else {
                (lanes.up(antidiagonals, distance), lanes.down(diagonals, distance))
            };
            free[i] = lanes.and_not(open, lanes.or(lanes.or(antidiagonals, diagonals), columns));
        }
        let unused = lanes.and_not(self.columns, columns);
        let mut fewest = free[0];
        let mut missing = unused;
        for free in free {
            fewest = lanes.min(fewest, free);
            missing = lanes.and_not(missing, free);
        }
        let mut alive = lanes.nonzero(busy, fewest);
        if ALL {
            alive = lanes.zero(alive, missing);
        }
        let child = if ALL && LOOK == 3 {
            [free[0], unused, free[1], free[2]]
        } else {
            [free[0], columns, antidiagonals, diagonals]
        };
        next.append(lanes, alive, child);
        parent
    }
}

/// The third row from the end. Its placements are untried squares, unused columns, and the free
/// squares of the second and third row.
///
/// The number of unused columns always equals the number of rows left. For a child with three rows
/// left, the search keeps the free squares of the three rows instead of the diagonals. After a
/// queen in the first of them, two columns a < b and two rows remain: the queens go to a and b or
/// to b and a, but not on one diagonal (b - a is not the distance of the rows). One selection
/// checks each of the two ways: `high` has the bit of b and not of a, so `high ? third :
/// second` has both bits exactly if a is free in the second row and b in the third.
pub(super) struct Last<L: Lanes> {
    /// Distance to the second row, from there to the third, and both together.
    to_second: L::Words,
    second_to_third: L::Words,
    to_third: L::Words,
    /// Solutions per lane: at most two per queen, so far below 2^32 in one pass over a buffer.
    found: L::Words,
}

impl<L: Lanes> Last<L> {
    #[inline(always)]
    pub fn new(lanes: L, rows: &RemainingRows, k: usize) -> Self {
        let one = rows.step[k];
        let two = rows.step[k + 1];
        Self {
            to_second: lanes.splat(one),
            second_to_third: lanes.splat(two),
            to_third: lanes.splat(one + two),
            found: lanes.splat(0),
        }
    }

    #[inline(always)]
    pub fn found(&self, lanes: L) -> u64 {
        let mut found = [0; MAX_LANES];
        lanes.store(self.found, &mut found);
        found.into_iter().map(u64::from).sum()
    }
}

impl<L: Lanes> Step<L> for Last<L> {
    #[inline(always)]
    fn place(&mut self, lanes: L, busy: L::Set, words: Words<L::Words>, _: &mut Queue) -> Words<L::Words> {
        let [before, unused, second, third] = words;
        let after = lanes.and(before, lanes.minus_one(before));
        let parent = [after, unused, second, third];
        let queen = lanes.and_not(before, after);
        let unused = lanes.and_not(unused, queen);
        let attacks = lanes.or(lanes.up(queen, self.to_second), lanes.down(queen, self.to_second));
        let second = lanes.and_not(second, attacks);
        let attacks = lanes.or(lanes.up(queen, self.to_third), lanes.down(queen, self.to_third));
        let third = lanes.and_not(third, attacks);

        let apart = lanes.zero(busy, lanes.and(unused, lanes.up(unused, self.second_to_third)));
        let high = lanes.minus_one(unused);
        let straight = lanes.or(lanes.and(high, third), lanes.and_not(second, high));
        let crossed = lanes.or(lanes.and(high, second), lanes.and_not(third, high));
        self.found = lanes.increment(lanes.zero(apart, lanes.and_not(unused, straight)), self.found);
        self.found = lanes.increment(lanes.zero(apart, lanes.and_not(unused, crossed)), self.found);
        parent
    }
}
