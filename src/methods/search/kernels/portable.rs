//! The batched kernel in plain Rust: eight lanes as an array.
//!
//! It runs on every machine and visits the same nodes as the vector kernels, so tests can use it in
//! their place.

use super::lanes::Lanes;

/// Lanes of an array; sets of lanes are bit sets.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

type Words = [u32; 8];

/// Computes each lane with `word`, in a plain loop: builds for tests do not inline
/// `array::from_fn`.
#[inline(always)]
fn lanes_of(word: impl Fn(usize) -> u32) -> Words {
    let mut words = [0; 8];
    for (i, lane) in words.iter_mut().enumerate() {
        *lane = word(i);
    }
    words
}

/// The lanes for which `test` holds.
#[inline(always)]
fn lanes_where(test: impl Fn(usize) -> bool) -> u8 {
    (0..8).fold(0, |set, i| set | u8::from(test(i)) << i)
}

impl Lanes for Portable {
    type Words = Words;
    type Set = u8;
    const COUNT: usize = 8;

    #[inline(always)]
    fn splat(self, value: u32) -> Words {
        [value; 8]
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> Words {
        lanes_of(|i| from[i])
    }

    #[inline(always)]
    fn store(self, words: Words, into: &mut [u32]) {
        into[..8].copy_from_slice(&words);
    }

    #[inline(always)]
    fn and(self, a: Words, b: Words) -> Words {
        lanes_of(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: Words, b: Words) -> Words {
        lanes_of(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn and_not(self, a: Words, b: Words) -> Words {
        lanes_of(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn min(self, a: Words, b: Words) -> Words {
        lanes_of(|i| a[i].min(b[i]))
    }

    #[inline(always)]
    fn minus_one(self, a: Words) -> Words {
        lanes_of(|i| a[i].wrapping_sub(1))
    }

    #[inline(always)]
    fn up(self, a: Words, by: Words) -> Words {
        lanes_of(|i| a[i].wrapping_shl(by[i]))
    }

    #[inline(always)]
    fn down(self, a: Words, by: Words) -> Words {
        lanes_of(|i| a[i].wrapping_shr(by[i]))
    }

    #[inline(always)]
    fn nonzero(self, set: u8, words: Words) -> u8 {
        set & lanes_where(|i| words[i] != 0)
    }

    #[inline(always)]
    fn zero(self, set: u8, words: Words) -> u8 {
        set & lanes_where(|i| words[i] == 0)
    }

    #[inline(always)]
    fn len(self, set: u8) -> usize {
        set.count_ones() as usize
    }

    #[inline(always)]
    fn first(self, n: usize) -> u8 {
        lanes_where(|i| i < n)
    }

    #[inline(always)]
    fn increment(self, set: u8, tally: Words) -> Words {
        lanes_of(|i| tally[i] + u32::from(set >> i & 1))
    }

    #[inline(always)]
    fn compress(self, set: u8, words: [Words; 4], into: [&mut [u32]; 4]) {
        for (words, into) in words.into_iter().zip(into) {
            let mut at = 0;
            for (i, word) in words.into_iter().enumerate() {
                into[at] = word;
                at += usize::from(set >> i & 1);
            }
        }
    }
}
