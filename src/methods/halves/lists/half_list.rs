//! Lists of norths: an array for each byte of their footprints.

use std::ops::Range;

use super::footprint::{BYTES, NeededBytes};

/// Padding behind an array that vector loads and stores may touch. Loads may touch a whole word of
/// norths: sizes of arrays are multiples of 4,096.
pub const SLACK: usize = 64;

/// An array of bytes that begins at a multiple of 64 in memory.
#[derive(Default)]
pub struct Array {
    memory: Vec<u8>,
    start: usize,
}

impl Array {
    /// Makes room for `len` bytes and [`SLACK`]. The first `kept` bytes stay as they are; pages
    /// that were never written cost no physical memory.
    pub fn reserve(&mut self, len: usize, kept: usize) {
        if self.start + len + SLACK <= self.memory.len() {
            return;
        }
        let room = (len + SLACK).max(self.memory.len() * 3 / 2).next_multiple_of(4096);
        let mut memory = vec![0; room + 64];
        let start = memory.as_ptr().align_offset(64).min(64);
        memory[start..start + kept].copy_from_slice(&self.as_slice()[..kept]);
        (self.memory, self.start) = (memory, start);
    }

    /// Bytes of memory, used or not.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// All bytes that may be used.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.memory[self.start..]
    }

    /// All bytes that may be used.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..]
    }
}

/// A list of norths: an array for each byte of their footprints.
#[derive(Default)]
pub struct HalfList {
    /// Only the needed bytes have contents.
    pub arrays: [Array; BYTES],
    /// The norths of each segment; see [`crate::methods::halves::flip::segments`].
    pub segments: Vec<Range<usize>>,
}

impl HalfList {
    /// Makes room for `len` norths, of which the first `kept` stay.
    pub fn reserve(&mut self, needed: &NeededBytes, len: usize, kept: usize) {
        // A mask of 0 reads byte 0, whose contents do not matter then.
        for &byte in needed.bytes().iter().chain(&[0]) {
            self.arrays[byte].reserve(len, kept);
        }
    }

    /// Bytes of memory, used or not.
    pub fn bytes(&self) -> usize {
        self.arrays.iter().map(Array::bytes).sum()
    }

    /// The bytes of all norths, an array for each byte.
    #[inline]
    pub fn slices(&self) -> [&[u8]; BYTES] {
        self.arrays.each_ref().map(Array::as_slice)
    }

    /// The arrays, to be written to.
    #[inline]
    pub fn slices_mut(&mut self) -> [&mut [u8]; BYTES] {
        self.arrays.each_mut().map(Array::as_mut_slice)
    }
}
