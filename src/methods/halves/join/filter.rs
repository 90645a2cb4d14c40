//! The filter: selects the norths of a list that leave a square of the south free.
//!
//! ```text
//! for each vector of norths:
//!     keep = norths without the diagonal of the square and without its antidiagonal
//!     for each byte that is still needed: compress the kept norths onto the end of the new list
//! ```

use std::ops::Range;

use crate::methods::halves::kernels::vector::{Step, Vector};
use crate::methods::halves::lists::list::{Lines, List, NeededBytes};

/// How far ahead of the bytes that are written next memory is made ready, in bytes.
const AHEAD: usize = 256;

/// Writes the norths of `from[norths]` that have none of `lines` into `into`, from `at` on; returns
/// how many.
pub struct Filter<'a> {
    /// The list to read.
    pub from: &'a List,
    /// Which of its norths.
    pub norths: Range<usize>,
    /// The lines of the south's new queen.
    pub lines: Lines,
    /// The bytes that are still needed.
    pub needed: &'a NeededBytes,
    /// The list to write; it has room for all that is read.
    pub into: &'a mut List,
    /// Where to begin.
    pub at: usize,
}

impl<V: Vector> Step<V> for Filter<'_> {
    type Out = usize;

    #[inline(always)]
    fn run(self, v: V) -> usize {
        match *self.needed.bytes() {
            [a, b] => self.bytes(v, [a, b]),
            [a, b, c] => self.bytes(v, [a, b, c]),
            [a, b, c, d] => self.bytes(v, [a, b, c, d]),
            [a, b, c, d, e] => self.bytes(v, [a, b, c, d, e]),
            [a, b, c, d, e, f] => self.bytes(v, [a, b, c, d, e, f]),
            [a, b, c, d, e, f, g] => self.bytes(v, [a, b, c, d, e, f, g]),
            _ => self.any_bytes(v),
        }
    }
}

impl Filter<'_> {
    /// Filters a list of which these bytes are needed. Their number is constant, so that the loop
    /// is unrolled, and all slices that are read have one length, and so have those that are
    /// written: two comparisons check all of them.
    #[inline(always)]
    fn bytes<V: Vector, const BYTES: usize>(self, v: V, bytes: [usize; BYTES]) -> usize {
        let Self { from, norths, lines, into, at, .. } = self;
        let len = norths.len().next_multiple_of(V::WIDTH);
        let read = |byte: usize| &from.arrays[byte].as_slice()[norths.start..norths.start + len];
        let kept = bytes.map(read);
        let written = into.arrays.get_disjoint_mut(bytes).expect("bytes are different and below eight");
        let written = written.map(|array| &mut array.as_mut_slice()[..at + len]);
        let [(a, a_bit), (b, b_bit)] = lines;
        let (a, b, a_bit, b_bit) = (read(a), read(b), v.splat(a_bit), v.splat(b_bit));
        let mut end = at;
        let mut position = 0;
        while position < norths.len() {
            let valid = u64::MAX >> 64_usize.saturating_sub((norths.len() - position).min(V::WIDTH));
            let left =
                valid & v.without(v.load(&a[position..]), a_bit) & v.without(v.load(&b[position..]), b_bit);
            let order = v.order(left);
            for i in 0..BYTES {
                v.prefetch_write(written[i], end + AHEAD);
                v.compress(order, v.load(&kept[i][position..]), &mut written[i][end..]);
            }
            end += left.count_ones() as usize;
            position += V::WIDTH;
        }
        end - at
    }

    /// The same for any number of bytes.
    #[inline(always)]
    fn any_bytes<V: Vector>(self, v: V) -> usize {
        let Self { from, norths, lines, needed, into, at } = self;
        let (from, into) = (from.slices(), into.slices_mut());
        let [(a, a_bit), (b, b_bit)] = lines;
        let (a, b, a_bit, b_bit) = (from[a], from[b], v.splat(a_bit), v.splat(b_bit));
        let mut end = at;
        for position in norths.clone().step_by(V::WIDTH) {
            let valid = u64::MAX >> 64_usize.saturating_sub((norths.end - position).min(V::WIDTH));
            let left =
                valid & v.without(v.load(&a[position..]), a_bit) & v.without(v.load(&b[position..]), b_bit);
            let order = v.order(left);
            for &byte in needed.bytes() {
                v.compress(order, v.load(&from[byte][position..]), &mut into[byte][end..]);
            }
            end += left.count_ones() as usize;
        }
        end - at
    }
}
