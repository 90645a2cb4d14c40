//! Finds a colour's compatible placements, and passes them to a sink.
//!
//! ```text
//! search(sets of rows, list):
//!     descend(no queens, all sets, list)
//!
//! descend(queens, sets, list):
//!     if the list is short:                                                       masks
//!         return all ways to fill the remaining rows
//!     if only four rows, the tail, of each set are left:                          tail
//!         return all ways to fill them
//!     for each row that some of the sets have next:                               row_sets
//!         for each free square of the row:
//!             rest = the list's placements that do not attack the square          filter
//!             descend(queens with one there, the sets that have the row next, rest)
//! ```
//!
//! The list contains one quarter's placements. The other quarter's placements are searched, one queen at a
//! time, from the middle row outwards. Each queen leaves about three in ten placements in the list. After the
//! last queen, the list contains the compatible placements, the *hits*. The sink receives their keys,
//! together with the row set's index and the number of the searched queens' column set. Index and number are
//! announced in advance, so that the sink can prefetch a table row.
//!
//! Row sets are searched together, as a tree, so that lists are filtered only once for common rows. With sets
//! of seven rows out of twelve, searching eight neighbouring sets together saves seven in eight of the first
//! rows, and six in ten of the fifth rows.
//!
//! Middle rows come first because their lines are the longest, so lists shrink early. In a prototype, N = 24
//! with seven queens in a quarter took 1.25 times as long in plain row order, and twice as long from the
//! outermost rows inwards.

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
use super::placements::PlacementList;
use super::quarters::{MAX_SIDE, Quarter};
#[cfg(test)]
use super::reach::{self, Size};
use crate::board::bits;
use crate::stop;

/// Receives a search's hits.
///
/// Sinks are called through `dyn`, so that each kernel has one compiled search instead of four, for two
/// colours and two entry widths. This takes no longer for a unit of N = 24 (docs/lab/colours-experiments.md).
pub trait HitSink {
    /// Receives the keys of the listed placements that are compatible with the searched queens, in ascending
    /// order. `index` is the index of the queens' row set, and `number` is the number of their column set.
    fn hits(&mut self, index: usize, number: u16, keys: &[u16]);

    /// Announces that hits with this `index` and `number` may follow.
    fn announce(&self, index: usize, number: u16) {
        let _ = (index, number);
    }
}

/// The searched quarter, and the rows and columns that its queens may fill.
#[derive(Clone, Copy)]
pub struct SearchedQuarter<'a> {
    pub quarter: &'a Quarter,
    pub rows: &'a RowSets,
    pub sets: &'a ColumnSets,
    /// The number of bytes in a set of lines.
    pub bytes: usize,
}

/// The columns and lines of queens in the searched quarter.
#[derive(Clone, Copy, Default)]
struct Queens {
    columns: u32,
    lines: u64,
}

impl Queens {
    /// Adds a queen on a free square, in `column` and on `lines`. Returns `None` if no column set contains
    /// all the queens' columns.
    #[inline(always)]
    fn with(self, column: usize, lines: u64, sets: &ColumnSets) -> Option<Self> {
        let next = Self { columns: self.columns | 1 << column, lines: self.lines | lines };
        sets.has_subset(next.columns).then_some(next)
    }
}

/// Runs searches with a kernel's vectors, one at a time, and reuses memory.
pub struct Search<V> {
    pub v: V,
    limits: Limits,
    /// The placements compatible with the first queen, with the first two queens, and so on.
    levels: [PlacementList; MAX_SIDE],
    buffers: TailBuffers,
}

impl<V: PlacementVector> Search<V> {
    pub fn new(v: V, limits: Limits) -> Self {
        Self { v, limits, levels: Default::default(), buffers: TailBuffers::default() }
    }

    /// For each placement in `searched`, passes the compatible placements in `list` to `sink`. Returns `None`
    /// if stopped.
    pub fn run(
        &mut self,
        searched: SearchedQuarter,
        list: &PlacementList,
        sink: &mut dyn HitSink,
        stop: &AtomicBool,
    ) -> Option<()> {
        #[cfg(test)]
        reach::record(Size::SearchedQueens, searched.rows.queens);
        let Self { v, limits, levels, buffers } = self;
        let mut descent = Descent { v: *v, limits: *limits, searched, buffers, sink, stop };
        descent.descend(0, &searched.rows.sets, Queens::default(), list, levels)
    }
}

/// The recursion over the searched quarter's rows.
struct Descent<'a, V> {
    v: V,
    limits: Limits,
    searched: SearchedQuarter<'a>,
    buffers: &'a mut TailBuffers,
    sink: &'a mut dyn HitSink,
    stop: &'a AtomicBool,
}

impl<V: PlacementVector> Descent<'_, V> {
    /// Fills the rows in `sets` from index `depth` on. `queens` fill the earlier rows, and all placements in
    /// `list` are compatible with `queens`. Returns `None` if stopped.
    fn descend(
        &mut self,
        depth: usize,
        sets: &[RowSet],
        queens: Queens,
        list: &PlacementList,
        levels: &mut [PlacementList],
    ) -> Option<()> {
        if stop::is_set(self.stop) {
            return None;
        }
        if list.len == 0 {
            return Some(());
        }
        let searched = self.searched;
        let rows = searched.rows.queens;
        // With few queens, nearly all placements are hits, and the tail is faster.
        if list.len <= self.limits.short_list && depth < rows && rows > tail::TAIL_ROWS {
            #[cfg(test)]
            reach::record(Size::MaskedPlacements, list.len);
            #[cfg(test)]
            reach::record(Size::MaskedRows, rows - depth);
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

    /// Fills the last rows of all `sets` at once. If these rows have too many free squares, each half of the
    /// sets is filled separately.
    fn tail(&mut self, depth: usize, sets: &[RowSet], queens: Queens, list: &PlacementList) {
        let Self { v, searched, buffers, sink, .. } = self;
        if let Some(squares) = Squares::of(*searched, depth, sets, queens) {
            #[cfg(test)]
            reach::record(Size::TailPlacements, list.len);
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
            #[cfg(test)]
            reach::add(Size::HalvedTails);
            let (half, rest) = sets.split_at(sets.len() / 2);
            self.tail(depth, half, queens, list);
            self.tail(depth, rest, queens, list);
        }
    }
}
