//! The batched search: the same step for one placement per lane of a vector.
//!
//! # The idea
//!
//! Recursion fills one row after the other for one placement. Here every row has a *buffer* of
//! placements that wait to fill it, each with the squares of the row not tried yet. A step takes as
//! many as there are lanes and puts a queen on the lowest untried square of each; the children that
//! can still be completed are compressed to the end of the next row's buffer; placements with
//! squares left stay for the next *round*. So no lane idles while placements wait, however unevenly
//! the tree grows, and a step costs the same for sixteen placements as for one.
//!
//! ```text
//! row(k):                                        one call per batch, not per placement
//!     while placements enough for every lane wait in its buffer:
//!         q      = lowest untried square;        untried -= q
//!         child  = columns + q, (antidiagonals + q) << step, (diagonals + q) >> step,
//!                  untried = free(k + 1)
//!         alive  = every row looked at below has a free square
//!                  and, close to the end, every unused column has one
//!         buffer of row k + 1 <- the children alive, side by side
//!         buffer of row k     <- the placements with untried squares, side by side,
//!                                where it was read already
//!         if the buffer of row k + 1 is full: row(k + 1)
//! ```
//!
//! Depth-first search over batches limits memory to one buffer per row. Only the end of a call,
//! when too few placements are left to fill the lanes, runs on partly empty vectors: row by row
//! from the top, each row once. `pass` has this loop, and `steps` the operations on a vector.
//!
//! # Which children are dropped
//!
//! | rows left to the placement | a child is kept if there is a free square in |
//! |---|---|
//! | 9 or more | its row |
//! | 8 | its row and the one after |
//! | 4, 5, 6, 7 | every row and every unused column |
//!
//! The last three rows are counted in closed form, except for the queen in the first of them.
//!
//! # Cost
//!
//! A step is about 50 vector operations and 8 to 12 memory accesses. At N = 18 the search takes 5.4
//! steps of one lane per solution of the full count, against 8.5 with a look-ahead of two rows
//! alone. `docs/lab/kernels.md` has all measurements.

use super::lanes::Lanes;
use super::pass::{Pass, Pause};
use super::steps::{Last, Row};
use super::workspace::{Buffer, Words, Workspace, full};
use super::{Batch, Counts, scalar};
use crate::methods::search::{Placement, RemainingRows};

/// See [`Lanes::count`].
#[inline(always)]
pub(super) fn count<L: Lanes>(lanes: L, batch: Batch, workspace: &mut Workspace) -> Counts {
    let Batch { rows, row, placements } = batch;
    let rows_left = rows.len - row;
    if rows_left < 3 {
        return scalar::count(batch);
    }
    let columns = rows.open[row..rows.len].iter().fold(0, |all, open| all | open);
    let levels = workspace.levels(rows_left);
    let mut counts = Counts::default();
    for chunk in placements.chunks(full::<L>()) {
        let top = &mut levels[rows_left];
        chunk
            .iter()
            .filter_map(|placement| start(rows, row, columns, placement))
            .for_each(|words| top.push(words));
        search(lanes, rows, columns, levels, &mut counts);
    }
    counts
}

/// The words of `placement` in the buffer of `row`, if it passes a first check: its row has a free
/// square, and the numbers of remaining columns and rows are equal.
fn start(rows: &RemainingRows, row: usize, columns: u32, placement: &Placement) -> Option<Words<u32>> {
    let unused = columns & !placement.columns;
    let rows_left = rows.len - row;
    let free = placement.free(rows, row);
    if unused.count_ones() as usize != rows_left || free == 0 {
        return None;
    }
    if rows_left > 3 {
        return Some([free, placement.columns, placement.antidiagonals, placement.diagonals]);
    }
    let second = placement.child(rows, row, 0);
    let third = second.child(rows, row + 1, 0).free(rows, row + 2);
    let second = second.free(rows, row + 1);
    (free | second | third == unused).then_some([free, unused, second, third])
}

/// Searches below everything that waits at the top level; `columns` are those open in some row.
#[inline(always)]
fn search<L: Lanes>(
    lanes: L,
    rows: &RemainingRows,
    columns: u32,
    levels: &mut [Buffer],
    counts: &mut Counts,
) {
    // Rows left at the level at work, and at the topmost level that has placements.
    let mut current = levels.len() - 1;
    let mut top = levels.len() - 1;
    loop {
        let k = rows.len - current;
        let (below, here) = levels.split_at_mut(current);
        let pass = Pass { lanes, here: &mut here[0], next: &mut below[current - 1], finish: current == top };
        let nodes = &mut counts.nodes;
        let pause = match current {
            3 => {
                let mut step = Last::new(lanes, rows, k);
                let pause = pass.run(&mut step, nodes);
                counts.solutions += u128::from(step.found(lanes));
                pause
            }
            4 => pass.run(&mut Row::<L, 3, true>::new(lanes, rows, k, columns), nodes),
            5 => pass.run(&mut Row::<L, 4, true>::new(lanes, rows, k, columns), nodes),
            6 => pass.run(&mut Row::<L, 5, true>::new(lanes, rows, k, columns), nodes),
            7 => pass.run(&mut Row::<L, 6, true>::new(lanes, rows, k, columns), nodes),
            8 => pass.run(&mut Row::<L, 2, false>::new(lanes, rows, k, columns), nodes),
            _ => pass.run(&mut Row::<L, 1, false>::new(lanes, rows, k, columns), nodes),
        };
        match pause {
            Pause::Full => current -= 1,
            Pause::Hungry if current < top => current += 1,
            Pause::Hungry if current == 3 => return,
            Pause::Hungry => {
                top -= 1;
                current = top;
            }
        }
    }
}
