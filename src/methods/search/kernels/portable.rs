//! Eight lanes in plain Rust, as an array.
//!
//! This kernel runs on every machine. It visits the same nodes as the vector kernels, so it can replace them
//! in tests.

use super::lanes::Lanes;
use crate::methods::cpu::Portable;

/// Computes each lane with `word`. This is a plain loop, because test builds do not inline `array::from_fn`.
#[inline(always)]
fn lanes_of(word: impl Fn(usize) -> u32) -> [u32; 8] {
    let mut words = [0; 8];
    for (i, lane) in words.iter_mut().enumerate() {
        *lane = word(i);
    }
    words
}

impl Lanes for Portable {
    type Words = [u32; 8];
    const COUNT: usize = 8;

    #[inline(always)]
    fn splat(self, value: u32) -> [u32; 8] {
        [value; 8]
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> [u32; 8] {
        lanes_of(|i| from[i])
    }

    #[inline(always)]
    fn and(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        lanes_of(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        lanes_of(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn and_not(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        lanes_of(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn without_lowest(self, a: [u32; 8]) -> [u32; 8] {
        lanes_of(|i| a[i] & a[i].wrapping_sub(1))
    }

    #[inline(always)]
    fn min(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        lanes_of(|i| a[i].min(b[i]))
    }

    #[inline(always)]
    fn shift_up(self, a: [u32; 8], by: [u32; 8]) -> [u32; 8] {
        lanes_of(|i| a[i].wrapping_shl(by[i]))
    }

    #[inline(always)]
    fn shift_down(self, a: [u32; 8], by: [u32; 8]) -> [u32; 8] {
        lanes_of(|i| a[i].wrapping_shr(by[i]))
    }

    #[inline(always)]
    fn nonzero(self, words: [u32; 8]) -> u32 {
        (0..8).fold(0, |set, i| set | u8::from(words[i] != 0) << i).into()
    }

    #[inline(always)]
    fn compress(self, set: u32, words: [[u32; 8]; 4], into: [&mut [u32]; 4]) -> usize {
        let mut count = 0;
        for (words, into) in words.into_iter().zip(into) {
            let mut at = 0;
            for (i, word) in words.into_iter().enumerate() {
                into[at] = word;
                at += (set >> i & 1) as usize;
            }
            count = at;
        }
        count
    }
}
