//! Eight bytes and 64 norths in a plain word, without vector instructions: it runs on every
//! machine.

use super::bits::{FIRST_BYTES, transpose_bits, transpose_bytes};
use super::vector::{Completion, Step, Tables, Vector};

/// Words of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Vector for Portable {
    type Bytes = u64;
    type RankTable = [[u8; 8]; 2];
    type Sum = u64;
    type Permutation = u64;
    const WIDTH: usize = 8;

    fn enter<S: Step<Self>>(self, step: S) -> S::Out {
        step.run(self)
    }

    #[inline(always)]
    fn splat(self, value: u8) -> u64 {
        FIRST_BYTES * u64::from(value)
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
        const LOW: u64 = 0x7f * FIRST_BYTES;
        let asked = bytes & bits;
        // The highest bit of each byte that is 0; then these eight bits side by side.
        let free = !(((asked & LOW) + LOW) | asked | LOW);
        (free >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }

    #[inline(always)]
    fn rank_table(self, upper: u64, lower: u64) -> [[u8; 8]; 2] {
        [upper.to_le_bytes(), lower.to_le_bytes()]
    }

    #[inline(always)]
    fn look_up(self, [upper, lower]: [[u8; 8]; 2], ranks: u64) -> u64 {
        let mut found = ranks.to_le_bytes();
        for byte in &mut found {
            *byte = upper[usize::from(*byte >> 3 & 7)] | lower[usize::from(*byte & 7)];
        }
        u64::from_le_bytes(found)
    }

    #[inline(always)]
    fn missing_rank(self, a: u64, b: u64, c: u64) -> u64 {
        let all = a ^ b ^ c;
        !(all ^ all >> 3) & self.splat(7)
    }

    #[inline(always)]
    fn permutation(self, mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn compress(self, permutation: u64, bytes: u64, into: &mut [u8]) {
        let into = &mut into[..8];
        let mut at = 0;
        for (i, byte) in bytes.to_le_bytes().into_iter().enumerate() {
            into[at & 7] = byte;
            at += (permutation >> i & 1) as usize;
        }
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
        transpose_bytes(words)
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
        tables: &Tables<u64>,
        completions: &[Completion],
        _norths: usize,
        sums: &mut [u64; WORDS],
    ) {
        for &completion in completions {
            let [a, b, c, d] = completion.indices().map(|index| &tables[index]);
            for word in 0..WORDS {
                sums[word] += u64::from((a[word] & b[word] & c[word] & d[word]).count_ones());
            }
        }
    }

    #[inline(always)]
    fn lanes(self, sum: u64) -> [u64; 8] {
        [sum, 0, 0, 0, 0, 0, 0, 0]
    }
}
