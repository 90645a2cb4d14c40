//! Filters a list of placements. Only placements that do not attack a given square in the other quarter are
//! kept.
//!
//! ```text
//! for each vector of placements:
//!     keep = placements that are on none of the square's lines
//!     compress the kept bytes and keys onto the end of the new list
//! ```

use crate::methods::colours::kernels::PlacementVector;
use crate::methods::colours::placements::{PADDING, PlacementList};
#[cfg(test)]
use crate::methods::colours::reach::{self, Size};
use crate::methods::cpu::Step;

/// Copies the placements in `from` that are on none of `lines` to `into`. At most two bits of `lines` are
/// set.
pub struct Filter<'a> {
    pub from: &'a PlacementList,
    /// The number of bytes in a set of lines.
    pub bytes: usize,
    pub lines: u64,
    /// The number of placements filtered at a time, a multiple of every vector width.
    pub chunk: usize,
    pub into: &'a mut PlacementList,
}

impl<V: PlacementVector> Step<V> for Filter<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        match self.bytes {
            0 | 1 => self.bytes::<V, 1>(v),
            2 => self.bytes::<V, 2>(v),
            3 => self.bytes::<V, 3>(v),
            4 => self.bytes::<V, 4>(v),
            5 => self.bytes::<V, 5>(v),
            6 => self.bytes::<V, 6>(v),
            7 => self.bytes::<V, 7>(v),
            _ => self.bytes::<V, 8>(v),
        }
    }
}

impl Filter<'_> {
    /// Filters placements with `BYTES` bytes of lines. Filtering in chunks lets the new list grow only as
    /// needed.
    #[inline(always)]
    fn bytes<V: PlacementVector, const BYTES: usize>(self, v: V) {
        let Self { from, lines, chunk, into, .. } = self;
        let lowest = lines & lines.wrapping_neg();
        into.len = 0;
        let mut begin = 0;
        while begin < from.len {
            let len = chunk.min(from.len - begin);
            into.reserve(BYTES, into.len + len);
            let tests = [lowest, lines ^ lowest].map(|line| {
                let number = line.trailing_zeros() as usize % 64;
                (&from.bytes[number / 8][begin..], (line >> (number / 8 * 8)) as u8)
            });
            let read = arrays(&from.bytes, 0).map(|bytes| &bytes[begin..]);
            let written = arrays_mut(&mut into.bytes, 0).map(|bytes| &mut bytes[into.len..]);
            let keys = (&from.keys[begin..], &mut into.keys[into.len..]);
            into.len += filter::<V, 2, BYTES>(v, len, tests, (read, keys.0), (written, keys.1));
            begin += chunk;
        }
        #[cfg(test)]
        reach::record(Size::FilteredPlacements, into.len);
    }
}

/// Borrows `LEN` arrays of `bytes`, from index `first` on.
#[inline(always)]
pub fn arrays<const LEN: usize>(bytes: &[Vec<u8>], first: usize) -> [&[u8]; LEN] {
    let mut slices = [&[][..]; LEN];
    for (slice, bytes) in slices.iter_mut().zip(&bytes[first..]) {
        *slice = bytes;
    }
    slices
}

/// Like [`arrays`], but borrows mutably.
#[inline(always)]
pub fn arrays_mut<const LEN: usize>(bytes: &mut [Vec<u8>], first: usize) -> [&mut [u8]; LEN] {
    let mut slices: [&mut [u8]; LEN] = std::array::from_fn(|_| Default::default());
    for (slice, bytes) in slices.iter_mut().zip(&mut bytes[first..]) {
        *slice = bytes;
    }
    slices
}

/// Of the first `len` placements, copies those that have none of the bits in `tests` set. Returns how many
/// were copied. A placement is a byte in each of `BYTES` arrays, and a key.
///
/// All slices to read are cut to one length, and all slices to write are cut to another. So two comparisons
/// check all bounds.
#[inline(always)]
pub fn filter<V: PlacementVector, const TESTS: usize, const BYTES: usize>(
    v: V,
    len: usize,
    tests: [(&[u8], u8); TESTS],
    (mut read, keys): ([&[u8]; BYTES], &[u16]),
    (mut written, written_keys): ([&mut [u8]; BYTES], &mut [u16]),
) -> usize {
    let padded = len.next_multiple_of(V::WIDTH);
    let (mut tested, mut bits) = ([&[][..]; TESTS], [v.splat(0); TESTS]);
    for test in 0..TESTS {
        tested[test] = &tests[test].0[..padded];
        bits[test] = v.splat(tests[test].1);
    }
    for bytes in &mut read {
        *bytes = &bytes[..padded];
    }
    for bytes in &mut written {
        *bytes = &mut std::mem::take(bytes)[..len + PADDING];
    }
    let keys = &keys[..padded];
    let written_keys = &mut written_keys[..len + PADDING];
    let mut end = 0;
    let mut position = 0;
    while position < padded {
        let mut left = u64::MAX >> 64_usize.saturating_sub((len - position).min(V::WIDTH));
        for test in 0..TESTS {
            left &= v.bytes_lacking(v.load(&tested[test][position..]), bits[test]);
        }
        if BYTES > 0 {
            let mask = v.compress_mask(left);
            for byte in 0..BYTES {
                v.compress(mask, v.load(&read[byte][position..]), &mut written[byte][end..]);
            }
        }
        v.compress_keys(left, &keys[position..], &mut written_keys[end..]);
        end += left.count_ones() as usize;
        position += V::WIDTH;
    }
    end
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::methods::colours::kernels::with_every_vector;
    use crate::methods::colours::limits::Limits;
    use crate::methods::colours::placements::MAX_LINE_BYTES;

    /// Compares the filter with a loop, on random lists of about one, two and three chunks.
    fn check_long_lists<V: PlacementVector>(v: V, rng: &mut Rng) {
        let chunk = Limits::of(28).filter_chunk;
        let (mut from, mut into) = (PlacementList::default(), PlacementList::default());
        for len in [1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 17] {
            let bytes = rng.usize(1..=MAX_LINE_BYTES);
            from.reserve(bytes, len);
            from.len = len;
            for array in &mut from.bytes[..bytes] {
                // About half of the bits are set, even past the end of the list, where the filter must ignore
                // them.
                array.iter_mut().for_each(|byte| *byte = rng.u8(..));
            }
            from.keys.iter_mut().for_each(|key| *key = rng.u16(..));
            let [first, second] = [(); 2].map(|()| 1_u64 << rng.usize(..8 * bytes));
            let lines = [first | second, first, 0][rng.usize(..3)];
            let word = |list: &PlacementList, index: usize| -> u64 {
                let byte = |(byte, array): (usize, &Vec<u8>)| u64::from(array[index]) << (8 * byte);
                list.bytes[..bytes].iter().enumerate().map(byte).sum()
            };
            v.enter(Filter { from: &from, bytes, lines, chunk, into: &mut into });
            let kept: Vec<usize> = (0..len).filter(|&index| word(&from, index) & lines == 0).collect();
            assert_eq!(into.len, kept.len(), "{len} placements");
            for (index, &place) in kept.iter().enumerate() {
                let [found, expected] = [(&into, index), (&from, place)];
                let entry = |(list, index): (&PlacementList, usize)| (list.keys[index], word(list, index));
                assert_eq!(entry(found), entry(expected), "placement {place} of {len}");
            }
        }
    }

    #[test]
    fn long_lists_are_filtered_chunk_by_chunk() {
        let mut rng = Rng::with_seed(64);
        with_every_vector!(check_long_lists(&mut rng));
    }
}
