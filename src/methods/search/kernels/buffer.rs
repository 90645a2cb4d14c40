//! The buffer of placements that wait to fill a row in the search in lanes ([`super::batch`]).

use super::lanes::{Lanes, MAX_LANES};

/// The number of vectors in a chunk: enough that there are few passes, and few enough that two neighbouring
/// rows stay in the first-level cache.
pub const CHUNK_VECTORS: usize = 64;

/// The capacity of a buffer, in placements: two chunks, one vector because chunks begin at whole vectors, and
/// one vector that the last write may touch. Three more vectors keep the words of a placement far from a
/// multiple of 4,096 bytes apart. At such distances, a load waits for unrelated stores.
const CAPACITY: usize = (2 * CHUNK_VECTORS + 2 + 3) * MAX_LANES;

/// Waiting placements, word by word: the untried squares of their row, their columns, antidiagonals and
/// diagonals. Aligned to cache lines.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Buffer(pub [[u32; CAPACITY]; 4]);

impl Buffer {
    pub const ZEROS: Self = Self([[0; CAPACITY]; 4]);
}

/// The words of the placements from `at` on.
#[inline(always)]
pub fn load<L: Lanes>(lanes: L, buffer: &Buffer, at: usize) -> [L::Words; 4] {
    assert!(at <= CAPACITY - MAX_LANES);
    let [a, b, c, d] = &buffer.0;
    let range = at..at + MAX_LANES;
    let [a, b] = [lanes.load(&a[range.clone()]), lanes.load(&b[range.clone()])];
    [a, b, lanes.load(&c[range.clone()]), lanes.load(&d[range])]
}

/// Writes the lanes of `set` contiguously from `at` on, and returns where they end.
#[inline(always)]
pub fn append<L: Lanes>(lanes: L, buffer: &mut Buffer, at: usize, set: u32, words: [L::Words; 4]) -> usize {
    assert!(at <= CAPACITY - MAX_LANES);
    let range = at..at + MAX_LANES;
    let [a, b, c, d] = &mut buffer.0;
    let into = [&mut a[range.clone()], &mut b[range.clone()], &mut c[range.clone()], &mut d[range]];
    at + lanes.compress(set, words, into)
}
