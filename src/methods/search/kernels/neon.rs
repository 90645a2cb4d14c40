//! Eight lanes with NEON: two vectors of four.
//!
//! The two vectors share one summary of a set of lanes, the most expensive part of compressing, and
//! give an out-of-order core two chains to work on. All constants of a step still fit into
//! registers.
//!
//! NEON can neither compress nor turn a mask into bits. One sum across a vector replaces both: each
//! lane of the set adds a constant, so that the sum holds the set as bits, its size, and the size
//! of its lower half. A table of 16 byte permutations does the rest, for four lanes at a time.
#![allow(unsafe_code)]

use core::arch::aarch64::*;

use super::lanes::Lanes;
use crate::methods::cpu::Neon;
use crate::methods::kept::kept;

impl Neon {
    /// The set as bits 0 to 7, its size in bits 8 to 11, and how many of its lanes are in the lower
    /// vector from bit 12 on.
    #[inline(always)]
    fn summary(self, [low, high]: [uint32x4_t; 2]) -> usize {
        const WEIGHTS: [u16; 8] = {
            let mut weights = [0; 8];
            let mut lane = 0;
            while lane < 8 {
                weights[lane] = 1 << lane | 1 << 8 | if lane < 4 { 1 << 12 } else { 0 };
                lane += 1;
            }
            weights
        };
        // SAFETY: `self` proves NEON, and there are 8 half words to read.
        unsafe {
            let lanes = vuzp1q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
            vaddvq_u16(vandq_u16(lanes, vld1q_u16(WEIGHTS.as_ptr()))).into()
        }
    }

    /// The lanes in the lowest four bits of `set`, brought to the front.
    #[inline(always)]
    fn ordered(self, words: uint32x4_t, set: usize) -> uint32x4_t {
        // SAFETY: `self` proves NEON, and there are 16 bytes to read.
        unsafe {
            let order = vld1q_u8(ORDERS.0[set & 15].as_ptr());
            vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(words), order))
        }
    }

    /// Stores the words in the first four places of `into`.
    #[inline(always)]
    fn store4(self, words: uint32x4_t, into: &mut [u32]) {
        let into = &mut into[..4];
        // SAFETY: `self` proves NEON, and there are 4 words to write.
        unsafe { vst1q_u32(into.as_mut_ptr(), words) }
    }
}

/// The order of bytes that moves the lanes of a set to the front, for every set of four lanes.
#[repr(align(64))]
struct Orders([[u8; 16]; 16]);

static ORDERS: Orders = Orders(kept::<4, 16, 16>());

impl Lanes for Neon {
    type Words = [uint32x4_t; 2];
    type Set = [uint32x4_t; 2];
    const COUNT: usize = 8;

    #[inline(always)]
    fn splat(self, value: u32) -> Self::Words {
        // SAFETY: `self` proves NEON.
        unsafe { [vdupq_n_u32(value); 2] }
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> Self::Words {
        let from = &from[..8];
        // SAFETY: `self` proves NEON, and there are 8 words to read.
        unsafe { [vld1q_u32(from.as_ptr()), vld1q_u32(from.as_ptr().add(4))] }
    }

    #[inline(always)]
    fn store(self, words: Self::Words, into: &mut [u32]) {
        self.store4(words[0], into);
        self.store4(words[1], &mut into[4..]);
    }

    #[inline(always)]
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words {
        // SAFETY: `self` proves NEON.
        unsafe { [vandq_u32(a[0], b[0]), vandq_u32(a[1], b[1])] }
    }

    #[inline(always)]
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words {
        // SAFETY: `self` proves NEON.
        unsafe { [vorrq_u32(a[0], b[0]), vorrq_u32(a[1], b[1])] }
    }

    #[inline(always)]
    fn and_not(self, a: Self::Words, b: Self::Words) -> Self::Words {
        // SAFETY: `self` proves NEON.
        unsafe { [vbicq_u32(a[0], b[0]), vbicq_u32(a[1], b[1])] }
    }

    #[inline(always)]
    fn min(self, a: Self::Words, b: Self::Words) -> Self::Words {
        // SAFETY: `self` proves NEON.
        unsafe { [vminq_u32(a[0], b[0]), vminq_u32(a[1], b[1])] }
    }

    #[inline(always)]
    fn minus_one(self, a: Self::Words) -> Self::Words {
        let [low, high] = self.splat(u32::MAX);
        // SAFETY: `self` proves NEON.
        unsafe { [vaddq_u32(a[0], low), vaddq_u32(a[1], high)] }
    }

    // There is one shift by lanes, towards higher bits; a negative count turns it round.
    #[inline(always)]
    fn up(self, a: Self::Words, by: Self::Words) -> Self::Words {
        // SAFETY: `self` proves NEON.
        unsafe {
            let by = [vreinterpretq_s32_u32(by[0]), vreinterpretq_s32_u32(by[1])];
            [vshlq_u32(a[0], by[0]), vshlq_u32(a[1], by[1])]
        }
    }

    #[inline(always)]
    fn down(self, a: Self::Words, by: Self::Words) -> Self::Words {
        // SAFETY: `self` proves NEON.
        unsafe {
            let by = [vnegq_s32(vreinterpretq_s32_u32(by[0])), vnegq_s32(vreinterpretq_s32_u32(by[1]))];
            [vshlq_u32(a[0], by[0]), vshlq_u32(a[1], by[1])]
        }
    }

    #[inline(always)]
    fn len(self, set: Self::Set) -> usize {
        self.summary(set) >> 8 & 15
    }

    #[inline(always)]
    fn first(self, n: usize) -> Self::Set {
        let lanes = self.load(&[0, 1, 2, 3, 4, 5, 6, 7]);
        let n = self.splat(n.min(8) as u32);
        // SAFETY: `self` proves NEON.
        unsafe { [vcltq_u32(lanes[0], n[0]), vcltq_u32(lanes[1], n[1])] }
    }

    #[inline(always)]
    fn nonzero(self, set: Self::Set, words: Self::Words) -> Self::Set {
        // SAFETY: `self` proves NEON.
        self.and(set, unsafe { [vtstq_u32(words[0], words[0]), vtstq_u32(words[1], words[1])] })
    }

    #[inline(always)]
    fn zero(self, set: Self::Set, words: Self::Words) -> Self::Set {
        // SAFETY: `self` proves NEON.
        self.and(set, unsafe { [vceqzq_u32(words[0]), vceqzq_u32(words[1])] })
    }

    #[inline(always)]
    fn increment(self, set: Self::Set, tally: Self::Words) -> Self::Words {
        // SAFETY: `self` proves NEON.
        unsafe { [vsubq_u32(tally[0], set[0]), vsubq_u32(tally[1], set[1])] }
    }

    #[inline(always)]
    fn compress(self, set: Self::Set, words: [Self::Words; 4], into: [&mut [u32]; 4]) {
        let summary = self.summary(set);
        let in_low = summary >> 12 & 7;
        for ([low, high], into) in words.into_iter().zip(into) {
            self.store4(self.ordered(low, summary), into);
            self.store4(self.ordered(high, summary >> 4), &mut into[in_low..]);
        }
    }
}
