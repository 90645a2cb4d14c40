//! Eight bytes and 64 norths in a plain word, without vector instructions: it runs on every
//! machine.

use super::vector::{Completion, Step, Tables, Vector};

/// Words of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// Byte 0 of eight.
const FIRST: u64 = 0x0101_0101_0101_0101;

/// Byte `j` of word `i` becomes byte `i` of word `j`: blocks of four, two and one bytes change
/// places in turn.
pub fn transpose(mut words: [u64; 8]) -> [u64; 8] {
    for (size, mask) in [(4, 0xffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff_u64)] {
        for i in (0..8).filter(|i| i & size == 0) {
            let moved = (words[i] >> (8 * size) ^ words[i + size]) & mask;
            words[i] ^= moved << (8 * size);
            words[i + size] ^= moved;
        }
    }
    words
}

/// Bit `j` of byte `i` becomes bit `i` of byte `j`.
pub fn transpose_bits(mut word: u64) -> u64 {
    for (shift, mask) in [(28, 0xf0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa_u64)] {
        let moved = (word ^ word >> shift) & mask;
        word ^= moved ^ moved << shift;
    }
    word
}

/// The bits of `word` at the places of `mask`, side by side from bit 0.
///
/// Callers extract the six or eight places of one mask from many words. Without a loop over the
/// first eight, these places are found only once.
#[inline(always)]
pub fn extract(word: u32, mut mask: u32) -> u32 {
    let mut found = 0;
    for place in 0..8 {
        // Place 32 of a mask that is used up has no bit.
        found |= (u64::from(word) >> mask.trailing_zeros() & 1) << place;
        mask &= mask.wrapping_sub(1);
    }
    let mut place = 8;
    while mask != 0 {
        found |= u64::from(word >> mask.trailing_zeros() & 1) << place;
        place += 1;
        mask &= mask - 1;
    }
    found as u32
}

impl Vector for Portable {
    type Bytes = u64;
    type PairTable = [[u8; 8]; 2];
    type Word = u64;
    type Sum = u64;
    type Order = u64;
    const WIDTH: usize = 8;

    fn enter<S: Step<Self>>(self, step: S) -> S::Out {
        step.run(self)
    }

    #[inline(always)]
    fn splat(self, value: u8) -> u64 {
        FIRST * u64::from(value)
    }

    #[inline(always)]
    fn load(self, from: &[u8]) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&from[..8]);
        u64::from_le_bytes(bytes)
    }

    #[inline(always)]
    fn store(self, bytes: u64, into: &mut [u8]) {
        into[..8].copy_from_slice(&bytes.to_le_bytes());
    }

    #[inline(always)]
    fn or(self, a: u64, b: u64, c: u64) -> u64 {
        a | b | c
    }

    #[inline(always)]
    fn without(self, bytes: u64, bits: u64) -> u64 {
        const LOW: u64 = 0x7f * FIRST;
        let asked = bytes & bits;
        // The highest bit of each byte that is 0; then these eight bits side by side.
        let free = !(((asked & LOW) + LOW) | asked | LOW);
        (free >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }

    #[inline(always)]
    fn pair_table(self, upper: u64, lower: u64) -> [[u8; 8]; 2] {
        [upper.to_le_bytes(), lower.to_le_bytes()]
    }

    #[inline(always)]
    fn look_up(self, [upper, lower]: [[u8; 8]; 2], pairs: u64) -> u64 {
        let mut found = pairs.to_le_bytes();
        for byte in &mut found {
            *byte = upper[usize::from(*byte >> 3 & 7)] | lower[usize::from(*byte & 7)];
        }
        u64::from_le_bytes(found)
    }

    #[inline(always)]
    fn left_of_seven(self, a: u64, b: u64, c: u64) -> u64 {
        let all = a ^ b ^ c;
        !(all ^ all >> 3) & self.splat(7)
    }

    #[inline(always)]
    fn order(self, mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn compress(self, order: u64, bytes: u64, into: &mut [u8]) {
        let into = &mut into[..8];
        let mut at = 0;
        for (i, byte) in bytes.to_le_bytes().into_iter().enumerate() {
            into[at & 7] = byte;
            at += (order >> i & 1) as usize;
        }
    }

    #[inline(always)]
    fn ones(self) -> u64 {
        u64::MAX
    }

    #[inline(always)]
    fn and(self, a: u64, b: u64) -> u64 {
        a & b
    }

    #[inline(always)]
    fn bit_planes(self, bytes: &[u8]) -> [u64; 8] {
        let mut words = [0; 8];
        for (group, word) in words.iter_mut().enumerate() {
            *word = !transpose_bits(self.load(&bytes[8 * group..]));
        }
        transpose(words)
    }

    #[inline(always)]
    fn word(self, lanes: &[u64]) -> u64 {
        lanes[0]
    }

    #[inline(always)]
    fn nothing(self) -> u64 {
        0
    }

    #[inline(always)]
    fn join<const WORDS: usize>(
        self,
        first: &[u64; WORDS],
        tables: &Tables<u64>,
        completions: &[Completion],
        sums: &mut [u64; WORDS],
    ) {
        for &completion in completions {
            let [a, b, c] = completion.entries().map(|entry| &tables[entry]);
            for word in 0..WORDS {
                sums[word] += u64::from((first[word] & a[word] & b[word] & c[word]).count_ones());
            }
        }
    }

    #[inline(always)]
    fn lanes(self, sum: u64) -> [u64; 8] {
        [sum, 0, 0, 0, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn prefetch(self, _: &u8) {}

    #[inline(always)]
    fn transpose(self, words: [u64; 8]) -> [u64; 8] {
        transpose(words)
    }

    #[inline(always)]
    fn extract(self, word: u32, mask: u32) -> u32 {
        extract(word, mask)
    }
}
