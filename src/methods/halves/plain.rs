//! A plain recursion through a piece: the kernel `scalar` of halves, and the oracle of the join.
//!
//! Row by row from the top of the board, it tries every free square whose column belongs to the
//! half, and weights every complete solution. It uses no lists, no planes and no digits decided on
//! the way, and takes more than a hundred times as long.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::Shape;
use super::flip::{self, Side};
use super::sets::ColumnSet;
use super::sets::first_queens::Given;
use crate::board::bits;
use crate::methods::counter::{Counts, stop};

/// Queens between two polls of the stop flag: some milliseconds. Few in tests, whose boards are small.
const POLL: u64 = if cfg!(test) { 1 << 6 } else { 1 << 20 };

/// Counts the solutions of `set` whose halves begin as `given`, and as nodes the queens placed;
/// `None` if it was stopped.
pub fn count(shape: &Shape, set: &ColumnSet, given: Given, stop: &AtomicBool) -> Option<Counts> {
    let mut recursion = Recursion {
        shape,
        given,
        stop,
        set,
        column_digits: (0..shape.digits).map(|k| flip::column_digit(shape, set, k)).collect(),
        placed: [0; 32],
        counts: Counts::default(),
    };
    recursion.fill(0, 0, 0, 0).is_continue().then_some(recursion.counts)
}

struct Recursion<'a> {
    shape: &'a Shape,
    given: Given,
    stop: &'a AtomicBool,
    set: &'a ColumnSet,
    column_digits: Vec<usize>,
    /// The column of the queen in each row from the top.
    placed: [usize; 32],
    counts: Counts,
}

impl Recursion<'_> {
    /// Fills the rows from `row` on.
    fn fill(&mut self, row: usize, columns: u32, antidiagonals: u32, diagonals: u32) -> ControlFlow<()> {
        if row == self.shape.n {
            self.counts.solutions += self.weight();
            return ControlFlow::Continue(());
        }
        for column in bits(self.allowed(row) & !(columns | antidiagonals | diagonals)) {
            self.counts.nodes += 1;
            if self.counts.nodes.is_multiple_of(POLL) && stop::is_set(self.stop) {
                return ControlFlow::Break(());
            }
            self.placed[row] = column;
            let square = 1 << column;
            let antidiagonals = (antidiagonals | square) << 1;
            let diagonals = (diagonals | square) >> 1;
            self.fill(row + 1, columns | square, antidiagonals, diagonals)?;
        }
        ControlFlow::Continue(())
    }

    /// The columns that the queen of `row` may have.
    fn allowed(&self, row: usize) -> u32 {
        let Shape { n, north, .. } = *self.shape;
        let centre = self.set.centre.map_or(0, |column| 1 << column);
        if row < north {
            self.given.north.squares(north - 1 - row, self.set.columns)
        } else if row == north && self.set.centre.is_some() {
            centre
        } else {
            let columns = self.shape.row_mask() & !(self.set.columns | centre);
            self.given.south.squares(row - n.div_ceil(2), columns)
        }
    }

    /// The weight of the solution for the diagonal flip: see [`flip`].
    fn weight(&self) -> u128 {
        let shape = self.shape;
        let side = |row: usize| -> Side { flip::side(shape, self.placed[row]) };
        let digit = |k: usize| flip::digit(side(shape.north - 1 - k), side(shape.n.div_ceil(2) + k));
        let rows: Vec<usize> = (0..shape.digits).map(digit).collect();
        match rows.cmp(&self.column_digits) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }
}
