//! The tail: the last rows of some sets of rows, filled all in one step of a kernel.
//!
//! Next to the queens in the other rows, these rows have few free squares. They get a bit each, and a
//! placement of the list one or a few bytes with the squares that it attacks, instead of seven or eight
//! with its lines:
//!
//! ```text
//! row A    . 0 . 1 2 . . 3 .        squares 0 to 3, in byte 0
//! row B    4 . 5 . . . 6 . .                4 to 6
//! row C    . . . 7 . 8 . . 9                7, and 8 and 9 in byte 1
//! ```
//!
//! A queen then tests one bit, and a row leaves only bytes with squares of later rows. In the last row
//! no byte is left, but the keys.

use super::filter::{arrays, arrays_mut, filter};
use super::row_sets::{RowSet, by_row};
use super::squares::{Squares, TailSquare};
use super::{HitSink, Queens, SearchedQuarter};
use crate::board::bits;
use crate::methods::colours::kernels::{PlacementVector, Step};
use crate::methods::colours::placements::{MAX_LINE_BYTES, PADDING, Placements};
use crate::methods::counter::allocation::grow_to;

/// Rows of the tail. With three, a heavy hit takes 1.0 to 1.1 times as long (docs/lab/colours.md).
pub const TAIL_ROWS: usize = 4;

/// Rows of a table are prefetched if at least so many placements reach the last row: fewer touch a small part
/// of a row.
const MIN_LIST_TO_PREFETCH: usize = 64;

/// Lists of a tail. They keep their memory.
#[derive(Default)]
pub struct TailBuffers {
    /// The squares that each placement attacks.
    attacked: Placements,
    /// The placements left by the queens of the tail, by the number of these queens, from one on.
    levels: [Placements; TAIL_ROWS - 1],
    /// The keys of the placements left by all queens.
    hits: Vec<u16>,
}

/// Fills the rows of `sets` from the one at `depth` on, at most [`TAIL_ROWS`], next to `queens`, which the
/// placements of `list` fit.
pub struct Tail<'a, S> {
    pub searched: SearchedQuarter<'a>,
    pub depth: usize,
    pub sets: &'a [RowSet],
    pub queens: Queens,
    pub list: &'a Placements,
    pub squares: Squares,
    pub buffers: &'a mut TailBuffers,
    pub sink: &'a mut S,
}

impl<V: PlacementVector, S: HitSink> Step<V> for Tail<'_, S> {
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
            grow_to(hits, list.len + PADDING);
        }
        let list = TailList { bytes: &attacked.bytes, keys: &list.keys, len: list.len };
        let mut fill = TailRecursion { v, searched, squares: &squares, hits, sink };
        // The columns of the queens, and the squares that they leave free.
        let begin = (queens.columns, u64::MAX);
        match searched.rows.queens - depth {
            0 => fill.finish(sets, queens, list),
            1 => <OneRow as Rows>::fill(&mut fill, depth, sets, begin, list, levels),
            2 => <And<OneRow> as Rows>::fill(&mut fill, depth, sets, begin, list, levels),
            3 => <And<And<OneRow>> as Rows>::fill(&mut fill, depth, sets, begin, list, levels),
            _ => <And<And<And<OneRow>>> as Rows>::fill(&mut fill, depth, sets, begin, list, levels),
        }
    }
}

/// Placements with the squares of the tail that they attack.
#[derive(Clone, Copy)]
struct TailList<'a> {
    bytes: &'a [Vec<u8>; MAX_LINE_BYTES],
    keys: &'a [u16],
    len: usize,
}

impl<'a> From<&'a Placements> for TailList<'a> {
    #[inline(always)]
    fn from(list: &'a Placements) -> Self {
        Self { bytes: &list.bytes, keys: &list.keys, len: list.len }
    }
}

/// The recursion over the rows of a tail.
struct TailRecursion<'a, V, S> {
    v: V,
    searched: SearchedQuarter<'a>,
    squares: &'a Squares,
    hits: &'a mut [u16],
    sink: &'a mut S,
}

impl<V: PlacementVector, S: HitSink> TailRecursion<'_, V, S> {
    /// Ends the recursion when no row is left: all placements of the list are hits.
    fn finish(&mut self, sets: &[RowSet], queens: Queens, list: TailList) {
        if let Some(number) = self.searched.sets.number(queens.columns) {
            for set in sets {
                self.sink.hits(self.v, set.index, number, &list.keys[..list.len]);
            }
        }
    }

    /// Hands the placements that leave `square` of the last row free to the sink.
    #[inline(always)]
    fn last(&mut self, index: usize, number: u16, square: &TailSquare, list: TailList) {
        let tests = [(&list.bytes[square.byte][..], square.bit)];
        let hits = filter::<V, 1, 0>(self.v, list.len, tests, ([], list.keys), ([], self.hits));
        self.sink.hits(self.v, index, number, &self.hits[..hits]);
    }

    /// Makes `into` the placements that leave `square` free, with their bytes from `first` on.
    #[inline(always)]
    fn filter(&self, square: &TailSquare, first: usize, list: TailList, into: &mut Placements) {
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
        into: &mut Placements,
    ) {
        let tests = [(&list.bytes[square.byte][..], square.bit)];
        let (read, written) = (arrays(list.bytes, first), arrays_mut(&mut into.bytes, first));
        into.len = filter::<V, 1, LEN>(self.v, list.len, tests, (read, list.keys), (written, &mut into.keys));
    }
}

/// A number of rows, as a type: each has a loop of its own.
trait Rows {
    /// Fills the rows of `sets` from the one at `depth` on, as many as this type says.
    fn fill<V: PlacementVector, S: HitSink>(
        fill: &mut TailRecursion<V, S>,
        depth: usize,
        sets: &[RowSet],
        free: (u32, u64),
        list: TailList,
        levels: &mut [Placements],
    );
}

/// The last row.
struct OneRow;

/// A row before others.
struct And<R>(R);

impl Rows for OneRow {
    #[inline(always)]
    fn fill<V: PlacementVector, S: HitSink>(
        fill: &mut TailRecursion<V, S>,
        depth: usize,
        sets: &[RowSet],
        (columns, free): (u32, u64),
        list: TailList,
        _: &mut [Placements],
    ) {
        // The previous square: its hits are found while the row for the next one is prefetched.
        let mut before = None;
        for set in sets {
            for index in bits(free & fill.squares.rows[usize::from(set.rows[depth])]) {
                let square = &fill.squares.squares[index];
                let Some(number) = fill.searched.sets.number(columns | 1 << square.column) else { continue };
                if list.len >= MIN_LIST_TO_PREFETCH {
                    fill.sink.announce(fill.v, set.index, number);
                }
                if let Some((index, number, square)) = before.replace((set.index, number, square)) {
                    fill.last(index, number, square, list);
                }
            }
        }
        if let Some((index, number, square)) = before {
            fill.last(index, number, square, list);
        }
    }
}

impl<R: Rows> Rows for And<R> {
    #[inline(always)]
    fn fill<V: PlacementVector, S: HitSink>(
        fill: &mut TailRecursion<V, S>,
        depth: usize,
        sets: &[RowSet],
        (columns, free): (u32, u64),
        list: TailList,
        levels: &mut [Placements],
    ) {
        let Some((rest, levels)) = levels.split_first_mut() else { return };
        for (row, sets) in by_row(sets, depth) {
            // Every later row comes after the next one of the first set.
            let first = fill.squares.first[usize::from(sets[0].rows[depth + 1])];
            if first == fill.squares.bytes {
                continue;
            }
            for index in bits(free & fill.squares.rows[row]) {
                let square = &fill.squares.squares[index];
                let columns = columns | 1 << square.column;
                if !fill.searched.sets.has_subset(columns) {
                    continue;
                }
                fill.filter(square, first, list, rest);
                if rest.len > 0 {
                    let free = free & !fill.squares.taken[index];
                    R::fill(fill, depth + 1, sets, (columns, free), (&*rest).into(), levels);
                }
            }
        }
    }
}
