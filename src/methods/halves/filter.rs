//! The filter: of a list of norths, those that leave a square of the south free.
//!
//! ```text
//! for each vector of norths:
//!     keep = norths without the diagonal of the square and without its antidiagonal
//!     for each byte that is still needed: compress the kept norths onto the end of the new list
//! ```

use std::ops::Range;

use super::kernels::vector::{Step, Vector};
use super::list::{Lines, List, NeededBytes};

/// Writes the norths of `from[norths]` that have none of `lines` into `into`, from `at` on; returns how many.
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
