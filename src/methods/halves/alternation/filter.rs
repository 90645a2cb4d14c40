//! The filter: selects the halves of a list that a queen of the other side does not attack.
//!
//! ```text
//! for each segment whose own first queens the queen does not attack:
//!     for each vector of its halves:
//!         keep = halves without the diagonal of the queen and without its antidiagonal
//!         for each byte that is still needed: compress the kept halves onto the end of the new list
//! ```
//!
//! Segments begin at multiples of a lane. Behind a segment is a vector of halves without a line, so that
//! the lines of all halves can be joined by whole vectors.

use super::sorted::{Segment, Sorted};
use crate::methods::halves::kernels::vector::{LANE, Step, Vector};
use crate::methods::halves::lists::footprint::{NeededBytes, lines_of};
use crate::methods::halves::lists::half_list::HalfList;

/// How many bytes ahead of the next writes memory is prefetched.
const AHEAD: usize = 256;

/// Writes the halves of `segments` that have none of `lines` to `into`, by segment.
pub struct Filter<'a> {
    pub from: &'a HalfList,
    pub segments: &'a [Segment],
    /// The lines of a queen, among those that `from` has bytes for.
    pub lines: u64,
    /// The bytes that are still needed.
    pub needed: &'a NeededBytes,
    /// The list to write, with room for all halves that are read and a lane for each segment.
    pub into: &'a mut Sorted,
}

impl<V: Vector> Step<V> for Filter<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        match *self.needed.bytes() {
            [] => self.bytes(v, []),
            [a] => self.bytes(v, [a]),
            [a, b] => self.bytes(v, [a, b]),
            [a, b, c] => self.bytes(v, [a, b, c]),
            [a, b, c, d] => self.bytes(v, [a, b, c, d]),
            [a, b, c, d, e] => self.bytes(v, [a, b, c, d, e]),
            [a, b, c, d, e, f] => self.bytes(v, [a, b, c, d, e, f]),
            [a, b, c, d, e, f, g] => self.bytes(v, [a, b, c, d, e, f, g]),
            [a, b, c, d, e, f, g, h] => self.bytes(v, [a, b, c, d, e, f, g, h]),
            _ => unreachable!("a footprint has eight bytes"),
        }
    }
}

impl Filter<'_> {
    /// Filters a list of which these bytes are needed. Their number is constant, so that the loop is
    /// unrolled. All slices that are read have one length, and all slices that are written have another:
    /// two comparisons check all bounds.
    #[inline(always)]
    fn bytes<V: Vector, const BYTES: usize>(self, v: V, bytes: [usize; BYTES]) {
        let Self { from, segments, lines, into: Sorted { list, segments: filtered }, .. } = self;
        let Some(len) = segments.last().map(|last| last.end().next_multiple_of(LANE)) else { return };
        let [(a, a_bit), (b, b_bit)] = lines_of(lines);
        let read = |byte: usize| &from.arrays[byte].as_slice()[..len];
        let kept = bytes.map(read);
        let a = read(a);
        let b = read(b);
        let a_bit = v.splat(a_bit);
        let b_bit = v.splat(b_bit);
        let none = v.splat(0);
        let written = list.arrays.get_disjoint_mut(bytes).expect("bytes are different and below eight");
        let room = written.iter().map(|array| array.as_slice().len()).min().unwrap_or(0);
        let mut written = written.map(|array| &mut array.as_mut_slice()[..room]);
        let mut end = 0;
        for segment in segments.iter().filter(|segment| segment.lines & lines == 0) {
            let begin = end;
            let mut position = segment.begin;
            while position < segment.end() {
                let valid = u64::MAX >> 64_usize.saturating_sub((segment.end() - position).min(V::WIDTH));
                let left = valid
                    & v.without(v.load(&a[position..]), a_bit)
                    & v.without(v.load(&b[position..]), b_bit);
                let permutation = v.permutation(left);
                for i in 0..BYTES {
                    v.prefetch_write(written[i], end + AHEAD);
                    v.compress(permutation, v.load(&kept[i][position..]), &mut written[i][end..]);
                }
                end += left.count_ones() as usize;
                position += V::WIDTH;
            }
            if end > begin {
                for array in &mut written {
                    v.store(none, &mut array[end..]);
                }
                filtered.push(Segment { begin, len: end - begin, ..*segment });
                end = end.next_multiple_of(LANE);
            }
        }
    }
}
