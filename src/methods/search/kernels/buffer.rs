//! Buffers of pending placements, for the search in lanes ([`super::batch`]).

use super::lanes::{Lanes, MAX_LANES};

/// The number of vectors in a chunk. This is large enough to keep passes few, and small enough to keep two
/// neighbouring rows' buffers in the first-level cache.
pub const CHUNK_VECTORS: usize = 64;

/// A buffer's capacity, in placements. A buffer has space for two chunks, for one vector because chunks begin
/// at whole vectors, and for one vector that the last write may touch. Three more vectors keep the distance
/// between a placement's words far from any multiple of 4,096 bytes, because at such a distance loads would
/// wait for unrelated stores.
const CAPACITY: usize = (2 * CHUNK_VECTORS + 2 + 3) * MAX_LANES;

/// Pending placements, as four arrays: the row's untried squares, the columns, the antidiagonals and the
/// diagonals. Aligned to cache lines.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Buffer(pub [[u32; CAPACITY]; 4]);

impl Buffer {
    pub const ZEROS: Self = Self([[0; CAPACITY]; 4]);
}

/// Loads the vector of placements that starts at index `at`.
#[inline(always)]
pub fn load<L: Lanes>(lanes: L, buffer: &Buffer, at: usize) -> [L::Words; 4] {
    assert!(at <= CAPACITY - MAX_LANES);
    let [a, b, c, d] = &buffer.0;
    let range = at..at + MAX_LANES;
    let [a, b] = [lanes.load(&a[range.clone()]), lanes.load(&b[range.clone()])];
    [a, b, lanes.load(&c[range.clone()]), lanes.load(&d[range])]
}

/// Writes the lanes in `set` side by side, starting at index `at`. Returns the index after the last lane.
#[inline(always)]
pub fn append<L: Lanes>(lanes: L, buffer: &mut Buffer, at: usize, set: u32, words: [L::Words; 4]) -> usize {
    assert!(at <= CAPACITY - MAX_LANES);
    let range = at..at + MAX_LANES;
    let [a, b, c, d] = &mut buffer.0;
    let into = [&mut a[range.clone()], &mut b[range.clone()], &mut c[range.clone()], &mut d[range]];
    at + lanes.compress(set, words, into)
}
