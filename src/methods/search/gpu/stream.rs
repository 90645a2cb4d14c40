//! Generates the placements of a part at the row where the device takes over, one after the other:
//! a unit of a large board has more of them than fit into memory.

use std::vec;

use crate::methods::search::remaining::{Placement, RemainingRows};
use crate::methods::search::units::PrefixPart;

/// A placement as the device reads it: untried squares, columns, antidiagonals, diagonals.
pub type Words = [u32; 4];

/// The placements that fill the rows of a part up to a row and leave a free square in that row.
pub struct Stream {
    rows: RemainingRows,
    first_row: usize,
    end: usize,
    starts: vec::IntoIter<Placement>,
    /// For each row from `first_row` on: a placement, and its squares of that row to try.
    stack: Vec<(u32, Placement)>,
}

impl Stream {
    /// The placements of `part` at remaining row `end`, which is not above the rows of the part.
    pub fn new(part: PrefixPart, end: usize) -> Self {
        let PrefixPart { rows, row, placements, .. } = part;
        Self { rows, first_row: row, end, starts: placements.into_iter(), stack: Vec::new() }
    }

    /// The row that its placements fill next.
    pub fn row(&self) -> usize {
        self.end
    }

    fn push(&mut self, row: usize, placement: Placement) {
        self.stack.push((placement.free(&self.rows, row), placement));
    }
}

impl Iterator for Stream {
    type Item = Words;

    fn next(&mut self) -> Option<Words> {
        loop {
            let next_row = self.first_row + self.stack.len();
            let Some((untried, placement)) = self.stack.last_mut() else {
                let start = self.starts.next()?;
                self.push(next_row, start);
                continue;
            };
            let placement = *placement;
            let row = next_row - 1;
            if *untried == 0 || row == self.end {
                let free = *untried;
                self.stack.pop();
                if free != 0 {
                    let Placement { columns, antidiagonals, diagonals } = placement;
                    return Some([free, columns, antidiagonals, diagonals]);
                }
                continue;
            }
            let square = *untried & untried.wrapping_neg();
            *untried ^= square;
            let child = placement.child(&self.rows, row, square);
            self.push(next_row, child);
        }
    }
}
