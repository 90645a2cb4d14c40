//! Generates the placements of a part at the row where the device takes over, one after the other:
//! a unit of a large board has more of them than fit into memory.

use crate::board::bits;
use crate::methods::search::remaining::{Placement, RemainingRows};
use crate::methods::search::units::PrefixPart;

/// A placement as the device reads it: untried squares, columns, antidiagonals, diagonals.
pub type Words = [u32; 4];

/// The placements that fill the rows of a part up to a row and leave a free square in that row.
pub struct Stream {
    rows: RemainingRows,
    end: usize,
    /// Placements to go on from, each with the row that it fills next.
    stack: Vec<(usize, Placement)>,
}

impl Stream {
    /// The placements of `part` at remaining row `end`, which is not above the rows of the part.
    pub fn new(part: PrefixPart, end: usize) -> Self {
        let PrefixPart { rows, row, placements, .. } = part;
        Self { rows, end, stack: placements.into_iter().map(|placement| (row, placement)).collect() }
    }
}

impl Iterator for Stream {
    type Item = Words;

    fn next(&mut self) -> Option<Words> {
        while let Some((row, placement)) = self.stack.pop() {
            let free = placement.free(&self.rows, row);
            if row < self.end {
                let child = |column: usize| (row + 1, placement.child(&self.rows, row, 1 << column));
                self.stack.extend(bits(free).map(child));
            } else if free != 0 {
                let Placement { columns, antidiagonals, diagonals } = placement;
                return Some([free, columns, antidiagonals, diagonals]);
            }
        }
        None
    }
}
