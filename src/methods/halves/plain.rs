//! A plain recursion through a column set: the kernel `scalar` of halves, and the oracle of the
//! others.
//!
//! Row by row from the top of the board, it tries every free square whose column belongs to the
//! half, and weighs every complete solution. It uses no lists, no planes and no digits decided on
//! the way, and takes more than a hundred times as long.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::kernels::SetCounts;
use crate::board::bits;
use crate::methods::halves::Shape;
use crate::methods::halves::sets::first_queens::FirstQueens;
use crate::methods::halves::flip::{self, Side};
use crate::methods::halves::sets::ColumnSet;

/// Nodes between two looks at the stop flag: some milliseconds.
const NODES: u64 = 1 << 20;

/// Counts the solutions of `set` whose norths begin with `first`; `None` when it was stopped. Pairs
/// are queens placed here.
pub fn count(shape: &Shape, set: &ColumnSet, first: FirstQueens, stop: &AtomicBool) -> Option<SetCounts> {
    let mut walk = Walk::new(shape, set, first, stop);
    walk.fill(0, 0, 0, 0).is_continue().then_some(walk.counts)
}

struct Walk<'a> {
    shape: &'a Shape,
    first: FirstQueens,
    stop: &'a AtomicBool,
    set: &'a ColumnSet,
    /// The digits of the columns.
    columns: Vec<usize>,
    /// The column of the queen in each row from the top.
    placed: [usize; 32],
    counts: SetCounts,
}

impl<'a> Walk<'a> {
    fn new(shape: &'a Shape, set: &'a ColumnSet, first: FirstQueens, stop: &'a AtomicBool) -> Self {
        Self {
            shape,
            first,
            stop,
            set,
            columns: (0..shape.digits).map(|k| flip::column_digit(shape, set, k)).collect(),
            placed: [0; 32],
            counts: SetCounts::default(),
        }
    }

    /// Fills the rows from `row` on.
    fn fill(&mut self, row: usize, used: u32, up: u32, down: u32) -> ControlFlow<()> {
        if row == self.shape.n {
            self.counts.solutions += self.weight();
            return ControlFlow::Continue(());
        }
        for column in bits(self.allowed(row) & !(used | up | down)) {
            self.counts.pairs += 1;
            if self.counts.pairs.is_multiple_of(NODES) && self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            self.placed[row] = column;
            let square = 1 << column;
            self.fill(row + 1, used | square, (up | square) << 1, (down | square) >> 1)?;
        }
        ControlFlow::Continue(())
    }

    /// The columns that `row` may use.
    fn allowed(&self, row: usize) -> u32 {
        let centre = self.set.centre.map_or(0, |column| 1 << column);
        if row < self.shape.north {
            self.first.squares(self.shape.north - 1 - row, self.set.columns)
        } else if row == self.shape.north && self.set.centre.is_some() {
            centre
        } else {
            self.shape.row_mask() & !(self.set.columns | centre)
        }
    }

    /// How often the solution counts: see [`flip`].
    fn weight(&self) -> u64 {
        let shape = self.shape;
        let side = |row: usize| -> Side { flip::side(shape, self.placed[row]) };
        let digit = |k: usize| flip::digit(side(shape.north - 1 - k), side(shape.n.div_ceil(2) + k));
        let rows: Vec<usize> = (0..shape.digits).map(digit).collect();
        match rows.cmp(&self.columns) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }
}
