//! Thirty-two bytes and 256 norths with NEON: two vectors of 16 bytes.
//!
//! * NEON counts the bits of bytes, so a word of norths costs a population count and an addition;
//!   a byte can hold the counts of 31 words, up to 8 bits each, so they are added up before that.
//! * A table over two ranks is one vector: eight bytes for the upper row, eight for the lower one.
//!   Two look-ups in 16 bytes and an OR are cheaper than one in 64 bytes, which is four operations
//!   on most cores and takes four registers for each table.
//! * NEON has neither bit masks nor a compress instruction. Adding neighbours of weighted bytes
//!   three times leaves a bit for each byte; bytes are compressed eight at a time, by a table with
//!   a permutation for each mask of eight.
//! * Blocks of 8 by 8 bits are transposed into bit planes: eight vectors hold norths 0 to 7, 8 to
//!   15, ... of two lanes of 64, and exchange bits. So north `8 * i + j` of a lane becomes bit `i`
//!   of byte `j`.
//!
//! Two vectors share the reading of a completion and of a mask; four would need more than the 32
//! registers in the join, and tables of 48 KiB. docs/lab/halves.md has the cycles of these loops in
//! a model of four cores.
#![allow(unsafe_code)]

use core::arch::aarch64::*;
use core::arch::asm;

use super::bits::{self, KEPT};
use super::vector::{Completion, Step, Tables, Vector};
use crate::methods::cpu::Neon;

/// The permutations of both vectors, and for each eight bytes how many are kept before them.
#[derive(Clone, Copy)]
pub struct Permutation {
    places: [uint8x16_t; 2],
    kept_before: u32,
}

/// Bits counted so far: by lane, and for the last `added` words by byte.
#[derive(Clone, Copy)]
pub struct Sum {
    counted: [uint64x2_t; 2],
    bytes: [uint8x16_t; 2],
    added: usize,
}

/// Words whose bits can be added in bytes.
const ROOM: usize = u8::MAX as usize / 8;

impl Neon {
    /// Adds the counts by byte of a sum to its counts by lane.
    #[inline(always)]
    fn spread(self, sum: &mut Sum) {
        for (counted, bytes) in sum.counted.iter_mut().zip(&mut sum.bytes) {
            // SAFETY: `self` proves NEON.
            unsafe {
                *counted = vpadalq_u32(*counted, vpaddlq_u16(vpaddlq_u8(*bytes)));
                *bytes = vdupq_n_u8(0);
            }
        }
        sum.added = 0;
    }

    /// Transposes blocks of 8 by 8 bits: bit `b` of byte `j` of vector `i` becomes bit `i` of byte `j`
    /// of vector `b`.
    #[inline(always)]
    fn transpose_bits(self, mut rows: [uint8x16_t; 8]) -> [uint8x16_t; 8] {
        for i in 0..4 {
            let a = rows[i];
            let b = rows[i + 4];
            // SAFETY: `self` proves NEON.
            (rows[i], rows[i + 4]) = unsafe { (vsliq_n_u8::<4>(a, b), vsriq_n_u8::<4>(b, a)) };
        }
        for i in [0, 1, 4, 5] {
            let a = rows[i];
            let b = rows[i + 2];
            // SAFETY: `self` proves NEON.
            (rows[i], rows[i + 2]) = unsafe {
                let low = vdupq_n_u8(0x33);
                (vbslq_u8(low, a, vshlq_n_u8::<2>(b)), vbslq_u8(low, vshrq_n_u8::<2>(a), b))
            };
        }
        for i in [0, 2, 4, 6] {
            let a = rows[i];
            let b = rows[i + 1];
            // SAFETY: `self` proves NEON.
            (rows[i], rows[i + 1]) = unsafe {
                let low = vdupq_n_u8(0x55);
                (vbslq_u8(low, a, vshlq_n_u8::<1>(b)), vbslq_u8(low, vshrq_n_u8::<1>(a), b))
            };
        }
        rows
    }

    /// The first eight bytes of `a` and `b`, and the last eight of each.
    #[inline(always)]
    fn halves(self, a: uint8x16_t, b: uint8x16_t) -> [uint8x16_t; 2] {
        // SAFETY: `self` proves NEON.
        unsafe {
            let a = vreinterpretq_u64_u8(a);
            let b = vreinterpretq_u64_u8(b);
            [vreinterpretq_u8_u64(vzip1q_u64(a, b)), vreinterpretq_u8_u64(vzip2q_u64(a, b))]
        }
    }
}

impl Vector for Neon {
    type Bytes = [uint8x16_t; 2];
    type RankTable = uint8x16_t;
    type Sum = Sum;
    type Permutation = Permutation;
    const WIDTH: usize = 32;

    /// Every target with a standard library has NEON in its baseline, so there is no feature to
    /// enable.
    fn enter<S: Step<Self>>(self, step: S) -> S::Out {
        step.run(self)
    }

    #[inline(always)]
    fn splat(self, value: u8) -> Self::Bytes {
        // SAFETY: `self` proves NEON.
        unsafe { [vdupq_n_u8(value); 2] }
    }

    #[inline(always)]
    fn load(self, from: &[u8]) -> Self::Bytes {
        let from = &from[..32];
        // SAFETY: `self` proves NEON, and there are 32 bytes to read.
        unsafe { [vld1q_u8(from.as_ptr()), vld1q_u8(from.as_ptr().add(16))] }
    }

    #[inline(always)]
    fn store(self, bytes: Self::Bytes, into: &mut [u8]) {
        let into = &mut into[..32];
        // SAFETY: `self` proves NEON, and there are 32 bytes to write.
        unsafe {
            vst1q_u8(into.as_mut_ptr(), bytes[0]);
            vst1q_u8(into.as_mut_ptr().add(16), bytes[1]);
        }
    }

    #[inline(always)]
    fn or(self, a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes {
        // SAFETY: `self` proves NEON.
        unsafe { [0, 1].map(|i| vorrq_u8(vorrq_u8(a[i], b[i]), c[i])) }
    }

    #[inline(always)]
    fn without(self, bytes: Self::Bytes, bits: Self::Bytes) -> u64 {
        // SAFETY: `self` proves NEON.
        let mask = unsafe {
            let weights = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
            let low = vbicq_u8(weights, vtstq_u8(bytes[0], bits[0]));
            let high = vbicq_u8(weights, vtstq_u8(bytes[1], bits[1]));
            let pairs = vpaddq_u8(low, high);
            let fours = vpaddq_u8(pairs, pairs);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(fours, fours)))
        };
        mask.into()
    }

    #[inline(always)]
    fn rank_table(self, upper: u64, lower: u64) -> uint8x16_t {
        // SAFETY: `self` proves NEON.
        unsafe { vcombine_u8(vcreate_u8(upper), vcreate_u8(lower)) }
    }

    #[inline(always)]
    fn look_up(self, table: uint8x16_t, ranks: Self::Bytes) -> Self::Bytes {
        let look_up = |ranks| {
            // SAFETY: `self` proves NEON.
            unsafe {
                let upper = vqtbl1q_u8(table, vshrq_n_u8::<3>(ranks));
                // The lower three bits, and 8 for the upper half of the table.
                vorrq_u8(upper, vqtbl1q_u8(table, vsliq_n_u8::<3>(ranks, vdupq_n_u8(1))))
            }
        };
        [look_up(ranks[0]), look_up(ranks[1])]
    }

    #[inline(always)]
    fn missing_rank(self, a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes {
        // SAFETY: `self` proves NEON.
        let left = |half: usize| unsafe {
            let all = veorq_u8(veorq_u8(a[half], b[half]), c[half]);
            vbicq_u8(vdupq_n_u8(7), veorq_u8(all, vshrq_n_u8::<3>(all)))
        };
        [left(0), left(1)]
    }

    #[inline(always)]
    fn permutation(self, mask: u64) -> Permutation {
        let mask = mask as u32;
        let [a, b, c, d] = mask.to_le_bytes().map(|mask| u64::from_le_bytes(KEPT[usize::from(mask)]));
        // The upper eight bytes of each vector begin at place 8.
        const UPPER: u64 = 0x0808_0808_0808_0808;
        // SAFETY: `self` proves NEON.
        let kept = unsafe { vget_lane_u32::<0>(vreinterpret_u32_u8(vcnt_u8(vcreate_u8(mask.into())))) };
        Permutation {
            places: [self.rank_table(a, b + UPPER), self.rank_table(c, d + UPPER)],
            kept_before: kept.wrapping_mul(0x0101_0100),
        }
    }

    #[inline(always)]
    fn compress(self, permutation: Permutation, bytes: Self::Bytes, into: &mut [u8]) {
        let into = &mut into[..32];
        let [_, a, b, c] = permutation.kept_before.to_le_bytes().map(usize::from);
        // SAFETY: `self` proves NEON; each eight bytes are written behind those kept of one, two or
        // three eights before them, so within the 32 of `into`. Only `permutation` makes the numbers.
        unsafe {
            let low = vreinterpretq_u64_u8(vqtbl1q_u8(bytes[0], permutation.places[0]));
            let high = vreinterpretq_u64_u8(vqtbl1q_u8(bytes[1], permutation.places[1]));
            let into = into.as_mut_ptr();
            into.cast::<u64>().write_unaligned(vgetq_lane_u64::<0>(low));
            into.add(a).cast::<u64>().write_unaligned(vgetq_lane_u64::<1>(low));
            into.add(b).cast::<u64>().write_unaligned(vgetq_lane_u64::<0>(high));
            into.add(c).cast::<u64>().write_unaligned(vgetq_lane_u64::<1>(high));
        }
    }

    #[inline(always)]
    fn and(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
        // SAFETY: `self` proves NEON.
        unsafe { [vandq_u8(a[0], b[0]), vandq_u8(a[1], b[1])] }
    }

    #[inline(always)]
    fn bit_planes(self, bytes: &[u8]) -> [Self::Bytes; 8] {
        let mut planes = [self.ones(); 8];
        for (half, bytes) in bytes[..256].chunks_exact(128).enumerate() {
            let (lane, next) = bytes.split_at(64);
            let mut rows = [self.ones()[0]; 8];
            for i in [0, 2] {
                let a = self.load(&lane[16 * i..]);
                let b = self.load(&next[16 * i..]);
                [rows[2 * i], rows[2 * i + 1]] = self.halves(a[0], b[0]);
                [rows[2 * i + 2], rows[2 * i + 3]] = self.halves(a[1], b[1]);
            }
            for (plane, row) in planes.iter_mut().zip(self.transpose_bits(rows)) {
                // SAFETY: `self` proves NEON.
                plane[half] = unsafe { vmvnq_u8(row) };
            }
        }
        planes
    }

    #[inline(always)]
    fn word(self, lanes: &[u64]) -> Self::Bytes {
        let [a, b, c, d] = [0, 1, 2, 3].map(|lane| bits::transpose_bits(lanes[lane]));
        [self.rank_table(a, b), self.rank_table(c, d)]
    }

    #[inline(always)]
    fn nothing(self) -> Sum {
        // SAFETY: `self` proves NEON.
        let counted = unsafe { [vdupq_n_u64(0); 2] };
        Sum { counted, bytes: self.splat(0), added: 0 }
    }

    #[inline(always)]
    fn join<const WORDS: usize>(
        self,
        tables: &Tables<Self::Bytes>,
        mut completions: &[Completion],
        _norths: usize,
        sums: &mut [Sum; WORDS],
    ) {
        while !completions.is_empty() {
            if sums[0].added == ROOM {
                sums.iter_mut().for_each(|sum| self.spread(sum));
            }
            let (now, later) = completions.split_at(completions.len().min(ROOM - sums[0].added));
            completions = later;
            let mut bytes = sums.map(|sum| sum.bytes);
            for &completion in now {
                let [a, b, c, d] = completion.indices().map(|index| &tables[index]);
                for word in 0..WORDS {
                    for half in 0..2 {
                        // SAFETY: `self` proves NEON.
                        bytes[word][half] = unsafe {
                            let both = vandq_u8(a[word][half], b[word][half]);
                            let left = vandq_u8(vandq_u8(c[word][half], d[word][half]), both);
                            vaddq_u8(bytes[word][half], vcntq_u8(left))
                        };
                    }
                }
            }
            for (sum, bytes) in sums.iter_mut().zip(bytes) {
                sum.bytes = bytes;
                sum.added += now.len();
            }
        }
    }

    #[inline(always)]
    fn lanes(self, mut sum: Sum) -> [u64; 8] {
        self.spread(&mut sum);
        let mut lanes = [0; 8];
        // SAFETY: `self` proves NEON, and there are four lanes to write.
        unsafe {
            vst1q_u64(lanes.as_mut_ptr(), sum.counted[0]);
            vst1q_u64(lanes.as_mut_ptr().add(2), sum.counted[1]);
        }
        lanes
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch neither reads nor writes what the program can see.
        unsafe { asm!("prfm pldl1keep, [{}]", in(reg) value, options(nostack, readonly, preserves_flags)) }
    }

    #[inline(always)]
    fn transpose(self, words: [u64; 8]) -> [u64; 8] {
        let mut turned = [0; 8];
        // SAFETY: `self` proves NEON, and there are 64 bytes to read and to write.
        unsafe {
            let [a, b, c, d] = [0, 2, 4, 6].map(|word| vld1q_u8(words.as_ptr().add(word).cast()));
            // Words 0 and 4, 1 and 5, 2 and 6, 3 and 7, byte by byte.
            let w04 = vzip1q_u8(a, c);
            let w15 = vzip2q_u8(a, c);
            let w26 = vzip1q_u8(b, d);
            let w37 = vzip2q_u8(b, d);
            let even = vzip1q_u8(w04, w26);
            let even_high = vzip2q_u8(w04, w26);
            let odd = vzip1q_u8(w15, w37);
            let odd_high = vzip2q_u8(w15, w37);
            let into: *mut u8 = turned.as_mut_ptr().cast();
            vst1q_u8(into, vzip1q_u8(even, odd));
            vst1q_u8(into.add(16), vzip2q_u8(even, odd));
            vst1q_u8(into.add(32), vzip1q_u8(even_high, odd_high));
            vst1q_u8(into.add(48), vzip2q_u8(even_high, odd_high));
        }
        turned
    }
}
