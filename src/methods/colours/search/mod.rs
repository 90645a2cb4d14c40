//! The search: finds the pairs of placements of a colour that fit each other, and passes them to a sink.
//!
//! ```text
//! search(sets of rows, list):
//!     descend(no queens, all sets, list)
//!
//! descend(queens, sets, list):
//!     if the list is short:                                                       masks
//!         return all ways to fill the rows that are left
//!     if only four rows, the tail, of each set are left:                          tail
//!         return all ways to fill them
//!     for each row that some of the sets have next:                               row_sets
//!         for each free square of the row:
//!             rest = the placements of the list that do not attack the square      filter
//!             descend(queens with one there, the sets that have the row next, rest)
//! ```
//!
//! Placements of one quarter are in the list; those of the other are searched, a queen at a time, from the
//! middle row outwards. Each queen leaves about three placements in ten. When all queens are placed, the list
//! has the placements that are compatible with them, the *hits*: the sink gets their keys, with the set of
//! rows and the number of the searched queens' columns. The sink gets these two in advance, so that it can
//! prefetch the row of a table.
//!
//! Sets of rows are searched together, as a tree: what they have in common is filtered once. With seven of
//! twelve rows, eight neighbouring sets share seven in eight of their first rows and six in ten of their
//! fifth rows.
//!
//! Rows in the middle come first because their lines are the longest, so that lists shrink early. In a
//! prototype, N = 24 with seven queens in a quarter took 1.25 times as long with the rows as they come,
//! and twice as long from the outermost row on.

mod filter;
mod masks;
pub mod row_sets;
mod squares;
mod tail;

use std::sync::atomic::AtomicBool;

use self::filter::Filter;
use self::masks::MaskSearch;
use self::row_sets::{RowSet, RowSets, by_row};
use self::squares::Squares;
use self::tail::{Tail, TailBuffers};
use super::column_sets::ColumnSets;
use super::kernels::PlacementVector;
use super::limits::Limits;
use super::placements::Placements;
use super::quarters::{MAX_SIDE, Quarter};
use crate::board::bits;
use crate::methods::counter::stop;

/// Receives the hits of a search. The search calls it through `dyn`, so a kernel has one search in place of
/// four: for both colours and both widths of entries. A unit of N = 24 takes no longer
/// (docs/lab/colours-experiments.md).
pub trait HitSink {
    /// Receives the keys, in ascending order, of the placements that fit the searched queens. `index` is the
    /// index of the queens' set of rows, and `number` the number of their column set.
    fn hits(&mut self, index: usize, number: u16, keys: &[u16]);

    /// Announces that hits with this `index` and `number` may follow soon.
    fn announce(&self, index: usize, number: u16) {
        let _ = (index, number);
    }
}

/// The quarter that is searched, and the rows and columns that its queens may fill.
#[derive(Clone, Copy)]
pub struct SearchedQuarter<'a> {
    pub quarter: &'a Quarter,
    /// The sets of rows that its queens may fill.
    pub rows: &'a RowSets,
    /// The columns that they may fill.
    pub sets: &'a ColumnSets,
    /// Bytes of the lines of its colour.
    pub bytes: usize,
}

/// Queens in some rows of the searched quarter.
#[derive(Clone, Copy, Default)]
struct Queens {
    columns: u32,
    lines: u64,
}

impl Queens {
    /// Adds a queen on a free square, in `column` and on these lines. Returns `None` if no column set of the
    /// quarter contains all columns used so far.
    #[inline(always)]
    fn with(self, column: usize, lines: u64, sets: &ColumnSets) -> Option<Self> {
        let next = Self { columns: self.columns | 1 << column, lines: self.lines | lines };
        sets.has_subset(next.columns).then_some(next)
    }
}

/// Runs searches, one at a time, with the vectors of a kernel. It reuses its memory for every search.
pub struct Search<V> {
    pub v: V,
    limits: Limits,
    /// The placements that the queens so far leave, by the number of these queens, from one on.
    levels: [Placements; MAX_SIDE],
    buffers: TailBuffers,
}

impl<V: PlacementVector> Search<V> {
    pub fn new(v: V, limits: Limits) -> Self {
        Self { v, limits, levels: Default::default(), buffers: TailBuffers::default() }
    }

    /// Hands every placement in `searched`, with the placements of `list` that fit it, to `sink`;
    /// `None` if it was stopped.
    pub fn run(
        &mut self,
        searched: SearchedQuarter,
        list: &Placements,
        sink: &mut dyn HitSink,
        stop: &AtomicBool,
    ) -> Option<()> {
        let Self { v, limits, levels, buffers } = self;
        let mut descent = Descent { v: *v, limits: *limits, searched, buffers, sink, stop };
        descent.descend(0, &searched.rows.sets, Queens::default(), list, levels)
    }
}

/// The recursion over the placements of the searched quarter.
struct Descent<'a, V> {
    v: V,
    limits: Limits,
    searched: SearchedQuarter<'a>,
    buffers: &'a mut TailBuffers,
    sink: &'a mut dyn HitSink,
    stop: &'a AtomicBool,
}

impl<V: PlacementVector> Descent<'_, V> {
    /// Fills the rows of `sets` from the one at `depth` on, next to `queens`, which `list` fits; `None` if
    /// it was stopped.
    fn descend(
        &mut self,
        depth: usize,
        sets: &[RowSet],
        queens: Queens,
        list: &Placements,
        levels: &mut [Placements],
    ) -> Option<()> {
        if stop::is_set(self.stop) {
            return None;
        }
        if list.len == 0 {
            return Some(());
        }
        let searched = self.searched;
        let rows = searched.rows.queens;
        // If the quarter has few queens, nearly all placements are hits, which the tail finds faster.
        if list.len <= self.limits.short_list && depth < rows && rows > tail::TAIL_ROWS {
            self.v.enter(MaskSearch { searched, depth, sets, queens, list, sink: &mut *self.sink });
            return Some(());
        }
        if rows - depth <= tail::TAIL_ROWS {
            self.tail(depth, sets, queens, list);
            return Some(());
        }
        let (rest, levels) = levels.split_first_mut()?;
        for (row, sets) in by_row(sets, depth) {
            for column in bits(searched.quarter.free(row, queens.columns, queens.lines)) {
                let lines = searched.quarter.lines[row][column];
                if let Some(next) = queens.with(column, lines, searched.sets) {
                    let (bytes, chunk) = (searched.bytes, self.limits.filter_chunk);
                    self.v.enter(Filter { from: list, bytes, lines, chunk, into: rest });
                    self.descend(depth + 1, sets, next, rest, levels)?;
                }
            }
        }
        Some(())
    }

    /// Fills the last rows of `sets`: all at once, or half of the sets if all have too many squares.
    fn tail(&mut self, depth: usize, sets: &[RowSet], queens: Queens, list: &Placements) {
        let Self { v, searched, buffers, sink, .. } = self;
        if let Some(squares) = Squares::of(*searched, depth, sets, queens) {
            v.enter(Tail {
                searched: *searched,
                depth,
                sets,
                queens,
                list,
                squares,
                buffers,
                sink: &mut **sink,
            });
        } else {
            let (half, rest) = sets.split_at(sets.len() / 2);
            self.tail(depth, half, queens, list);
            self.tail(depth, rest, queens, list);
        }
    }
}
