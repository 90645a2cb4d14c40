//! The search in lanes: the same step for one placement per lane of a vector.
//!
//! # Idea
//!
//! Recursion fills row after row for one placement. Here, every row has a *buffer* of placements that wait to
//! fill it, each with the squares of the row that are not tried yet. A *pass* takes the last chunk of
//! placements of a buffer and puts one queen into each, on the lowest untried square. The children that can
//! still be completed go to the end of the next row's buffer. The placements with untried squares left go
//! back to where the chunk began.
//!
//! ```text
//! while placements wait:
//!     row = the lowest row where a chunk of placements waits; if there is none, the topmost with any
//!     until buffer[row + 1] has a chunk, or buffer[row] has less than a chunk (the topmost row: nothing):
//!         for each vector of the last chunk of buffer[row]:
//!             queen  = lowest untried square;        untried -= queen
//!             child  = columns + queen, (antidiagonals + queen) << step, (diagonals + queen) >> step,
//!                      untried = its free squares
//!             alive  = every row checked below has a free square
//!                      and, close to the end, every unused column has one
//!             buffer[row + 1] <- the children alive, side by side
//!             buffer[row]     <- the placements with untried squares, side by side
//! ```
//!
//! So no lane idles while a chunk waits, however unevenly the tree grows, and a step costs the same for
//! sixteen placements as for one. A buffer has less than a chunk when the children of a chunk, at most as
//! many again, are appended, so two chunks of space are enough. Vectors are partly empty only at the end of a
//! batch, when no row has a full chunk and the rows are finished one by one, from the top.
//!
//! # Which children are dropped
//!
//! | rows left to the placement | a child is kept if there is a free square in |
//! |---|---|
//! | 9 or more | its row |
//! | 8 | its row and the one after |
//! | 3 to 7 | every row and every unused column |
//!
//! A child with two rows left is not kept but counted. It has exactly two unused columns, and each row and
//! each of these columns has a free square. If the columns are as far apart as the rows, the queens would
//! attack each other along a diagonal. Otherwise, there are two ways if both rows are free in both columns,
//! and one way if not.
//!
//! # Cost
//!
//! With AVX-512, a step is 30 to 45 vector operations and 12 memory accesses. At N = 18, the search takes 5.4
//! steps of one lane per solution of the full count, and 8.5 with only a look-ahead of two rows.
//!
//! # Tried
//!
//! * A vector of placements searched to its end before the next one: 56% of the lanes have work at N = 16.
//! * Lanes refilled as soon as their squares are used up: every step waits for the previous step, which takes
//!   2.3 times as long on Zen 5.
//! * Plain loops over arrays instead of the operations of [`Lanes`]: the compiler vectorises few of them,
//!   which takes 1.6 times as long with AVX2 and five times as long with AVX-512 at N = 17.
//! * Chunks that begin anywhere: up to 1.08 times as long with AVX-512, because loads cross cache lines.
//! * A mask of the lanes at work in every step, which saves the second call of `step`: up to 1.1 times as
//!   long.
//! * One chunk per pass: four times as many passes at N = 14 as with the kernel of 1.1, and 1.04 times as
//!   long.
//! * The placements after the last whole vector moved instead of searched, and a row left only when eight
//!   vectors wait: no gain.
//!
//! `docs/lab/kernels.md` has all measurements.

use super::buffer::{Buffer, CHUNK_VECTORS, append, load};
use super::lanes::Lanes;
use super::{Batch, Counts, scalar};
use crate::board::BoardSize;
use crate::methods::cpu::Step;
use crate::methods::search::{Placement, RemainingRows};

/// The buffers of a thread, by the number of rows left. Batches share their memory, not their contents.
#[derive(Debug, Default)]
pub struct BatchBuffers(Vec<Buffer>);

/// Counts the completions of each placement of a batch.
pub struct BatchCount<'a> {
    pub batch: Batch<'a>,
    pub buffers: &'a mut BatchBuffers,
}

impl<L: Lanes> Step<L> for BatchCount<'_> {
    type Output = Counts;

    #[inline(always)]
    fn run(self, lanes: L) -> Counts {
        let Self { batch, buffers } = self;
        let Batch { rows, row, placements } = batch;
        let left = rows.len - row;
        if left < 3 {
            return scalar::count(batch);
        }
        if buffers.0.len() <= left {
            buffers.0.resize(left + 1, Buffer::ZEROS);
        }
        let mut search = BatchSearch {
            lanes,
            rows,
            columns: rows.open[row..rows.len].iter().fold(0, |all, open| all | open),
            buffers: &mut buffers.0,
            waiting: [0; BoardSize::MAX + 1],
            counts: Counts::default(),
        };
        for chunk in placements.chunks(CHUNK_VECTORS * L::COUNT) {
            chunk.iter().for_each(|placement| search.begin(row, placement));
            search.run(left);
        }
        search.counts
    }
}

/// The search of a batch. A row is named by the number of rows left to its placements, itself included.
struct BatchSearch<'a, L> {
    lanes: L,
    rows: &'a RemainingRows,
    /// The columns that are open in at least one row.
    columns: u32,
    buffers: &'a mut [Buffer],
    /// The number of placements in each buffer.
    waiting: [usize; BoardSize::MAX + 1],
    counts: Counts,
}

impl<L: Lanes> BatchSearch<'_, L> {
    /// Adds a placement that fills `row` next, if the row has a free square and the number of columns left
    /// equals the number of rows left.
    fn begin(&mut self, row: usize, placement: &Placement) {
        let left = self.rows.len - row;
        let free = placement.free(self.rows, row);
        let unused = self.columns & !placement.columns;
        if free != 0 && unused.count_ones() as usize == left {
            let words = [free, placement.columns, placement.antidiagonals, placement.diagonals];
            for (array, word) in self.buffers[left].0.iter_mut().zip(words) {
                array[self.waiting[left]] = word;
            }
            self.waiting[left] += 1;
        }
    }

    /// Works until no placement waits in row `top` or below.
    #[inline(always)]
    fn run(&mut self, top: usize) {
        loop {
            let waiting = &self.waiting[..=top];
            let full = waiting.iter().position(|&waiting| waiting >= CHUNK_VECTORS * L::COUNT);
            let topmost = || waiting.iter().rposition(|&waiting| waiting > 0);
            let Some(left) = full.or_else(topmost) else { return };
            let least = if full.is_some() { CHUNK_VECTORS * L::COUNT } else { 1 };
            match left {
                3 => self.pass::<3>(left, least),
                4 => self.pass::<4>(left, least),
                5 => self.pass::<5>(left, least),
                6 => self.pass::<6>(left, least),
                7 => self.pass::<7>(left, least),
                8 => self.pass::<8>(left, least),
                _ => self.pass::<9>(left, least),
            }
        }
    }

    /// Works in row `left` until the row below has a chunk, or fewer than `least` placements wait. `LEFT` is
    /// `left`, but at most 9.
    #[inline(always)]
    fn pass<const LEFT: usize>(&mut self, left: usize, least: usize) {
        let (below, here) = self.buffers.split_at_mut(left);
        let mut pass = Pass {
            row: Row::<L, LEFT>::new(self.lanes, self.rows, self.rows.len - left, self.columns),
            here: &mut here[0],
            below: &mut below[left - 1],
            kept: self.waiting[left],
            children: self.waiting[left - 1],
            solutions: 0,
        };
        while pass.kept >= least && pass.children < CHUNK_VECTORS * L::COUNT {
            let end = pass.kept;
            let mut at = end.saturating_sub(CHUNK_VECTORS * L::COUNT) / L::COUNT * L::COUNT;
            self.counts.nodes += (end - at) as u64;
            pass.kept = at;
            while at + L::COUNT <= end {
                pass.step(at, L::COUNT);
                at += L::COUNT;
            }
            if at < end {
                pass.step(at, end - at);
            }
        }
        self.waiting[left] = pass.kept;
        self.waiting[left - 1] = pass.children;
        self.counts.solutions += u128::from(pass.solutions);
    }
}

/// The maximum number of rows in which a child is checked.
const MAX_CHECKED_ROWS: usize = 6;

/// The constants of a step in one row, as vectors.
struct Row<L: Lanes, const LEFT: usize> {
    lanes: L,
    /// The distances to the next row, and from there to the row after it.
    step: L::Words,
    next_step: L::Words,
    columns: L::Words,
    /// For each row that is checked, its open squares and its distance from the next row.
    checked: [(L::Words, L::Words); MAX_CHECKED_ROWS],
}

impl<L: Lanes, const LEFT: usize> Row<L, LEFT> {
    /// The number of rows below in which a child is checked.
    const CHECKED_ROWS: usize = match LEFT {
        3..=7 => LEFT - 1,
        8 => 2,
        _ => 1,
    };

    #[inline(always)]
    fn new(lanes: L, rows: &RemainingRows, k: usize, columns: u32) -> Self {
        let mut checked = [(lanes.splat(0), lanes.splat(0)); MAX_CHECKED_ROWS];
        let mut distance = 0;
        for (i, checked) in checked[..Self::CHECKED_ROWS].iter_mut().enumerate() {
            *checked = (lanes.splat(rows.open[k + 1 + i]), lanes.splat(distance));
            distance += rows.step[k + 1 + i];
        }
        Self {
            lanes,
            step: lanes.splat(rows.step[k]),
            next_step: lanes.splat(rows.step[k + 1]),
            columns: lanes.splat(columns),
            checked,
        }
    }
}

/// A pass over the placements of a row, from the last on.
struct Pass<'a, L: Lanes, const LEFT: usize> {
    row: Row<L, LEFT>,
    here: &'a mut Buffer,
    below: &'a mut Buffer,
    /// The ends of the data written to `here` and `below`.
    kept: usize,
    children: usize,
    /// At most two per queen, and therefore far below 2^32.
    solutions: u32,
}

impl<L: Lanes, const LEFT: usize> Pass<'_, L, LEFT> {
    /// Puts a queen into each of `count` placements of this row, from `at` on; `count` is at most a vector.
    #[inline(always)]
    fn step(&mut self, at: usize, count: usize) {
        let &Row { lanes, step, next_step, columns: all_columns, ref checked } = &self.row;
        let [untried, columns, antidiagonals, diagonals] = load(lanes, self.here, at);
        let later = lanes.without_lowest(untried);
        let parent = [later, columns, antidiagonals, diagonals];
        // The queen is on the square of `untried` that is not in `later`.
        let columns = lanes.or_and_not(columns, untried, later);
        let antidiagonals = lanes.shift_up(lanes.or_and_not(antidiagonals, untried, later), step);
        let diagonals = lanes.shift_down(lanes.or_and_not(diagonals, untried, later), step);

        let unused = lanes.and_not(all_columns, columns);
        let mut free = [columns; MAX_CHECKED_ROWS];
        let mut fewest = lanes.splat(u32::MAX);
        let mut missing = unused;
        for (i, &(open, distance)) in checked[..Row::<L, LEFT>::CHECKED_ROWS].iter().enumerate() {
            // The child's own row needs no shift.
            let attacked = match i {
                0 => lanes.or(antidiagonals, diagonals),
                _ => lanes.or(lanes.shift_up(antidiagonals, distance), lanes.shift_down(diagonals, distance)),
            };
            free[i] = lanes.and_not(open, lanes.or(attacked, columns));
            fewest = lanes.min(fewest, free[i]);
            missing = lanes.and_not(missing, free[i]);
        }
        if LEFT == 3 {
            let attacking = lanes.and(unused, lanes.shift_up(unused, next_step));
            missing = lanes.or(missing, attacking);
        }
        let busy = (1 << count) - 1;
        let mut alive = busy & lanes.nonzero(fewest);
        if LEFT <= 7 {
            alive &= !lanes.nonzero(missing);
        }
        if LEFT == 3 {
            let one_way = lanes.nonzero(lanes.and_not(unused, lanes.and(free[0], free[1])));
            self.solutions += alive.count_ones() + (alive & !one_way).count_ones();
        } else {
            let child = [free[0], columns, antidiagonals, diagonals];
            self.children = append(lanes, self.below, self.children, alive, child);
        }
        // No waiting placement is overwritten, because at most as many placements are kept as were read.
        self.kept = append(lanes, self.here, self.kept, busy & lanes.nonzero(later), parent);
    }
}
