//! The search in lanes. Each step handles one placement in each vector lane.
//!
//! # Idea
//!
//! Recursion fills row after row for a single placement. Here, every row has a *buffer* of placements that
//! wait for a queen in that row, each with its untried squares. A *pass* takes the last chunk from a buffer
//! and adds one queen to each placement, on the lowest untried square. Children with a chance of completion
//! are appended to the next row's buffer. Placements with untried squares left are written back to the start
//! of the chunk.
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
//! So no lane is idle while a chunk is pending, however unevenly the tree grows. A step costs the same for
//! sixteen placements as for one.
//!
//! A chunk has at most one chunk of children. These are appended only to a buffer that holds less than a
//! chunk, so a buffer needs space for two chunks. Vectors are partly empty only at the end of a batch. Then
//! no row has a full chunk left, and the rows are finished one by one, from the top.
//!
//! # Which children are dropped
//!
//! | rows left to the placement | a child is kept if there is a free square in |
//! |---|---|
//! | 9 or more | its row |
//! | 8 | its row and the one after |
//! | 3 to 7 | every row and every unused column |
//!
//! A child with two rows left is counted instead of kept. It has exactly two unused columns, and a free
//! square in both rows and in both columns. If the columns are as far apart as the rows, the last two queens
//! would attack each other along a diagonal. Otherwise, there are two ways to place them if both rows are
//! free in both columns, and one way if not.
//!
//! # Cost
//!
//! With AVX-512, a step takes 30 to 45 vector operations and 12 memory accesses. At N = 18, the search takes
//! 5.4 single-lane steps per solution of the whole board. With a look-ahead of only two rows, it takes 8.5.
//!
//! # Tried
//!
//! * Searching a placement vector to its end before starting the next vector: only 56% of the lanes have work
//!   at N = 16.
//! * Refilling lanes as soon as they run out of squares: 2.3 times as long on Zen 5, because every step waits
//!   for the previous one.
//! * Plain loops over arrays instead of [`Lanes`] operations: the compiler vectorises few of them. At N = 17,
//!   this takes 1.6 times as long with AVX2 and five times as long with AVX-512.
//! * Chunks that begin anywhere instead of at a whole vector: up to 1.08 times as long with AVX-512, because
//!   loads cross cache lines.
//! * Masking the busy lanes in every step, to avoid the second call of `step`: up to 1.1 times as long.
//! * One chunk per pass: four times as many passes at N = 14 as with version 1.1's kernel, and 1.04 times as
//!   long.
//! * Moving the placements after the last whole vector instead of searching them, and leaving a row only when
//!   eight vectors are pending below: no gain.
//!
//! See `docs/lab/kernels.md` for all measurements.

use super::buffer::{Buffer, CHUNK_VECTORS, append, load};
use super::lanes::Lanes;
use super::{Batch, Counts, scalar};
use crate::board::BoardSize;
use crate::methods::cpu::Step;
use crate::methods::search::{AlignedPlacement, RemainingRows};

/// A thread's buffers, indexed by the number of rows left. Batches reuse the buffers' memory, but not the
/// contents.
#[derive(Debug, Default)]
pub struct BatchBuffers(Vec<Buffer>);

/// Counts the completions of a batch's placements.
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

/// A batch's search. A row's number is the number of rows left, including the row itself.
struct BatchSearch<'a, L> {
    lanes: L,
    rows: &'a RemainingRows,
    /// The columns open in at least one row.
    columns: u32,
    buffers: &'a mut [Buffer],
    /// The number of placements in each buffer.
    waiting: [usize; BoardSize::MAX + 1],
    counts: Counts,
}

impl<L: Lanes> BatchSearch<'_, L> {
    /// Adds a placement at `row` if the row has a free square and there are as many unused columns as rows
    /// left.
    fn begin(&mut self, row: usize, placement: &AlignedPlacement) {
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

    /// Searches until no placements are pending in row `top` or below.
    #[inline(always)]
    fn run(&mut self, top: usize) {
        loop {
            let waiting = &self.waiting[..=top];
            let full = waiting.iter().position(|&waiting| waiting >= CHUNK_VECTORS * L::COUNT);
            let topmost = || waiting.iter().rposition(|&waiting| waiting > 0);
            let Some(left) = full.or_else(topmost) else { return };
            let min_placements = if full.is_some() { CHUNK_VECTORS * L::COUNT } else { 1 };
            match left {
                3 => self.pass::<3>(left, min_placements),
                4 => self.pass::<4>(left, min_placements),
                5 => self.pass::<5>(left, min_placements),
                6 => self.pass::<6>(left, min_placements),
                7 => self.pass::<7>(left, min_placements),
                8 => self.pass::<8>(left, min_placements),
                _ => self.pass::<9>(left, min_placements),
            }
        }
    }

    /// Searches in row `left` until a chunk is pending in the row below, or fewer than `min_placements` are
    /// pending in this row. `LEFT` is `left`, but at most 9.
    #[inline(always)]
    fn pass<const LEFT: usize>(&mut self, left: usize, min_placements: usize) {
        let (below, here) = self.buffers.split_at_mut(left);
        let mut pass = Pass {
            row: Row::<L, LEFT>::new(self.lanes, self.rows, self.rows.len - left, self.columns),
            here: &mut here[0],
            below: &mut below[left - 1],
            parents: self.waiting[left],
            children: self.waiting[left - 1],
            solutions: 0,
        };
        while pass.parents >= min_placements && pass.children < CHUNK_VECTORS * L::COUNT {
            let end = pass.parents;
            let mut at = end.saturating_sub(CHUNK_VECTORS * L::COUNT) / L::COUNT * L::COUNT;
            self.counts.nodes += (end - at) as u64;
            pass.parents = at;
            while at + L::COUNT <= end {
                pass.step(at, L::COUNT);
                at += L::COUNT;
            }
            if at < end {
                pass.step(at, end - at);
            }
        }
        self.waiting[left] = pass.parents;
        self.waiting[left - 1] = pass.children;
        self.counts.solutions += u128::from(pass.solutions);
    }
}

/// The maximum number of rows in which a child is checked.
const MAX_CHECKED_ROWS: usize = 6;

/// A row's constants for [`Pass::step`], as vectors.
struct Row<L: Lanes, const LEFT: usize> {
    lanes: L,
    /// The distance to the next row, and the distance from there to the row after it.
    step: L::Words,
    next_step: L::Words,
    columns: L::Words,
    /// For each checked row, the open squares and the distance from the next row.
    checked: [(L::Words, L::Words); MAX_CHECKED_ROWS],
}

impl<L: Lanes, const LEFT: usize> Row<L, LEFT> {
    /// The number of checked rows below this row.
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

/// A pass over a row's placements, starting with the last chunk.
struct Pass<'a, L: Lanes, const LEFT: usize> {
    row: Row<L, LEFT>,
    here: &'a mut Buffer,
    below: &'a mut Buffer,
    /// The number of placements in `here` and in `below`.
    parents: usize,
    children: usize,
    /// A `u32` is enough, because a pass that counts solutions adds at most a few thousand queens, and each
    /// gives at most two solutions.
    solutions: u32,
}

impl<L: Lanes, const LEFT: usize> Pass<'_, L, LEFT> {
    /// Adds a queen to each of the `count` placements that start at index `at`. `count` is at most the number
    /// of lanes.
    #[inline(always)]
    fn step(&mut self, at: usize, count: usize) {
        let &Row { lanes, step, next_step, columns: all_columns, ref checked } = &self.row;
        let [untried, columns, antidiagonals, diagonals] = load(lanes, self.here, at);
        let later = lanes.without_lowest(untried);
        let parent = [later, columns, antidiagonals, diagonals];
        // The queen goes on the square in `untried` but not in `later`.
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
        // This overwrites no pending placements, because it writes back at most as many placements as were
        // read.
        self.parents = append(lanes, self.here, self.parents, busy & lanes.nonzero(later), parent);
    }
}
