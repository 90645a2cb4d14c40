//! The filter: selects the norths of a list that leave a square of the south free.
//!
//! ```text
//! for each vector of norths:
//!     keep = norths without the diagonal of the square and without its antidiagonal
//!     for each byte that is still needed: compress the kept norths onto the end of the new list
//! ```
//!
//! A list has a segment for each state of the diagonal flip ([`flip::segments`]). The new queen may
//! decide a digit of the flip: then segments are merged or dropped while they are filtered, so
//! every list is filtered once per square, whatever the weights of its norths. Each filtering
//! shortens a list by a factor of 2.6.

use std::ops::Range;
use std::slice;

use super::souths::South;
use crate::methods::halves::Shape;
use crate::methods::halves::flip;
use crate::methods::halves::lists::footprint::{Lines, NeededBytes, lines};
use crate::methods::halves::lists::half_list::HalfList;
use crate::methods::halves::sets::ColumnSet;
use crate::methods::vectors::vector::{LANE, Step, Vector};

/// The norths of a piece that fit a south, by segment.
#[derive(Clone, Copy)]
pub enum Segments<'a> {
    /// The norths before the south's first queen: a list for each segment from 1 on. Segment 0 is
    /// empty.
    BySides(&'a [HalfList]),
    /// The norths after it: the segments of one list.
    Filtered(&'a HalfList),
}

impl<'a> Segments<'a> {
    /// The norths of a segment, and the list that they are in.
    pub fn get(self, segment: usize) -> (&'a HalfList, Range<usize>) {
        let (list, segment) = match self {
            Self::BySides(lists) if segment == 0 => return (&lists[0], 0..0),
            Self::BySides(lists) => (&lists[segment - 1], 0),
            Self::Filtered(list) => (list, segment),
        };
        (list, list.segments[segment].clone())
    }

    fn len(self) -> usize {
        let lists = match self {
            Self::BySides(lists) => lists,
            Self::Filtered(list) => slice::from_ref(list),
        };
        lists.iter().flat_map(|list| &list.segments).map(ExactSizeIterator::len).sum()
    }
}

/// Writes the norths of `set` that leave `column` free into `rest`, where `next` is the south with a
/// queen there; `false` if there is none.
pub fn filter<V: Vector>(
    v: V,
    shape: &Shape,
    set: &ColumnSet,
    norths: Segments,
    column: usize,
    next: &South,
    rest: &mut HalfList,
) -> bool {
    let row = next.row - 1;
    let lines = lines(shape, row, column);
    let needed = NeededBytes::by(shape, next.row, next.columns);
    let [old_segments, segments] = [row, next.row].map(|rows| flip::segments(shape.undecided(rows)));
    rest.reserve(&needed, norths.len() + LANE * segments, 0);
    rest.segments.clear();
    let moves = flip::moves(shape, set, row, column);
    let mut end = 0_usize;
    for segment in 0..segments {
        let begin = end.next_multiple_of(LANE);
        end = begin;
        for old in (0..old_segments).filter(|&old| moves(old) == Some(segment)) {
            let (from, norths) = norths.get(old);
            if !norths.is_empty() {
                let needed = &needed;
                let into = &mut *rest;
                end += v.enter(Filter { from, norths, lines, needed, into, at: end });
            }
        }
        rest.segments.push(begin..end);
    }
    rest.segments.iter().any(|segment| !segment.is_empty())
}

/// The number of bytes by which prefetching runs ahead of the next writes.
const AHEAD: usize = 256;

/// Appends the norths of `from[norths]` that have none of `lines` to `into`, from `at` on; returns
/// their number.
pub struct Filter<'a> {
    pub from: &'a HalfList,
    pub norths: Range<usize>,
    /// The lines of the south's new queen.
    pub lines: Lines,
    /// The bytes that are still needed.
    pub needed: &'a NeededBytes,
    /// The list to write, with room for all norths that are read.
    pub into: &'a mut HalfList,
    /// The index of the first north that is written.
    pub at: usize,
}

impl<V: Vector> Step<V> for Filter<'_> {
    type Out = usize;

    #[inline(always)]
    fn run(self, v: V) -> usize {
        match *self.needed.bytes() {
            [] => self.bytes(v, []),
            [a] => self.bytes(v, [a]),
            [a, b] => self.bytes(v, [a, b]),
            [a, b, c] => self.bytes(v, [a, b, c]),
            [a, b, c, d] => self.bytes(v, [a, b, c, d]),
            [a, b, c, d, e] => self.bytes(v, [a, b, c, d, e]),
            [a, b, c, d, e, f] => self.bytes(v, [a, b, c, d, e, f]),
            [a, b, c, d, e, f, g] => self.bytes(v, [a, b, c, d, e, f, g]),
            [a, b, c, d, e, f, g, h, ..] => self.bytes(v, [a, b, c, d, e, f, g, h]),
        }
    }
}

impl Filter<'_> {
    /// Filters a list of which these bytes are needed. Their number is constant, so that the loop
    /// is unrolled. All slices that are read have one length, and all slices that are written have
    /// another: two comparisons check all bounds.
    #[inline(always)]
    fn bytes<V: Vector, const BYTES: usize>(self, v: V, bytes: [usize; BYTES]) -> usize {
        let Self { from, norths, lines, into, at, .. } = self;
        let len = norths.len().next_multiple_of(V::WIDTH);
        let read = |byte: usize| &from.arrays[byte].as_slice()[norths.start..norths.start + len];
        let kept = bytes.map(read);
        let written = into.arrays.get_disjoint_mut(bytes).expect("bytes are different and below eight");
        let written = written.map(|array| &mut array.as_mut_slice()[..at + len]);
        let [(a, a_bit), (b, b_bit)] = lines;
        let a = read(a);
        let b = read(b);
        let a_bit = v.splat(a_bit);
        let b_bit = v.splat(b_bit);
        let mut end = at;
        let mut position = 0;
        while position < norths.len() {
            let valid = u64::MAX >> 64_usize.saturating_sub((norths.len() - position).min(V::WIDTH));
            let left =
                valid & v.without(v.load(&a[position..]), a_bit) & v.without(v.load(&b[position..]), b_bit);
            let permutation = v.permutation(left);
            for i in 0..BYTES {
                v.prefetch_write(written[i], end + AHEAD);
                v.compress(permutation, v.load(&kept[i][position..]), &mut written[i][end..]);
            }
            end += left.count_ones() as usize;
            position += V::WIDTH;
        }
        end - at
    }
}
