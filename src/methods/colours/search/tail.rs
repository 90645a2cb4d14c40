//! Fills a tail in a single kernel step. A tail consists of the last rows in some row sets.
//!
//! The queens in other rows leave few squares free in the tail, so each free square gets a bit. A placement
//! is stored as the set of free squares that it attacks. This takes one or a few bytes, instead of seven or
//! eight bytes for its lines:
//!
//! ```text
//! row A    . 0 . 1 2 . . 3 .        squares 0 to 3, in byte 0
//! row B    4 . 5 . . . 6 . .                4 to 6
//! row C    . . . 7 . 8 . . 9                7, and 8 and 9 in byte 1
//! ```
//!
//! When a queen is placed, a single bit in each placement is tested. After each row, only the bytes with
//! squares in later rows are kept. After the last row, only the keys are kept.

use super::filter::{arrays, arrays_mut, filter};
use super::row_sets::{RowSet, by_row};
use super::squares::{Squares, TailSquare};
use super::{HitSink, Queens, SearchedQuarter};
use crate::board::bits;
use crate::methods::colours::kernels::PlacementVector;
use crate::methods::colours::placements::{MAX_LINE_BYTES, PADDING, PlacementList};
use crate::methods::cpu::Step;

/// The number of rows in the tail. With three rows, a heavy hit takes 1.0 to 1.1 times as long
/// (docs/lab/colours-experiments.md).
pub const TAIL_ROWS: usize = 4;

/// Table rows are prefetched only if at least this many placements reach the last row of the tail. Fewer
/// placements use only a small part of a table row.
const MIN_LIST_TO_PREFETCH: usize = 64;

/// A tail's lists. Their memory is reused.
#[derive(Default)]
pub struct TailBuffers {
    /// The squares that each placement attacks.
    attacked: PlacementList,
    /// The placements compatible with the tail's first queen, with its first two queens, and so on.
    levels: [PlacementList; TAIL_ROWS - 1],
    /// The keys of the placements compatible with all queens.
    hits: Vec<u16>,
}

/// Fills at most [`TAIL_ROWS`] rows in each of `sets`, from index `depth` on. `queens` fill the earlier rows,
/// and all placements in `list` are compatible with `queens`.
pub struct Tail<'a> {
    pub searched: SearchedQuarter<'a>,
    pub depth: usize,
    pub sets: &'a [RowSet],
    pub queens: Queens,
    pub list: &'a PlacementList,
    pub squares: Squares,
    pub buffers: &'a mut TailBuffers,
    pub sink: &'a mut dyn HitSink,
}

impl<V: PlacementVector> Step<V> for Tail<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { searched, depth, sets, queens, list, squares, buffers, sink } = self;
        let TailBuffers { attacked, levels, hits } = buffers;
        squares.attacked(v, list, searched.bytes, attacked);
        for level in levels.iter_mut() {
            level.reserve(squares.bytes, list.len);
        }
        if hits.len() < list.len + PADDING {
            hits.resize(list.len + PADDING, 0);
        }
        let list = TailList { bytes: &attacked.bytes, keys: &list.keys, len: list.len };
        let mut recursion = TailRecursion { v, searched, squares: &squares, hits, sink };
        // The queens' columns, and the free squares.
        let begin = (queens.columns, u64::MAX);
        match searched.rows.queens - depth {
            0 => recursion.finish(sets, queens, list),
            1 => recursion.fill_last_row(depth, sets, begin, list, levels),
            2 => recursion.fill_two_rows(depth, sets, begin, list, levels),
            3 => recursion.fill_three_rows(depth, sets, begin, list, levels),
            _ => recursion.fill_four_rows(depth, sets, begin, list, levels),
        }
    }
}

/// Placements, each stored as the tail squares that it attacks.
#[derive(Clone, Copy)]
struct TailList<'a> {
    bytes: &'a [Vec<u8>; MAX_LINE_BYTES],
    keys: &'a [u16],
    len: usize,
}

impl<'a> From<&'a PlacementList> for TailList<'a> {
    #[inline(always)]
    fn from(list: &'a PlacementList) -> Self {
        Self { bytes: &list.bytes, keys: &list.keys, len: list.len }
    }
}

/// The recursion over a tail's rows.
struct TailRecursion<'a, V> {
    v: V,
    searched: SearchedQuarter<'a>,
    squares: &'a Squares,
    hits: &'a mut [u16],
    sink: &'a mut dyn HitSink,
}

impl<V: PlacementVector> TailRecursion<'_, V> {
    /// Handles a tail without rows to fill. Every placement in `list` is a hit.
    fn finish(&mut self, sets: &[RowSet], queens: Queens, list: TailList) {
        if let Some(number) = self.searched.sets.number(queens.columns) {
            for set in sets {
                self.sink.hits(set.index, number, &list.keys[..list.len]);
            }
        }
    }

    /// Places the last queen on `square`, and passes the hits to the sink.
    #[inline(always)]
    fn last(&mut self, index: usize, number: u16, square: &TailSquare, list: TailList) {
        let tests = [(&list.bytes[square.byte][..], square.bit)];
        let hits = filter::<V, 1, 0>(self.v, list.len, tests, ([], list.keys), ([], self.hits));
        self.sink.hits(index, number, &self.hits[..hits]);
    }

    /// Copies into `into` the placements that do not attack `square`. Of each placement's bytes, copies only
    /// those from index `first` on.
    #[inline(always)]
    fn filter(&self, square: &TailSquare, first: usize, list: TailList, into: &mut PlacementList) {
        match self.squares.bytes - first {
            1 => self.filter_bytes::<1>(square, first, list, into),
            2 => self.filter_bytes::<2>(square, first, list, into),
            3 => self.filter_bytes::<3>(square, first, list, into),
            4 => self.filter_bytes::<4>(square, first, list, into),
            5 => self.filter_bytes::<5>(square, first, list, into),
            6 => self.filter_bytes::<6>(square, first, list, into),
            7 => self.filter_bytes::<7>(square, first, list, into),
            _ => self.filter_bytes::<8>(square, first, list, into),
        }
    }

    #[inline(always)]
    fn filter_bytes<const LEN: usize>(
        &self,
        square: &TailSquare,
        first: usize,
        list: TailList,
        into: &mut PlacementList,
    ) {
        let tests = [(&list.bytes[square.byte][..], square.bit)];
        let (read, written) = (arrays(list.bytes, first), arrays_mut(&mut into.bytes, first));
        into.len = filter::<V, 1, LEN>(self.v, list.len, tests, (read, list.keys), (written, &mut into.keys));
    }
}

/// Defines a method that fills the row at index `depth`, and calls `$fill_rest` for the rows after it. So
/// each number of rows compiles to a separate loop nest.
macro_rules! fill_rows {
    ($fill:ident, then $fill_rest:ident) => {
        #[inline(always)]
        fn $fill(
            &mut self,
            depth: usize,
            sets: &[RowSet],
            (columns, free): (u32, u64),
            list: TailList,
            levels: &mut [PlacementList],
        ) {
            let Some((rest, levels)) = levels.split_first_mut() else { return };
            for (row, sets) in by_row(sets, depth) {
                // Sets are sorted, so no set has an earlier next row than the first set.
                let first = self.squares.first[usize::from(sets[0].rows[depth + 1])];
                if first == self.squares.bytes {
                    continue;
                }
                for index in bits(free & self.squares.rows[row]) {
                    let square = &self.squares.squares[index];
                    let columns = columns | 1 << square.column;
                    if !self.searched.sets.has_subset(columns) {
                        continue;
                    }
                    self.filter(square, first, list, rest);
                    if rest.len > 0 {
                        let free = free & !self.squares.attacked[index];
                        self.$fill_rest(depth + 1, sets, (columns, free), (&*rest).into(), levels);
                    }
                }
            }
        }
    };
}

impl<V: PlacementVector> TailRecursion<'_, V> {
    fill_rows!(fill_four_rows, then fill_three_rows);
    fill_rows!(fill_three_rows, then fill_two_rows);
    fill_rows!(fill_two_rows, then fill_last_row);

    #[inline(always)]
    fn fill_last_row(
        &mut self,
        depth: usize,
        sets: &[RowSet],
        (columns, free): (u32, u64),
        list: TailList,
        _: &mut [PlacementList],
    ) {
        // Find the previous square's hits while the next square's table row is being prefetched.
        let mut before = None;
        for set in sets {
            for index in bits(free & self.squares.rows[usize::from(set.rows[depth])]) {
                let square = &self.squares.squares[index];
                let Some(number) = self.searched.sets.number(columns | 1 << square.column) else { continue };
                if list.len >= MIN_LIST_TO_PREFETCH {
                    self.sink.announce(set.index, number);
                }
                if let Some((index, number, square)) = before.replace((set.index, number, square)) {
                    self.last(index, number, square, list);
                }
            }
        }
        if let Some((index, number, square)) = before {
            self.last(index, number, square, list);
        }
    }
}
